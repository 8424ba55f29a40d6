cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t

cdef int64_t LAST, BY_KEY

cdef class Tables:
    cdef const int64_t[::1] first_move
    cdef const int32_t[::1] child
    cdef const int8_t[::1] player

@cython.locals(
    position=int64_t, begin=int64_t, end=int64_t, move=int64_t, mover=int64_t, best=int64_t,
    rank=int64_t, most=int64_t, ahead=int64_t,
)
cpdef void best_outcomes(
    Tables tables,
    const int32_t[:, ::1] ranks,
    int64_t ties,
    const float[::1] keys,
    int32_t[::1] value,
    int32_t[::1] choice,
) noexcept

@cython.locals(greater=int64_t, smaller=int64_t, factor=int64_t)
cdef int64_t least_common_multiple(int64_t first, int64_t second, int64_t bound) noexcept

@cython.locals(position=int64_t, move=int64_t, common=int64_t)
cpdef bint denominators(Tables tables, const int64_t[::1] chance, int64_t bound, int64_t[::1] scale) noexcept

@cython.locals(
    position=int64_t, begin=int64_t, end=int64_t, move=int64_t, mover=int64_t, best=int64_t, receiver=int64_t,
    common=int64_t, weight=int64_t, most=int64_t, rival=int64_t, factor=int64_t, ahead=int64_t,
)
cpdef void expected_payoffs(
    Tables tables,
    const int64_t[::1] probability,
    const int64_t[::1] scale,
    int64_t ties,
    const float[::1] keys,
    int64_t[:, ::1] value,
    int32_t[::1] choice,
) noexcept
