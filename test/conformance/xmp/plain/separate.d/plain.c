int plain(int v) { return 2 * v; }
