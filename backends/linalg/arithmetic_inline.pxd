# The functions of single numbers of `arithmetic`, with C types; the constants are those of that module.

from libc.math cimport fabs
from libc.stdint cimport int64_t


cdef inline int64_t times(int64_t a, int64_t b) noexcept nogil:
    return a * b % 1_859_774_999


cdef inline int64_t minus(int64_t a, int64_t b) noexcept nogil:
    cdef int64_t difference = a - b
    return difference + 1_859_774_999 if difference < 0 else difference


cdef inline int64_t plus(int64_t a, int64_t b) noexcept nogil:
    cdef int64_t total = a + b
    return total - 1_859_774_999 if total >= 1_859_774_999 else total


cdef inline int64_t inverse(int64_t a) noexcept nogil:
    cdef int64_t r = 1_859_774_999
    cdef int64_t r_next = a
    cdef int64_t s = 0
    cdef int64_t s_next = 1
    cdef int64_t quotient
    while r_next != 0:
        quotient = r // r_next
        r, r_next = r_next, r - quotient * r_next
        s, s_next = s_next, s - quotient * s_next
    return s + 1_859_774_999 if s < 0 else s


cdef inline double difference(double value, double term, int64_t residue) noexcept nogil:
    cdef double left = value - term
    if residue == 0 and fabs(left) <= 1e-7 * fabs(term):
        return 0.0
    return left
