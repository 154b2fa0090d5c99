/* What Open MPI must be told, before it starts, so that there are windows. */
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Open MPI of Debian excludes its component pt2pt, without which there is no window by TCP. It is
 * let in again; what else is excluded remains so. Where settings can be asked for before MPI
 * starts, this is done then (MPI-3.1 14.3.4). The component rdma attaches 64 chunks, if nobody says
 * more. */
void window_components(void) {
#if defined OPEN_MPI
    enum { TEXT = 4096 };
    int level, index, count;
    MPI_T_cvar_handle handle;
    static char value[TEXT], kept[TEXT];
    setenv("OMPI_MCA_osc_rdma_max_attach", "4096", 0);
    if (getenv("OMPI_MCA_osc") != NULL ||
        MPI_T_init_thread(MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
        return;
    if (MPI_T_cvar_get_index("osc", &index) == MPI_SUCCESS &&
        MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS) {
        if (count <= TEXT && MPI_T_cvar_read(handle, value) == MPI_SUCCESS && value[0] == '^') {
            bool found = false;
            size_t n = 0;
            char *rest;
            for (char *name = strtok_r(value + 1, ",", &rest); name != NULL;
                 name = strtok_r(NULL, ",", &rest)) {
                if (strcmp(name, "pt2pt") == 0)
                    found = true;
                else
                    n += (size_t)snprintf(
                        kept + n, sizeof kept - n, "%s%s", n == 0 ? "^" : ",", name);
            }
            /* one that is excluded has to be named: monitoring does nothing unless it is asked to
             */
            if (found)
                setenv("OMPI_MCA_osc", n > 0 ? kept : "^monitoring", 1);
        }
        MPI_T_cvar_handle_free(&handle);
    }
    MPI_T_finalize();
#endif
}
