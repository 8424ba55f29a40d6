from libc.stdint cimport int8_t, int64_t, uint8_t

from seqform.backends.linalg.middle_product cimport Listed, SparseVector, Updates
from seqform.backends.linalg.tables cimport OrderedFactors


# Python reads what is public.

cdef class SimplexLayout:
    cdef const int64_t[::1] start
    cdef public const int64_t[::1] rows
    cdef const double[::1] doubles
    cdef const int64_t[::1] residues
    cdef const int64_t[::1] row_start
    cdef const int64_t[::1] row_columns
    cdef const double[::1] row_doubles
    cdef const int64_t[::1] row_residues
    cdef public const int8_t[::1] sign_constraint
    cdef public double[:, ::1] right
    cdef public int64_t[:, ::1] right_residues
    cdef public double[:, ::1] cost
    cdef public int64_t[:, ::1] cost_residues
    cdef public const int64_t[::1] ties


cdef class SimplexState:
    cdef public int64_t[::1] variable
    cdef public int64_t[::1] place
    cdef public double[:, ::1] x
    cdef public int64_t[:, ::1] x_residues
    cdef public double[:, ::1] z
    cdef public int64_t[:, ::1] z_residues
    cdef public double[::1] row_weight
    cdef public double[::1] column_weight
    cdef int64_t[::1] wrong
    cdef int64_t[::1] wrong_at
    cdef int64_t[::1] wrong_order
    cdef double[::1] wrong_size
    cdef public int64_t num_wrong
    cdef public bint is_shifted


cdef class SimplexScratch:
    cdef SparseVector vector
    cdef Listed entering
    cdef Listed leaving
    cdef Listed filled
    cdef double[::1] column
    cdef int64_t[::1] column_residue
    cdef Listed multiplier
    cdef double[::1] dense
    cdef int64_t[::1] dense_residue
    cdef double[::1] row
    cdef int64_t[::1] row_residue
    cdef int64_t[::1] touched
    cdef int64_t num_touched
    cdef uint8_t[::1] mark
    cdef int64_t[::1] candidate
    cdef double[::1] ratio
    cdef int64_t[::1] ratio_residue


cdef class Machine:
    cdef public SimplexLayout layout
    cdef public SimplexState state
    cdef SimplexScratch scratch
    cdef public OrderedFactors ordered
    cdef public Updates updates
