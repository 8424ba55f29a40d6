from libc.stdint cimport int64_t, uint8_t

from seqform.backends.linalg.tables cimport Entries


cdef class BlockLayout:
    cdef public const int64_t[::1] first_row
    cdef public const int64_t[::1] original_row
    cdef public const int64_t[::1] block_of
    cdef public const uint8_t[::1] free
    cdef public Entries columns


cdef class RightSides:
    cdef public const double[:, ::1] doubles
    cdef public const int64_t[:, ::1] residues
    cdef public const int64_t[::1] ties_from
    cdef public const int64_t[::1] ties_sign


cdef class BlockBasis:
    cdef public int64_t[::1] variable
    cdef public int64_t[::1] place
    cdef public double[:, ::1] values
    cdef public int64_t[:, ::1] residues
    cdef public double[:, ::1] scale


cdef class Candidates:
    cdef public int64_t number
    cdef public int64_t[::1] place
    cdef public double[::1] entry
    cdef public int64_t[::1] residue
    cdef public double[::1] error
    cdef public double[::1] ratio
    cdef public double[::1] ratio_error
    cdef public int64_t[::1] value_residue


cdef class Scratch:
    cdef public double[::1] work
    cdef public int64_t[::1] work_residue
    cdef public double[::1] column
    cdef public int64_t[::1] column_residue
    cdef public Candidates candidates
    cdef public double[:, ::1] rows
    cdef public int64_t[:, ::1] row_residues


cdef class PathState:
    cdef public BlockLayout layout
    cdef public RightSides sides
    cdef public BlockBasis basis
    cdef public tuple factors
    cdef public tuple changes
    cdef public Scratch scratch


cdef class Record:
    cdef public int64_t[::1] entering
    cdef public int64_t[::1] leaving
    cdef public double[::1] z0
    cdef public int64_t length
