cimport cython
from libc.stdint cimport int64_t

cdef int64_t LARGE
cdef int64_t AWAY, PRODUCT, TOTAL, WEIGHTS, SPREAD

cdef class StageArrays:
    cdef const int64_t[::1] player
    cdef const int64_t[::1] child_start
    cdef const int64_t[::1] child
    cdef const int64_t[:, ::1] choice
    cdef const int64_t[::1] set
    cdef const int64_t[::1] end
    cdef const int64_t[::1] leaf
    cdef const int64_t[:, ::1] value_place
    cdef const int64_t[:, ::1] payoff_place
    cdef const int64_t[:, ::1] inverse_place
    cdef readonly const int64_t[:, ::1] size

cdef class Boards:
    cdef readonly const int64_t[::1] group
    cdef readonly const int64_t[:, ::1] start
    cdef const int64_t[::1] parent
    cdef const int64_t[::1] payoff_start
    cdef const double[::1] payoffs
    cdef const double[:, :, ::1] coefficient
    cdef const int64_t[::1] factor_start
    cdef const int64_t[::1] leaf_start
    cdef const int64_t[::1] vector_start
    cdef int64_t num_leaves

cdef class Vectors:
    cdef const double[:, :, ::1] theta
    cdef double[:, :, ::1] linear
    cdef double[:, :, ::1] equation
    cdef double[:, :, ::1] mean

cdef class Leaves:
    cdef readonly double[::1] values
    cdef const int64_t[::1] start
    cdef const int64_t[:, ::1] size

cdef class Front:
    cdef int64_t board, history, begin1, begin2, n1, n2, part

cdef class Matrices:
    cdef double[::1] factors
    cdef double[:, :, ::1] squares
    cdef double[::1] weighted, payoff, product, mean, square, ends

cdef class FrontBuffers:
    cdef double[::1] factors
    cdef double[:, :, ::1] vectors
    cdef double[:, ::1] space
    cdef double[::1] change

@cython.locals(entries=int64_t)
cdef void go_to(Front front, StageArrays stage, Boards boards, int64_t board, int64_t history) noexcept nogil

cdef int64_t begin_of(Front front, int64_t player) noexcept nogil

cdef int64_t size_of(Front front, int64_t player) noexcept nogil

cdef int64_t place_in(const int64_t[:, ::1] places, int64_t row, int64_t n1, int64_t n2) noexcept nogil

cdef int64_t value_at(StageArrays stage, Front front, int64_t node) noexcept nogil

cdef int64_t payoff_at(StageArrays stage, Front front, int64_t node) noexcept nogil

cdef int64_t inverse_at(StageArrays stage, Front front, int64_t node) noexcept nogil

@cython.locals(board=int64_t, most=int64_t, player=int64_t, size=int64_t)
cdef int64_t largest_board(Boards boards, int64_t first, int64_t stop) noexcept nogil

@cython.locals(factor=double, i=int64_t, j=int64_t, k=int64_t, reduced=int64_t, pivot=double, row=int64_t)
cdef void invert(double[::1] store, int64_t begin, int64_t n) noexcept nogil

@cython.locals(i=int64_t, j=int64_t, mean=double)
cdef void make_symmetric(double[::1] store, int64_t begin, int64_t n) noexcept nogil

@cython.locals(
    factor1=double, factor2=double, factor3=double, factor4=double, first=int64_t, fourth=int64_t, i=int64_t,
    j=int64_t, k=int64_t, place=int64_t, row=int64_t, second=int64_t, third=int64_t, total=double,
)
cdef void set_product(
    const double[::1] left,
    int64_t begin,
    int64_t down,
    int64_t across,
    int64_t rows,
    int64_t inner,
    const double[::1] right,
    int64_t columns,
    double[::1] out,
) noexcept nogil

@cython.locals(board=int64_t, group=int64_t, history=int64_t, most=int64_t)
cpdef void factor_groups(
    StageArrays stage,
    Boards boards,
    int64_t first,
    int64_t stop,
    Vectors side1,
    Vectors side2,
    double[::1] factors,
    double[::1] leaves,
    Leaves above,
) except *

@cython.locals(place=int64_t)
cdef void clear(Leaves above, int64_t group) noexcept nogil

@cython.locals(node=int64_t)
cdef void factor_front(
    StageArrays stage, Boards boards, Front front, Vectors side1, Vectors side2, double[::1] leaves, Matrices matrices
) noexcept nogil

@cython.locals(
    begin=int64_t, entries=int64_t, leaf=int64_t, n1=int64_t, n2=int64_t, payoff=int64_t, place=int64_t,
)
cdef void read_leaf(
    StageArrays stage, Boards boards, Front front, int64_t node, double[::1] leaves, Matrices matrices
) noexcept nogil

@cython.locals(
    i=int64_t, j=int64_t, m=int64_t, n=int64_t, place=int64_t, position=int64_t, role=int64_t, stored=int64_t,
    total=int64_t,
)
cdef void factor_node(
    StageArrays stage, Boards boards, Front front, int64_t node, Vectors side, Matrices matrices
) noexcept nogil

@cython.locals(
    begin=int64_t, choice=int64_t, kept=int64_t, history=int64_t, i=int64_t, inverse=double, m=int64_t, n=int64_t,
    place=int64_t,
)
cdef void add_choice(
    StageArrays stage,
    Boards boards,
    Front front,
    int64_t role,
    int64_t total,
    int64_t child,
    Vectors side,
    Matrices matrices,
) noexcept nogil

@cython.locals(
    begin=int64_t, choice=int64_t, kept=int64_t, history=int64_t, i=int64_t, inverse=double, m=int64_t, n=int64_t,
    place=int64_t,
)
cdef void add_rest(
    StageArrays stage,
    Boards boards,
    Front front,
    int64_t role,
    int64_t node,
    int64_t child,
    Vectors side,
    Matrices matrices,
) noexcept nogil

@cython.locals(i=int64_t, j=int64_t, mean=double)
cdef void symmetrize(double[:, :, ::1] squares, int64_t player, int64_t node, int64_t n) noexcept nogil

@cython.locals(begin=int64_t, i=int64_t, j=int64_t, n1=int64_t, n2=int64_t)
cdef void orient(
    StageArrays stage, Boards boards, Front front, int64_t role, int64_t child, Matrices matrices
) noexcept nogil

@cython.locals(begin=int64_t, factor=double, feature=int64_t, k=int64_t, place=int64_t, size=int64_t)
cdef void end_payoffs(Boards boards, Front front, int64_t end, double[::1] out) noexcept nogil

@cython.locals(
    first=int64_t, i=int64_t, into_b=int64_t, into_x=int64_t, into_y=int64_t, j=int64_t, m1=int64_t, m2=int64_t,
    n1=int64_t, n2=int64_t, payoff=int64_t, place=int64_t, row=int64_t, second=int64_t,
)
cdef void add_root(
    StageArrays stage, Boards boards, Front front, int64_t group, Matrices matrices, Leaves above
) noexcept nogil

@cython.locals(board=int64_t, group=int64_t, history=int64_t, most=int64_t)
cpdef void carry_groups(
    bint downwards,
    StageArrays stage,
    Boards boards,
    int64_t first,
    int64_t stop,
    Vectors side1,
    Vectors side2,
    double[::1] factors,
    double[::1] leaves,
    Leaves above,
) except *

@cython.locals(begin=int64_t, first=int64_t, i=int64_t, place=int64_t, player=int64_t)
cdef void copy_root(
    Boards boards, Front front, int64_t group, FrontBuffers buffers, Leaves above, bint downwards
) noexcept nogil

@cython.locals(begin=int64_t, i=int64_t, node=int64_t, player=int64_t, row=int64_t)
cdef void copy_leaves(
    StageArrays stage, Boards boards, Front front, FrontBuffers buffers, double[::1] leaves, bint downwards
) noexcept nogil

@cython.locals(factor=double, i=int64_t, j=int64_t, place=int64_t)
cdef void multiply(FrontBuffers buffers, int64_t begin, int64_t n, int64_t vector, int64_t out) noexcept nogil

@cython.locals(k=int64_t, place=int64_t, size=int64_t)
cdef void set_change(
    StageArrays stage, Boards boards, Front front, int64_t mean, int64_t child, FrontBuffers buffers
) noexcept nogil

@cython.locals(k=int64_t)
cdef void set_negative(Front front, int64_t mean, FrontBuffers buffers) noexcept nogil

@cython.locals(factor=double, i=int64_t, j=int64_t, n1=int64_t, n2=int64_t, total=double)
cdef void add_lifted(Front front, int64_t role, int64_t node, int64_t vector, FrontBuffers buffers) noexcept nogil

@cython.locals(factor=double, i=int64_t, j=int64_t, n1=int64_t, n2=int64_t, total=double)
cdef void add_lowered(Front front, int64_t role, int64_t node, FrontBuffers buffers) noexcept nogil

@cython.locals(node=int64_t)
cdef void lift_front(
    StageArrays stage, Boards boards, Front front, Vectors side1, Vectors side2, FrontBuffers buffers
) noexcept nogil

@cython.locals(
    begin=int64_t, child=int64_t, choice=int64_t, history=int64_t, i=int64_t, j=int64_t, m=int64_t, mean=int64_t,
    n=int64_t, own=int64_t, position=int64_t, role=int64_t, share=double, value=int64_t,
)
cdef void lift_node(
    StageArrays stage, Boards boards, Front front, int64_t node, Vectors side, FrontBuffers buffers
) noexcept nogil

@cython.locals(node=int64_t)
cdef void lower_front(
    StageArrays stage, Boards boards, Front front, Vectors side1, Vectors side2, FrontBuffers buffers
) noexcept nogil

@cython.locals(
    begin=int64_t, child=int64_t, choice=int64_t, history=int64_t, i=int64_t, inverse=int64_t, j=int64_t, m=int64_t,
    mean=int64_t, n=int64_t, own=int64_t, position=int64_t, rest=double, role=int64_t, share=double,
)
cdef void lower_node(
    StageArrays stage, Boards boards, Front front, int64_t node, Vectors side, FrontBuffers buffers
) noexcept nogil

@cython.locals(
    begin=int64_t, child=int64_t, choice=int64_t, history=int64_t, i=int64_t, inverse=int64_t, n=int64_t, own=int64_t,
    position=int64_t, role=int64_t, share=double,
)
cdef void correct_node(StageArrays stage, Front front, int64_t node, Vectors side, FrontBuffers buffers) noexcept nogil
