cimport cython
from libc.stdint cimport int64_t, uint8_t

from seqform.backends.linalg cimport arithmetic_inline as arithmetic, tables
from seqform.backends.linalg.tables cimport Changes, Entries, Factors

cdef int64_t FULL, NO_SPACE, SINGULAR, SPARE
cdef double CANCELLED, LOST, ROUNDING, THRESHOLD


cpdef void solve(Factors factors, Changes changes, double[::1] work, int64_t[::1] work_residue, double[::1] x, int64_t[::1] x_residue) noexcept
cpdef void solve_transposed(Factors factors, Changes changes, double[::1] c, int64_t[::1] c_residue, double[::1] y, int64_t[::1] y_residue) noexcept

# Cython warns of `inline` in declarations, but heeds it: without it the C compiler calls `_subtract` with two views of
# memory on the stack, and solves with a large nucleus take a tenth longer.
cdef inline void _subtract(Entries entries, int64_t t, double value, int64_t residue, double[::1] vector, int64_t[::1] vector_residue) noexcept
cdef inline (double, int64_t) _less_product(Entries entries, int64_t t, double value, int64_t residue, double[::1] vector, int64_t[::1] vector_residue) noexcept

@cython.locals(row_done=uint8_t[::1], place_done=uint8_t[::1], after_columns=uint8_t[::1], size=int64_t, doublings=int64_t, space=int64_t)
cpdef int64_t factor(Entries matrix, Factors factors) except? -99

@cython.locals(length=int64_t[::1], queue=int64_t[::1], waiting=int64_t, k=int64_t, head=int64_t)
cdef int64_t _peel_columns(Entries matrix, Factors factors, Entries by_rows, uint8_t[::1] row_done, uint8_t[::1] place_done) except? -99

@cython.locals(length=int64_t[::1], queue=int64_t[::1], waiting=int64_t, head=int64_t, multipliers=int64_t, used=int64_t, place=int64_t)
cdef int64_t _peel_rows(Entries matrix, Factors factors, Entries by_rows, uint8_t[::1] row_done, uint8_t[::1] place_done, int64_t k) except? -99

cdef int64_t _copy_upper(Entries matrix, Factors factors, int64_t first, int64_t last, uint8_t[::1] above, int64_t used) noexcept


cdef class Nucleus:
    cdef public int64_t size
    cdef public int64_t[::1] rows
    cdef public int64_t[::1] places
    cdef public int64_t[::1] row_start
    cdef public int64_t[::1] row_length
    cdef public int64_t[::1] row_capacity
    cdef public int64_t[::1] column
    cdef public double[::1] value
    cdef public int64_t[::1] residue
    cdef public int64_t[::1] column_start
    cdef public int64_t[::1] column_length
    cdef public int64_t[::1] column_capacity
    cdef public int64_t[::1] column_rows
    cdef public int64_t[::1] column_count
    cdef public uint8_t[::1] active
    cdef public int64_t[::1] at_of_column
    cdef public int64_t end_of_rows
    cdef public int64_t end_of_columns
    cdef public int64_t[::1] first_of_length
    cdef public int64_t[::1] before
    cdef public int64_t[::1] after
    cdef public int64_t shortest


@cython.locals(nucleus=Nucleus, size=int64_t, step=int64_t, k=int64_t, c=int64_t, column=int64_t, pivot_of_column=int64_t[::1], row_of_pivot=int64_t[::1], multipliers=int64_t, entry=int64_t)
cdef int64_t eliminate_nucleus(Entries matrix, Factors factors, uint8_t[::1] row_done, uint8_t[::1] place_done, uint8_t[::1] above, int64_t first_pivot, int64_t upper_used, int64_t space) except? -99

@cython.locals(m=int64_t, size=int64_t, i=int64_t, j=int64_t, at=int64_t, rows=int64_t[::1], places=int64_t[::1], number=int64_t[::1], row_capacity=int64_t[::1], column_capacity=int64_t[::1], row_start=int64_t[::1], column_start=int64_t[::1], column_count=int64_t[::1], end_of_rows=int64_t, end_of_columns=int64_t, pool=int64_t, nucleus=Nucleus)
cdef Nucleus _open(Entries matrix, uint8_t[::1] row_done, uint8_t[::1] place_done, int64_t first_pivot, int64_t space)

cdef void _link(Nucleus nucleus, int64_t i) noexcept
cdef void _unlink(Nucleus nucleus, int64_t i) noexcept
cdef void _append(Nucleus nucleus, int64_t i, int64_t j, double value, int64_t residue) noexcept
cdef void _remove(Nucleus nucleus, int64_t i, int64_t at) noexcept
cdef int64_t _find(Nucleus nucleus, int64_t i, int64_t j) noexcept

@cython.locals(largest=double, best=int64_t, fewest=int64_t)
cdef (int64_t, int64_t) _choose(Nucleus nucleus) noexcept

@cython.locals(value=double, residue=int64_t)
cdef bint _subtract_row(Nucleus nucleus, Factors factors, int64_t i, int64_t pivot_row, double factor, int64_t factor_residue) noexcept

cdef bint _move_row(Nucleus nucleus, int64_t i, int64_t space) noexcept
cdef bint _move_column(Nucleus nucleus, int64_t j) noexcept

@cython.locals(size=int64_t, count=int64_t[::1], free=int64_t[::1], step=int64_t, row=int64_t, i=int64_t, j=int64_t)
cdef int64_t _close(Nucleus nucleus, Entries matrix, Factors factors, uint8_t[::1] above, int64_t[::1] pivot_of_column, int64_t[::1] row_of_pivot, int64_t first_pivot, int64_t used) except? -99
