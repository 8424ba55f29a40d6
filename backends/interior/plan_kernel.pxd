cimport cython
from libc.stdint cimport int32_t, int64_t

@cython.locals(row=int64_t, number=int64_t, sequence=int64_t, weight=double, total=double)
cpdef void spread(
    const int32_t[::1] parent,
    const int32_t[::1] first,
    const int32_t[::1] size,
    const int32_t[::1] stride,
    const double[::1] shares,
    double[::1] plan,
) noexcept

@cython.locals(row=int64_t, number=int64_t, total=double)
cpdef void write_surplus(
    const int32_t[::1] parent,
    const int32_t[::1] first,
    const int32_t[::1] size,
    const int32_t[::1] stride,
    const double[::1] plan,
    double root,
    double[::1] surplus,
) noexcept

@cython.locals(row=int64_t, number=int64_t)
cpdef void write_transposed(
    const int32_t[::1] parent,
    const int32_t[::1] first,
    const int32_t[::1] size,
    const int32_t[::1] stride,
    const double[::1] values,
    double[::1] product,
) noexcept

@cython.locals(row=int64_t, number=int64_t, result=double, entry=double)
cpdef void fold_sets(
    const int32_t[::1] parent,
    const int32_t[::1] first,
    const int32_t[::1] size,
    const int32_t[::1] stride,
    double[::1] table,
    bint best,
    double[::1] results,
) noexcept

@cython.locals(place=int64_t, k=int64_t, inverse=double, fall=double, rest=double)
cpdef void largest_falls(
    const double[::1] present,
    const double[::1] change,
    const double[::1] extra,
    const double[::1] shares,
    double[::1] falls,
) noexcept
