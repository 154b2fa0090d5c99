#ifndef CONFIG_H
#define CONFIG_H
#define NX 8
#define REAL_KIND real(kind(1d0))
#endif
