!     XcalableMP: the inquiry procedures, as an INCLUDE file of Fortran. Inside a task
!     they are about the executing nodes.
      integer, external :: xmp_node_num, xmp_num_nodes
      integer, external :: xmp_all_node_num, xmp_all_num_nodes
      double precision, external :: xmp_wtime, xmp_wtick
