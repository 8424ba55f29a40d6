cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from seqform.backends.bestnash.induction_kernel cimport Tables

cdef int64_t TOP, LEFT, BOTTOM, RIGHT
cdef int64_t SETS, WORDS, MERGES, WANTED, WORK
cdef int64_t POSITION, MOVE, SET
cdef int64_t DONE, NO_ROOM, PAUSED
cdef int64_t NO_MERGE, NO_MOVE, FULL, OPEN
cdef int64_t POSITIVE
cdef uint64_t ONES, LOWEST, SPREAD, SEED, STEP

cdef class SetStore:
    cdef public int64_t outcomes
    cdef public int32_t[:, ::1] box
    cdef public int64_t[::1] offset
    cdef public int32_t[:, ::1] threat
    cdef public uint64_t[::1] words
    cdef public uint64_t[::1] hashes
    cdef public int32_t[::1] slots
    cdef public int64_t[::1] keys
    cdef public int32_t[::1] merged
    cdef public int64_t[::1] used

@cython.locals(product=uint64_t)
cdef int64_t mixed_key(int64_t key) noexcept
@cython.locals(last=int64_t, place=int64_t)
cdef int64_t place_of(SetStore store, int64_t key) noexcept
@cython.locals(entry=int64_t, key=int64_t, place=int64_t)
cpdef void enter_merges(SetStore store, const int64_t[::1] keys, const int32_t[::1] merged) noexcept
@cython.locals(number=int64_t, last=int64_t, place=int64_t, hashed=uint64_t)
cpdef void fill_slots(SetStore store) noexcept

cdef int64_t least(SetStore store, int64_t number, int64_t player) noexcept
cdef int64_t greatest(SetStore store, int64_t number, int64_t player) noexcept
cdef (int64_t, int64_t) threat(SetStore store, int64_t number, int64_t player) noexcept
@cython.locals(top=int64_t, left=int64_t, first=int64_t, last=int64_t, begin=int64_t)
cdef uint64_t word_at(SetStore store, int64_t number, int64_t row, int64_t word) noexcept
cdef uint64_t stored(SetStore store, int64_t place) noexcept
cdef bint has(SetStore store, int64_t number, int64_t row, int64_t column) noexcept
@cython.locals(place=int64_t, width=int64_t)
cdef int64_t lowest_bit(uint64_t word) noexcept
@cython.locals(place=int64_t, width=int64_t)
cdef int64_t highest_bit(uint64_t word) noexcept
@cython.locals(first=int64_t, last=int64_t, word=int64_t, row=int64_t, bits=uint64_t)
cdef (int64_t, int64_t) span(SetStore store, int64_t number, int64_t player, int64_t line) noexcept

@cython.locals(low=int64_t, high=int64_t)
cdef uint64_t bits_between(int64_t word, int64_t first, int64_t last) noexcept
@cython.locals(
    top=int64_t, left=int64_t, row=int64_t, word=int64_t, low=int64_t, high=int64_t, either=uint64_t,
    first_a=int64_t, last_a=int64_t, first_b=int64_t, last_b=int64_t,
)
cdef void write_for_first(
    SetStore store, int64_t set_a, int64_t set_b, bint mixing, int64_t begin, int64_t rows, int64_t words
) noexcept
@cython.locals(
    top=int64_t, left=int64_t, row=int64_t, word=int64_t, column=int64_t, place=int64_t, kept=uint64_t,
    in_a=uint64_t, in_b=uint64_t, filled=uint64_t, above=uint64_t, below=uint64_t, either=uint64_t,
)
cdef void write_for_second(
    SetStore store, int64_t set_a, int64_t set_b, bint mixing, int64_t begin, int64_t rows, int64_t words
) noexcept
@cython.locals(number=int64_t, cells=uint64_t)
cdef uint64_t union(SetStore store, int64_t begin, int64_t count, int64_t stride) noexcept
@cython.locals(
    start=int64_t, first_row=int64_t, last_row=int64_t, first_word=int64_t, last_word=int64_t, number=int64_t,
    length=int64_t, entry=int64_t, leftmost=int64_t, rightmost=int64_t, row=int64_t, word=int64_t,
    hashed=uint64_t, cells=uint64_t,
)
cdef int64_t interned(SetStore store, int64_t top, int64_t left, int64_t rows, int64_t words) noexcept
@cython.locals(
    outcomes=int64_t, number=int64_t, last=int64_t, place=int64_t, known=int64_t, player=int64_t,
    ends=(int64_t, int64_t),
)
cdef int64_t found_or_entered(SetStore store, uint64_t hashed, int64_t length) noexcept
@cython.locals(side=int64_t, known_begin=int64_t, begin=int64_t, place=int64_t)
cdef bint same(SetStore store, int64_t known, int64_t number, int64_t length) noexcept
cdef int64_t merge_key(int64_t set_a, int64_t set_b, int64_t player) noexcept
@cython.locals(
    top=int64_t, left=int64_t, rows=int64_t, words=int64_t, begin=int64_t, size=int64_t, result=int64_t,
    key=int64_t, place=int64_t,
)
cdef int64_t merge(SetStore store, int64_t set_a, int64_t set_b, int64_t player, bint mixing) noexcept
cdef int64_t settled(SetStore store, int64_t set_a, int64_t set_b, int64_t player, int64_t first_set) noexcept
@cython.locals(key=int64_t, place=int64_t)
cdef int64_t remembered(SetStore store, int64_t set_a, int64_t set_b, int64_t player) noexcept
@cython.locals(
    first_set=int64_t, position=int64_t, move=int64_t, merged=int64_t, end=int64_t, chooser=int64_t,
    rival=int64_t, result=int64_t,
)
cpdef int64_t merge_upwards(
    Tables tables, bint mixing, SetStore store, int64_t pause_after, int32_t[::1] sets, int64_t[::1] place
) noexcept

@cython.locals(
    begin=int64_t, end=int64_t, player=int64_t, first=int64_t, last=int64_t, low=int64_t, high=int64_t,
    move=int64_t, begins=int64_t, ends=int64_t,
)
cdef (int64_t, int64_t, int64_t, int64_t) lottery(
    Tables tables, SetStore store, const int32_t[::1] sets, int64_t position, int64_t line, int64_t along
) noexcept
@cython.locals(row=int64_t, column=int64_t, move=int64_t)
cdef (int64_t, int64_t, int64_t, int64_t) decision(
    Tables tables, SetStore store, const int32_t[::1] sets, int64_t position, int64_t line, int64_t along
) noexcept
@cython.locals(along=int64_t)
cdef (int64_t, int64_t) target_of_move(
    SetStore store, int64_t number, int64_t move, int64_t player, int64_t line,
    (int64_t, int64_t, int64_t, int64_t) made,
) noexcept
@cython.locals(
    position=int64_t, first=int64_t, last=int64_t, mover=int64_t, line=int64_t, along=int64_t, same_set=int64_t,
    move=int64_t, child=int64_t, row=int64_t, column=int64_t, made=(int64_t, int64_t, int64_t, int64_t),
)
cpdef void aim_downwards(
    Tables tables,
    SetStore store,
    const int32_t[::1] sets,
    int64_t begin,
    int64_t end,
    int32_t[:, ::1] target,
    int32_t[::1] choice,
    int32_t[::1] second_choice,
) noexcept
@cython.locals(
    first=int64_t, last=int64_t, mover=int64_t, move=int64_t, row=int64_t, column=int64_t,
    made=(int64_t, int64_t, int64_t, int64_t),
)
cpdef (int64_t, int64_t) play_at(
    Tables tables,
    SetStore store,
    const int32_t[::1] sets,
    int64_t position,
    int64_t line,
    int64_t along,
    int32_t[:, ::1] after,
) noexcept
