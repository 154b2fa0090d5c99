! Measures the kernels of one holder, HOLDER: its name in the table; KERNEL(name): the procedure.
    call measure('put', HOLDER, 1, KERNEL(put_local), KERNEL(put_other))
    call measure('get', HOLDER, 1, KERNEL(get_local), KERNEL(get_other))
    call measure('stride', HOLDER, 1, KERNEL(stride_local), KERNEL(stride_other))
    call measure('triad', HOLDER, 1, KERNEL(triad_local), KERNEL(triad_other))
    call measure('gather', HOLDER, 1, KERNEL(gather_local), KERNEL(gather_other))
    call measure('gather_loop', HOLDER, 1, KERNEL(gather_loop_local), KERNEL(gather_loop_other))
