from libc.stdint cimport int64_t


cdef class Sets:
    cdef readonly const int64_t[::1] start
    cdef readonly const int64_t[::1] above
    cdef readonly const int64_t[::1] at_leaf


cdef class Terms:
    cdef readonly const int64_t[::1] own
    cdef readonly const int64_t[::1] opposing
    cdef readonly const int64_t[::1] product
    cdef readonly const double[:, ::1] coefficient
    cdef readonly const int64_t[::1] product_feature
    cdef readonly const int64_t[::1] product_other
    cdef readonly const double[:, :, ::1] besides


cdef class RoundMeetings:
    cdef readonly bint ranked
    cdef readonly const int64_t[::1] start
    cdef readonly const int64_t[::1] classes
    cdef readonly const double[::1] own
    cdef readonly const double[::1] opposing
    cdef readonly const double[::1] overlap
    cdef readonly const int64_t[::1] tie_stop
    cdef readonly const int64_t[:, ::1] cards
    cdef readonly int64_t num_cards
    cdef readonly const double[:, ::1] card_shares
    cdef readonly const double[:, ::1] value


cdef class Frame:
    cdef readonly Sets sets
    cdef readonly Sets other_sets
    cdef readonly const int64_t[::1] parents
    cdef readonly const int64_t[::1] other_parents
    cdef readonly Terms terms


cdef class Treeplex:
    cdef readonly const int64_t[::1] parent
    cdef readonly const int64_t[::1] first


cdef class PayoffRows:
    cdef readonly const int64_t[::1] start
    cdef readonly const int64_t[::1] columns
    cdef readonly const double[::1] values


cdef class PlayerState:
    cdef readonly double[::1] regret
    cdef readonly double[::1] behavior
    cdef readonly double[::1] plan
    cdef readonly double[::1] total
    cdef readonly double[::1] gradient
    cdef readonly double[::1] size


cdef class RegretWeights:
    cdef readonly double gains
    cdef readonly double losses
    cdef readonly double floor
    cdef readonly double prediction
