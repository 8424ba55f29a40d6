cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t

from seqform.backends.linalg cimport arithmetic_inline as arithmetic
from seqform.backends.linalg.tables cimport Entries, OrderedFactors

cdef double CANCELLED
cdef int64_t WORD

cdef class Updates:
    cdef public int64_t number
    cdef public double[::1] pivot
    cdef public int64_t[::1] pivot_inverse
    cdef public Entries columns
    cdef public Entries rows

cdef class SparseVector:
    cdef public double[::1] value
    cdef public int64_t[::1] residue
    cdef public uint8_t[::1] flag
    cdef public uint64_t[::1] words

cdef class Listed:
    cdef public int64_t number
    cdef public int64_t[::1] at
    cdef public double[::1] value
    cdef public int64_t[::1] residue

cpdef void solve_sparse(
    OrderedFactors factors, Updates updates, SparseVector vector, Listed halfway, Listed solution
) noexcept
cpdef void solve_sparse_transposed(
    OrderedFactors factors, Updates updates, SparseVector vector, Listed halfway, Listed solution
) noexcept
cpdef void replace_column(
    OrderedFactors factors, Updates updates, int64_t place, Listed entering, Listed leaving, SparseVector scratch
) noexcept
cdef void set_entry(SparseVector vector, int64_t k, double value, int64_t residue) noexcept

cdef void _append(Entries entries, int64_t number, SparseVector vector) noexcept
cdef int64_t _list(
    SparseVector vector, int64_t[::1] at, double[::1] values, int64_t[::1] residues, int64_t used, bint is_moved
) noexcept

@cython.locals(product=double, residue=int64_t, largest=double)
cdef void _apply(Updates updates, int64_t t, Entries along, Entries across, SparseVector vector) noexcept
cdef void _subtract(
    SparseVector vector, int64_t at, double value, int64_t residue, double entry, int64_t entry_residue
) noexcept
cdef void _pass_upwards(OrderedFactors factors, Entries entries, SparseVector vector, bint is_divided) noexcept
cdef void _pass_downwards(
    OrderedFactors factors, Entries entries, int64_t[::1] label, SparseVector vector, Listed solution, bint is_divided
) noexcept
