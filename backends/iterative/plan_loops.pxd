cimport cython
from libc.stdint cimport int64_t

from seqform.backends.iterative cimport operator_loops
from seqform.backends.iterative.tables cimport PayoffRows, Sets, Treeplex


cdef double INFINITE

@cython.locals(scale=double, most=double, threshold=double, total=double, value=double, likely=double, change=double)
cdef void project(
    double[:, :, ::1] center,
    int64_t c,
    int64_t start,
    int64_t stop,
    double[:, ::1] gradient,
    int64_t shift,
    int64_t above,
    double[:, :, ::1] scales,
    int64_t place,
    double step,
    double[:, :, ::1] out,
) noexcept nogil
cpdef void add_multiple(double[::1] total, double factor, const double[::1] vector) noexcept
cpdef double product_of_changes(
    const double[::1] new_plan,
    const double[::1] plan,
    const double[::1] new_gradient,
    const double[::1] gradient,
) noexcept

# ---- saddle points ----

cpdef void multiply(PayoffRows matrix, const double[::1] vector, double[::1] product) noexcept
cpdef void plan_of_behavior(Treeplex plans, const double[::1] behavior, double[::1] plan) noexcept
cpdef void behavior_of_weights(Treeplex plans, const double[::1] weights, double[::1] behavior) noexcept
cpdef double best_value(Treeplex plans, double[::1] gradient) noexcept
cpdef void collect_stakes(
    Treeplex plans, double[::1] stakes, const double[::1] even, double share, double[::1] scales
) noexcept
cpdef void choose_near(
    Treeplex plans,
    double[:, :, ::1] center,
    double[:, ::1] gradient,
    double[:, :, ::1] scales,
    double step,
    double[:, :, ::1] new,
) noexcept
cpdef double divergence(
    Treeplex plans,
    const double[::1] old,
    const double[::1] new,
    const double[::1] plan,
    const double[::1] scales,
) noexcept

# ---- class games ----

@cython.locals(piece=double[:, :, ::1], total=double)
cpdef void collect_class_stakes(
    Sets sets,
    int64_t first,
    int64_t stop,
    double[:, :, ::1] even,
    double[:, :, ::1] stakes,
    double[:, ::1] children,
    double share,
    double[:, :, ::1] scales,
    double[:, ::1] values,
) noexcept
@cython.locals(piece=double[:, :, ::1], earned=double[:, ::1])
cpdef void choose_class_near(
    Sets sets,
    int64_t first,
    int64_t stop,
    double[:, :, ::1] center,
    double[:, :, ::1] gradient,
    double[:, :, ::1] scales,
    double[:, ::1] children,
    double step,
    double[:, :, ::1] new,
    double[:, ::1] values,
) noexcept
cdef void load_class(
    Sets sets,
    int64_t c,
    double[:, :, ::1] table,
    double[:, ::1] children,
    double[:, :, ::1] piece,
) noexcept nogil
@cython.locals(distance=double, weight=double, square=double, change=double)
cpdef void follow_class(
    Sets sets,
    int64_t first,
    int64_t stop,
    const int64_t[::1] parents,
    double[:, ::1] above,
    double[:, :, ::1] old,
    double[:, :, ::1] new,
    double[:, :, ::1] scales,
    double[:, :, ::1] plan,
    double[::1] apart,
    double[:, ::1] after,
) noexcept
cdef double weight_of(
    double[:, ::1] above, int64_t parent, double[:, :, ::1] plan, int64_t c, int64_t choice, int64_t h
) noexcept nogil
