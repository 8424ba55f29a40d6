cimport cython
from libc.stdint cimport int64_t

from seqform.backends.linalg cimport arithmetic_inline as arithmetic


cdef class Entries:
    cdef public int64_t[::1] start
    cdef public int64_t[::1] at
    cdef public double[::1] value
    cdef public int64_t[::1] residue


cdef class Factors:
    cdef public int64_t[::1] pivot_row
    cdef public int64_t[::1] pivot_place
    cdef public double[::1] pivot
    cdef public int64_t[::1] pivot_inverse
    cdef public int64_t[::1] lower_pivots
    cdef public Entries lower
    cdef public Entries upper
    cdef public int64_t num_lower
    cdef public int64_t lost


cdef class Changes:
    cdef public int64_t number
    cdef public int64_t[::1] place
    cdef public double[::1] pivot
    cdef public int64_t[::1] pivot_inverse
    cdef public Entries columns


cdef class OrderedFactors:
    cdef public Entries lower_columns
    cdef public Entries lower_rows
    cdef public Entries upper_columns
    cdef public Entries upper_rows
    cdef public double[::1] pivot
    cdef public int64_t[::1] pivot_inverse
    cdef public int64_t[::1] row
    cdef public int64_t[::1] place
    cdef public int64_t[::1] of_row
    cdef public int64_t[::1] of_place


cpdef void put(Entries entries, int64_t e, int64_t at, double value, int64_t residue) noexcept
cdef void set_pivot(Factors factors, int64_t k, int64_t row, int64_t place, double value, int64_t residue) noexcept

@cython.locals(m=int64_t, k=int64_t, t=int64_t, of_row=int64_t[::1], of_place=int64_t[::1], lower_start=int64_t[::1], lower=Entries, upper=Entries)
cpdef OrderedFactors ordered(Factors factors)

@cython.locals(used=int64_t, e=int64_t, at=int64_t[::1])
cdef Entries _renumbered(Entries entries, int64_t[::1] start, int64_t[::1] of_row)

@cython.locals(size=int64_t, e=int64_t, k=int64_t, to=int64_t, start=int64_t[::1], free=int64_t[::1], turned=Entries)
cdef Entries transposed(Entries entries, int64_t m)
