cimport cython
from libc.stdint cimport int64_t

from seqform.backends.iterative cimport operator_loops
from seqform.backends.iterative.tables cimport (
    Frame,
    PayoffRows,
    PlayerState,
    RegretWeights,
    RoundMeetings,
    Sets,
    Treeplex,
)
from seqform.backends.iterative.vector_units cimport at_every_width

ctypedef fused real:
    float
    double

cdef double INFINITE
cdef double LEAST

cpdef double positive_gains(double before, double discount) noexcept nogil

# ---- saddle points ----

cpdef void iterate(
    Treeplex first_space,
    Treeplex second_space,
    PayoffRows first_payoffs,
    PayoffRows second_payoffs,
    PlayerState first,
    PlayerState second,
    RegretWeights numbers,
    double ties,
    double discount,
    double averaging,
    int64_t averaging_delay,
    bint alternation,
    int64_t done,
    int64_t due,
) noexcept
@cython.locals(total=double, size=double)
cdef void multiply_rows(PayoffRows matrix, PlayerState opponent, PlayerState state) noexcept nogil
cdef void update_treeplex(
    Treeplex plans, PlayerState state, RegretWeights numbers, double ties, double gains
) noexcept nogil
cdef void next_plan(Treeplex plans, PlayerState state, double weight) noexcept nogil

# ---- class games ----

@cython.locals(first=double, second=double, third=double, mass=double, factor=double, weight=double, count=double)
cdef at_every_width make_plan(
    Sets sets,
    const int64_t[::1] parents,
    int64_t c,
    real[:, :, ::1] strength,
    double[:, :, ::1] average,
    const double[:, ::1] above,
    double share,
    double[:, :, ::1] plan,
    int64_t at,
    double[:, ::1] space,
) noexcept nogil
@cython.locals(positive=double, mass=double, count=double)
cdef void share_strength(
    real[:, :, ::1] strength,
    int64_t c,
    int64_t start,
    int64_t stop,
    double[:, :, ::1] plan,
    int64_t at,
    int64_t source,
    double[:, ::1] space,
) noexcept nogil
cpdef void make_plans(
    Frame frame,
    int64_t first,
    int64_t stop,
    real[:, :, ::1] strength,
    double[:, :, ::1] average,
    const double[:, ::1] above,
    double share,
    double[:, :, ::1] plan,
    double[:, ::1] space,
) noexcept
cpdef void weights_after(Sets sets, const double[:, :, ::1] plan, double[:, ::1] out) noexcept
@cython.locals(
    first=double, second=double, third=double, first_share=double, second_share=double, third_share=double,
    mass=double, value=double, now=double, total=double, count=double,
)
cdef at_every_width match_regrets(
    Sets sets,
    RegretWeights numbers,
    real[:, :, ::1] regrets,
    real[:, :, ::1] strength,
    real[:, :, ::1] updated,
    bint is_apart,
    double rounding,
    int64_t c,
    double[:, :, ::1] gradient,
    int64_t at,
    double[:, ::1] space,
) noexcept nogil
@cython.locals(regret=double)
cdef double regret_of(double payoff, double value, double rounding) noexcept nogil
cdef double next_regret(double before, double now, double gains, double losses, double floor) noexcept nogil
@cython.locals(touched=double)
cpdef void update_pieces(
    Frame frame,
    RoundMeetings meetings,
    int64_t first,
    int64_t stop,
    bint fused,
    RegretWeights numbers,
    real[:, :, ::1] regrets,
    real[:, :, ::1] strength,
    real[:, :, ::1] updated,
    bint is_apart,
    const double[::1] rounding,
    real[:, :, ::1] other_strength,
    double[:, :, ::1] average,
    const double[:, ::1] above,
    double share,
    double[:, :, ::1] plan,
    double[:, :, ::1] buffer,
    double[:, :, ::1] gradient,
    double[:, ::1] space,
    const double[:, ::1] children,
    double[:, ::1] values,
) noexcept
