cimport cython
from libc.stdint cimport int64_t

from seqform.backends.iterative.vector_units cimport at_every_width
from seqform.backends.iterative.tables cimport Frame, RoundMeetings, Sets, Terms


@cython.locals(share=double, lead=double)
cdef at_every_width multiply_board(
    RoundMeetings boards,
    int64_t board,
    Terms terms,
    const double[:, :, ::1] plan,
    double[:, ::1] total,
    double[:, :, ::1] gradient,
) noexcept nogil
@cython.locals(lead=double, met=double, low_share=double, high_share=double)
cdef at_every_width multiply_hands(
    RoundMeetings boards,
    int64_t board,
    Terms terms,
    const double[:, :, ::1] plan,
    double[:, ::1] total,
    double[:, :, ::1] gradient,
) noexcept nogil
@cython.locals(share=double)
cdef void add_hand(
    RoundMeetings boards,
    int64_t entry,
    int64_t place,
    int64_t opposing,
    const double[:, :, ::1] plan,
    double[:, ::1] total,
) noexcept nogil
cdef void start_gradient(
    RoundMeetings boards, int64_t board, Terms terms, double[:, :, ::1] gradient
) noexcept nogil
cdef void multiply_class(
    RoundMeetings pairs,
    int64_t c,
    Terms terms,
    const double[:, :, ::1] plan,
    double[:, :, ::1] products,
    double[:, :, ::1] gradient,
) noexcept nogil
cdef void load_plan(
    const double[:, :, ::1] plan,
    const double[:, ::1] above,
    const int64_t[::1] parents,
    int64_t c,
    double[:, :, ::1] into,
    int64_t place,
) noexcept nogil
cpdef void load_plans(
    const double[:, :, ::1] plan,
    const double[:, ::1] above,
    const int64_t[::1] parents,
    int64_t first,
    int64_t stop,
    double[:, :, ::1] into,
) noexcept
cdef int64_t multiply_piece(
    Frame frame,
    RoundMeetings meetings,
    int64_t piece,
    const double[:, :, ::1] plan,
    const double[:, ::1] above,
    double[:, :, ::1] full_plan,
    double[:, :, ::1] buffer,
    double[:, :, ::1] gradient,
    double[:, ::1] total,
) noexcept nogil
cdef int64_t class_in_piece(RoundMeetings meetings, int64_t piece, int64_t place) noexcept nogil
cpdef void work_pieces(
    Frame frame,
    RoundMeetings meetings,
    int64_t first,
    int64_t stop,
    const double[:, :, ::1] plan,
    const double[:, ::1] above,
    double[:, :, ::1] full_plan,
    double[:, :, ::1] buffer,
    double[:, :, ::1] gradient,
    double[:, ::1] total,
    const double[:, ::1] children,
    double[:, :, ::1] out,
    double[:, ::1] values,
) noexcept
cdef void add_children(
    Sets sets, int64_t c, const double[:, ::1] children, double[:, :, ::1] gradient, int64_t place
) noexcept nogil
cdef void choose_best(Sets sets, double[:, :, ::1] gradient, int64_t place, double[:, ::1] space) noexcept nogil
cpdef void to_parents(
    const double[:, ::1] values, const int64_t[::1] parents, double[:, ::1] out
) noexcept
