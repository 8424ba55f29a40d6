from libc.stdint cimport int8_t, int64_t, uint8_t

from seqform.backends.linalg.middle_product cimport Listed, SparseVector, Updates
from seqform.backends.linalg.tables cimport OrderedFactors


cdef class SimplexLayout:
    cdef public const int64_t[::1] start
    cdef public const int64_t[::1] rows
    cdef public const double[::1] doubles
    cdef public const int64_t[::1] residues
    cdef public const int64_t[::1] row_start
    cdef public const int64_t[::1] row_columns
    cdef public const double[::1] row_doubles
    cdef public const int64_t[::1] row_residues
    cdef public const int8_t[::1] kind
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
    cdef public int64_t[::1] wrong
    cdef public int64_t[::1] wrong_at
    cdef public int64_t[::1] wrong_order
    cdef public double[::1] wrong_size
    cdef public int64_t num_wrong
    cdef public bint is_shifted


cdef class SimplexScratch:
    cdef public SparseVector vector
    cdef public Listed entering
    cdef public Listed leaving
    cdef public Listed filled
    cdef public double[::1] column
    cdef public int64_t[::1] column_residue
    cdef public Listed multiplier
    cdef public double[::1] dense
    cdef public int64_t[::1] dense_residue
    cdef public double[::1] row
    cdef public int64_t[::1] row_residue
    cdef public int64_t[::1] touched
    cdef public int64_t num_touched
    cdef public uint8_t[::1] mark
    cdef public int64_t[::1] candidate
    cdef public double[::1] ratio
    cdef public int64_t[::1] ratio_residue


cdef class Machine:
    cdef public SimplexLayout layout
    cdef public SimplexState state
    cdef public SimplexScratch scratch
    cdef public OrderedFactors ordered
    cdef public Updates updates
