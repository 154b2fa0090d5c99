/* Messages of running images. internal/diag has each code's title, explanation and example;
 * a test holds both together. Here: what to do, as the message says it. In a
 * program with XcalableMP/C sources R0203 and R0403 say more of counting (error.c). */
#ifndef CORAL_CODES_H
#define CORAL_CODES_H

#define CORAL_CODES(R) \
    R(R0101, "the program must be started by its own launcher, and launcher and images must come from one build") \
    R(R0102, "link the program as a position-independent executable, as `coral build` does") \
    R(R0103, "run fewer images, or make large data allocatable") \
    R(R0104, "raise the limits of addresses (ulimit -v) and overcommitment, or run fewer images") \
    R(R0105, "see what its machine and its launcher say: its process has died, or the network between is cut") \
    R(R0106, "make large local arrays allocatable, end the recursion, or raise the limit before the run: ulimit -s unlimited") \
    R(R0107, "name the file with the main program, too: coral run main.f90 parts.f90") \
    R(R0108, "execute in the image itself, which goes on, what involves other images; the forked process has ended: it may only compute and write files") \
    R(R0109, "associate the procedure pointer before the call; where a dummy procedure may be absent, ask present() first") \
    R(R0201, "give the statement stat= to go on, or let all images reach it before they stop") \
    R(R0202, "give the statement stat= to go on without the failed image") \
    R(R0203, "images are numbered from 1 to num_images(), in a team from 1 to the number of its images") \
    R(R0204, "name only images of the team, and each of them once") \
    R(R0205, "another lock statement of this image has locked it; unlock it first") \
    R(R0206, "lock it before, on this image") \
    R(R0207, "only the image that has locked it may unlock it") \
    R(R0208, "pass a lock, event or atomic variable that is a coarray, or a component of one, of an image from 1 to num_images()") \
    R(R0209, "until_count= must be positive; wait only for events of this image") \
    R(R0210, "give form team a positive number, and each image a new_index of its own if any has one; enter only teams that the current team has formed; inside of finish, spawn to images of its team only") \
    R(R0211, "name a team that this image belongs to: team_split gives team_null for a negative colour") \
    R(R0212, "eventset_init and lockset_init come first; add each event or lock once, and remove what was added; wait only for events of this image") \
    R(R0213, "roots are ranks from 0 to team_size() - 1; source and destination have one type, and as many elements as the statement says") \
    R(R0214, "a node array has at most as many nodes as there are, and references to it lie inside its shape; a task's nodes are among those that execute it. In C, p[k] counts nodes from 0 and p(k) from 1, in Fortran p(k) from 1") \
    R(R0215, "a grid has one place for each image of the team; dimensions and classes count from 1, coordinates and ranks from 0; topology_cartesian and topology_graph come before questions") \
    R(R0216, "let all images of the team execute the same statements in the same order") \
    R(R0219, "give it a value before, on this image: by form team or get_team()") \
    R(R0220, "a team number is that of a team formed together with the current one, or -1; a level is initial_team, parent_team or current_team") \
    R(R0218, "event_init(array, n) begins n events of the array, all at zero; event_notify(e, n) and event_wait(e, n) count n, which is not negative") \
    R(R0301, "allocate the coarray on all images before it is used with an image selector") \
    R(R0302, "use less memory per image, or more machines; stat= lets the program go on") \
    R(R0303, "deallocate it and allocate it anew") \
    R(R0304, "ask by allocated() before: allocate only what is not allocated, and deallocate only what is") \
    R(R0305, "every image must allocate the same coarrays in the same order, with the same bounds") \
    R(R0306, "pass the coarray itself: not a copy, an expression, or data of a shared library; of a polymorphic array compilers pass a copy to a dummy argument that is not polymorphic, which class(...) mends; allocate an allocatable one by ALLOCATE: an assignment does not do it") \
    R(R0307, "ask with allocated() before, or allocate it on that image and synchronise") \
    R(R0308, "let the system allow it (kernel.yama.ptrace_scope at most 1, no filter of system calls), or let components point to coarrays, saved data or what the program allocates") \
    R(R0309, "the bounds are those of the declaration or ALLOCATE statement") \
    R(R0310, "an upper cobound is at least the lower one: see the values in the brackets") \
    R(R0311, "assign the copointer before; associated() tells whether it was assigned, not whether its target was deallocated since") \
    R(R0312, "define the type in a module of the program, and compile its file by `coral fc -fcoarray=lib`") \
    R(R0313, "a cosubscript is from its lower to its upper cobound: see the declaration or ALLOCATE statement") \
    R(R0314, "give the object at most 8 bytes, at an address that is a multiple of them; or put the statement into a CRITICAL construct of Fortran, outside the parallel region") \
    R(R0315, "call the function before the construct, and use its value there") \
    R(R0401, "all images of the team must execute the same collective, with the same type, shape and length, the same operation, and the same source or result image") \
    R(R0402, "use a type that the procedure is defined for") \
    R(R0403, "images are numbered from 1 to num_images(), in a team from 1 to the number of its images") \
    R(R0404, "give both sides of the copy the same shape and element size") \
    R(R0406, "every image of the team passes arguments that exist: allocate or associate them, or pass the optional ones") \
    R(R0601, "see what the message says of the operation and of who has begun it") \
    R(R0602, "wait in the procedure that ships this one, after the event or END FINISH; a shipped procedure may notify events, copy and spawn") \
    R(R0603, "ship procedures of the program itself; give dummy arguments assumed shape where the target's data have gaps; have values in allocatable components instead of targets of pointers") \
    R(R0405, "unless the message names a limit of the system or something of the program, report it: the runtime relies on it")

typedef enum {
#define R(code, help) CORAL_##code,
    CORAL_CODES(R)
#undef R
} coral_code;

#endif
