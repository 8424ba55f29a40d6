"""Functions that gcc compiles for several widths of vectors, of which the loader takes the widest that the processor has.

No product and sum is contracted into one operation, so that all of them compute the same bits.
"""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 12
    #define SEQFORM_EVERY_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
    #pragma GCC diagnostic ignored "-Wattributes"
    #else
    #define SEQFORM_EVERY_WIDTH
    #endif
    """
    ctypedef int64_t at_every_width "SEQFORM_EVERY_WIDTH int64_t"
