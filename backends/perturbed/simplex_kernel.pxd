cimport cython
from libc.stdint cimport int64_t

from seqform.backends.linalg cimport arithmetic_inline as arithmetic
from seqform.backends.linalg cimport factor, middle_product, tables
from seqform.backends.linalg.tables cimport Entries, Factors
from seqform.backends.perturbed.simplex_tables cimport Machine, SimplexLayout

cdef int64_t FIXED, FREE, NONNEGATIVE
cdef double SMALL, DRIFT, NEGLIGIBLE, SAME_RATIO, NOISE, LARGEST_WEIGHT


cpdef tuple pivot(Machine machine, int64_t budget, bint dual)
cpdef void open_phase(Machine machine, bint dual) noexcept
cpdef bint enter_free(Machine machine, int64_t entering) noexcept
cpdef void refresh(Machine machine, bint by_place) noexcept
cpdef bint worn(Machine machine) noexcept

@cython.locals(start=int64_t[::1])
cpdef int64_t factor_basis(SimplexLayout layout, int64_t[::1] variable, Factors factors) except? -99

cdef bint _drifted(Machine machine, int64_t place, int64_t entering) noexcept

@cython.locals(sign=double, largest=double)
cdef int64_t _dual_entering(Machine machine, bint rises) noexcept
cdef int64_t _primal_leaving(Machine machine) noexcept
cdef int64_t _least(
    int64_t[::1] candidate, int64_t number, double small, double[:, ::1] table, int64_t[:, ::1] residues,
    double[::1] entry, int64_t[::1] entry_residue,
) noexcept
cdef int64_t _least_ratios(
    int64_t[::1] candidate, int64_t number, double[:, ::1] table, int64_t[:, ::1] residues, int64_t k,
    double[::1] entry, int64_t[::1] entry_residue,
) noexcept
cdef void _shift_cost(Machine machine, int64_t j) noexcept
cdef void _shift_right(Machine machine, int64_t i) noexcept
cdef double _cleaned(double value, int64_t residue) noexcept
cdef void _compute_values(Machine machine, int64_t order) noexcept

@cython.locals(value=double, residue=int64_t)
cdef void _compute_costs(Machine machine, int64_t order) noexcept
cdef void _add_column(
    SimplexLayout layout, int64_t variable, double multiple, int64_t multiple_residue, int64_t order
) noexcept

@cython.locals(largest=double)
cdef double _compute_column(Machine machine, int64_t entering) noexcept
cdef void _compute_row(Machine machine, int64_t place) noexcept
cdef int64_t _exchange(Machine machine, int64_t place, int64_t entering) noexcept
cdef void _eliminate(
    double[:, ::1] table, int64_t[:, ::1] residues, int64_t at, int64_t[::1] places, int64_t number,
    double[::1] entry, int64_t[::1] entry_residue, double[::1] ratio, int64_t[::1] ratio_residue, double pivot,
    int64_t pivot_inverse,
) noexcept
cdef void _update_weights(Machine machine, int64_t place, int64_t entering, int64_t leaving) noexcept
cdef int64_t _leading_order(double[:, ::1] table, int64_t[:, ::1] residues, int64_t i, int64_t orders) noexcept

@cython.locals(wrong=bint)
cdef void _note_place(Machine machine, int64_t i, int64_t orders) noexcept

@cython.locals(wrong=bint)
cdef void _note_variable(Machine machine, int64_t j, int64_t orders) noexcept
cdef void _note(Machine machine, int64_t i, int64_t order, double size, bint wrong) noexcept
cdef int64_t _worst(Machine machine, double[::1] weight) noexcept
