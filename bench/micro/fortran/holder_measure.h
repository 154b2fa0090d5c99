! Measures the kernels of one holder, HOLDER: its name in the table; KERNEL(name): the procedure.
    call measure('holder_put', HOLDER, 1, KERNEL(put_local), KERNEL(put_other))
    call measure('holder_get', HOLDER, 1, KERNEL(get_local), KERNEL(get_other))
    call measure('holder_stride', HOLDER, 1, KERNEL(stride_local), KERNEL(stride_other))
    call measure('holder_triad', HOLDER, 1, KERNEL(triad_local), KERNEL(triad_other))
    call measure('holder_gather', HOLDER, 1, KERNEL(gather_local), KERNEL(gather_other))
    call measure('holder_gather_loop', HOLDER, 1, KERNEL(gather_loop_local), &
        KERNEL(gather_loop_other))
