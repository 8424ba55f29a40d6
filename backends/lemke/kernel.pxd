cimport cython
from libc.stdint cimport int64_t

from seqform.backends.lemke.state cimport BlockBasis, BlockLayout, Candidates, PathState, Record, RightSides, Scratch
from seqform.backends.linalg cimport arithmetic_inline as arithmetic
from seqform.backends.linalg cimport factor, tables
from seqform.backends.linalg.tables cimport Changes, Entries, Factors

cdef int64_t D, HIGHER, MORE_TIES, NOBODY, Q, TIES
cdef double CERTAIN, ROUNDING, SMALL_PIVOT, UNCERTAIN_ORDER


@cython.locals(factors=Factors, changes=Changes, outcome=int64_t)
cpdef int64_t refactor(PathState state, int64_t block) except? -99

@cython.locals(low=int64_t, high=int64_t, side=int64_t, row=int64_t, values=double[::1], residues=int64_t[::1])
cdef void _recompute(
    BlockLayout layout,
    RightSides sides,
    BlockBasis basis,
    Factors factors,
    Changes changes,
    Scratch scratch,
    int64_t block,
) noexcept

@cython.locals(largest=double, i=int64_t)
cdef double _largest(const double[::1] vector, int64_t low, int64_t high) noexcept

@cython.locals(
    low=int64_t,
    high=int64_t,
    m=int64_t,
    z0=int64_t,
    place=int64_t,
    v=int64_t,
    row=int64_t,
    size=int64_t,
    used=int64_t,
    start=int64_t[::1],
    basic=Entries,
)
cdef Entries _block_columns(BlockLayout layout, RightSides sides, BlockBasis basis, int64_t block)

@cython.locals(n=int64_t, z0=int64_t, b=int64_t, block=int64_t, place=int64_t, step=int64_t, stable=bint)
cpdef (int64_t, int64_t) follow(
    PathState state, Record record, int64_t entering, int64_t leaving, bint early_exit, bint random_ties
) except *

@cython.locals(z0=int64_t, z0_place=int64_t, home=int64_t, i=int64_t, stable=bint)
cdef bint _exchange(
    BlockLayout layout,
    BlockBasis basis,
    tuple changes,
    Scratch scratch,
    int64_t entering,
    int64_t block,
    int64_t place,
) noexcept

@cython.locals(number=int64_t)
cdef bint _worn(Changes changes, int64_t m) noexcept

cdef void _enter(
    BlockLayout layout, Factors factors, Changes changes, Scratch scratch, int64_t entering, int64_t block
) noexcept

@cython.locals(
    low=int64_t,
    high=int64_t,
    number=int64_t,
    first=int64_t,
    used=int64_t,
    side=int64_t,
    i=int64_t,
    e=int64_t,
    pivot=double,
    pivot_inverse=int64_t,
    largest=double,
    entry=double,
    residue=int64_t,
    ratio=double,
    ratio_residue=int64_t,
    left=int64_t,
    value=double,
)
cdef bint _replace(
    BlockLayout layout, BlockBasis basis, Changes changes, Scratch scratch, int64_t place, int64_t block
) noexcept

cdef int64_t _block_of_place(BlockLayout layout, int64_t place) noexcept
cdef void _add_candidate(Candidates candidates, int64_t place, double entry, int64_t residue, double error) noexcept

@cython.locals(
    least=int64_t,
    c=int64_t,
    ratio=double,
    error=double,
    value_residue=int64_t,
    residue=int64_t,
    kept=int64_t,
    tied=bint,
)
cdef bint _least_ratio(
    Candidates candidates, BlockBasis basis, int64_t side, int64_t z0_place, int64_t middle
) noexcept

@cython.locals(
    place=int64_t, block=int64_t, value=double, residue=int64_t, error=double, slope=double, z0=double
)
cdef void _set_ratio(
    Candidates candidates, BlockBasis basis, int64_t side, int64_t z0_place, int64_t middle, int64_t c
) noexcept

@cython.locals(
    first_entry=double,
    second_entry=double,
    first_residue=int64_t,
    second_residue=int64_t,
    largest=double,
    n=int64_t,
    number=int64_t,
    v=int64_t,
    sign=int64_t,
    row=int64_t,
    e=int64_t,
    first=double,
    second=double,
    first_r=int64_t,
    second_r=int64_t,
    difference=double,
)
cdef int64_t _lexicographic_order(
    Entries columns, RightSides sides, Scratch scratch, int64_t best, int64_t challenger
) noexcept

@cython.locals(
    z0_place=int64_t,
    home=int64_t,
    certain=bint,
    b=int64_t,
    low=int64_t,
    high=int64_t,
    speed=double,
    residue=int64_t,
    middle=int64_t,
    side=int64_t,
    is_order=bint,
    c=int64_t,
    first=Factors,
    second=Factors,
)
cdef int64_t _leaving_place(PathState state, int64_t block, bint early_exit, bint random_ties) noexcept

@cython.locals(positive=bint, side=int64_t)
cdef bint _is_positive(BlockBasis basis, int64_t place) noexcept

@cython.locals(doubtful=double, i=int64_t, entry=double, residue=int64_t)
cdef bint _collect(BlockLayout layout, BlockBasis basis, Scratch scratch, int64_t low, int64_t high) noexcept

@cython.locals(doubtful=double, i=int64_t, slope=double, residue=int64_t)
cdef bint _collect_moved(
    BlockLayout layout,
    BlockBasis basis,
    Candidates candidates,
    int64_t low,
    int64_t high,
    double speed,
    int64_t speed_residue,
) noexcept

@cython.locals(best=int64_t, c=int64_t, order=int64_t, i=int64_t)
cdef int64_t _decide_by_inverse(PathState state, int64_t z0_place, int64_t home) noexcept

@cython.locals(block=int64_t, low=int64_t, high=int64_t, i=int64_t, slope=double, residue=int64_t)
cdef void _row_of_inverse(
    BlockLayout layout,
    BlockBasis basis,
    tuple factors,
    tuple changes,
    Scratch scratch,
    int64_t place,
    int64_t home,
    double[::1] row,
    int64_t[::1] row_residues,
) noexcept
