* written by seqform; names made safe, numbers the nearest doubles
NAME leduc
OBJSENSE
 MAX
ROWS
 N objective
 E plan__
 E plan_Js_
 E plan_Jh_
 E plan_Qs_
 E plan_Qh_
 E plan_Ks_
 E plan_Kh_
 E plan_Js_cb
 E plan_Js_br
 E plan_Jh_cb
 E plan_Jh_br
 E plan_Qs_cb
 E plan_Qs_br
 E plan_Qh_cb
 E plan_Qh_br
 E plan_Ks_cb
 E plan_Ks_br
 E plan_Kh_cb
 E plan_Kh_br
 E plan_Js_cc_Qs_
 E plan_Js_cc_Qh_
 E plan_Js_cc_Ks_
 E plan_Js_cc_Kh_
 E plan_Js_bk_Qs_
 E plan_Js_bk_Qh_
 E plan_Js_bk_Ks_
 E plan_Js_bk_Kh_
 E plan_Js_cc_Jh_
 E plan_Js_bk_Jh_
 E plan_Jh_cc_Qs_
 E plan_Jh_cc_Qh_
 E plan_Jh_cc_Ks_
 E plan_Jh_cc_Kh_
 E plan_Jh_bk_Qs_
 E plan_Jh_bk_Qh_
 E plan_Jh_bk_Ks_
 E plan_Jh_bk_Kh_
 E plan_Jh_cc_Js_
 E plan_Jh_bk_Js_
 E plan_Qs_cc_Jh_
 E plan_Qs_cc_Qh_
 E plan_Qs_cc_Ks_
 E plan_Qs_cc_Kh_
 E plan_Qs_bk_Jh_
 E plan_Qs_bk_Qh_
 E plan_Qs_bk_Ks_
 E plan_Qs_bk_Kh_
 E plan_Qs_cc_Js_
 E plan_Qs_bk_Js_
 E plan_Qh_cc_Jh_
 E plan_Qh_cc_Qs_
 E plan_Qh_cc_Ks_
 E plan_Qh_cc_Kh_
 E plan_Qh_bk_Jh_
 E plan_Qh_bk_Qs_
 E plan_Qh_bk_Ks_
 E plan_Qh_bk_Kh_
 E plan_Qh_cc_Js_
 E plan_Qh_bk_Js_
 E plan_Ks_cc_Jh_
 E plan_Ks_cc_Qs_
 E plan_Ks_cc_Qh_
 E plan_Ks_cc_Kh_
 E plan_Ks_bk_Jh_
 E plan_Ks_bk_Qs_
 E plan_Ks_bk_Qh_
 E plan_Ks_bk_Kh_
 E plan_Ks_cc_Js_
 E plan_Ks_bk_Js_
 E plan_Kh_cc_Jh_
 E plan_Kh_cc_Qs_
 E plan_Kh_cc_Qh_
 E plan_Kh_cc_Ks_
 E plan_Kh_bk_Jh_
 E plan_Kh_bk_Qs_
 E plan_Kh_bk_Qh_
 E plan_Kh_bk_Ks_
 E plan_Kh_cc_Js_
 E plan_Kh_bk_Js_
 E plan_Js_cbk_Qs_
 E plan_Js_cbk_Qh_
 E plan_Js_cbk_Ks_
 E plan_Js_cbk_Kh_
 E plan_Js_brk_Qs_
 E plan_Js_brk_Qh_
 E plan_Js_brk_Ks_
 E plan_Js_brk_Kh_
 E plan_Js_cbk_Jh_
 E plan_Js_brk_Jh_
 E plan_Jh_cbk_Qs_
 E plan_Jh_cbk_Qh_
 E plan_Jh_cbk_Ks_
 E plan_Jh_cbk_Kh_
 E plan_Jh_brk_Qs_
 E plan_Jh_brk_Qh_
 E plan_Jh_brk_Ks_
 E plan_Jh_brk_Kh_
 E plan_Jh_cbk_Js_
 E plan_Jh_brk_Js_
 E plan_Qs_cbk_Jh_
 E plan_Qs_cbk_Qh_
 E plan_Qs_cbk_Ks_
 E plan_Qs_cbk_Kh_
 E plan_Qs_brk_Jh_
 E plan_Qs_brk_Qh_
 E plan_Qs_brk_Ks_
 E plan_Qs_brk_Kh_
 E plan_Qs_cbk_Js_
 E plan_Qs_brk_Js_
 E plan_Qh_cbk_Jh_
 E plan_Qh_cbk_Qs_
 E plan_Qh_cbk_Ks_
 E plan_Qh_cbk_Kh_
 E plan_Qh_brk_Jh_
 E plan_Qh_brk_Qs_
 E plan_Qh_brk_Ks_
 E plan_Qh_brk_Kh_
 E plan_Qh_cbk_Js_
 E plan_Qh_brk_Js_
 E plan_Ks_cbk_Jh_
 E plan_Ks_cbk_Qs_
 E plan_Ks_cbk_Qh_
 E plan_Ks_cbk_Kh_
 E plan_Ks_brk_Jh_
 E plan_Ks_brk_Qs_
 E plan_Ks_brk_Qh_
 E plan_Ks_brk_Kh_
 E plan_Ks_cbk_Js_
 E plan_Ks_brk_Js_
 E plan_Kh_cbk_Jh_
 E plan_Kh_cbk_Qs_
 E plan_Kh_cbk_Qh_
 E plan_Kh_cbk_Ks_
 E plan_Kh_brk_Jh_
 E plan_Kh_brk_Qs_
 E plan_Kh_brk_Qh_
 E plan_Kh_brk_Ks_
 E plan_Kh_cbk_Js_
 E plan_Kh_brk_Js_
 E plan_Js_cc_Qs_cb
 E plan_Js_cc_Qs_br
 E plan_Js_cc_Qh_cb
 E plan_Js_cc_Qh_br
 E plan_Js_cc_Ks_cb
 E plan_Js_cc_Ks_br
 E plan_Js_cc_Kh_cb
 E plan_Js_cc_Kh_br
 E plan_Js_cbrk_Qs_
 E plan_Js_cbrk_Qh_
 E plan_Js_cbrk_Ks_
 E plan_Js_cbrk_Kh_
 E plan_Js_bk_Qs_cb
 E plan_Js_bk_Qs_br
 E plan_Js_bk_Qh_cb
 E plan_Js_bk_Qh_br
 E plan_Js_bk_Ks_cb
 E plan_Js_bk_Ks_br
 E plan_Js_bk_Kh_cb
 E plan_Js_bk_Kh_br
 E plan_Js_cc_Jh_cb
 E plan_Js_cc_Jh_br
 E plan_Js_cbrk_Jh_
 E plan_Js_bk_Jh_cb
 E plan_Js_bk_Jh_br
 E plan_Jh_cc_Qs_cb
 E plan_Jh_cc_Qs_br
 E plan_Jh_cc_Qh_cb
 E plan_Jh_cc_Qh_br
 E plan_Jh_cc_Ks_cb
 E plan_Jh_cc_Ks_br
 E plan_Jh_cc_Kh_cb
 E plan_Jh_cc_Kh_br
 E plan_Jh_cbrk_Qs_
 E plan_Jh_cbrk_Qh_
 E plan_Jh_cbrk_Ks_
 E plan_Jh_cbrk_Kh_
 E plan_Jh_bk_Qs_cb
 E plan_Jh_bk_Qs_br
 E plan_Jh_bk_Qh_cb
 E plan_Jh_bk_Qh_br
 E plan_Jh_bk_Ks_cb
 E plan_Jh_bk_Ks_br
 E plan_Jh_bk_Kh_cb
 E plan_Jh_bk_Kh_br
 E plan_Jh_cc_Js_cb
 E plan_Jh_cc_Js_br
 E plan_Jh_cbrk_Js_
 E plan_Jh_bk_Js_cb
 E plan_Jh_bk_Js_br
 E plan_Qs_cc_Jh_cb
 E plan_Qs_cc_Jh_br
 E plan_Qs_cc_Qh_cb
 E plan_Qs_cc_Qh_br
 E plan_Qs_cc_Ks_cb
 E plan_Qs_cc_Ks_br
 E plan_Qs_cc_Kh_cb
 E plan_Qs_cc_Kh_br
 E plan_Qs_cbrk_Jh_
 E plan_Qs_cbrk_Qh_
 E plan_Qs_cbrk_Ks_
 E plan_Qs_cbrk_Kh_
 E plan_Qs_bk_Jh_cb
 E plan_Qs_bk_Jh_br
 E plan_Qs_bk_Qh_cb
 E plan_Qs_bk_Qh_br
 E plan_Qs_bk_Ks_cb
 E plan_Qs_bk_Ks_br
 E plan_Qs_bk_Kh_cb
 E plan_Qs_bk_Kh_br
 E plan_Qs_cc_Js_cb
 E plan_Qs_cc_Js_br
 E plan_Qs_cbrk_Js_
 E plan_Qs_bk_Js_cb
 E plan_Qs_bk_Js_br
 E plan_Qh_cc_Jh_cb
 E plan_Qh_cc_Jh_br
 E plan_Qh_cc_Qs_cb
 E plan_Qh_cc_Qs_br
 E plan_Qh_cc_Ks_cb
 E plan_Qh_cc_Ks_br
 E plan_Qh_cc_Kh_cb
 E plan_Qh_cc_Kh_br
 E plan_Qh_cbrk_Jh_
 E plan_Qh_cbrk_Qs_
 E plan_Qh_cbrk_Ks_
 E plan_Qh_cbrk_Kh_
 E plan_Qh_bk_Jh_cb
 E plan_Qh_bk_Jh_br
 E plan_Qh_bk_Qs_cb
 E plan_Qh_bk_Qs_br
 E plan_Qh_bk_Ks_cb
 E plan_Qh_bk_Ks_br
 E plan_Qh_bk_Kh_cb
 E plan_Qh_bk_Kh_br
 E plan_Qh_cc_Js_cb
 E plan_Qh_cc_Js_br
 E plan_Qh_cbrk_Js_
 E plan_Qh_bk_Js_cb
 E plan_Qh_bk_Js_br
 E plan_Ks_cc_Jh_cb
 E plan_Ks_cc_Jh_br
 E plan_Ks_cc_Qs_cb
 E plan_Ks_cc_Qs_br
 E plan_Ks_cc_Qh_cb
 E plan_Ks_cc_Qh_br
 E plan_Ks_cc_Kh_cb
 E plan_Ks_cc_Kh_br
 E plan_Ks_cbrk_Jh_
 E plan_Ks_cbrk_Qs_
 E plan_Ks_cbrk_Qh_
 E plan_Ks_cbrk_Kh_
 E plan_Ks_bk_Jh_cb
 E plan_Ks_bk_Jh_br
 E plan_Ks_bk_Qs_cb
 E plan_Ks_bk_Qs_br
 E plan_Ks_bk_Qh_cb
 E plan_Ks_bk_Qh_br
 E plan_Ks_bk_Kh_cb
 E plan_Ks_bk_Kh_br
 E plan_Ks_cc_Js_cb
 E plan_Ks_cc_Js_br
 E plan_Ks_cbrk_Js_
 E plan_Ks_bk_Js_cb
 E plan_Ks_bk_Js_br
 E plan_Kh_cc_Jh_cb
 E plan_Kh_cc_Jh_br
 E plan_Kh_cc_Qs_cb
 E plan_Kh_cc_Qs_br
 E plan_Kh_cc_Qh_cb
 E plan_Kh_cc_Qh_br
 E plan_Kh_cc_Ks_cb
 E plan_Kh_cc_Ks_br
 E plan_Kh_cbrk_Jh_
 E plan_Kh_cbrk_Qs_
 E plan_Kh_cbrk_Qh_
 E plan_Kh_cbrk_Ks_
 E plan_Kh_bk_Jh_cb
 E plan_Kh_bk_Jh_br
 E plan_Kh_bk_Qs_cb
 E plan_Kh_bk_Qs_br
 E plan_Kh_bk_Qh_cb
 E plan_Kh_bk_Qh_br
 E plan_Kh_bk_Ks_cb
 E plan_Kh_bk_Ks_br
 E plan_Kh_cc_Js_cb
 E plan_Kh_cc_Js_br
 E plan_Kh_cbrk_Js_
 E plan_Kh_bk_Js_cb
 E plan_Kh_bk_Js_br
 E plan_Js_cbk_Qs_cb
 E plan_Js_cbk_Qs_br
 E plan_Js_cbk_Qh_cb
 E plan_Js_cbk_Qh_br
 E plan_Js_cbk_Ks_cb
 E plan_Js_cbk_Ks_br
 E plan_Js_cbk_Kh_cb
 E plan_Js_cbk_Kh_br
 E plan_Js_brk_Qs_cb
 E plan_Js_brk_Qs_br
 E plan_Js_brk_Qh_cb
 E plan_Js_brk_Qh_br
 E plan_Js_brk_Ks_cb
 E plan_Js_brk_Ks_br
 E plan_Js_brk_Kh_cb
 E plan_Js_brk_Kh_br
 E plan_Js_cbk_Jh_cb
 E plan_Js_cbk_Jh_br
 E plan_Js_brk_Jh_cb
 E plan_Js_brk_Jh_br
 E plan_Jh_cbk_Qs_cb
 E plan_Jh_cbk_Qs_br
 E plan_Jh_cbk_Qh_cb
 E plan_Jh_cbk_Qh_br
 E plan_Jh_cbk_Ks_cb
 E plan_Jh_cbk_Ks_br
 E plan_Jh_cbk_Kh_cb
 E plan_Jh_cbk_Kh_br
 E plan_Jh_brk_Qs_cb
 E plan_Jh_brk_Qs_br
 E plan_Jh_brk_Qh_cb
 E plan_Jh_brk_Qh_br
 E plan_Jh_brk_Ks_cb
 E plan_Jh_brk_Ks_br
 E plan_Jh_brk_Kh_cb
 E plan_Jh_brk_Kh_br
 E plan_Jh_cbk_Js_cb
 E plan_Jh_cbk_Js_br
 E plan_Jh_brk_Js_cb
 E plan_Jh_brk_Js_br
 E plan_Qs_cbk_Jh_cb
 E plan_Qs_cbk_Jh_br
 E plan_Qs_cbk_Qh_cb
 E plan_Qs_cbk_Qh_br
 E plan_Qs_cbk_Ks_cb
 E plan_Qs_cbk_Ks_br
 E plan_Qs_cbk_Kh_cb
 E plan_Qs_cbk_Kh_br
 E plan_Qs_brk_Jh_cb
 E plan_Qs_brk_Jh_br
 E plan_Qs_brk_Qh_cb
 E plan_Qs_brk_Qh_br
 E plan_Qs_brk_Ks_cb
 E plan_Qs_brk_Ks_br
 E plan_Qs_brk_Kh_cb
 E plan_Qs_brk_Kh_br
 E plan_Qs_cbk_Js_cb
 E plan_Qs_cbk_Js_br
 E plan_Qs_brk_Js_cb
 E plan_Qs_brk_Js_br
 E plan_Qh_cbk_Jh_cb
 E plan_Qh_cbk_Jh_br
 E plan_Qh_cbk_Qs_cb
 E plan_Qh_cbk_Qs_br
 E plan_Qh_cbk_Ks_cb
 E plan_Qh_cbk_Ks_br
 E plan_Qh_cbk_Kh_cb
 E plan_Qh_cbk_Kh_br
 E plan_Qh_brk_Jh_cb
 E plan_Qh_brk_Jh_br
 E plan_Qh_brk_Qs_cb
 E plan_Qh_brk_Qs_br
 E plan_Qh_brk_Ks_cb
 E plan_Qh_brk_Ks_br
 E plan_Qh_brk_Kh_cb
 E plan_Qh_brk_Kh_br
 E plan_Qh_cbk_Js_cb
 E plan_Qh_cbk_Js_br
 E plan_Qh_brk_Js_cb
 E plan_Qh_brk_Js_br
 E plan_Ks_cbk_Jh_cb
 E plan_Ks_cbk_Jh_br
 E plan_Ks_cbk_Qs_cb
 E plan_Ks_cbk_Qs_br
 E plan_Ks_cbk_Qh_cb
 E plan_Ks_cbk_Qh_br
 E plan_Ks_cbk_Kh_cb
 E plan_Ks_cbk_Kh_br
 E plan_Ks_brk_Jh_cb
 E plan_Ks_brk_Jh_br
 E plan_Ks_brk_Qs_cb
 E plan_Ks_brk_Qs_br
 E plan_Ks_brk_Qh_cb
 E plan_Ks_brk_Qh_br
 E plan_Ks_brk_Kh_cb
 E plan_Ks_brk_Kh_br
 E plan_Ks_cbk_Js_cb
 E plan_Ks_cbk_Js_br
 E plan_Ks_brk_Js_cb
 E plan_Ks_brk_Js_br
 E plan_Kh_cbk_Jh_cb
 E plan_Kh_cbk_Jh_br
 E plan_Kh_cbk_Qs_cb
 E plan_Kh_cbk_Qs_br
 E plan_Kh_cbk_Qh_cb
 E plan_Kh_cbk_Qh_br
 E plan_Kh_cbk_Ks_cb
 E plan_Kh_cbk_Ks_br
 E plan_Kh_brk_Jh_cb
 E plan_Kh_brk_Jh_br
 E plan_Kh_brk_Qs_cb
 E plan_Kh_brk_Qs_br
 E plan_Kh_brk_Qh_cb
 E plan_Kh_brk_Qh_br
 E plan_Kh_brk_Ks_cb
 E plan_Kh_brk_Ks_br
 E plan_Kh_cbk_Js_cb
 E plan_Kh_cbk_Js_br
 E plan_Kh_brk_Js_cb
 E plan_Kh_brk_Js_br
 E plan_Js_cbrk_Qs_cb
 E plan_Js_cbrk_Qs_br
 E plan_Js_cbrk_Qh_cb
 E plan_Js_cbrk_Qh_br
 E plan_Js_cbrk_Ks_cb
 E plan_Js_cbrk_Ks_br
 E plan_Js_cbrk_Kh_cb
 E plan_Js_cbrk_Kh_br
 E plan_Js_cbrk_Jh_cb
 E plan_Js_cbrk_Jh_br
 E plan_Jh_cbrk_Qs_cb
 E plan_Jh_cbrk_Qs_br
 E plan_Jh_cbrk_Qh_cb
 E plan_Jh_cbrk_Qh_br
 E plan_Jh_cbrk_Ks_cb
 E plan_Jh_cbrk_Ks_br
 E plan_Jh_cbrk_Kh_cb
 E plan_Jh_cbrk_Kh_br
 E plan_Jh_cbrk_Js_cb
 E plan_Jh_cbrk_Js_br
 E plan_Qs_cbrk_Jh_cb
 E plan_Qs_cbrk_Jh_br
 E plan_Qs_cbrk_Qh_cb
 E plan_Qs_cbrk_Qh_br
 E plan_Qs_cbrk_Ks_cb
 E plan_Qs_cbrk_Ks_br
 E plan_Qs_cbrk_Kh_cb
 E plan_Qs_cbrk_Kh_br
 E plan_Qs_cbrk_Js_cb
 E plan_Qs_cbrk_Js_br
 E plan_Qh_cbrk_Jh_cb
 E plan_Qh_cbrk_Jh_br
 E plan_Qh_cbrk_Qs_cb
 E plan_Qh_cbrk_Qs_br
 E plan_Qh_cbrk_Ks_cb
 E plan_Qh_cbrk_Ks_br
 E plan_Qh_cbrk_Kh_cb
 E plan_Qh_cbrk_Kh_br
 E plan_Qh_cbrk_Js_cb
 E plan_Qh_cbrk_Js_br
 E plan_Ks_cbrk_Jh_cb
 E plan_Ks_cbrk_Jh_br
 E plan_Ks_cbrk_Qs_cb
 E plan_Ks_cbrk_Qs_br
 E plan_Ks_cbrk_Qh_cb
 E plan_Ks_cbrk_Qh_br
 E plan_Ks_cbrk_Kh_cb
 E plan_Ks_cbrk_Kh_br
 E plan_Ks_cbrk_Js_cb
 E plan_Ks_cbrk_Js_br
 E plan_Kh_cbrk_Jh_cb
 E plan_Kh_cbrk_Jh_br
 E plan_Kh_cbrk_Qs_cb
 E plan_Kh_cbrk_Qs_br
 E plan_Kh_cbrk_Qh_cb
 E plan_Kh_cbrk_Qh_br
 E plan_Kh_cbrk_Ks_cb
 E plan_Kh_cbrk_Ks_br
 E plan_Kh_cbrk_Js_cb
 E plan_Kh_cbrk_Js_br
 L reply__
 L reply_Jh_c_check
 L reply_Jh_c_bet
 L reply_Jh_b_fold
 L reply_Jh_b_call
 L reply_Jh_b_raise
 L reply_Qs_c_check
 L reply_Qs_c_bet
 L reply_Qs_b_fold
 L reply_Qs_b_call
 L reply_Qs_b_raise
 L reply_Qh_c_check
 L reply_Qh_c_bet
 L reply_Qh_b_fold
 L reply_Qh_b_call
 L reply_Qh_b_raise
 L reply_Ks_c_check
 L reply_Ks_c_bet
 L reply_Ks_b_fold
 L reply_Ks_b_call
 L reply_Ks_b_raise
 L reply_Kh_c_check
 L reply_Kh_c_bet
 L reply_Kh_b_fold
 L reply_Kh_b_call
 L reply_Kh_b_raise
 L reply_Js_c_check
 L reply_Js_c_bet
 L reply_Js_b_fold
 L reply_Js_b_call
 L reply_Js_b_raise
 L reply_Jh_cbr_fold
 L reply_Jh_cbr_call
 L reply_Qs_cbr_fold
 L reply_Qs_cbr_call
 L reply_Qh_cbr_fold
 L reply_Qh_cbr_call
 L reply_Ks_cbr_fold
 L reply_Ks_cbr_call
 L reply_Kh_cbr_fold
 L reply_Kh_cbr_call
 L reply_Js_cbr_fold
 L reply_Js_cbr_call
 L reply_Jh_cc_Qs_c_check
 L reply_Jh_cc_Qs_c_bet
 L reply_Jh_cc_Qs_b_fold
 L reply_Jh_cc_Qs_b_call
 L reply_Jh_cc_Qs_b_raise
 L reply_Jh_cc_Qh_c_check
 L reply_Jh_cc_Qh_c_bet
 L reply_Jh_cc_Qh_b_fold
 L reply_Jh_cc_Qh_b_call
 L reply_Jh_cc_Qh_b_raise
 L reply_Jh_cc_Ks_c_check
 L reply_Jh_cc_Ks_c_bet
 L reply_Jh_cc_Ks_b_fold
 L reply_Jh_cc_Ks_b_call
 L reply_Jh_cc_Ks_b_raise
 L reply_Jh_cc_Kh_c_check
 L reply_Jh_cc_Kh_c_bet
 L reply_Jh_cc_Kh_b_fold
 L reply_Jh_cc_Kh_b_call
 L reply_Jh_cc_Kh_b_raise
 L reply_Jh_bk_Qs_c_check
 L reply_Jh_bk_Qs_c_bet
 L reply_Jh_bk_Qs_b_fold
 L reply_Jh_bk_Qs_b_call
 L reply_Jh_bk_Qs_b_raise
 L reply_Jh_bk_Qh_c_check
 L reply_Jh_bk_Qh_c_bet
 L reply_Jh_bk_Qh_b_fold
 L reply_Jh_bk_Qh_b_call
 L reply_Jh_bk_Qh_b_raise
 L reply_Jh_bk_Ks_c_check
 L reply_Jh_bk_Ks_c_bet
 L reply_Jh_bk_Ks_b_fold
 L reply_Jh_bk_Ks_b_call
 L reply_Jh_bk_Ks_b_raise
 L reply_Jh_bk_Kh_c_check
 L reply_Jh_bk_Kh_c_bet
 L reply_Jh_bk_Kh_b_fold
 L reply_Jh_bk_Kh_b_call
 L reply_Jh_bk_Kh_b_raise
 L reply_Qs_cc_Jh_c_check
 L reply_Qs_cc_Jh_c_bet
 L reply_Qs_cc_Jh_b_fold
 L reply_Qs_cc_Jh_b_call
 L reply_Qs_cc_Jh_b_raise
 L reply_Qs_cc_Qh_c_check
 L reply_Qs_cc_Qh_c_bet
 L reply_Qs_cc_Qh_b_fold
 L reply_Qs_cc_Qh_b_call
 L reply_Qs_cc_Qh_b_raise
 L reply_Qs_cc_Ks_c_check
 L reply_Qs_cc_Ks_c_bet
 L reply_Qs_cc_Ks_b_fold
 L reply_Qs_cc_Ks_b_call
 L reply_Qs_cc_Ks_b_raise
 L reply_Qs_cc_Kh_c_check
 L reply_Qs_cc_Kh_c_bet
 L reply_Qs_cc_Kh_b_fold
 L reply_Qs_cc_Kh_b_call
 L reply_Qs_cc_Kh_b_raise
 L reply_Qs_bk_Jh_c_check
 L reply_Qs_bk_Jh_c_bet
 L reply_Qs_bk_Jh_b_fold
 L reply_Qs_bk_Jh_b_call
 L reply_Qs_bk_Jh_b_raise
 L reply_Qs_bk_Qh_c_check
 L reply_Qs_bk_Qh_c_bet
 L reply_Qs_bk_Qh_b_fold
 L reply_Qs_bk_Qh_b_call
 L reply_Qs_bk_Qh_b_raise
 L reply_Qs_bk_Ks_c_check
 L reply_Qs_bk_Ks_c_bet
 L reply_Qs_bk_Ks_b_fold
 L reply_Qs_bk_Ks_b_call
 L reply_Qs_bk_Ks_b_raise
 L reply_Qs_bk_Kh_c_check
 L reply_Qs_bk_Kh_c_bet
 L reply_Qs_bk_Kh_b_fold
 L reply_Qs_bk_Kh_b_call
 L reply_Qs_bk_Kh_b_raise
 L reply_Qh_cc_Jh_c_check
 L reply_Qh_cc_Jh_c_bet
 L reply_Qh_cc_Jh_b_fold
 L reply_Qh_cc_Jh_b_call
 L reply_Qh_cc_Jh_b_raise
 L reply_Qh_cc_Qs_c_check
 L reply_Qh_cc_Qs_c_bet
 L reply_Qh_cc_Qs_b_fold
 L reply_Qh_cc_Qs_b_call
 L reply_Qh_cc_Qs_b_raise
 L reply_Qh_cc_Ks_c_check
 L reply_Qh_cc_Ks_c_bet
 L reply_Qh_cc_Ks_b_fold
 L reply_Qh_cc_Ks_b_call
 L reply_Qh_cc_Ks_b_raise
 L reply_Qh_cc_Kh_c_check
 L reply_Qh_cc_Kh_c_bet
 L reply_Qh_cc_Kh_b_fold
 L reply_Qh_cc_Kh_b_call
 L reply_Qh_cc_Kh_b_raise
 L reply_Qh_bk_Jh_c_check
 L reply_Qh_bk_Jh_c_bet
 L reply_Qh_bk_Jh_b_fold
 L reply_Qh_bk_Jh_b_call
 L reply_Qh_bk_Jh_b_raise
 L reply_Qh_bk_Qs_c_check
 L reply_Qh_bk_Qs_c_bet
 L reply_Qh_bk_Qs_b_fold
 L reply_Qh_bk_Qs_b_call
 L reply_Qh_bk_Qs_b_raise
 L reply_Qh_bk_Ks_c_check
 L reply_Qh_bk_Ks_c_bet
 L reply_Qh_bk_Ks_b_fold
 L reply_Qh_bk_Ks_b_call
 L reply_Qh_bk_Ks_b_raise
 L reply_Qh_bk_Kh_c_check
 L reply_Qh_bk_Kh_c_bet
 L reply_Qh_bk_Kh_b_fold
 L reply_Qh_bk_Kh_b_call
 L reply_Qh_bk_Kh_b_raise
 L reply_Ks_cc_Jh_c_check
 L reply_Ks_cc_Jh_c_bet
 L reply_Ks_cc_Jh_b_fold
 L reply_Ks_cc_Jh_b_call
 L reply_Ks_cc_Jh_b_raise
 L reply_Ks_cc_Qs_c_check
 L reply_Ks_cc_Qs_c_bet
 L reply_Ks_cc_Qs_b_fold
 L reply_Ks_cc_Qs_b_call
 L reply_Ks_cc_Qs_b_raise
 L reply_Ks_cc_Qh_c_check
 L reply_Ks_cc_Qh_c_bet
 L reply_Ks_cc_Qh_b_fold
 L reply_Ks_cc_Qh_b_call
 L reply_Ks_cc_Qh_b_raise
 L reply_Ks_cc_Kh_c_check
 L reply_Ks_cc_Kh_c_bet
 L reply_Ks_cc_Kh_b_fold
 L reply_Ks_cc_Kh_b_call
 L reply_Ks_cc_Kh_b_raise
 L reply_Ks_bk_Jh_c_check
 L reply_Ks_bk_Jh_c_bet
 L reply_Ks_bk_Jh_b_fold
 L reply_Ks_bk_Jh_b_call
 L reply_Ks_bk_Jh_b_raise
 L reply_Ks_bk_Qs_c_check
 L reply_Ks_bk_Qs_c_bet
 L reply_Ks_bk_Qs_b_fold
 L reply_Ks_bk_Qs_b_call
 L reply_Ks_bk_Qs_b_raise
 L reply_Ks_bk_Qh_c_check
 L reply_Ks_bk_Qh_c_bet
 L reply_Ks_bk_Qh_b_fold
 L reply_Ks_bk_Qh_b_call
 L reply_Ks_bk_Qh_b_raise
 L reply_Ks_bk_Kh_c_check
 L reply_Ks_bk_Kh_c_bet
 L reply_Ks_bk_Kh_b_fold
 L reply_Ks_bk_Kh_b_call
 L reply_Ks_bk_Kh_b_raise
 L reply_Kh_cc_Jh_c_check
 L reply_Kh_cc_Jh_c_bet
 L reply_Kh_cc_Jh_b_fold
 L reply_Kh_cc_Jh_b_call
 L reply_Kh_cc_Jh_b_raise
 L reply_Kh_cc_Qs_c_check
 L reply_Kh_cc_Qs_c_bet
 L reply_Kh_cc_Qs_b_fold
 L reply_Kh_cc_Qs_b_call
 L reply_Kh_cc_Qs_b_raise
 L reply_Kh_cc_Qh_c_check
 L reply_Kh_cc_Qh_c_bet
 L reply_Kh_cc_Qh_b_fold
 L reply_Kh_cc_Qh_b_call
 L reply_Kh_cc_Qh_b_raise
 L reply_Kh_cc_Ks_c_check
 L reply_Kh_cc_Ks_c_bet
 L reply_Kh_cc_Ks_b_fold
 L reply_Kh_cc_Ks_b_call
 L reply_Kh_cc_Ks_b_raise
 L reply_Kh_bk_Jh_c_check
 L reply_Kh_bk_Jh_c_bet
 L reply_Kh_bk_Jh_b_fold
 L reply_Kh_bk_Jh_b_call
 L reply_Kh_bk_Jh_b_raise
 L reply_Kh_bk_Qs_c_check
 L reply_Kh_bk_Qs_c_bet
 L reply_Kh_bk_Qs_b_fold
 L reply_Kh_bk_Qs_b_call
 L reply_Kh_bk_Qs_b_raise
 L reply_Kh_bk_Qh_c_check
 L reply_Kh_bk_Qh_c_bet
 L reply_Kh_bk_Qh_b_fold
 L reply_Kh_bk_Qh_b_call
 L reply_Kh_bk_Qh_b_raise
 L reply_Kh_bk_Ks_c_check
 L reply_Kh_bk_Ks_c_bet
 L reply_Kh_bk_Ks_b_fold
 L reply_Kh_bk_Ks_b_call
 L reply_Kh_bk_Ks_b_raise
 L reply_Js_cc_Qs_c_check
 L reply_Js_cc_Qs_c_bet
 L reply_Js_cc_Qs_b_fold
 L reply_Js_cc_Qs_b_call
 L reply_Js_cc_Qs_b_raise
 L reply_Js_cc_Qh_c_check
 L reply_Js_cc_Qh_c_bet
 L reply_Js_cc_Qh_b_fold
 L reply_Js_cc_Qh_b_call
 L reply_Js_cc_Qh_b_raise
 L reply_Js_cc_Ks_c_check
 L reply_Js_cc_Ks_c_bet
 L reply_Js_cc_Ks_b_fold
 L reply_Js_cc_Ks_b_call
 L reply_Js_cc_Ks_b_raise
 L reply_Js_cc_Kh_c_check
 L reply_Js_cc_Kh_c_bet
 L reply_Js_cc_Kh_b_fold
 L reply_Js_cc_Kh_b_call
 L reply_Js_cc_Kh_b_raise
 L reply_Js_bk_Qs_c_check
 L reply_Js_bk_Qs_c_bet
 L reply_Js_bk_Qs_b_fold
 L reply_Js_bk_Qs_b_call
 L reply_Js_bk_Qs_b_raise
 L reply_Js_bk_Qh_c_check
 L reply_Js_bk_Qh_c_bet
 L reply_Js_bk_Qh_b_fold
 L reply_Js_bk_Qh_b_call
 L reply_Js_bk_Qh_b_raise
 L reply_Js_bk_Ks_c_check
 L reply_Js_bk_Ks_c_bet
 L reply_Js_bk_Ks_b_fold
 L reply_Js_bk_Ks_b_call
 L reply_Js_bk_Ks_b_raise
 L reply_Js_bk_Kh_c_check
 L reply_Js_bk_Kh_c_bet
 L reply_Js_bk_Kh_b_fold
 L reply_Js_bk_Kh_b_call
 L reply_Js_bk_Kh_b_raise
 L reply_Qs_cc_Js_c_check
 L reply_Qs_cc_Js_c_bet
 L reply_Qs_cc_Js_b_fold
 L reply_Qs_cc_Js_b_call
 L reply_Qs_cc_Js_b_raise
 L reply_Qs_bk_Js_c_check
 L reply_Qs_bk_Js_c_bet
 L reply_Qs_bk_Js_b_fold
 L reply_Qs_bk_Js_b_call
 L reply_Qs_bk_Js_b_raise
 L reply_Qh_cc_Js_c_check
 L reply_Qh_cc_Js_c_bet
 L reply_Qh_cc_Js_b_fold
 L reply_Qh_cc_Js_b_call
 L reply_Qh_cc_Js_b_raise
 L reply_Qh_bk_Js_c_check
 L reply_Qh_bk_Js_c_bet
 L reply_Qh_bk_Js_b_fold
 L reply_Qh_bk_Js_b_call
 L reply_Qh_bk_Js_b_raise
 L reply_Ks_cc_Js_c_check
 L reply_Ks_cc_Js_c_bet
 L reply_Ks_cc_Js_b_fold
 L reply_Ks_cc_Js_b_call
 L reply_Ks_cc_Js_b_raise
 L reply_Ks_bk_Js_c_check
 L reply_Ks_bk_Js_c_bet
 L reply_Ks_bk_Js_b_fold
 L reply_Ks_bk_Js_b_call
 L reply_Ks_bk_Js_b_raise
 L reply_Kh_cc_Js_c_check
 L reply_Kh_cc_Js_c_bet
 L reply_Kh_cc_Js_b_fold
 L reply_Kh_cc_Js_b_call
 L reply_Kh_cc_Js_b_raise
 L reply_Kh_bk_Js_c_check
 L reply_Kh_bk_Js_c_bet
 L reply_Kh_bk_Js_b_fold
 L reply_Kh_bk_Js_b_call
 L reply_Kh_bk_Js_b_raise
 L reply_Js_cc_Jh_c_check
 L reply_Js_cc_Jh_c_bet
 L reply_Js_cc_Jh_b_fold
 L reply_Js_cc_Jh_b_call
 L reply_Js_cc_Jh_b_raise
 L reply_Js_bk_Jh_c_check
 L reply_Js_bk_Jh_c_bet
 L reply_Js_bk_Jh_b_fold
 L reply_Js_bk_Jh_b_call
 L reply_Js_bk_Jh_b_raise
 L reply_Jh_cc_Js_c_check
 L reply_Jh_cc_Js_c_bet
 L reply_Jh_cc_Js_b_fold
 L reply_Jh_cc_Js_b_call
 L reply_Jh_cc_Js_b_raise
 L reply_Jh_bk_Js_c_check
 L reply_Jh_bk_Js_c_bet
 L reply_Jh_bk_Js_b_fold
 L reply_Jh_bk_Js_b_call
 L reply_Jh_bk_Js_b_raise
 L reply_Jh_cbk_Qs_c_check
 L reply_Jh_cbk_Qs_c_bet
 L reply_Jh_cbk_Qs_b_fold
 L reply_Jh_cbk_Qs_b_call
 L reply_Jh_cbk_Qs_b_raise
 L reply_Jh_cbk_Qh_c_check
 L reply_Jh_cbk_Qh_c_bet
 L reply_Jh_cbk_Qh_b_fold
 L reply_Jh_cbk_Qh_b_call
 L reply_Jh_cbk_Qh_b_raise
 L reply_Jh_cbk_Ks_c_check
 L reply_Jh_cbk_Ks_c_bet
 L reply_Jh_cbk_Ks_b_fold
 L reply_Jh_cbk_Ks_b_call
 L reply_Jh_cbk_Ks_b_raise
 L reply_Jh_cbk_Kh_c_check
 L reply_Jh_cbk_Kh_c_bet
 L reply_Jh_cbk_Kh_b_fold
 L reply_Jh_cbk_Kh_b_call
 L reply_Jh_cbk_Kh_b_raise
 L reply_Jh_brk_Qs_c_check
 L reply_Jh_brk_Qs_c_bet
 L reply_Jh_brk_Qs_b_fold
 L reply_Jh_brk_Qs_b_call
 L reply_Jh_brk_Qs_b_raise
 L reply_Jh_brk_Qh_c_check
 L reply_Jh_brk_Qh_c_bet
 L reply_Jh_brk_Qh_b_fold
 L reply_Jh_brk_Qh_b_call
 L reply_Jh_brk_Qh_b_raise
 L reply_Jh_brk_Ks_c_check
 L reply_Jh_brk_Ks_c_bet
 L reply_Jh_brk_Ks_b_fold
 L reply_Jh_brk_Ks_b_call
 L reply_Jh_brk_Ks_b_raise
 L reply_Jh_brk_Kh_c_check
 L reply_Jh_brk_Kh_c_bet
 L reply_Jh_brk_Kh_b_fold
 L reply_Jh_brk_Kh_b_call
 L reply_Jh_brk_Kh_b_raise
 L reply_Qs_cbk_Jh_c_check
 L reply_Qs_cbk_Jh_c_bet
 L reply_Qs_cbk_Jh_b_fold
 L reply_Qs_cbk_Jh_b_call
 L reply_Qs_cbk_Jh_b_raise
 L reply_Qs_cbk_Qh_c_check
 L reply_Qs_cbk_Qh_c_bet
 L reply_Qs_cbk_Qh_b_fold
 L reply_Qs_cbk_Qh_b_call
 L reply_Qs_cbk_Qh_b_raise
 L reply_Qs_cbk_Ks_c_check
 L reply_Qs_cbk_Ks_c_bet
 L reply_Qs_cbk_Ks_b_fold
 L reply_Qs_cbk_Ks_b_call
 L reply_Qs_cbk_Ks_b_raise
 L reply_Qs_cbk_Kh_c_check
 L reply_Qs_cbk_Kh_c_bet
 L reply_Qs_cbk_Kh_b_fold
 L reply_Qs_cbk_Kh_b_call
 L reply_Qs_cbk_Kh_b_raise
 L reply_Qs_brk_Jh_c_check
 L reply_Qs_brk_Jh_c_bet
 L reply_Qs_brk_Jh_b_fold
 L reply_Qs_brk_Jh_b_call
 L reply_Qs_brk_Jh_b_raise
 L reply_Qs_brk_Qh_c_check
 L reply_Qs_brk_Qh_c_bet
 L reply_Qs_brk_Qh_b_fold
 L reply_Qs_brk_Qh_b_call
 L reply_Qs_brk_Qh_b_raise
 L reply_Qs_brk_Ks_c_check
 L reply_Qs_brk_Ks_c_bet
 L reply_Qs_brk_Ks_b_fold
 L reply_Qs_brk_Ks_b_call
 L reply_Qs_brk_Ks_b_raise
 L reply_Qs_brk_Kh_c_check
 L reply_Qs_brk_Kh_c_bet
 L reply_Qs_brk_Kh_b_fold
 L reply_Qs_brk_Kh_b_call
 L reply_Qs_brk_Kh_b_raise
 L reply_Qh_cbk_Jh_c_check
 L reply_Qh_cbk_Jh_c_bet
 L reply_Qh_cbk_Jh_b_fold
 L reply_Qh_cbk_Jh_b_call
 L reply_Qh_cbk_Jh_b_raise
 L reply_Qh_cbk_Qs_c_check
 L reply_Qh_cbk_Qs_c_bet
 L reply_Qh_cbk_Qs_b_fold
 L reply_Qh_cbk_Qs_b_call
 L reply_Qh_cbk_Qs_b_raise
 L reply_Qh_cbk_Ks_c_check
 L reply_Qh_cbk_Ks_c_bet
 L reply_Qh_cbk_Ks_b_fold
 L reply_Qh_cbk_Ks_b_call
 L reply_Qh_cbk_Ks_b_raise
 L reply_Qh_cbk_Kh_c_check
 L reply_Qh_cbk_Kh_c_bet
 L reply_Qh_cbk_Kh_b_fold
 L reply_Qh_cbk_Kh_b_call
 L reply_Qh_cbk_Kh_b_raise
 L reply_Qh_brk_Jh_c_check
 L reply_Qh_brk_Jh_c_bet
 L reply_Qh_brk_Jh_b_fold
 L reply_Qh_brk_Jh_b_call
 L reply_Qh_brk_Jh_b_raise
 L reply_Qh_brk_Qs_c_check
 L reply_Qh_brk_Qs_c_bet
 L reply_Qh_brk_Qs_b_fold
 L reply_Qh_brk_Qs_b_call
 L reply_Qh_brk_Qs_b_raise
 L reply_Qh_brk_Ks_c_check
 L reply_Qh_brk_Ks_c_bet
 L reply_Qh_brk_Ks_b_fold
 L reply_Qh_brk_Ks_b_call
 L reply_Qh_brk_Ks_b_raise
 L reply_Qh_brk_Kh_c_check
 L reply_Qh_brk_Kh_c_bet
 L reply_Qh_brk_Kh_b_fold
 L reply_Qh_brk_Kh_b_call
 L reply_Qh_brk_Kh_b_raise
 L reply_Ks_cbk_Jh_c_check
 L reply_Ks_cbk_Jh_c_bet
 L reply_Ks_cbk_Jh_b_fold
 L reply_Ks_cbk_Jh_b_call
 L reply_Ks_cbk_Jh_b_raise
 L reply_Ks_cbk_Qs_c_check
 L reply_Ks_cbk_Qs_c_bet
 L reply_Ks_cbk_Qs_b_fold
 L reply_Ks_cbk_Qs_b_call
 L reply_Ks_cbk_Qs_b_raise
 L reply_Ks_cbk_Qh_c_check
 L reply_Ks_cbk_Qh_c_bet
 L reply_Ks_cbk_Qh_b_fold
 L reply_Ks_cbk_Qh_b_call
 L reply_Ks_cbk_Qh_b_raise
 L reply_Ks_cbk_Kh_c_check
 L reply_Ks_cbk_Kh_c_bet
 L reply_Ks_cbk_Kh_b_fold
 L reply_Ks_cbk_Kh_b_call
 L reply_Ks_cbk_Kh_b_raise
 L reply_Ks_brk_Jh_c_check
 L reply_Ks_brk_Jh_c_bet
 L reply_Ks_brk_Jh_b_fold
 L reply_Ks_brk_Jh_b_call
 L reply_Ks_brk_Jh_b_raise
 L reply_Ks_brk_Qs_c_check
 L reply_Ks_brk_Qs_c_bet
 L reply_Ks_brk_Qs_b_fold
 L reply_Ks_brk_Qs_b_call
 L reply_Ks_brk_Qs_b_raise
 L reply_Ks_brk_Qh_c_check
 L reply_Ks_brk_Qh_c_bet
 L reply_Ks_brk_Qh_b_fold
 L reply_Ks_brk_Qh_b_call
 L reply_Ks_brk_Qh_b_raise
 L reply_Ks_brk_Kh_c_check
 L reply_Ks_brk_Kh_c_bet
 L reply_Ks_brk_Kh_b_fold
 L reply_Ks_brk_Kh_b_call
 L reply_Ks_brk_Kh_b_raise
 L reply_Kh_cbk_Jh_c_check
 L reply_Kh_cbk_Jh_c_bet
 L reply_Kh_cbk_Jh_b_fold
 L reply_Kh_cbk_Jh_b_call
 L reply_Kh_cbk_Jh_b_raise
 L reply_Kh_cbk_Qs_c_check
 L reply_Kh_cbk_Qs_c_bet
 L reply_Kh_cbk_Qs_b_fold
 L reply_Kh_cbk_Qs_b_call
 L reply_Kh_cbk_Qs_b_raise
 L reply_Kh_cbk_Qh_c_check
 L reply_Kh_cbk_Qh_c_bet
 L reply_Kh_cbk_Qh_b_fold
 L reply_Kh_cbk_Qh_b_call
 L reply_Kh_cbk_Qh_b_raise
 L reply_Kh_cbk_Ks_c_check
 L reply_Kh_cbk_Ks_c_bet
 L reply_Kh_cbk_Ks_b_fold
 L reply_Kh_cbk_Ks_b_call
 L reply_Kh_cbk_Ks_b_raise
 L reply_Kh_brk_Jh_c_check
 L reply_Kh_brk_Jh_c_bet
 L reply_Kh_brk_Jh_b_fold
 L reply_Kh_brk_Jh_b_call
 L reply_Kh_brk_Jh_b_raise
 L reply_Kh_brk_Qs_c_check
 L reply_Kh_brk_Qs_c_bet
 L reply_Kh_brk_Qs_b_fold
 L reply_Kh_brk_Qs_b_call
 L reply_Kh_brk_Qs_b_raise
 L reply_Kh_brk_Qh_c_check
 L reply_Kh_brk_Qh_c_bet
 L reply_Kh_brk_Qh_b_fold
 L reply_Kh_brk_Qh_b_call
 L reply_Kh_brk_Qh_b_raise
 L reply_Kh_brk_Ks_c_check
 L reply_Kh_brk_Ks_c_bet
 L reply_Kh_brk_Ks_b_fold
 L reply_Kh_brk_Ks_b_call
 L reply_Kh_brk_Ks_b_raise
 L reply_Js_cbk_Qs_c_check
 L reply_Js_cbk_Qs_c_bet
 L reply_Js_cbk_Qs_b_fold
 L reply_Js_cbk_Qs_b_call
 L reply_Js_cbk_Qs_b_raise
 L reply_Js_cbk_Qh_c_check
 L reply_Js_cbk_Qh_c_bet
 L reply_Js_cbk_Qh_b_fold
 L reply_Js_cbk_Qh_b_call
 L reply_Js_cbk_Qh_b_raise
 L reply_Js_cbk_Ks_c_check
 L reply_Js_cbk_Ks_c_bet
 L reply_Js_cbk_Ks_b_fold
 L reply_Js_cbk_Ks_b_call
 L reply_Js_cbk_Ks_b_raise
 L reply_Js_cbk_Kh_c_check
 L reply_Js_cbk_Kh_c_bet
 L reply_Js_cbk_Kh_b_fold
 L reply_Js_cbk_Kh_b_call
 L reply_Js_cbk_Kh_b_raise
 L reply_Js_brk_Qs_c_check
 L reply_Js_brk_Qs_c_bet
 L reply_Js_brk_Qs_b_fold
 L reply_Js_brk_Qs_b_call
 L reply_Js_brk_Qs_b_raise
 L reply_Js_brk_Qh_c_check
 L reply_Js_brk_Qh_c_bet
 L reply_Js_brk_Qh_b_fold
 L reply_Js_brk_Qh_b_call
 L reply_Js_brk_Qh_b_raise
 L reply_Js_brk_Ks_c_check
 L reply_Js_brk_Ks_c_bet
 L reply_Js_brk_Ks_b_fold
 L reply_Js_brk_Ks_b_call
 L reply_Js_brk_Ks_b_raise
 L reply_Js_brk_Kh_c_check
 L reply_Js_brk_Kh_c_bet
 L reply_Js_brk_Kh_b_fold
 L reply_Js_brk_Kh_b_call
 L reply_Js_brk_Kh_b_raise
 L reply_Qs_cbk_Js_c_check
 L reply_Qs_cbk_Js_c_bet
 L reply_Qs_cbk_Js_b_fold
 L reply_Qs_cbk_Js_b_call
 L reply_Qs_cbk_Js_b_raise
 L reply_Qs_brk_Js_c_check
 L reply_Qs_brk_Js_c_bet
 L reply_Qs_brk_Js_b_fold
 L reply_Qs_brk_Js_b_call
 L reply_Qs_brk_Js_b_raise
 L reply_Qh_cbk_Js_c_check
 L reply_Qh_cbk_Js_c_bet
 L reply_Qh_cbk_Js_b_fold
 L reply_Qh_cbk_Js_b_call
 L reply_Qh_cbk_Js_b_raise
 L reply_Qh_brk_Js_c_check
 L reply_Qh_brk_Js_c_bet
 L reply_Qh_brk_Js_b_fold
 L reply_Qh_brk_Js_b_call
 L reply_Qh_brk_Js_b_raise
 L reply_Ks_cbk_Js_c_check
 L reply_Ks_cbk_Js_c_bet
 L reply_Ks_cbk_Js_b_fold
 L reply_Ks_cbk_Js_b_call
 L reply_Ks_cbk_Js_b_raise
 L reply_Ks_brk_Js_c_check
 L reply_Ks_brk_Js_c_bet
 L reply_Ks_brk_Js_b_fold
 L reply_Ks_brk_Js_b_call
 L reply_Ks_brk_Js_b_raise
 L reply_Kh_cbk_Js_c_check
 L reply_Kh_cbk_Js_c_bet
 L reply_Kh_cbk_Js_b_fold
 L reply_Kh_cbk_Js_b_call
 L reply_Kh_cbk_Js_b_raise
 L reply_Kh_brk_Js_c_check
 L reply_Kh_brk_Js_c_bet
 L reply_Kh_brk_Js_b_fold
 L reply_Kh_brk_Js_b_call
 L reply_Kh_brk_Js_b_raise
 L reply_Js_cbk_Jh_c_check
 L reply_Js_cbk_Jh_c_bet
 L reply_Js_cbk_Jh_b_fold
 L reply_Js_cbk_Jh_b_call
 L reply_Js_cbk_Jh_b_raise
 L reply_Js_brk_Jh_c_check
 L reply_Js_brk_Jh_c_bet
 L reply_Js_brk_Jh_b_fold
 L reply_Js_brk_Jh_b_call
 L reply_Js_brk_Jh_b_raise
 L reply_Jh_cbk_Js_c_check
 L reply_Jh_cbk_Js_c_bet
 L reply_Jh_cbk_Js_b_fold
 L reply_Jh_cbk_Js_b_call
 L reply_Jh_cbk_Js_b_raise
 L reply_Jh_brk_Js_c_check
 L reply_Jh_brk_Js_c_bet
 L reply_Jh_brk_Js_b_fold
 L reply_Jh_brk_Js_b_call
 L reply_Jh_brk_Js_b_raise
 L reply_Jh_cc_Qs_cbr_fold
 L reply_Jh_cc_Qs_cbr_call
 L reply_Jh_cc_Qh_cbr_fold
 L reply_Jh_cc_Qh_cbr_call
 L reply_Jh_cc_Ks_cbr_fold
 L reply_Jh_cc_Ks_cbr_call
 L reply_Jh_cc_Kh_cbr_fold
 L reply_Jh_cc_Kh_cbr_call
 L reply_Jh_cbrk_Qs_c_check
 L reply_Jh_cbrk_Qs_c_bet
 L reply_Jh_cbrk_Qs_b_fold
 L reply_Jh_cbrk_Qs_b_call
 L reply_Jh_cbrk_Qs_b_raise
 L reply_Jh_cbrk_Qh_c_check
 L reply_Jh_cbrk_Qh_c_bet
 L reply_Jh_cbrk_Qh_b_fold
 L reply_Jh_cbrk_Qh_b_call
 L reply_Jh_cbrk_Qh_b_raise
 L reply_Jh_cbrk_Ks_c_check
 L reply_Jh_cbrk_Ks_c_bet
 L reply_Jh_cbrk_Ks_b_fold
 L reply_Jh_cbrk_Ks_b_call
 L reply_Jh_cbrk_Ks_b_raise
 L reply_Jh_cbrk_Kh_c_check
 L reply_Jh_cbrk_Kh_c_bet
 L reply_Jh_cbrk_Kh_b_fold
 L reply_Jh_cbrk_Kh_b_call
 L reply_Jh_cbrk_Kh_b_raise
 L reply_Jh_bk_Qs_cbr_fold
 L reply_Jh_bk_Qs_cbr_call
 L reply_Jh_bk_Qh_cbr_fold
 L reply_Jh_bk_Qh_cbr_call
 L reply_Jh_bk_Ks_cbr_fold
 L reply_Jh_bk_Ks_cbr_call
 L reply_Jh_bk_Kh_cbr_fold
 L reply_Jh_bk_Kh_cbr_call
 L reply_Qs_cc_Jh_cbr_fold
 L reply_Qs_cc_Jh_cbr_call
 L reply_Qs_cc_Qh_cbr_fold
 L reply_Qs_cc_Qh_cbr_call
 L reply_Qs_cc_Ks_cbr_fold
 L reply_Qs_cc_Ks_cbr_call
 L reply_Qs_cc_Kh_cbr_fold
 L reply_Qs_cc_Kh_cbr_call
 L reply_Qs_cbrk_Jh_c_check
 L reply_Qs_cbrk_Jh_c_bet
 L reply_Qs_cbrk_Jh_b_fold
 L reply_Qs_cbrk_Jh_b_call
 L reply_Qs_cbrk_Jh_b_raise
 L reply_Qs_cbrk_Qh_c_check
 L reply_Qs_cbrk_Qh_c_bet
 L reply_Qs_cbrk_Qh_b_fold
 L reply_Qs_cbrk_Qh_b_call
 L reply_Qs_cbrk_Qh_b_raise
 L reply_Qs_cbrk_Ks_c_check
 L reply_Qs_cbrk_Ks_c_bet
 L reply_Qs_cbrk_Ks_b_fold
 L reply_Qs_cbrk_Ks_b_call
 L reply_Qs_cbrk_Ks_b_raise
 L reply_Qs_cbrk_Kh_c_check
 L reply_Qs_cbrk_Kh_c_bet
 L reply_Qs_cbrk_Kh_b_fold
 L reply_Qs_cbrk_Kh_b_call
 L reply_Qs_cbrk_Kh_b_raise
 L reply_Qs_bk_Jh_cbr_fold
 L reply_Qs_bk_Jh_cbr_call
 L reply_Qs_bk_Qh_cbr_fold
 L reply_Qs_bk_Qh_cbr_call
 L reply_Qs_bk_Ks_cbr_fold
 L reply_Qs_bk_Ks_cbr_call
 L reply_Qs_bk_Kh_cbr_fold
 L reply_Qs_bk_Kh_cbr_call
 L reply_Qh_cc_Jh_cbr_fold
 L reply_Qh_cc_Jh_cbr_call
 L reply_Qh_cc_Qs_cbr_fold
 L reply_Qh_cc_Qs_cbr_call
 L reply_Qh_cc_Ks_cbr_fold
 L reply_Qh_cc_Ks_cbr_call
 L reply_Qh_cc_Kh_cbr_fold
 L reply_Qh_cc_Kh_cbr_call
 L reply_Qh_cbrk_Jh_c_check
 L reply_Qh_cbrk_Jh_c_bet
 L reply_Qh_cbrk_Jh_b_fold
 L reply_Qh_cbrk_Jh_b_call
 L reply_Qh_cbrk_Jh_b_raise
 L reply_Qh_cbrk_Qs_c_check
 L reply_Qh_cbrk_Qs_c_bet
 L reply_Qh_cbrk_Qs_b_fold
 L reply_Qh_cbrk_Qs_b_call
 L reply_Qh_cbrk_Qs_b_raise
 L reply_Qh_cbrk_Ks_c_check
 L reply_Qh_cbrk_Ks_c_bet
 L reply_Qh_cbrk_Ks_b_fold
 L reply_Qh_cbrk_Ks_b_call
 L reply_Qh_cbrk_Ks_b_raise
 L reply_Qh_cbrk_Kh_c_check
 L reply_Qh_cbrk_Kh_c_bet
 L reply_Qh_cbrk_Kh_b_fold
 L reply_Qh_cbrk_Kh_b_call
 L reply_Qh_cbrk_Kh_b_raise
 L reply_Qh_bk_Jh_cbr_fold
 L reply_Qh_bk_Jh_cbr_call
 L reply_Qh_bk_Qs_cbr_fold
 L reply_Qh_bk_Qs_cbr_call
 L reply_Qh_bk_Ks_cbr_fold
 L reply_Qh_bk_Ks_cbr_call
 L reply_Qh_bk_Kh_cbr_fold
 L reply_Qh_bk_Kh_cbr_call
 L reply_Ks_cc_Jh_cbr_fold
 L reply_Ks_cc_Jh_cbr_call
 L reply_Ks_cc_Qs_cbr_fold
 L reply_Ks_cc_Qs_cbr_call
 L reply_Ks_cc_Qh_cbr_fold
 L reply_Ks_cc_Qh_cbr_call
 L reply_Ks_cc_Kh_cbr_fold
 L reply_Ks_cc_Kh_cbr_call
 L reply_Ks_cbrk_Jh_c_check
 L reply_Ks_cbrk_Jh_c_bet
 L reply_Ks_cbrk_Jh_b_fold
 L reply_Ks_cbrk_Jh_b_call
 L reply_Ks_cbrk_Jh_b_raise
 L reply_Ks_cbrk_Qs_c_check
 L reply_Ks_cbrk_Qs_c_bet
 L reply_Ks_cbrk_Qs_b_fold
 L reply_Ks_cbrk_Qs_b_call
 L reply_Ks_cbrk_Qs_b_raise
 L reply_Ks_cbrk_Qh_c_check
 L reply_Ks_cbrk_Qh_c_bet
 L reply_Ks_cbrk_Qh_b_fold
 L reply_Ks_cbrk_Qh_b_call
 L reply_Ks_cbrk_Qh_b_raise
 L reply_Ks_cbrk_Kh_c_check
 L reply_Ks_cbrk_Kh_c_bet
 L reply_Ks_cbrk_Kh_b_fold
 L reply_Ks_cbrk_Kh_b_call
 L reply_Ks_cbrk_Kh_b_raise
 L reply_Ks_bk_Jh_cbr_fold
 L reply_Ks_bk_Jh_cbr_call
 L reply_Ks_bk_Qs_cbr_fold
 L reply_Ks_bk_Qs_cbr_call
 L reply_Ks_bk_Qh_cbr_fold
 L reply_Ks_bk_Qh_cbr_call
 L reply_Ks_bk_Kh_cbr_fold
 L reply_Ks_bk_Kh_cbr_call
 L reply_Kh_cc_Jh_cbr_fold
 L reply_Kh_cc_Jh_cbr_call
 L reply_Kh_cc_Qs_cbr_fold
 L reply_Kh_cc_Qs_cbr_call
 L reply_Kh_cc_Qh_cbr_fold
 L reply_Kh_cc_Qh_cbr_call
 L reply_Kh_cc_Ks_cbr_fold
 L reply_Kh_cc_Ks_cbr_call
 L reply_Kh_cbrk_Jh_c_check
 L reply_Kh_cbrk_Jh_c_bet
 L reply_Kh_cbrk_Jh_b_fold
 L reply_Kh_cbrk_Jh_b_call
 L reply_Kh_cbrk_Jh_b_raise
 L reply_Kh_cbrk_Qs_c_check
 L reply_Kh_cbrk_Qs_c_bet
 L reply_Kh_cbrk_Qs_b_fold
 L reply_Kh_cbrk_Qs_b_call
 L reply_Kh_cbrk_Qs_b_raise
 L reply_Kh_cbrk_Qh_c_check
 L reply_Kh_cbrk_Qh_c_bet
 L reply_Kh_cbrk_Qh_b_fold
 L reply_Kh_cbrk_Qh_b_call
 L reply_Kh_cbrk_Qh_b_raise
 L reply_Kh_cbrk_Ks_c_check
 L reply_Kh_cbrk_Ks_c_bet
 L reply_Kh_cbrk_Ks_b_fold
 L reply_Kh_cbrk_Ks_b_call
 L reply_Kh_cbrk_Ks_b_raise
 L reply_Kh_bk_Jh_cbr_fold
 L reply_Kh_bk_Jh_cbr_call
 L reply_Kh_bk_Qs_cbr_fold
 L reply_Kh_bk_Qs_cbr_call
 L reply_Kh_bk_Qh_cbr_fold
 L reply_Kh_bk_Qh_cbr_call
 L reply_Kh_bk_Ks_cbr_fold
 L reply_Kh_bk_Ks_cbr_call
 L reply_Js_cc_Qs_cbr_fold
 L reply_Js_cc_Qs_cbr_call
 L reply_Js_cc_Qh_cbr_fold
 L reply_Js_cc_Qh_cbr_call
 L reply_Js_cc_Ks_cbr_fold
 L reply_Js_cc_Ks_cbr_call
 L reply_Js_cc_Kh_cbr_fold
 L reply_Js_cc_Kh_cbr_call
 L reply_Js_cbrk_Qs_c_check
 L reply_Js_cbrk_Qs_c_bet
 L reply_Js_cbrk_Qs_b_fold
 L reply_Js_cbrk_Qs_b_call
 L reply_Js_cbrk_Qs_b_raise
 L reply_Js_cbrk_Qh_c_check
 L reply_Js_cbrk_Qh_c_bet
 L reply_Js_cbrk_Qh_b_fold
 L reply_Js_cbrk_Qh_b_call
 L reply_Js_cbrk_Qh_b_raise
 L reply_Js_cbrk_Ks_c_check
 L reply_Js_cbrk_Ks_c_bet
 L reply_Js_cbrk_Ks_b_fold
 L reply_Js_cbrk_Ks_b_call
 L reply_Js_cbrk_Ks_b_raise
 L reply_Js_cbrk_Kh_c_check
 L reply_Js_cbrk_Kh_c_bet
 L reply_Js_cbrk_Kh_b_fold
 L reply_Js_cbrk_Kh_b_call
 L reply_Js_cbrk_Kh_b_raise
 L reply_Js_bk_Qs_cbr_fold
 L reply_Js_bk_Qs_cbr_call
 L reply_Js_bk_Qh_cbr_fold
 L reply_Js_bk_Qh_cbr_call
 L reply_Js_bk_Ks_cbr_fold
 L reply_Js_bk_Ks_cbr_call
 L reply_Js_bk_Kh_cbr_fold
 L reply_Js_bk_Kh_cbr_call
 L reply_Qs_cc_Js_cbr_fold
 L reply_Qs_cc_Js_cbr_call
 L reply_Qs_cbrk_Js_c_check
 L reply_Qs_cbrk_Js_c_bet
 L reply_Qs_cbrk_Js_b_fold
 L reply_Qs_cbrk_Js_b_call
 L reply_Qs_cbrk_Js_b_raise
 L reply_Qs_bk_Js_cbr_fold
 L reply_Qs_bk_Js_cbr_call
 L reply_Qh_cc_Js_cbr_fold
 L reply_Qh_cc_Js_cbr_call
 L reply_Qh_cbrk_Js_c_check
 L reply_Qh_cbrk_Js_c_bet
 L reply_Qh_cbrk_Js_b_fold
 L reply_Qh_cbrk_Js_b_call
 L reply_Qh_cbrk_Js_b_raise
 L reply_Qh_bk_Js_cbr_fold
 L reply_Qh_bk_Js_cbr_call
 L reply_Ks_cc_Js_cbr_fold
 L reply_Ks_cc_Js_cbr_call
 L reply_Ks_cbrk_Js_c_check
 L reply_Ks_cbrk_Js_c_bet
 L reply_Ks_cbrk_Js_b_fold
 L reply_Ks_cbrk_Js_b_call
 L reply_Ks_cbrk_Js_b_raise
 L reply_Ks_bk_Js_cbr_fold
 L reply_Ks_bk_Js_cbr_call
 L reply_Kh_cc_Js_cbr_fold
 L reply_Kh_cc_Js_cbr_call
 L reply_Kh_cbrk_Js_c_check
 L reply_Kh_cbrk_Js_c_bet
 L reply_Kh_cbrk_Js_b_fold
 L reply_Kh_cbrk_Js_b_call
 L reply_Kh_cbrk_Js_b_raise
 L reply_Kh_bk_Js_cbr_fold
 L reply_Kh_bk_Js_cbr_call
 L reply_Js_cc_Jh_cbr_fold
 L reply_Js_cc_Jh_cbr_call
 L reply_Js_cbrk_Jh_c_check
 L reply_Js_cbrk_Jh_c_bet
 L reply_Js_cbrk_Jh_b_fold
 L reply_Js_cbrk_Jh_b_call
 L reply_Js_cbrk_Jh_b_raise
 L reply_Js_bk_Jh_cbr_fold
 L reply_Js_bk_Jh_cbr_call
 L reply_Jh_cc_Js_cbr_fold
 L reply_Jh_cc_Js_cbr_call
 L reply_Jh_cbrk_Js_c_check
 L reply_Jh_cbrk_Js_c_bet
 L reply_Jh_cbrk_Js_b_fold
 L reply_Jh_cbrk_Js_b_call
 L reply_Jh_cbrk_Js_b_raise
 L reply_Jh_bk_Js_cbr_fold
 L reply_Jh_bk_Js_cbr_call
 L reply_Jh_cbk_Qs_cbr_fold
 L reply_Jh_cbk_Qs_cbr_call
 L reply_Jh_cbk_Qh_cbr_fold
 L reply_Jh_cbk_Qh_cbr_call
 L reply_Jh_cbk_Ks_cbr_fold
 L reply_Jh_cbk_Ks_cbr_call
 L reply_Jh_cbk_Kh_cbr_fold
 L reply_Jh_cbk_Kh_cbr_call
 L reply_Jh_brk_Qs_cbr_fold
 L reply_Jh_brk_Qs_cbr_call
 L reply_Jh_brk_Qh_cbr_fold
 L reply_Jh_brk_Qh_cbr_call
 L reply_Jh_brk_Ks_cbr_fold
 L reply_Jh_brk_Ks_cbr_call
 L reply_Jh_brk_Kh_cbr_fold
 L reply_Jh_brk_Kh_cbr_call
 L reply_Qs_cbk_Jh_cbr_fold
 L reply_Qs_cbk_Jh_cbr_call
 L reply_Qs_cbk_Qh_cbr_fold
 L reply_Qs_cbk_Qh_cbr_call
 L reply_Qs_cbk_Ks_cbr_fold
 L reply_Qs_cbk_Ks_cbr_call
 L reply_Qs_cbk_Kh_cbr_fold
 L reply_Qs_cbk_Kh_cbr_call
 L reply_Qs_brk_Jh_cbr_fold
 L reply_Qs_brk_Jh_cbr_call
 L reply_Qs_brk_Qh_cbr_fold
 L reply_Qs_brk_Qh_cbr_call
 L reply_Qs_brk_Ks_cbr_fold
 L reply_Qs_brk_Ks_cbr_call
 L reply_Qs_brk_Kh_cbr_fold
 L reply_Qs_brk_Kh_cbr_call
 L reply_Qh_cbk_Jh_cbr_fold
 L reply_Qh_cbk_Jh_cbr_call
 L reply_Qh_cbk_Qs_cbr_fold
 L reply_Qh_cbk_Qs_cbr_call
 L reply_Qh_cbk_Ks_cbr_fold
 L reply_Qh_cbk_Ks_cbr_call
 L reply_Qh_cbk_Kh_cbr_fold
 L reply_Qh_cbk_Kh_cbr_call
 L reply_Qh_brk_Jh_cbr_fold
 L reply_Qh_brk_Jh_cbr_call
 L reply_Qh_brk_Qs_cbr_fold
 L reply_Qh_brk_Qs_cbr_call
 L reply_Qh_brk_Ks_cbr_fold
 L reply_Qh_brk_Ks_cbr_call
 L reply_Qh_brk_Kh_cbr_fold
 L reply_Qh_brk_Kh_cbr_call
 L reply_Ks_cbk_Jh_cbr_fold
 L reply_Ks_cbk_Jh_cbr_call
 L reply_Ks_cbk_Qs_cbr_fold
 L reply_Ks_cbk_Qs_cbr_call
 L reply_Ks_cbk_Qh_cbr_fold
 L reply_Ks_cbk_Qh_cbr_call
 L reply_Ks_cbk_Kh_cbr_fold
 L reply_Ks_cbk_Kh_cbr_call
 L reply_Ks_brk_Jh_cbr_fold
 L reply_Ks_brk_Jh_cbr_call
 L reply_Ks_brk_Qs_cbr_fold
 L reply_Ks_brk_Qs_cbr_call
 L reply_Ks_brk_Qh_cbr_fold
 L reply_Ks_brk_Qh_cbr_call
 L reply_Ks_brk_Kh_cbr_fold
 L reply_Ks_brk_Kh_cbr_call
 L reply_Kh_cbk_Jh_cbr_fold
 L reply_Kh_cbk_Jh_cbr_call
 L reply_Kh_cbk_Qs_cbr_fold
 L reply_Kh_cbk_Qs_cbr_call
 L reply_Kh_cbk_Qh_cbr_fold
 L reply_Kh_cbk_Qh_cbr_call
 L reply_Kh_cbk_Ks_cbr_fold
 L reply_Kh_cbk_Ks_cbr_call
 L reply_Kh_brk_Jh_cbr_fold
 L reply_Kh_brk_Jh_cbr_call
 L reply_Kh_brk_Qs_cbr_fold
 L reply_Kh_brk_Qs_cbr_call
 L reply_Kh_brk_Qh_cbr_fold
 L reply_Kh_brk_Qh_cbr_call
 L reply_Kh_brk_Ks_cbr_fold
 L reply_Kh_brk_Ks_cbr_call
 L reply_Js_cbk_Qs_cbr_fold
 L reply_Js_cbk_Qs_cbr_call
 L reply_Js_cbk_Qh_cbr_fold
 L reply_Js_cbk_Qh_cbr_call
 L reply_Js_cbk_Ks_cbr_fold
 L reply_Js_cbk_Ks_cbr_call
 L reply_Js_cbk_Kh_cbr_fold
 L reply_Js_cbk_Kh_cbr_call
 L reply_Js_brk_Qs_cbr_fold
 L reply_Js_brk_Qs_cbr_call
 L reply_Js_brk_Qh_cbr_fold
 L reply_Js_brk_Qh_cbr_call
 L reply_Js_brk_Ks_cbr_fold
 L reply_Js_brk_Ks_cbr_call
 L reply_Js_brk_Kh_cbr_fold
 L reply_Js_brk_Kh_cbr_call
 L reply_Qs_cbk_Js_cbr_fold
 L reply_Qs_cbk_Js_cbr_call
 L reply_Qs_brk_Js_cbr_fold
 L reply_Qs_brk_Js_cbr_call
 L reply_Qh_cbk_Js_cbr_fold
 L reply_Qh_cbk_Js_cbr_call
 L reply_Qh_brk_Js_cbr_fold
 L reply_Qh_brk_Js_cbr_call
 L reply_Ks_cbk_Js_cbr_fold
 L reply_Ks_cbk_Js_cbr_call
 L reply_Ks_brk_Js_cbr_fold
 L reply_Ks_brk_Js_cbr_call
 L reply_Kh_cbk_Js_cbr_fold
 L reply_Kh_cbk_Js_cbr_call
 L reply_Kh_brk_Js_cbr_fold
 L reply_Kh_brk_Js_cbr_call
 L reply_Js_cbk_Jh_cbr_fold
 L reply_Js_cbk_Jh_cbr_call
 L reply_Js_brk_Jh_cbr_fold
 L reply_Js_brk_Jh_cbr_call
 L reply_Jh_cbk_Js_cbr_fold
 L reply_Jh_cbk_Js_cbr_call
 L reply_Jh_brk_Js_cbr_fold
 L reply_Jh_brk_Js_cbr_call
 L reply_Jh_cbrk_Qs_cbr_fold
 L reply_Jh_cbrk_Qs_cbr_call
 L reply_Jh_cbrk_Qh_cbr_fold
 L reply_Jh_cbrk_Qh_cbr_call
 L reply_Jh_cbrk_Ks_cbr_fold
 L reply_Jh_cbrk_Ks_cbr_call
 L reply_Jh_cbrk_Kh_cbr_fold
 L reply_Jh_cbrk_Kh_cbr_call
 L reply_Qs_cbrk_Jh_cbr_fold
 L reply_Qs_cbrk_Jh_cbr_call
 L reply_Qs_cbrk_Qh_cbr_fold
 L reply_Qs_cbrk_Qh_cbr_call
 L reply_Qs_cbrk_Ks_cbr_fold
 L reply_Qs_cbrk_Ks_cbr_call
 L reply_Qs_cbrk_Kh_cbr_fold
 L reply_Qs_cbrk_Kh_cbr_call
 L reply_Qh_cbrk_Jh_cbr_fold
 L reply_Qh_cbrk_Jh_cbr_call
 L reply_Qh_cbrk_Qs_cbr_fold
 L reply_Qh_cbrk_Qs_cbr_call
 L reply_Qh_cbrk_Ks_cbr_fold
 L reply_Qh_cbrk_Ks_cbr_call
 L reply_Qh_cbrk_Kh_cbr_fold
 L reply_Qh_cbrk_Kh_cbr_call
 L reply_Ks_cbrk_Jh_cbr_fold
 L reply_Ks_cbrk_Jh_cbr_call
 L reply_Ks_cbrk_Qs_cbr_fold
 L reply_Ks_cbrk_Qs_cbr_call
 L reply_Ks_cbrk_Qh_cbr_fold
 L reply_Ks_cbrk_Qh_cbr_call
 L reply_Ks_cbrk_Kh_cbr_fold
 L reply_Ks_cbrk_Kh_cbr_call
 L reply_Kh_cbrk_Jh_cbr_fold
 L reply_Kh_cbrk_Jh_cbr_call
 L reply_Kh_cbrk_Qs_cbr_fold
 L reply_Kh_cbrk_Qs_cbr_call
 L reply_Kh_cbrk_Qh_cbr_fold
 L reply_Kh_cbrk_Qh_cbr_call
 L reply_Kh_cbrk_Ks_cbr_fold
 L reply_Kh_cbrk_Ks_cbr_call
 L reply_Js_cbrk_Qs_cbr_fold
 L reply_Js_cbrk_Qs_cbr_call
 L reply_Js_cbrk_Qh_cbr_fold
 L reply_Js_cbrk_Qh_cbr_call
 L reply_Js_cbrk_Ks_cbr_fold
 L reply_Js_cbrk_Ks_cbr_call
 L reply_Js_cbrk_Kh_cbr_fold
 L reply_Js_cbrk_Kh_cbr_call
 L reply_Qs_cbrk_Js_cbr_fold
 L reply_Qs_cbrk_Js_cbr_call
 L reply_Qh_cbrk_Js_cbr_fold
 L reply_Qh_cbrk_Js_cbr_call
 L reply_Ks_cbrk_Js_cbr_fold
 L reply_Ks_cbrk_Js_cbr_call
 L reply_Kh_cbrk_Js_cbr_fold
 L reply_Kh_cbrk_Js_cbr_call
 L reply_Js_cbrk_Jh_cbr_fold
 L reply_Js_cbrk_Jh_cbr_call
 L reply_Jh_cbrk_Js_cbr_fold
 L reply_Jh_cbrk_Js_cbr_call
COLUMNS
 weight__ plan__ 1
 weight__ plan_Js_ -1
 weight__ plan_Jh_ -1
 weight__ plan_Qs_ -1
 weight__ plan_Qh_ -1
 weight__ plan_Ks_ -1
 weight__ plan_Kh_ -1
 weight_Js__check plan_Js_ 1
 weight_Js__check plan_Js_cb -1
 weight_Js__check plan_Js_cc_Qs_ -1
 weight_Js__check plan_Js_cc_Qh_ -1
 weight_Js__check plan_Js_cc_Ks_ -1
 weight_Js__check plan_Js_cc_Kh_ -1
 weight_Js__check plan_Js_cc_Jh_ -1
 weight_Js__bet plan_Js_ 1
 weight_Js__bet plan_Js_br -1
 weight_Js__bet plan_Js_bk_Qs_ -1
 weight_Js__bet plan_Js_bk_Qh_ -1
 weight_Js__bet plan_Js_bk_Ks_ -1
 weight_Js__bet plan_Js_bk_Kh_ -1
 weight_Js__bet plan_Js_bk_Jh_ -1
 weight_Js__bet reply_Jh_b_fold -0.03333333333333333
 weight_Js__bet reply_Qs_b_fold -0.03333333333333333
 weight_Js__bet reply_Qh_b_fold -0.03333333333333333
 weight_Js__bet reply_Ks_b_fold -0.03333333333333333
 weight_Js__bet reply_Kh_b_fold -0.03333333333333333
 weight_Jh__check plan_Jh_ 1
 weight_Jh__check plan_Jh_cb -1
 weight_Jh__check plan_Jh_cc_Qs_ -1
 weight_Jh__check plan_Jh_cc_Qh_ -1
 weight_Jh__check plan_Jh_cc_Ks_ -1
 weight_Jh__check plan_Jh_cc_Kh_ -1
 weight_Jh__check plan_Jh_cc_Js_ -1
 weight_Jh__bet plan_Jh_ 1
 weight_Jh__bet plan_Jh_br -1
 weight_Jh__bet plan_Jh_bk_Qs_ -1
 weight_Jh__bet plan_Jh_bk_Qh_ -1
 weight_Jh__bet plan_Jh_bk_Ks_ -1
 weight_Jh__bet plan_Jh_bk_Kh_ -1
 weight_Jh__bet plan_Jh_bk_Js_ -1
 weight_Jh__bet reply_Qs_b_fold -0.03333333333333333
 weight_Jh__bet reply_Qh_b_fold -0.03333333333333333
 weight_Jh__bet reply_Ks_b_fold -0.03333333333333333
 weight_Jh__bet reply_Kh_b_fold -0.03333333333333333
 weight_Jh__bet reply_Js_b_fold -0.03333333333333333
 weight_Qs__check plan_Qs_ 1
 weight_Qs__check plan_Qs_cb -1
 weight_Qs__check plan_Qs_cc_Jh_ -1
 weight_Qs__check plan_Qs_cc_Qh_ -1
 weight_Qs__check plan_Qs_cc_Ks_ -1
 weight_Qs__check plan_Qs_cc_Kh_ -1
 weight_Qs__check plan_Qs_cc_Js_ -1
 weight_Qs__bet plan_Qs_ 1
 weight_Qs__bet plan_Qs_br -1
 weight_Qs__bet plan_Qs_bk_Jh_ -1
 weight_Qs__bet plan_Qs_bk_Qh_ -1
 weight_Qs__bet plan_Qs_bk_Ks_ -1
 weight_Qs__bet plan_Qs_bk_Kh_ -1
 weight_Qs__bet plan_Qs_bk_Js_ -1
 weight_Qs__bet reply_Jh_b_fold -0.03333333333333333
 weight_Qs__bet reply_Qh_b_fold -0.03333333333333333
 weight_Qs__bet reply_Ks_b_fold -0.03333333333333333
 weight_Qs__bet reply_Kh_b_fold -0.03333333333333333
 weight_Qs__bet reply_Js_b_fold -0.03333333333333333
 weight_Qh__check plan_Qh_ 1
 weight_Qh__check plan_Qh_cb -1
 weight_Qh__check plan_Qh_cc_Jh_ -1
 weight_Qh__check plan_Qh_cc_Qs_ -1
 weight_Qh__check plan_Qh_cc_Ks_ -1
 weight_Qh__check plan_Qh_cc_Kh_ -1
 weight_Qh__check plan_Qh_cc_Js_ -1
 weight_Qh__bet plan_Qh_ 1
 weight_Qh__bet plan_Qh_br -1
 weight_Qh__bet plan_Qh_bk_Jh_ -1
 weight_Qh__bet plan_Qh_bk_Qs_ -1
 weight_Qh__bet plan_Qh_bk_Ks_ -1
 weight_Qh__bet plan_Qh_bk_Kh_ -1
 weight_Qh__bet plan_Qh_bk_Js_ -1
 weight_Qh__bet reply_Jh_b_fold -0.03333333333333333
 weight_Qh__bet reply_Qs_b_fold -0.03333333333333333
 weight_Qh__bet reply_Ks_b_fold -0.03333333333333333
 weight_Qh__bet reply_Kh_b_fold -0.03333333333333333
 weight_Qh__bet reply_Js_b_fold -0.03333333333333333
 weight_Ks__check plan_Ks_ 1
 weight_Ks__check plan_Ks_cb -1
 weight_Ks__check plan_Ks_cc_Jh_ -1
 weight_Ks__check plan_Ks_cc_Qs_ -1
 weight_Ks__check plan_Ks_cc_Qh_ -1
 weight_Ks__check plan_Ks_cc_Kh_ -1
 weight_Ks__check plan_Ks_cc_Js_ -1
 weight_Ks__bet plan_Ks_ 1
 weight_Ks__bet plan_Ks_br -1
 weight_Ks__bet plan_Ks_bk_Jh_ -1
 weight_Ks__bet plan_Ks_bk_Qs_ -1
 weight_Ks__bet plan_Ks_bk_Qh_ -1
 weight_Ks__bet plan_Ks_bk_Kh_ -1
 weight_Ks__bet plan_Ks_bk_Js_ -1
 weight_Ks__bet reply_Jh_b_fold -0.03333333333333333
 weight_Ks__bet reply_Qs_b_fold -0.03333333333333333
 weight_Ks__bet reply_Qh_b_fold -0.03333333333333333
 weight_Ks__bet reply_Kh_b_fold -0.03333333333333333
 weight_Ks__bet reply_Js_b_fold -0.03333333333333333
 weight_Kh__check plan_Kh_ 1
 weight_Kh__check plan_Kh_cb -1
 weight_Kh__check plan_Kh_cc_Jh_ -1
 weight_Kh__check plan_Kh_cc_Qs_ -1
 weight_Kh__check plan_Kh_cc_Qh_ -1
 weight_Kh__check plan_Kh_cc_Ks_ -1
 weight_Kh__check plan_Kh_cc_Js_ -1
 weight_Kh__bet plan_Kh_ 1
 weight_Kh__bet plan_Kh_br -1
 weight_Kh__bet plan_Kh_bk_Jh_ -1
 weight_Kh__bet plan_Kh_bk_Qs_ -1
 weight_Kh__bet plan_Kh_bk_Qh_ -1
 weight_Kh__bet plan_Kh_bk_Ks_ -1
 weight_Kh__bet plan_Kh_bk_Js_ -1
 weight_Kh__bet reply_Jh_b_fold -0.03333333333333333
 weight_Kh__bet reply_Qs_b_fold -0.03333333333333333
 weight_Kh__bet reply_Qh_b_fold -0.03333333333333333
 weight_Kh__bet reply_Ks_b_fold -0.03333333333333333
 weight_Kh__bet reply_Js_b_fold -0.03333333333333333
 weight_Js_cb_fold plan_Js_cb 1
 weight_Js_cb_fold reply_Jh_c_bet 0.03333333333333333
 weight_Js_cb_fold reply_Qs_c_bet 0.03333333333333333
 weight_Js_cb_fold reply_Qh_c_bet 0.03333333333333333
 weight_Js_cb_fold reply_Ks_c_bet 0.03333333333333333
 weight_Js_cb_fold reply_Kh_c_bet 0.03333333333333333
 weight_Js_cb_call plan_Js_cb 1
 weight_Js_cb_call plan_Js_cbk_Qs_ -1
 weight_Js_cb_call plan_Js_cbk_Qh_ -1
 weight_Js_cb_call plan_Js_cbk_Ks_ -1
 weight_Js_cb_call plan_Js_cbk_Kh_ -1
 weight_Js_cb_call plan_Js_cbk_Jh_ -1
 weight_Js_cb_raise plan_Js_cb 1
 weight_Js_cb_raise plan_Js_cbrk_Qs_ -1
 weight_Js_cb_raise plan_Js_cbrk_Qh_ -1
 weight_Js_cb_raise plan_Js_cbrk_Ks_ -1
 weight_Js_cb_raise plan_Js_cbrk_Kh_ -1
 weight_Js_cb_raise plan_Js_cbrk_Jh_ -1
 weight_Js_cb_raise reply_Jh_cbr_fold -0.1
 weight_Js_cb_raise reply_Qs_cbr_fold -0.1
 weight_Js_cb_raise reply_Qh_cbr_fold -0.1
 weight_Js_cb_raise reply_Ks_cbr_fold -0.1
 weight_Js_cb_raise reply_Kh_cbr_fold -0.1
 weight_Js_br_fold plan_Js_br 1
 weight_Js_br_fold reply_Jh_b_raise 0.1
 weight_Js_br_fold reply_Qs_b_raise 0.1
 weight_Js_br_fold reply_Qh_b_raise 0.1
 weight_Js_br_fold reply_Ks_b_raise 0.1
 weight_Js_br_fold reply_Kh_b_raise 0.1
 weight_Js_br_call plan_Js_br 1
 weight_Js_br_call plan_Js_brk_Qs_ -1
 weight_Js_br_call plan_Js_brk_Qh_ -1
 weight_Js_br_call plan_Js_brk_Ks_ -1
 weight_Js_br_call plan_Js_brk_Kh_ -1
 weight_Js_br_call plan_Js_brk_Jh_ -1
 weight_Jh_cb_fold plan_Jh_cb 1
 weight_Jh_cb_fold reply_Qs_c_bet 0.03333333333333333
 weight_Jh_cb_fold reply_Qh_c_bet 0.03333333333333333
 weight_Jh_cb_fold reply_Ks_c_bet 0.03333333333333333
 weight_Jh_cb_fold reply_Kh_c_bet 0.03333333333333333
 weight_Jh_cb_fold reply_Js_c_bet 0.03333333333333333
 weight_Jh_cb_call plan_Jh_cb 1
 weight_Jh_cb_call plan_Jh_cbk_Qs_ -1
 weight_Jh_cb_call plan_Jh_cbk_Qh_ -1
 weight_Jh_cb_call plan_Jh_cbk_Ks_ -1
 weight_Jh_cb_call plan_Jh_cbk_Kh_ -1
 weight_Jh_cb_call plan_Jh_cbk_Js_ -1
 weight_Jh_cb_raise plan_Jh_cb 1
 weight_Jh_cb_raise plan_Jh_cbrk_Qs_ -1
 weight_Jh_cb_raise plan_Jh_cbrk_Qh_ -1
 weight_Jh_cb_raise plan_Jh_cbrk_Ks_ -1
 weight_Jh_cb_raise plan_Jh_cbrk_Kh_ -1
 weight_Jh_cb_raise plan_Jh_cbrk_Js_ -1
 weight_Jh_cb_raise reply_Qs_cbr_fold -0.1
 weight_Jh_cb_raise reply_Qh_cbr_fold -0.1
 weight_Jh_cb_raise reply_Ks_cbr_fold -0.1
 weight_Jh_cb_raise reply_Kh_cbr_fold -0.1
 weight_Jh_cb_raise reply_Js_cbr_fold -0.1
 weight_Jh_br_fold plan_Jh_br 1
 weight_Jh_br_fold reply_Qs_b_raise 0.1
 weight_Jh_br_fold reply_Qh_b_raise 0.1
 weight_Jh_br_fold reply_Ks_b_raise 0.1
 weight_Jh_br_fold reply_Kh_b_raise 0.1
 weight_Jh_br_fold reply_Js_b_raise 0.1
 weight_Jh_br_call plan_Jh_br 1
 weight_Jh_br_call plan_Jh_brk_Qs_ -1
 weight_Jh_br_call plan_Jh_brk_Qh_ -1
 weight_Jh_br_call plan_Jh_brk_Ks_ -1
 weight_Jh_br_call plan_Jh_brk_Kh_ -1
 weight_Jh_br_call plan_Jh_brk_Js_ -1
 weight_Qs_cb_fold plan_Qs_cb 1
 weight_Qs_cb_fold reply_Jh_c_bet 0.03333333333333333
 weight_Qs_cb_fold reply_Qh_c_bet 0.03333333333333333
 weight_Qs_cb_fold reply_Ks_c_bet 0.03333333333333333
 weight_Qs_cb_fold reply_Kh_c_bet 0.03333333333333333
 weight_Qs_cb_fold reply_Js_c_bet 0.03333333333333333
 weight_Qs_cb_call plan_Qs_cb 1
 weight_Qs_cb_call plan_Qs_cbk_Jh_ -1
 weight_Qs_cb_call plan_Qs_cbk_Qh_ -1
 weight_Qs_cb_call plan_Qs_cbk_Ks_ -1
 weight_Qs_cb_call plan_Qs_cbk_Kh_ -1
 weight_Qs_cb_call plan_Qs_cbk_Js_ -1
 weight_Qs_cb_raise plan_Qs_cb 1
 weight_Qs_cb_raise plan_Qs_cbrk_Jh_ -1
 weight_Qs_cb_raise plan_Qs_cbrk_Qh_ -1
 weight_Qs_cb_raise plan_Qs_cbrk_Ks_ -1
 weight_Qs_cb_raise plan_Qs_cbrk_Kh_ -1
 weight_Qs_cb_raise plan_Qs_cbrk_Js_ -1
 weight_Qs_cb_raise reply_Jh_cbr_fold -0.1
 weight_Qs_cb_raise reply_Qh_cbr_fold -0.1
 weight_Qs_cb_raise reply_Ks_cbr_fold -0.1
 weight_Qs_cb_raise reply_Kh_cbr_fold -0.1
 weight_Qs_cb_raise reply_Js_cbr_fold -0.1
 weight_Qs_br_fold plan_Qs_br 1
 weight_Qs_br_fold reply_Jh_b_raise 0.1
 weight_Qs_br_fold reply_Qh_b_raise 0.1
 weight_Qs_br_fold reply_Ks_b_raise 0.1
 weight_Qs_br_fold reply_Kh_b_raise 0.1
 weight_Qs_br_fold reply_Js_b_raise 0.1
 weight_Qs_br_call plan_Qs_br 1
 weight_Qs_br_call plan_Qs_brk_Jh_ -1
 weight_Qs_br_call plan_Qs_brk_Qh_ -1
 weight_Qs_br_call plan_Qs_brk_Ks_ -1
 weight_Qs_br_call plan_Qs_brk_Kh_ -1
 weight_Qs_br_call plan_Qs_brk_Js_ -1
 weight_Qh_cb_fold plan_Qh_cb 1
 weight_Qh_cb_fold reply_Jh_c_bet 0.03333333333333333
 weight_Qh_cb_fold reply_Qs_c_bet 0.03333333333333333
 weight_Qh_cb_fold reply_Ks_c_bet 0.03333333333333333
 weight_Qh_cb_fold reply_Kh_c_bet 0.03333333333333333
 weight_Qh_cb_fold reply_Js_c_bet 0.03333333333333333
 weight_Qh_cb_call plan_Qh_cb 1
 weight_Qh_cb_call plan_Qh_cbk_Jh_ -1
 weight_Qh_cb_call plan_Qh_cbk_Qs_ -1
 weight_Qh_cb_call plan_Qh_cbk_Ks_ -1
 weight_Qh_cb_call plan_Qh_cbk_Kh_ -1
 weight_Qh_cb_call plan_Qh_cbk_Js_ -1
 weight_Qh_cb_raise plan_Qh_cb 1
 weight_Qh_cb_raise plan_Qh_cbrk_Jh_ -1
 weight_Qh_cb_raise plan_Qh_cbrk_Qs_ -1
 weight_Qh_cb_raise plan_Qh_cbrk_Ks_ -1
 weight_Qh_cb_raise plan_Qh_cbrk_Kh_ -1
 weight_Qh_cb_raise plan_Qh_cbrk_Js_ -1
 weight_Qh_cb_raise reply_Jh_cbr_fold -0.1
 weight_Qh_cb_raise reply_Qs_cbr_fold -0.1
 weight_Qh_cb_raise reply_Ks_cbr_fold -0.1
 weight_Qh_cb_raise reply_Kh_cbr_fold -0.1
 weight_Qh_cb_raise reply_Js_cbr_fold -0.1
 weight_Qh_br_fold plan_Qh_br 1
 weight_Qh_br_fold reply_Jh_b_raise 0.1
 weight_Qh_br_fold reply_Qs_b_raise 0.1
 weight_Qh_br_fold reply_Ks_b_raise 0.1
 weight_Qh_br_fold reply_Kh_b_raise 0.1
 weight_Qh_br_fold reply_Js_b_raise 0.1
 weight_Qh_br_call plan_Qh_br 1
 weight_Qh_br_call plan_Qh_brk_Jh_ -1
 weight_Qh_br_call plan_Qh_brk_Qs_ -1
 weight_Qh_br_call plan_Qh_brk_Ks_ -1
 weight_Qh_br_call plan_Qh_brk_Kh_ -1
 weight_Qh_br_call plan_Qh_brk_Js_ -1
 weight_Ks_cb_fold plan_Ks_cb 1
 weight_Ks_cb_fold reply_Jh_c_bet 0.03333333333333333
 weight_Ks_cb_fold reply_Qs_c_bet 0.03333333333333333
 weight_Ks_cb_fold reply_Qh_c_bet 0.03333333333333333
 weight_Ks_cb_fold reply_Kh_c_bet 0.03333333333333333
 weight_Ks_cb_fold reply_Js_c_bet 0.03333333333333333
 weight_Ks_cb_call plan_Ks_cb 1
 weight_Ks_cb_call plan_Ks_cbk_Jh_ -1
 weight_Ks_cb_call plan_Ks_cbk_Qs_ -1
 weight_Ks_cb_call plan_Ks_cbk_Qh_ -1
 weight_Ks_cb_call plan_Ks_cbk_Kh_ -1
 weight_Ks_cb_call plan_Ks_cbk_Js_ -1
 weight_Ks_cb_raise plan_Ks_cb 1
 weight_Ks_cb_raise plan_Ks_cbrk_Jh_ -1
 weight_Ks_cb_raise plan_Ks_cbrk_Qs_ -1
 weight_Ks_cb_raise plan_Ks_cbrk_Qh_ -1
 weight_Ks_cb_raise plan_Ks_cbrk_Kh_ -1
 weight_Ks_cb_raise plan_Ks_cbrk_Js_ -1
 weight_Ks_cb_raise reply_Jh_cbr_fold -0.1
 weight_Ks_cb_raise reply_Qs_cbr_fold -0.1
 weight_Ks_cb_raise reply_Qh_cbr_fold -0.1
 weight_Ks_cb_raise reply_Kh_cbr_fold -0.1
 weight_Ks_cb_raise reply_Js_cbr_fold -0.1
 weight_Ks_br_fold plan_Ks_br 1
 weight_Ks_br_fold reply_Jh_b_raise 0.1
 weight_Ks_br_fold reply_Qs_b_raise 0.1
 weight_Ks_br_fold reply_Qh_b_raise 0.1
 weight_Ks_br_fold reply_Kh_b_raise 0.1
 weight_Ks_br_fold reply_Js_b_raise 0.1
 weight_Ks_br_call plan_Ks_br 1
 weight_Ks_br_call plan_Ks_brk_Jh_ -1
 weight_Ks_br_call plan_Ks_brk_Qs_ -1
 weight_Ks_br_call plan_Ks_brk_Qh_ -1
 weight_Ks_br_call plan_Ks_brk_Kh_ -1
 weight_Ks_br_call plan_Ks_brk_Js_ -1
 weight_Kh_cb_fold plan_Kh_cb 1
 weight_Kh_cb_fold reply_Jh_c_bet 0.03333333333333333
 weight_Kh_cb_fold reply_Qs_c_bet 0.03333333333333333
 weight_Kh_cb_fold reply_Qh_c_bet 0.03333333333333333
 weight_Kh_cb_fold reply_Ks_c_bet 0.03333333333333333
 weight_Kh_cb_fold reply_Js_c_bet 0.03333333333333333
 weight_Kh_cb_call plan_Kh_cb 1
 weight_Kh_cb_call plan_Kh_cbk_Jh_ -1
 weight_Kh_cb_call plan_Kh_cbk_Qs_ -1
 weight_Kh_cb_call plan_Kh_cbk_Qh_ -1
 weight_Kh_cb_call plan_Kh_cbk_Ks_ -1
 weight_Kh_cb_call plan_Kh_cbk_Js_ -1
 weight_Kh_cb_raise plan_Kh_cb 1
 weight_Kh_cb_raise plan_Kh_cbrk_Jh_ -1
 weight_Kh_cb_raise plan_Kh_cbrk_Qs_ -1
 weight_Kh_cb_raise plan_Kh_cbrk_Qh_ -1
 weight_Kh_cb_raise plan_Kh_cbrk_Ks_ -1
 weight_Kh_cb_raise plan_Kh_cbrk_Js_ -1
 weight_Kh_cb_raise reply_Jh_cbr_fold -0.1
 weight_Kh_cb_raise reply_Qs_cbr_fold -0.1
 weight_Kh_cb_raise reply_Qh_cbr_fold -0.1
 weight_Kh_cb_raise reply_Ks_cbr_fold -0.1
 weight_Kh_cb_raise reply_Js_cbr_fold -0.1
 weight_Kh_br_fold plan_Kh_br 1
 weight_Kh_br_fold reply_Jh_b_raise 0.1
 weight_Kh_br_fold reply_Qs_b_raise 0.1
 weight_Kh_br_fold reply_Qh_b_raise 0.1
 weight_Kh_br_fold reply_Ks_b_raise 0.1
 weight_Kh_br_fold reply_Js_b_raise 0.1
 weight_Kh_br_call plan_Kh_br 1
 weight_Kh_br_call plan_Kh_brk_Jh_ -1
 weight_Kh_br_call plan_Kh_brk_Qs_ -1
 weight_Kh_br_call plan_Kh_brk_Qh_ -1
 weight_Kh_br_call plan_Kh_brk_Ks_ -1
 weight_Kh_br_call plan_Kh_brk_Js_ -1
 weight_Js_cc_Qs__check plan_Js_cc_Qs_ 1
 weight_Js_cc_Qs__check plan_Js_cc_Qs_cb -1
 weight_Js_cc_Qs__check reply_Qh_cc_Qs_c_check 0.008333333333333333
 weight_Js_cc_Qs__check reply_Ks_cc_Qs_c_check 0.008333333333333333
 weight_Js_cc_Qs__check reply_Kh_cc_Qs_c_check 0.008333333333333333
 weight_Js_cc_Qs__bet plan_Js_cc_Qs_ 1
 weight_Js_cc_Qs__bet plan_Js_cc_Qs_br -1
 weight_Js_cc_Qs__bet reply_Jh_cc_Qs_b_fold -0.008333333333333333
 weight_Js_cc_Qs__bet reply_Qh_cc_Qs_b_fold -0.008333333333333333
 weight_Js_cc_Qs__bet reply_Qh_cc_Qs_b_call 0.041666666666666664
 weight_Js_cc_Qs__bet reply_Ks_cc_Qs_b_fold -0.008333333333333333
 weight_Js_cc_Qs__bet reply_Ks_cc_Qs_b_call 0.041666666666666664
 weight_Js_cc_Qs__bet reply_Kh_cc_Qs_b_fold -0.008333333333333333
 weight_Js_cc_Qs__bet reply_Kh_cc_Qs_b_call 0.041666666666666664
 weight_Js_cc_Qh__check plan_Js_cc_Qh_ 1
 weight_Js_cc_Qh__check plan_Js_cc_Qh_cb -1
 weight_Js_cc_Qh__check reply_Qs_cc_Qh_c_check 0.008333333333333333
 weight_Js_cc_Qh__check reply_Ks_cc_Qh_c_check 0.008333333333333333
 weight_Js_cc_Qh__check reply_Kh_cc_Qh_c_check 0.008333333333333333
 weight_Js_cc_Qh__bet plan_Js_cc_Qh_ 1
 weight_Js_cc_Qh__bet plan_Js_cc_Qh_br -1
 weight_Js_cc_Qh__bet reply_Jh_cc_Qh_b_fold -0.008333333333333333
 weight_Js_cc_Qh__bet reply_Qs_cc_Qh_b_fold -0.008333333333333333
 weight_Js_cc_Qh__bet reply_Qs_cc_Qh_b_call 0.041666666666666664
 weight_Js_cc_Qh__bet reply_Ks_cc_Qh_b_fold -0.008333333333333333
 weight_Js_cc_Qh__bet reply_Ks_cc_Qh_b_call 0.041666666666666664
 weight_Js_cc_Qh__bet reply_Kh_cc_Qh_b_fold -0.008333333333333333
 weight_Js_cc_Qh__bet reply_Kh_cc_Qh_b_call 0.041666666666666664
 weight_Js_cc_Ks__check plan_Js_cc_Ks_ 1
 weight_Js_cc_Ks__check plan_Js_cc_Ks_cb -1
 weight_Js_cc_Ks__check reply_Qs_cc_Ks_c_check 0.008333333333333333
 weight_Js_cc_Ks__check reply_Qh_cc_Ks_c_check 0.008333333333333333
 weight_Js_cc_Ks__check reply_Kh_cc_Ks_c_check 0.008333333333333333
 weight_Js_cc_Ks__bet plan_Js_cc_Ks_ 1
 weight_Js_cc_Ks__bet plan_Js_cc_Ks_br -1
 weight_Js_cc_Ks__bet reply_Jh_cc_Ks_b_fold -0.008333333333333333
 weight_Js_cc_Ks__bet reply_Qs_cc_Ks_b_fold -0.008333333333333333
 weight_Js_cc_Ks__bet reply_Qs_cc_Ks_b_call 0.041666666666666664
 weight_Js_cc_Ks__bet reply_Qh_cc_Ks_b_fold -0.008333333333333333
 weight_Js_cc_Ks__bet reply_Qh_cc_Ks_b_call 0.041666666666666664
 weight_Js_cc_Ks__bet reply_Kh_cc_Ks_b_fold -0.008333333333333333
 weight_Js_cc_Ks__bet reply_Kh_cc_Ks_b_call 0.041666666666666664
 weight_Js_cc_Kh__check plan_Js_cc_Kh_ 1
 weight_Js_cc_Kh__check plan_Js_cc_Kh_cb -1
 weight_Js_cc_Kh__check reply_Qs_cc_Kh_c_check 0.008333333333333333
 weight_Js_cc_Kh__check reply_Qh_cc_Kh_c_check 0.008333333333333333
 weight_Js_cc_Kh__check reply_Ks_cc_Kh_c_check 0.008333333333333333
 weight_Js_cc_Kh__bet plan_Js_cc_Kh_ 1
 weight_Js_cc_Kh__bet plan_Js_cc_Kh_br -1
 weight_Js_cc_Kh__bet reply_Jh_cc_Kh_b_fold -0.008333333333333333
 weight_Js_cc_Kh__bet reply_Qs_cc_Kh_b_fold -0.008333333333333333
 weight_Js_cc_Kh__bet reply_Qs_cc_Kh_b_call 0.041666666666666664
 weight_Js_cc_Kh__bet reply_Qh_cc_Kh_b_fold -0.008333333333333333
 weight_Js_cc_Kh__bet reply_Qh_cc_Kh_b_call 0.041666666666666664
 weight_Js_cc_Kh__bet reply_Ks_cc_Kh_b_fold -0.008333333333333333
 weight_Js_cc_Kh__bet reply_Ks_cc_Kh_b_call 0.041666666666666664
 weight_Js_bk_Qs__check plan_Js_bk_Qs_ 1
 weight_Js_bk_Qs__check plan_Js_bk_Qs_cb -1
 weight_Js_bk_Qs__check reply_Qh_bk_Qs_c_check 0.025
 weight_Js_bk_Qs__check reply_Ks_bk_Qs_c_check 0.025
 weight_Js_bk_Qs__check reply_Kh_bk_Qs_c_check 0.025
 weight_Js_bk_Qs__bet plan_Js_bk_Qs_ 1
 weight_Js_bk_Qs__bet plan_Js_bk_Qs_br -1
 weight_Js_bk_Qs__bet reply_Jh_bk_Qs_b_fold -0.025
 weight_Js_bk_Qs__bet reply_Qh_bk_Qs_b_fold -0.025
 weight_Js_bk_Qs__bet reply_Qh_bk_Qs_b_call 0.058333333333333334
 weight_Js_bk_Qs__bet reply_Ks_bk_Qs_b_fold -0.025
 weight_Js_bk_Qs__bet reply_Ks_bk_Qs_b_call 0.058333333333333334
 weight_Js_bk_Qs__bet reply_Kh_bk_Qs_b_fold -0.025
 weight_Js_bk_Qs__bet reply_Kh_bk_Qs_b_call 0.058333333333333334
 weight_Js_bk_Qh__check plan_Js_bk_Qh_ 1
 weight_Js_bk_Qh__check plan_Js_bk_Qh_cb -1
 weight_Js_bk_Qh__check reply_Qs_bk_Qh_c_check 0.025
 weight_Js_bk_Qh__check reply_Ks_bk_Qh_c_check 0.025
 weight_Js_bk_Qh__check reply_Kh_bk_Qh_c_check 0.025
 weight_Js_bk_Qh__bet plan_Js_bk_Qh_ 1
 weight_Js_bk_Qh__bet plan_Js_bk_Qh_br -1
 weight_Js_bk_Qh__bet reply_Jh_bk_Qh_b_fold -0.025
 weight_Js_bk_Qh__bet reply_Qs_bk_Qh_b_fold -0.025
 weight_Js_bk_Qh__bet reply_Qs_bk_Qh_b_call 0.058333333333333334
 weight_Js_bk_Qh__bet reply_Ks_bk_Qh_b_fold -0.025
 weight_Js_bk_Qh__bet reply_Ks_bk_Qh_b_call 0.058333333333333334
 weight_Js_bk_Qh__bet reply_Kh_bk_Qh_b_fold -0.025
 weight_Js_bk_Qh__bet reply_Kh_bk_Qh_b_call 0.058333333333333334
 weight_Js_bk_Ks__check plan_Js_bk_Ks_ 1
 weight_Js_bk_Ks__check plan_Js_bk_Ks_cb -1
 weight_Js_bk_Ks__check reply_Qs_bk_Ks_c_check 0.025
 weight_Js_bk_Ks__check reply_Qh_bk_Ks_c_check 0.025
 weight_Js_bk_Ks__check reply_Kh_bk_Ks_c_check 0.025
 weight_Js_bk_Ks__bet plan_Js_bk_Ks_ 1
 weight_Js_bk_Ks__bet plan_Js_bk_Ks_br -1
 weight_Js_bk_Ks__bet reply_Jh_bk_Ks_b_fold -0.025
 weight_Js_bk_Ks__bet reply_Qs_bk_Ks_b_fold -0.025
 weight_Js_bk_Ks__bet reply_Qs_bk_Ks_b_call 0.058333333333333334
 weight_Js_bk_Ks__bet reply_Qh_bk_Ks_b_fold -0.025
 weight_Js_bk_Ks__bet reply_Qh_bk_Ks_b_call 0.058333333333333334
 weight_Js_bk_Ks__bet reply_Kh_bk_Ks_b_fold -0.025
 weight_Js_bk_Ks__bet reply_Kh_bk_Ks_b_call 0.058333333333333334
 weight_Js_bk_Kh__check plan_Js_bk_Kh_ 1
 weight_Js_bk_Kh__check plan_Js_bk_Kh_cb -1
 weight_Js_bk_Kh__check reply_Qs_bk_Kh_c_check 0.025
 weight_Js_bk_Kh__check reply_Qh_bk_Kh_c_check 0.025
 weight_Js_bk_Kh__check reply_Ks_bk_Kh_c_check 0.025
 weight_Js_bk_Kh__bet plan_Js_bk_Kh_ 1
 weight_Js_bk_Kh__bet plan_Js_bk_Kh_br -1
 weight_Js_bk_Kh__bet reply_Jh_bk_Kh_b_fold -0.025
 weight_Js_bk_Kh__bet reply_Qs_bk_Kh_b_fold -0.025
 weight_Js_bk_Kh__bet reply_Qs_bk_Kh_b_call 0.058333333333333334
 weight_Js_bk_Kh__bet reply_Qh_bk_Kh_b_fold -0.025
 weight_Js_bk_Kh__bet reply_Qh_bk_Kh_b_call 0.058333333333333334
 weight_Js_bk_Kh__bet reply_Ks_bk_Kh_b_fold -0.025
 weight_Js_bk_Kh__bet reply_Ks_bk_Kh_b_call 0.058333333333333334
 weight_Js_cc_Jh__check plan_Js_cc_Jh_ 1
 weight_Js_cc_Jh__check plan_Js_cc_Jh_cb -1
 weight_Js_cc_Jh__check reply_Qs_cc_Jh_c_check -0.008333333333333333
 weight_Js_cc_Jh__check reply_Qh_cc_Jh_c_check -0.008333333333333333
 weight_Js_cc_Jh__check reply_Ks_cc_Jh_c_check -0.008333333333333333
 weight_Js_cc_Jh__check reply_Kh_cc_Jh_c_check -0.008333333333333333
 weight_Js_cc_Jh__bet plan_Js_cc_Jh_ 1
 weight_Js_cc_Jh__bet plan_Js_cc_Jh_br -1
 weight_Js_cc_Jh__bet reply_Qs_cc_Jh_b_fold -0.008333333333333333
 weight_Js_cc_Jh__bet reply_Qs_cc_Jh_b_call -0.041666666666666664
 weight_Js_cc_Jh__bet reply_Qh_cc_Jh_b_fold -0.008333333333333333
 weight_Js_cc_Jh__bet reply_Qh_cc_Jh_b_call -0.041666666666666664
 weight_Js_cc_Jh__bet reply_Ks_cc_Jh_b_fold -0.008333333333333333
 weight_Js_cc_Jh__bet reply_Ks_cc_Jh_b_call -0.041666666666666664
 weight_Js_cc_Jh__bet reply_Kh_cc_Jh_b_fold -0.008333333333333333
 weight_Js_cc_Jh__bet reply_Kh_cc_Jh_b_call -0.041666666666666664
 weight_Js_bk_Jh__check plan_Js_bk_Jh_ 1
 weight_Js_bk_Jh__check plan_Js_bk_Jh_cb -1
 weight_Js_bk_Jh__check reply_Qs_bk_Jh_c_check -0.025
 weight_Js_bk_Jh__check reply_Qh_bk_Jh_c_check -0.025
 weight_Js_bk_Jh__check reply_Ks_bk_Jh_c_check -0.025
 weight_Js_bk_Jh__check reply_Kh_bk_Jh_c_check -0.025
 weight_Js_bk_Jh__bet plan_Js_bk_Jh_ 1
 weight_Js_bk_Jh__bet plan_Js_bk_Jh_br -1
 weight_Js_bk_Jh__bet reply_Qs_bk_Jh_b_fold -0.025
 weight_Js_bk_Jh__bet reply_Qs_bk_Jh_b_call -0.058333333333333334
 weight_Js_bk_Jh__bet reply_Qh_bk_Jh_b_fold -0.025
 weight_Js_bk_Jh__bet reply_Qh_bk_Jh_b_call -0.058333333333333334
 weight_Js_bk_Jh__bet reply_Ks_bk_Jh_b_fold -0.025
 weight_Js_bk_Jh__bet reply_Ks_bk_Jh_b_call -0.058333333333333334
 weight_Js_bk_Jh__bet reply_Kh_bk_Jh_b_fold -0.025
 weight_Js_bk_Jh__bet reply_Kh_bk_Jh_b_call -0.058333333333333334
 weight_Jh_cc_Qs__check plan_Jh_cc_Qs_ 1
 weight_Jh_cc_Qs__check plan_Jh_cc_Qs_cb -1
 weight_Jh_cc_Qs__check reply_Qh_cc_Qs_c_check 0.008333333333333333
 weight_Jh_cc_Qs__check reply_Ks_cc_Qs_c_check 0.008333333333333333
 weight_Jh_cc_Qs__check reply_Kh_cc_Qs_c_check 0.008333333333333333
 weight_Jh_cc_Qs__bet plan_Jh_cc_Qs_ 1
 weight_Jh_cc_Qs__bet plan_Jh_cc_Qs_br -1
 weight_Jh_cc_Qs__bet reply_Qh_cc_Qs_b_fold -0.008333333333333333
 weight_Jh_cc_Qs__bet reply_Qh_cc_Qs_b_call 0.041666666666666664
 weight_Jh_cc_Qs__bet reply_Ks_cc_Qs_b_fold -0.008333333333333333
 weight_Jh_cc_Qs__bet reply_Ks_cc_Qs_b_call 0.041666666666666664
 weight_Jh_cc_Qs__bet reply_Kh_cc_Qs_b_fold -0.008333333333333333
 weight_Jh_cc_Qs__bet reply_Kh_cc_Qs_b_call 0.041666666666666664
 weight_Jh_cc_Qs__bet reply_Js_cc_Qs_b_fold -0.008333333333333333
 weight_Jh_cc_Qh__check plan_Jh_cc_Qh_ 1
 weight_Jh_cc_Qh__check plan_Jh_cc_Qh_cb -1
 weight_Jh_cc_Qh__check reply_Qs_cc_Qh_c_check 0.008333333333333333
 weight_Jh_cc_Qh__check reply_Ks_cc_Qh_c_check 0.008333333333333333
 weight_Jh_cc_Qh__check reply_Kh_cc_Qh_c_check 0.008333333333333333
 weight_Jh_cc_Qh__bet plan_Jh_cc_Qh_ 1
 weight_Jh_cc_Qh__bet plan_Jh_cc_Qh_br -1
 weight_Jh_cc_Qh__bet reply_Qs_cc_Qh_b_fold -0.008333333333333333
 weight_Jh_cc_Qh__bet reply_Qs_cc_Qh_b_call 0.041666666666666664
 weight_Jh_cc_Qh__bet reply_Ks_cc_Qh_b_fold -0.008333333333333333
 weight_Jh_cc_Qh__bet reply_Ks_cc_Qh_b_call 0.041666666666666664
 weight_Jh_cc_Qh__bet reply_Kh_cc_Qh_b_fold -0.008333333333333333
 weight_Jh_cc_Qh__bet reply_Kh_cc_Qh_b_call 0.041666666666666664
 weight_Jh_cc_Qh__bet reply_Js_cc_Qh_b_fold -0.008333333333333333
 weight_Jh_cc_Ks__check plan_Jh_cc_Ks_ 1
 weight_Jh_cc_Ks__check plan_Jh_cc_Ks_cb -1
 weight_Jh_cc_Ks__check reply_Qs_cc_Ks_c_check 0.008333333333333333
 weight_Jh_cc_Ks__check reply_Qh_cc_Ks_c_check 0.008333333333333333
 weight_Jh_cc_Ks__check reply_Kh_cc_Ks_c_check 0.008333333333333333
 weight_Jh_cc_Ks__bet plan_Jh_cc_Ks_ 1
 weight_Jh_cc_Ks__bet plan_Jh_cc_Ks_br -1
 weight_Jh_cc_Ks__bet reply_Qs_cc_Ks_b_fold -0.008333333333333333
 weight_Jh_cc_Ks__bet reply_Qs_cc_Ks_b_call 0.041666666666666664
 weight_Jh_cc_Ks__bet reply_Qh_cc_Ks_b_fold -0.008333333333333333
 weight_Jh_cc_Ks__bet reply_Qh_cc_Ks_b_call 0.041666666666666664
 weight_Jh_cc_Ks__bet reply_Kh_cc_Ks_b_fold -0.008333333333333333
 weight_Jh_cc_Ks__bet reply_Kh_cc_Ks_b_call 0.041666666666666664
 weight_Jh_cc_Ks__bet reply_Js_cc_Ks_b_fold -0.008333333333333333
 weight_Jh_cc_Kh__check plan_Jh_cc_Kh_ 1
 weight_Jh_cc_Kh__check plan_Jh_cc_Kh_cb -1
 weight_Jh_cc_Kh__check reply_Qs_cc_Kh_c_check 0.008333333333333333
 weight_Jh_cc_Kh__check reply_Qh_cc_Kh_c_check 0.008333333333333333
 weight_Jh_cc_Kh__check reply_Ks_cc_Kh_c_check 0.008333333333333333
 weight_Jh_cc_Kh__bet plan_Jh_cc_Kh_ 1
 weight_Jh_cc_Kh__bet plan_Jh_cc_Kh_br -1
 weight_Jh_cc_Kh__bet reply_Qs_cc_Kh_b_fold -0.008333333333333333
 weight_Jh_cc_Kh__bet reply_Qs_cc_Kh_b_call 0.041666666666666664
 weight_Jh_cc_Kh__bet reply_Qh_cc_Kh_b_fold -0.008333333333333333
 weight_Jh_cc_Kh__bet reply_Qh_cc_Kh_b_call 0.041666666666666664
 weight_Jh_cc_Kh__bet reply_Ks_cc_Kh_b_fold -0.008333333333333333
 weight_Jh_cc_Kh__bet reply_Ks_cc_Kh_b_call 0.041666666666666664
 weight_Jh_cc_Kh__bet reply_Js_cc_Kh_b_fold -0.008333333333333333
 weight_Jh_bk_Qs__check plan_Jh_bk_Qs_ 1
 weight_Jh_bk_Qs__check plan_Jh_bk_Qs_cb -1
 weight_Jh_bk_Qs__check reply_Qh_bk_Qs_c_check 0.025
 weight_Jh_bk_Qs__check reply_Ks_bk_Qs_c_check 0.025
 weight_Jh_bk_Qs__check reply_Kh_bk_Qs_c_check 0.025
 weight_Jh_bk_Qs__bet plan_Jh_bk_Qs_ 1
 weight_Jh_bk_Qs__bet plan_Jh_bk_Qs_br -1
 weight_Jh_bk_Qs__bet reply_Qh_bk_Qs_b_fold -0.025
 weight_Jh_bk_Qs__bet reply_Qh_bk_Qs_b_call 0.058333333333333334
 weight_Jh_bk_Qs__bet reply_Ks_bk_Qs_b_fold -0.025
 weight_Jh_bk_Qs__bet reply_Ks_bk_Qs_b_call 0.058333333333333334
 weight_Jh_bk_Qs__bet reply_Kh_bk_Qs_b_fold -0.025
 weight_Jh_bk_Qs__bet reply_Kh_bk_Qs_b_call 0.058333333333333334
 weight_Jh_bk_Qs__bet reply_Js_bk_Qs_b_fold -0.025
 weight_Jh_bk_Qh__check plan_Jh_bk_Qh_ 1
 weight_Jh_bk_Qh__check plan_Jh_bk_Qh_cb -1
 weight_Jh_bk_Qh__check reply_Qs_bk_Qh_c_check 0.025
 weight_Jh_bk_Qh__check reply_Ks_bk_Qh_c_check 0.025
 weight_Jh_bk_Qh__check reply_Kh_bk_Qh_c_check 0.025
 weight_Jh_bk_Qh__bet plan_Jh_bk_Qh_ 1
 weight_Jh_bk_Qh__bet plan_Jh_bk_Qh_br -1
 weight_Jh_bk_Qh__bet reply_Qs_bk_Qh_b_fold -0.025
 weight_Jh_bk_Qh__bet reply_Qs_bk_Qh_b_call 0.058333333333333334
 weight_Jh_bk_Qh__bet reply_Ks_bk_Qh_b_fold -0.025
 weight_Jh_bk_Qh__bet reply_Ks_bk_Qh_b_call 0.058333333333333334
 weight_Jh_bk_Qh__bet reply_Kh_bk_Qh_b_fold -0.025
 weight_Jh_bk_Qh__bet reply_Kh_bk_Qh_b_call 0.058333333333333334
 weight_Jh_bk_Qh__bet reply_Js_bk_Qh_b_fold -0.025
 weight_Jh_bk_Ks__check plan_Jh_bk_Ks_ 1
 weight_Jh_bk_Ks__check plan_Jh_bk_Ks_cb -1
 weight_Jh_bk_Ks__check reply_Qs_bk_Ks_c_check 0.025
 weight_Jh_bk_Ks__check reply_Qh_bk_Ks_c_check 0.025
 weight_Jh_bk_Ks__check reply_Kh_bk_Ks_c_check 0.025
 weight_Jh_bk_Ks__bet plan_Jh_bk_Ks_ 1
 weight_Jh_bk_Ks__bet plan_Jh_bk_Ks_br -1
 weight_Jh_bk_Ks__bet reply_Qs_bk_Ks_b_fold -0.025
 weight_Jh_bk_Ks__bet reply_Qs_bk_Ks_b_call 0.058333333333333334
 weight_Jh_bk_Ks__bet reply_Qh_bk_Ks_b_fold -0.025
 weight_Jh_bk_Ks__bet reply_Qh_bk_Ks_b_call 0.058333333333333334
 weight_Jh_bk_Ks__bet reply_Kh_bk_Ks_b_fold -0.025
 weight_Jh_bk_Ks__bet reply_Kh_bk_Ks_b_call 0.058333333333333334
 weight_Jh_bk_Ks__bet reply_Js_bk_Ks_b_fold -0.025
 weight_Jh_bk_Kh__check plan_Jh_bk_Kh_ 1
 weight_Jh_bk_Kh__check plan_Jh_bk_Kh_cb -1
 weight_Jh_bk_Kh__check reply_Qs_bk_Kh_c_check 0.025
 weight_Jh_bk_Kh__check reply_Qh_bk_Kh_c_check 0.025
 weight_Jh_bk_Kh__check reply_Ks_bk_Kh_c_check 0.025
 weight_Jh_bk_Kh__bet plan_Jh_bk_Kh_ 1
 weight_Jh_bk_Kh__bet plan_Jh_bk_Kh_br -1
 weight_Jh_bk_Kh__bet reply_Qs_bk_Kh_b_fold -0.025
 weight_Jh_bk_Kh__bet reply_Qs_bk_Kh_b_call 0.058333333333333334
 weight_Jh_bk_Kh__bet reply_Qh_bk_Kh_b_fold -0.025
 weight_Jh_bk_Kh__bet reply_Qh_bk_Kh_b_call 0.058333333333333334
 weight_Jh_bk_Kh__bet reply_Ks_bk_Kh_b_fold -0.025
 weight_Jh_bk_Kh__bet reply_Ks_bk_Kh_b_call 0.058333333333333334
 weight_Jh_bk_Kh__bet reply_Js_bk_Kh_b_fold -0.025
 weight_Jh_cc_Js__check plan_Jh_cc_Js_ 1
 weight_Jh_cc_Js__check plan_Jh_cc_Js_cb -1
 weight_Jh_cc_Js__check reply_Qs_cc_Js_c_check -0.008333333333333333
 weight_Jh_cc_Js__check reply_Qh_cc_Js_c_check -0.008333333333333333
 weight_Jh_cc_Js__check reply_Ks_cc_Js_c_check -0.008333333333333333
 weight_Jh_cc_Js__check reply_Kh_cc_Js_c_check -0.008333333333333333
 weight_Jh_cc_Js__bet plan_Jh_cc_Js_ 1
 weight_Jh_cc_Js__bet plan_Jh_cc_Js_br -1
 weight_Jh_cc_Js__bet reply_Qs_cc_Js_b_fold -0.008333333333333333
 weight_Jh_cc_Js__bet reply_Qs_cc_Js_b_call -0.041666666666666664
 weight_Jh_cc_Js__bet reply_Qh_cc_Js_b_fold -0.008333333333333333
 weight_Jh_cc_Js__bet reply_Qh_cc_Js_b_call -0.041666666666666664
 weight_Jh_cc_Js__bet reply_Ks_cc_Js_b_fold -0.008333333333333333
 weight_Jh_cc_Js__bet reply_Ks_cc_Js_b_call -0.041666666666666664
 weight_Jh_cc_Js__bet reply_Kh_cc_Js_b_fold -0.008333333333333333
 weight_Jh_cc_Js__bet reply_Kh_cc_Js_b_call -0.041666666666666664
 weight_Jh_bk_Js__check plan_Jh_bk_Js_ 1
 weight_Jh_bk_Js__check plan_Jh_bk_Js_cb -1
 weight_Jh_bk_Js__check reply_Qs_bk_Js_c_check -0.025
 weight_Jh_bk_Js__check reply_Qh_bk_Js_c_check -0.025
 weight_Jh_bk_Js__check reply_Ks_bk_Js_c_check -0.025
 weight_Jh_bk_Js__check reply_Kh_bk_Js_c_check -0.025
 weight_Jh_bk_Js__bet plan_Jh_bk_Js_ 1
 weight_Jh_bk_Js__bet plan_Jh_bk_Js_br -1
 weight_Jh_bk_Js__bet reply_Qs_bk_Js_b_fold -0.025
 weight_Jh_bk_Js__bet reply_Qs_bk_Js_b_call -0.058333333333333334
 weight_Jh_bk_Js__bet reply_Qh_bk_Js_b_fold -0.025
 weight_Jh_bk_Js__bet reply_Qh_bk_Js_b_call -0.058333333333333334
 weight_Jh_bk_Js__bet reply_Ks_bk_Js_b_fold -0.025
 weight_Jh_bk_Js__bet reply_Ks_bk_Js_b_call -0.058333333333333334
 weight_Jh_bk_Js__bet reply_Kh_bk_Js_b_fold -0.025
 weight_Jh_bk_Js__bet reply_Kh_bk_Js_b_call -0.058333333333333334
 weight_Qs_cc_Jh__check plan_Qs_cc_Jh_ 1
 weight_Qs_cc_Jh__check plan_Qs_cc_Jh_cb -1
 weight_Qs_cc_Jh__check reply_Ks_cc_Jh_c_check 0.008333333333333333
 weight_Qs_cc_Jh__check reply_Kh_cc_Jh_c_check 0.008333333333333333
 weight_Qs_cc_Jh__check reply_Js_cc_Jh_c_check 0.008333333333333333
 weight_Qs_cc_Jh__bet plan_Qs_cc_Jh_ 1
 weight_Qs_cc_Jh__bet plan_Qs_cc_Jh_br -1
 weight_Qs_cc_Jh__bet reply_Qh_cc_Jh_b_fold -0.008333333333333333
 weight_Qs_cc_Jh__bet reply_Ks_cc_Jh_b_fold -0.008333333333333333
 weight_Qs_cc_Jh__bet reply_Ks_cc_Jh_b_call 0.041666666666666664
 weight_Qs_cc_Jh__bet reply_Kh_cc_Jh_b_fold -0.008333333333333333
 weight_Qs_cc_Jh__bet reply_Kh_cc_Jh_b_call 0.041666666666666664
 weight_Qs_cc_Jh__bet reply_Js_cc_Jh_b_fold -0.008333333333333333
 weight_Qs_cc_Jh__bet reply_Js_cc_Jh_b_call 0.041666666666666664
 weight_Qs_cc_Qh__check plan_Qs_cc_Qh_ 1
 weight_Qs_cc_Qh__check plan_Qs_cc_Qh_cb -1
 weight_Qs_cc_Qh__check reply_Jh_cc_Qh_c_check -0.008333333333333333
 weight_Qs_cc_Qh__check reply_Ks_cc_Qh_c_check -0.008333333333333333
 weight_Qs_cc_Qh__check reply_Kh_cc_Qh_c_check -0.008333333333333333
 weight_Qs_cc_Qh__check reply_Js_cc_Qh_c_check -0.008333333333333333
 weight_Qs_cc_Qh__bet plan_Qs_cc_Qh_ 1
 weight_Qs_cc_Qh__bet plan_Qs_cc_Qh_br -1
 weight_Qs_cc_Qh__bet reply_Jh_cc_Qh_b_fold -0.008333333333333333
 weight_Qs_cc_Qh__bet reply_Jh_cc_Qh_b_call -0.041666666666666664
 weight_Qs_cc_Qh__bet reply_Ks_cc_Qh_b_fold -0.008333333333333333
 weight_Qs_cc_Qh__bet reply_Ks_cc_Qh_b_call -0.041666666666666664
 weight_Qs_cc_Qh__bet reply_Kh_cc_Qh_b_fold -0.008333333333333333
 weight_Qs_cc_Qh__bet reply_Kh_cc_Qh_b_call -0.041666666666666664
 weight_Qs_cc_Qh__bet reply_Js_cc_Qh_b_fold -0.008333333333333333
 weight_Qs_cc_Qh__bet reply_Js_cc_Qh_b_call -0.041666666666666664
 weight_Qs_cc_Ks__check plan_Qs_cc_Ks_ 1
 weight_Qs_cc_Ks__check plan_Qs_cc_Ks_cb -1
 weight_Qs_cc_Ks__check reply_Jh_cc_Ks_c_check -0.008333333333333333
 weight_Qs_cc_Ks__check reply_Kh_cc_Ks_c_check 0.008333333333333333
 weight_Qs_cc_Ks__check reply_Js_cc_Ks_c_check -0.008333333333333333
 weight_Qs_cc_Ks__bet plan_Qs_cc_Ks_ 1
 weight_Qs_cc_Ks__bet plan_Qs_cc_Ks_br -1
 weight_Qs_cc_Ks__bet reply_Jh_cc_Ks_b_fold -0.008333333333333333
 weight_Qs_cc_Ks__bet reply_Jh_cc_Ks_b_call -0.041666666666666664
 weight_Qs_cc_Ks__bet reply_Qh_cc_Ks_b_fold -0.008333333333333333
 weight_Qs_cc_Ks__bet reply_Kh_cc_Ks_b_fold -0.008333333333333333
 weight_Qs_cc_Ks__bet reply_Kh_cc_Ks_b_call 0.041666666666666664
 weight_Qs_cc_Ks__bet reply_Js_cc_Ks_b_fold -0.008333333333333333
 weight_Qs_cc_Ks__bet reply_Js_cc_Ks_b_call -0.041666666666666664
 weight_Qs_cc_Kh__check plan_Qs_cc_Kh_ 1
 weight_Qs_cc_Kh__check plan_Qs_cc_Kh_cb -1
 weight_Qs_cc_Kh__check reply_Jh_cc_Kh_c_check -0.008333333333333333
 weight_Qs_cc_Kh__check reply_Ks_cc_Kh_c_check 0.008333333333333333
 weight_Qs_cc_Kh__check reply_Js_cc_Kh_c_check -0.008333333333333333
 weight_Qs_cc_Kh__bet plan_Qs_cc_Kh_ 1
 weight_Qs_cc_Kh__bet plan_Qs_cc_Kh_br -1
 weight_Qs_cc_Kh__bet reply_Jh_cc_Kh_b_fold -0.008333333333333333
 weight_Qs_cc_Kh__bet reply_Jh_cc_Kh_b_call -0.041666666666666664
 weight_Qs_cc_Kh__bet reply_Qh_cc_Kh_b_fold -0.008333333333333333
 weight_Qs_cc_Kh__bet reply_Ks_cc_Kh_b_fold -0.008333333333333333
 weight_Qs_cc_Kh__bet reply_Ks_cc_Kh_b_call 0.041666666666666664
 weight_Qs_cc_Kh__bet reply_Js_cc_Kh_b_fold -0.008333333333333333
 weight_Qs_cc_Kh__bet reply_Js_cc_Kh_b_call -0.041666666666666664
 weight_Qs_bk_Jh__check plan_Qs_bk_Jh_ 1
 weight_Qs_bk_Jh__check plan_Qs_bk_Jh_cb -1
 weight_Qs_bk_Jh__check reply_Ks_bk_Jh_c_check 0.025
 weight_Qs_bk_Jh__check reply_Kh_bk_Jh_c_check 0.025
 weight_Qs_bk_Jh__check reply_Js_bk_Jh_c_check 0.025
 weight_Qs_bk_Jh__bet plan_Qs_bk_Jh_ 1
 weight_Qs_bk_Jh__bet plan_Qs_bk_Jh_br -1
 weight_Qs_bk_Jh__bet reply_Qh_bk_Jh_b_fold -0.025
 weight_Qs_bk_Jh__bet reply_Ks_bk_Jh_b_fold -0.025
 weight_Qs_bk_Jh__bet reply_Ks_bk_Jh_b_call 0.058333333333333334
 weight_Qs_bk_Jh__bet reply_Kh_bk_Jh_b_fold -0.025
 weight_Qs_bk_Jh__bet reply_Kh_bk_Jh_b_call 0.058333333333333334
 weight_Qs_bk_Jh__bet reply_Js_bk_Jh_b_fold -0.025
 weight_Qs_bk_Jh__bet reply_Js_bk_Jh_b_call 0.058333333333333334
 weight_Qs_bk_Qh__check plan_Qs_bk_Qh_ 1
 weight_Qs_bk_Qh__check plan_Qs_bk_Qh_cb -1
 weight_Qs_bk_Qh__check reply_Jh_bk_Qh_c_check -0.025
 weight_Qs_bk_Qh__check reply_Ks_bk_Qh_c_check -0.025
 weight_Qs_bk_Qh__check reply_Kh_bk_Qh_c_check -0.025
 weight_Qs_bk_Qh__check reply_Js_bk_Qh_c_check -0.025
 weight_Qs_bk_Qh__bet plan_Qs_bk_Qh_ 1
 weight_Qs_bk_Qh__bet plan_Qs_bk_Qh_br -1
 weight_Qs_bk_Qh__bet reply_Jh_bk_Qh_b_fold -0.025
 weight_Qs_bk_Qh__bet reply_Jh_bk_Qh_b_call -0.058333333333333334
 weight_Qs_bk_Qh__bet reply_Ks_bk_Qh_b_fold -0.025
 weight_Qs_bk_Qh__bet reply_Ks_bk_Qh_b_call -0.058333333333333334
 weight_Qs_bk_Qh__bet reply_Kh_bk_Qh_b_fold -0.025
 weight_Qs_bk_Qh__bet reply_Kh_bk_Qh_b_call -0.058333333333333334
 weight_Qs_bk_Qh__bet reply_Js_bk_Qh_b_fold -0.025
 weight_Qs_bk_Qh__bet reply_Js_bk_Qh_b_call -0.058333333333333334
 weight_Qs_bk_Ks__check plan_Qs_bk_Ks_ 1
 weight_Qs_bk_Ks__check plan_Qs_bk_Ks_cb -1
 weight_Qs_bk_Ks__check reply_Jh_bk_Ks_c_check -0.025
 weight_Qs_bk_Ks__check reply_Kh_bk_Ks_c_check 0.025
 weight_Qs_bk_Ks__check reply_Js_bk_Ks_c_check -0.025
 weight_Qs_bk_Ks__bet plan_Qs_bk_Ks_ 1
 weight_Qs_bk_Ks__bet plan_Qs_bk_Ks_br -1
 weight_Qs_bk_Ks__bet reply_Jh_bk_Ks_b_fold -0.025
 weight_Qs_bk_Ks__bet reply_Jh_bk_Ks_b_call -0.058333333333333334
 weight_Qs_bk_Ks__bet reply_Qh_bk_Ks_b_fold -0.025
 weight_Qs_bk_Ks__bet reply_Kh_bk_Ks_b_fold -0.025
 weight_Qs_bk_Ks__bet reply_Kh_bk_Ks_b_call 0.058333333333333334
 weight_Qs_bk_Ks__bet reply_Js_bk_Ks_b_fold -0.025
 weight_Qs_bk_Ks__bet reply_Js_bk_Ks_b_call -0.058333333333333334
 weight_Qs_bk_Kh__check plan_Qs_bk_Kh_ 1
 weight_Qs_bk_Kh__check plan_Qs_bk_Kh_cb -1
 weight_Qs_bk_Kh__check reply_Jh_bk_Kh_c_check -0.025
 weight_Qs_bk_Kh__check reply_Ks_bk_Kh_c_check 0.025
 weight_Qs_bk_Kh__check reply_Js_bk_Kh_c_check -0.025
 weight_Qs_bk_Kh__bet plan_Qs_bk_Kh_ 1
 weight_Qs_bk_Kh__bet plan_Qs_bk_Kh_br -1
 weight_Qs_bk_Kh__bet reply_Jh_bk_Kh_b_fold -0.025
 weight_Qs_bk_Kh__bet reply_Jh_bk_Kh_b_call -0.058333333333333334
 weight_Qs_bk_Kh__bet reply_Qh_bk_Kh_b_fold -0.025
 weight_Qs_bk_Kh__bet reply_Ks_bk_Kh_b_fold -0.025
 weight_Qs_bk_Kh__bet reply_Ks_bk_Kh_b_call 0.058333333333333334
 weight_Qs_bk_Kh__bet reply_Js_bk_Kh_b_fold -0.025
 weight_Qs_bk_Kh__bet reply_Js_bk_Kh_b_call -0.058333333333333334
 weight_Qs_cc_Js__check plan_Qs_cc_Js_ 1
 weight_Qs_cc_Js__check plan_Qs_cc_Js_cb -1
 weight_Qs_cc_Js__check reply_Ks_cc_Js_c_check 0.008333333333333333
 weight_Qs_cc_Js__check reply_Kh_cc_Js_c_check 0.008333333333333333
 weight_Qs_cc_Js__check reply_Jh_cc_Js_c_check 0.008333333333333333
 weight_Qs_cc_Js__bet plan_Qs_cc_Js_ 1
 weight_Qs_cc_Js__bet plan_Qs_cc_Js_br -1
 weight_Qs_cc_Js__bet reply_Qh_cc_Js_b_fold -0.008333333333333333
 weight_Qs_cc_Js__bet reply_Ks_cc_Js_b_fold -0.008333333333333333
 weight_Qs_cc_Js__bet reply_Ks_cc_Js_b_call 0.041666666666666664
 weight_Qs_cc_Js__bet reply_Kh_cc_Js_b_fold -0.008333333333333333
 weight_Qs_cc_Js__bet reply_Kh_cc_Js_b_call 0.041666666666666664
 weight_Qs_cc_Js__bet reply_Jh_cc_Js_b_fold -0.008333333333333333
 weight_Qs_cc_Js__bet reply_Jh_cc_Js_b_call 0.041666666666666664
 weight_Qs_bk_Js__check plan_Qs_bk_Js_ 1
 weight_Qs_bk_Js__check plan_Qs_bk_Js_cb -1
 weight_Qs_bk_Js__check reply_Ks_bk_Js_c_check 0.025
 weight_Qs_bk_Js__check reply_Kh_bk_Js_c_check 0.025
 weight_Qs_bk_Js__check reply_Jh_bk_Js_c_check 0.025
 weight_Qs_bk_Js__bet plan_Qs_bk_Js_ 1
 weight_Qs_bk_Js__bet plan_Qs_bk_Js_br -1
 weight_Qs_bk_Js__bet reply_Qh_bk_Js_b_fold -0.025
 weight_Qs_bk_Js__bet reply_Ks_bk_Js_b_fold -0.025
 weight_Qs_bk_Js__bet reply_Ks_bk_Js_b_call 0.058333333333333334
 weight_Qs_bk_Js__bet reply_Kh_bk_Js_b_fold -0.025
 weight_Qs_bk_Js__bet reply_Kh_bk_Js_b_call 0.058333333333333334
 weight_Qs_bk_Js__bet reply_Jh_bk_Js_b_fold -0.025
 weight_Qs_bk_Js__bet reply_Jh_bk_Js_b_call 0.058333333333333334
 weight_Qh_cc_Jh__check plan_Qh_cc_Jh_ 1
 weight_Qh_cc_Jh__check plan_Qh_cc_Jh_cb -1
 weight_Qh_cc_Jh__check reply_Ks_cc_Jh_c_check 0.008333333333333333
 weight_Qh_cc_Jh__check reply_Kh_cc_Jh_c_check 0.008333333333333333
 weight_Qh_cc_Jh__check reply_Js_cc_Jh_c_check 0.008333333333333333
 weight_Qh_cc_Jh__bet plan_Qh_cc_Jh_ 1
 weight_Qh_cc_Jh__bet plan_Qh_cc_Jh_br -1
 weight_Qh_cc_Jh__bet reply_Qs_cc_Jh_b_fold -0.008333333333333333
 weight_Qh_cc_Jh__bet reply_Ks_cc_Jh_b_fold -0.008333333333333333
 weight_Qh_cc_Jh__bet reply_Ks_cc_Jh_b_call 0.041666666666666664
 weight_Qh_cc_Jh__bet reply_Kh_cc_Jh_b_fold -0.008333333333333333
 weight_Qh_cc_Jh__bet reply_Kh_cc_Jh_b_call 0.041666666666666664
 weight_Qh_cc_Jh__bet reply_Js_cc_Jh_b_fold -0.008333333333333333
 weight_Qh_cc_Jh__bet reply_Js_cc_Jh_b_call 0.041666666666666664
 weight_Qh_cc_Qs__check plan_Qh_cc_Qs_ 1
 weight_Qh_cc_Qs__check plan_Qh_cc_Qs_cb -1
 weight_Qh_cc_Qs__check reply_Jh_cc_Qs_c_check -0.008333333333333333
 weight_Qh_cc_Qs__check reply_Ks_cc_Qs_c_check -0.008333333333333333
 weight_Qh_cc_Qs__check reply_Kh_cc_Qs_c_check -0.008333333333333333
 weight_Qh_cc_Qs__check reply_Js_cc_Qs_c_check -0.008333333333333333
 weight_Qh_cc_Qs__bet plan_Qh_cc_Qs_ 1
 weight_Qh_cc_Qs__bet plan_Qh_cc_Qs_br -1
 weight_Qh_cc_Qs__bet reply_Jh_cc_Qs_b_fold -0.008333333333333333
 weight_Qh_cc_Qs__bet reply_Jh_cc_Qs_b_call -0.041666666666666664
 weight_Qh_cc_Qs__bet reply_Ks_cc_Qs_b_fold -0.008333333333333333
 weight_Qh_cc_Qs__bet reply_Ks_cc_Qs_b_call -0.041666666666666664
 weight_Qh_cc_Qs__bet reply_Kh_cc_Qs_b_fold -0.008333333333333333
 weight_Qh_cc_Qs__bet reply_Kh_cc_Qs_b_call -0.041666666666666664
 weight_Qh_cc_Qs__bet reply_Js_cc_Qs_b_fold -0.008333333333333333
 weight_Qh_cc_Qs__bet reply_Js_cc_Qs_b_call -0.041666666666666664
 weight_Qh_cc_Ks__check plan_Qh_cc_Ks_ 1
 weight_Qh_cc_Ks__check plan_Qh_cc_Ks_cb -1
 weight_Qh_cc_Ks__check reply_Jh_cc_Ks_c_check -0.008333333333333333
 weight_Qh_cc_Ks__check reply_Kh_cc_Ks_c_check 0.008333333333333333
 weight_Qh_cc_Ks__check reply_Js_cc_Ks_c_check -0.008333333333333333
 weight_Qh_cc_Ks__bet plan_Qh_cc_Ks_ 1
 weight_Qh_cc_Ks__bet plan_Qh_cc_Ks_br -1
 weight_Qh_cc_Ks__bet reply_Jh_cc_Ks_b_fold -0.008333333333333333
 weight_Qh_cc_Ks__bet reply_Jh_cc_Ks_b_call -0.041666666666666664
 weight_Qh_cc_Ks__bet reply_Qs_cc_Ks_b_fold -0.008333333333333333
 weight_Qh_cc_Ks__bet reply_Kh_cc_Ks_b_fold -0.008333333333333333
 weight_Qh_cc_Ks__bet reply_Kh_cc_Ks_b_call 0.041666666666666664
 weight_Qh_cc_Ks__bet reply_Js_cc_Ks_b_fold -0.008333333333333333
 weight_Qh_cc_Ks__bet reply_Js_cc_Ks_b_call -0.041666666666666664
 weight_Qh_cc_Kh__check plan_Qh_cc_Kh_ 1
 weight_Qh_cc_Kh__check plan_Qh_cc_Kh_cb -1
 weight_Qh_cc_Kh__check reply_Jh_cc_Kh_c_check -0.008333333333333333
 weight_Qh_cc_Kh__check reply_Ks_cc_Kh_c_check 0.008333333333333333
 weight_Qh_cc_Kh__check reply_Js_cc_Kh_c_check -0.008333333333333333
 weight_Qh_cc_Kh__bet plan_Qh_cc_Kh_ 1
 weight_Qh_cc_Kh__bet plan_Qh_cc_Kh_br -1
 weight_Qh_cc_Kh__bet reply_Jh_cc_Kh_b_fold -0.008333333333333333
 weight_Qh_cc_Kh__bet reply_Jh_cc_Kh_b_call -0.041666666666666664
 weight_Qh_cc_Kh__bet reply_Qs_cc_Kh_b_fold -0.008333333333333333
 weight_Qh_cc_Kh__bet reply_Ks_cc_Kh_b_fold -0.008333333333333333
 weight_Qh_cc_Kh__bet reply_Ks_cc_Kh_b_call 0.041666666666666664
 weight_Qh_cc_Kh__bet reply_Js_cc_Kh_b_fold -0.008333333333333333
 weight_Qh_cc_Kh__bet reply_Js_cc_Kh_b_call -0.041666666666666664
 weight_Qh_bk_Jh__check plan_Qh_bk_Jh_ 1
 weight_Qh_bk_Jh__check plan_Qh_bk_Jh_cb -1
 weight_Qh_bk_Jh__check reply_Ks_bk_Jh_c_check 0.025
 weight_Qh_bk_Jh__check reply_Kh_bk_Jh_c_check 0.025
 weight_Qh_bk_Jh__check reply_Js_bk_Jh_c_check 0.025
 weight_Qh_bk_Jh__bet plan_Qh_bk_Jh_ 1
 weight_Qh_bk_Jh__bet plan_Qh_bk_Jh_br -1
 weight_Qh_bk_Jh__bet reply_Qs_bk_Jh_b_fold -0.025
 weight_Qh_bk_Jh__bet reply_Ks_bk_Jh_b_fold -0.025
 weight_Qh_bk_Jh__bet reply_Ks_bk_Jh_b_call 0.058333333333333334
 weight_Qh_bk_Jh__bet reply_Kh_bk_Jh_b_fold -0.025
 weight_Qh_bk_Jh__bet reply_Kh_bk_Jh_b_call 0.058333333333333334
 weight_Qh_bk_Jh__bet reply_Js_bk_Jh_b_fold -0.025
 weight_Qh_bk_Jh__bet reply_Js_bk_Jh_b_call 0.058333333333333334
 weight_Qh_bk_Qs__check plan_Qh_bk_Qs_ 1
 weight_Qh_bk_Qs__check plan_Qh_bk_Qs_cb -1
 weight_Qh_bk_Qs__check reply_Jh_bk_Qs_c_check -0.025
 weight_Qh_bk_Qs__check reply_Ks_bk_Qs_c_check -0.025
 weight_Qh_bk_Qs__check reply_Kh_bk_Qs_c_check -0.025
 weight_Qh_bk_Qs__check reply_Js_bk_Qs_c_check -0.025
 weight_Qh_bk_Qs__bet plan_Qh_bk_Qs_ 1
 weight_Qh_bk_Qs__bet plan_Qh_bk_Qs_br -1
 weight_Qh_bk_Qs__bet reply_Jh_bk_Qs_b_fold -0.025
 weight_Qh_bk_Qs__bet reply_Jh_bk_Qs_b_call -0.058333333333333334
 weight_Qh_bk_Qs__bet reply_Ks_bk_Qs_b_fold -0.025
 weight_Qh_bk_Qs__bet reply_Ks_bk_Qs_b_call -0.058333333333333334
 weight_Qh_bk_Qs__bet reply_Kh_bk_Qs_b_fold -0.025
 weight_Qh_bk_Qs__bet reply_Kh_bk_Qs_b_call -0.058333333333333334
 weight_Qh_bk_Qs__bet reply_Js_bk_Qs_b_fold -0.025
 weight_Qh_bk_Qs__bet reply_Js_bk_Qs_b_call -0.058333333333333334
 weight_Qh_bk_Ks__check plan_Qh_bk_Ks_ 1
 weight_Qh_bk_Ks__check plan_Qh_bk_Ks_cb -1
 weight_Qh_bk_Ks__check reply_Jh_bk_Ks_c_check -0.025
 weight_Qh_bk_Ks__check reply_Kh_bk_Ks_c_check 0.025
 weight_Qh_bk_Ks__check reply_Js_bk_Ks_c_check -0.025
 weight_Qh_bk_Ks__bet plan_Qh_bk_Ks_ 1
 weight_Qh_bk_Ks__bet plan_Qh_bk_Ks_br -1
 weight_Qh_bk_Ks__bet reply_Jh_bk_Ks_b_fold -0.025
 weight_Qh_bk_Ks__bet reply_Jh_bk_Ks_b_call -0.058333333333333334
 weight_Qh_bk_Ks__bet reply_Qs_bk_Ks_b_fold -0.025
 weight_Qh_bk_Ks__bet reply_Kh_bk_Ks_b_fold -0.025
 weight_Qh_bk_Ks__bet reply_Kh_bk_Ks_b_call 0.058333333333333334
 weight_Qh_bk_Ks__bet reply_Js_bk_Ks_b_fold -0.025
 weight_Qh_bk_Ks__bet reply_Js_bk_Ks_b_call -0.058333333333333334
 weight_Qh_bk_Kh__check plan_Qh_bk_Kh_ 1
 weight_Qh_bk_Kh__check plan_Qh_bk_Kh_cb -1
 weight_Qh_bk_Kh__check reply_Jh_bk_Kh_c_check -0.025
 weight_Qh_bk_Kh__check reply_Ks_bk_Kh_c_check 0.025
 weight_Qh_bk_Kh__check reply_Js_bk_Kh_c_check -0.025
 weight_Qh_bk_Kh__bet plan_Qh_bk_Kh_ 1
 weight_Qh_bk_Kh__bet plan_Qh_bk_Kh_br -1
 weight_Qh_bk_Kh__bet reply_Jh_bk_Kh_b_fold -0.025
 weight_Qh_bk_Kh__bet reply_Jh_bk_Kh_b_call -0.058333333333333334
 weight_Qh_bk_Kh__bet reply_Qs_bk_Kh_b_fold -0.025
 weight_Qh_bk_Kh__bet reply_Ks_bk_Kh_b_fold -0.025
 weight_Qh_bk_Kh__bet reply_Ks_bk_Kh_b_call 0.058333333333333334
 weight_Qh_bk_Kh__bet reply_Js_bk_Kh_b_fold -0.025
 weight_Qh_bk_Kh__bet reply_Js_bk_Kh_b_call -0.058333333333333334
 weight_Qh_cc_Js__check plan_Qh_cc_Js_ 1
 weight_Qh_cc_Js__check plan_Qh_cc_Js_cb -1
 weight_Qh_cc_Js__check reply_Ks_cc_Js_c_check 0.008333333333333333
 weight_Qh_cc_Js__check reply_Kh_cc_Js_c_check 0.008333333333333333
 weight_Qh_cc_Js__check reply_Jh_cc_Js_c_check 0.008333333333333333
 weight_Qh_cc_Js__bet plan_Qh_cc_Js_ 1
 weight_Qh_cc_Js__bet plan_Qh_cc_Js_br -1
 weight_Qh_cc_Js__bet reply_Qs_cc_Js_b_fold -0.008333333333333333
 weight_Qh_cc_Js__bet reply_Ks_cc_Js_b_fold -0.008333333333333333
 weight_Qh_cc_Js__bet reply_Ks_cc_Js_b_call 0.041666666666666664
 weight_Qh_cc_Js__bet reply_Kh_cc_Js_b_fold -0.008333333333333333
 weight_Qh_cc_Js__bet reply_Kh_cc_Js_b_call 0.041666666666666664
 weight_Qh_cc_Js__bet reply_Jh_cc_Js_b_fold -0.008333333333333333
 weight_Qh_cc_Js__bet reply_Jh_cc_Js_b_call 0.041666666666666664
 weight_Qh_bk_Js__check plan_Qh_bk_Js_ 1
 weight_Qh_bk_Js__check plan_Qh_bk_Js_cb -1
 weight_Qh_bk_Js__check reply_Ks_bk_Js_c_check 0.025
 weight_Qh_bk_Js__check reply_Kh_bk_Js_c_check 0.025
 weight_Qh_bk_Js__check reply_Jh_bk_Js_c_check 0.025
 weight_Qh_bk_Js__bet plan_Qh_bk_Js_ 1
 weight_Qh_bk_Js__bet plan_Qh_bk_Js_br -1
 weight_Qh_bk_Js__bet reply_Qs_bk_Js_b_fold -0.025
 weight_Qh_bk_Js__bet reply_Ks_bk_Js_b_fold -0.025
 weight_Qh_bk_Js__bet reply_Ks_bk_Js_b_call 0.058333333333333334
 weight_Qh_bk_Js__bet reply_Kh_bk_Js_b_fold -0.025
 weight_Qh_bk_Js__bet reply_Kh_bk_Js_b_call 0.058333333333333334
 weight_Qh_bk_Js__bet reply_Jh_bk_Js_b_fold -0.025
 weight_Qh_bk_Js__bet reply_Jh_bk_Js_b_call 0.058333333333333334
 weight_Ks_cc_Jh__check plan_Ks_cc_Jh_ 1
 weight_Ks_cc_Jh__check plan_Ks_cc_Jh_cb -1
 weight_Ks_cc_Jh__check reply_Qs_cc_Jh_c_check -0.008333333333333333
 weight_Ks_cc_Jh__check reply_Qh_cc_Jh_c_check -0.008333333333333333
 weight_Ks_cc_Jh__check reply_Js_cc_Jh_c_check 0.008333333333333333
 weight_Ks_cc_Jh__bet plan_Ks_cc_Jh_ 1
 weight_Ks_cc_Jh__bet plan_Ks_cc_Jh_br -1
 weight_Ks_cc_Jh__bet reply_Qs_cc_Jh_b_fold -0.008333333333333333
 weight_Ks_cc_Jh__bet reply_Qs_cc_Jh_b_call -0.041666666666666664
 weight_Ks_cc_Jh__bet reply_Qh_cc_Jh_b_fold -0.008333333333333333
 weight_Ks_cc_Jh__bet reply_Qh_cc_Jh_b_call -0.041666666666666664
 weight_Ks_cc_Jh__bet reply_Kh_cc_Jh_b_fold -0.008333333333333333
 weight_Ks_cc_Jh__bet reply_Js_cc_Jh_b_fold -0.008333333333333333
 weight_Ks_cc_Jh__bet reply_Js_cc_Jh_b_call 0.041666666666666664
 weight_Ks_cc_Qs__check plan_Ks_cc_Qs_ 1
 weight_Ks_cc_Qs__check plan_Ks_cc_Qs_cb -1
 weight_Ks_cc_Qs__check reply_Jh_cc_Qs_c_check -0.008333333333333333
 weight_Ks_cc_Qs__check reply_Qh_cc_Qs_c_check 0.008333333333333333
 weight_Ks_cc_Qs__check reply_Js_cc_Qs_c_check -0.008333333333333333
 weight_Ks_cc_Qs__bet plan_Ks_cc_Qs_ 1
 weight_Ks_cc_Qs__bet plan_Ks_cc_Qs_br -1
 weight_Ks_cc_Qs__bet reply_Jh_cc_Qs_b_fold -0.008333333333333333
 weight_Ks_cc_Qs__bet reply_Jh_cc_Qs_b_call -0.041666666666666664
 weight_Ks_cc_Qs__bet reply_Qh_cc_Qs_b_fold -0.008333333333333333
 weight_Ks_cc_Qs__bet reply_Qh_cc_Qs_b_call 0.041666666666666664
 weight_Ks_cc_Qs__bet reply_Kh_cc_Qs_b_fold -0.008333333333333333
 weight_Ks_cc_Qs__bet reply_Js_cc_Qs_b_fold -0.008333333333333333
 weight_Ks_cc_Qs__bet reply_Js_cc_Qs_b_call -0.041666666666666664
 weight_Ks_cc_Qh__check plan_Ks_cc_Qh_ 1
 weight_Ks_cc_Qh__check plan_Ks_cc_Qh_cb -1
 weight_Ks_cc_Qh__check reply_Jh_cc_Qh_c_check -0.008333333333333333
 weight_Ks_cc_Qh__check reply_Qs_cc_Qh_c_check 0.008333333333333333
 weight_Ks_cc_Qh__check reply_Js_cc_Qh_c_check -0.008333333333333333
 weight_Ks_cc_Qh__bet plan_Ks_cc_Qh_ 1
 weight_Ks_cc_Qh__bet plan_Ks_cc_Qh_br -1
 weight_Ks_cc_Qh__bet reply_Jh_cc_Qh_b_fold -0.008333333333333333
 weight_Ks_cc_Qh__bet reply_Jh_cc_Qh_b_call -0.041666666666666664
 weight_Ks_cc_Qh__bet reply_Qs_cc_Qh_b_fold -0.008333333333333333
 weight_Ks_cc_Qh__bet reply_Qs_cc_Qh_b_call 0.041666666666666664
 weight_Ks_cc_Qh__bet reply_Kh_cc_Qh_b_fold -0.008333333333333333
 weight_Ks_cc_Qh__bet reply_Js_cc_Qh_b_fold -0.008333333333333333
 weight_Ks_cc_Qh__bet reply_Js_cc_Qh_b_call -0.041666666666666664
 weight_Ks_cc_Kh__check plan_Ks_cc_Kh_ 1
 weight_Ks_cc_Kh__check plan_Ks_cc_Kh_cb -1
 weight_Ks_cc_Kh__check reply_Jh_cc_Kh_c_check -0.008333333333333333
 weight_Ks_cc_Kh__check reply_Qs_cc_Kh_c_check -0.008333333333333333
 weight_Ks_cc_Kh__check reply_Qh_cc_Kh_c_check -0.008333333333333333
 weight_Ks_cc_Kh__check reply_Js_cc_Kh_c_check -0.008333333333333333
 weight_Ks_cc_Kh__bet plan_Ks_cc_Kh_ 1
 weight_Ks_cc_Kh__bet plan_Ks_cc_Kh_br -1
 weight_Ks_cc_Kh__bet reply_Jh_cc_Kh_b_fold -0.008333333333333333
 weight_Ks_cc_Kh__bet reply_Jh_cc_Kh_b_call -0.041666666666666664
 weight_Ks_cc_Kh__bet reply_Qs_cc_Kh_b_fold -0.008333333333333333
 weight_Ks_cc_Kh__bet reply_Qs_cc_Kh_b_call -0.041666666666666664
 weight_Ks_cc_Kh__bet reply_Qh_cc_Kh_b_fold -0.008333333333333333
 weight_Ks_cc_Kh__bet reply_Qh_cc_Kh_b_call -0.041666666666666664
 weight_Ks_cc_Kh__bet reply_Js_cc_Kh_b_fold -0.008333333333333333
 weight_Ks_cc_Kh__bet reply_Js_cc_Kh_b_call -0.041666666666666664
 weight_Ks_bk_Jh__check plan_Ks_bk_Jh_ 1
 weight_Ks_bk_Jh__check plan_Ks_bk_Jh_cb -1
 weight_Ks_bk_Jh__check reply_Qs_bk_Jh_c_check -0.025
 weight_Ks_bk_Jh__check reply_Qh_bk_Jh_c_check -0.025
 weight_Ks_bk_Jh__check reply_Js_bk_Jh_c_check 0.025
 weight_Ks_bk_Jh__bet plan_Ks_bk_Jh_ 1
 weight_Ks_bk_Jh__bet plan_Ks_bk_Jh_br -1
 weight_Ks_bk_Jh__bet reply_Qs_bk_Jh_b_fold -0.025
 weight_Ks_bk_Jh__bet reply_Qs_bk_Jh_b_call -0.058333333333333334
 weight_Ks_bk_Jh__bet reply_Qh_bk_Jh_b_fold -0.025
 weight_Ks_bk_Jh__bet reply_Qh_bk_Jh_b_call -0.058333333333333334
 weight_Ks_bk_Jh__bet reply_Kh_bk_Jh_b_fold -0.025
 weight_Ks_bk_Jh__bet reply_Js_bk_Jh_b_fold -0.025
 weight_Ks_bk_Jh__bet reply_Js_bk_Jh_b_call 0.058333333333333334
 weight_Ks_bk_Qs__check plan_Ks_bk_Qs_ 1
 weight_Ks_bk_Qs__check plan_Ks_bk_Qs_cb -1
 weight_Ks_bk_Qs__check reply_Jh_bk_Qs_c_check -0.025
 weight_Ks_bk_Qs__check reply_Qh_bk_Qs_c_check 0.025
 weight_Ks_bk_Qs__check reply_Js_bk_Qs_c_check -0.025
 weight_Ks_bk_Qs__bet plan_Ks_bk_Qs_ 1
 weight_Ks_bk_Qs__bet plan_Ks_bk_Qs_br -1
 weight_Ks_bk_Qs__bet reply_Jh_bk_Qs_b_fold -0.025
 weight_Ks_bk_Qs__bet reply_Jh_bk_Qs_b_call -0.058333333333333334
 weight_Ks_bk_Qs__bet reply_Qh_bk_Qs_b_fold -0.025
 weight_Ks_bk_Qs__bet reply_Qh_bk_Qs_b_call 0.058333333333333334
 weight_Ks_bk_Qs__bet reply_Kh_bk_Qs_b_fold -0.025
 weight_Ks_bk_Qs__bet reply_Js_bk_Qs_b_fold -0.025
 weight_Ks_bk_Qs__bet reply_Js_bk_Qs_b_call -0.058333333333333334
 weight_Ks_bk_Qh__check plan_Ks_bk_Qh_ 1
 weight_Ks_bk_Qh__check plan_Ks_bk_Qh_cb -1
 weight_Ks_bk_Qh__check reply_Jh_bk_Qh_c_check -0.025
 weight_Ks_bk_Qh__check reply_Qs_bk_Qh_c_check 0.025
 weight_Ks_bk_Qh__check reply_Js_bk_Qh_c_check -0.025
 weight_Ks_bk_Qh__bet plan_Ks_bk_Qh_ 1
 weight_Ks_bk_Qh__bet plan_Ks_bk_Qh_br -1
 weight_Ks_bk_Qh__bet reply_Jh_bk_Qh_b_fold -0.025
 weight_Ks_bk_Qh__bet reply_Jh_bk_Qh_b_call -0.058333333333333334
 weight_Ks_bk_Qh__bet reply_Qs_bk_Qh_b_fold -0.025
 weight_Ks_bk_Qh__bet reply_Qs_bk_Qh_b_call 0.058333333333333334
 weight_Ks_bk_Qh__bet reply_Kh_bk_Qh_b_fold -0.025
 weight_Ks_bk_Qh__bet reply_Js_bk_Qh_b_fold -0.025
 weight_Ks_bk_Qh__bet reply_Js_bk_Qh_b_call -0.058333333333333334
 weight_Ks_bk_Kh__check plan_Ks_bk_Kh_ 1
 weight_Ks_bk_Kh__check plan_Ks_bk_Kh_cb -1
 weight_Ks_bk_Kh__check reply_Jh_bk_Kh_c_check -0.025
 weight_Ks_bk_Kh__check reply_Qs_bk_Kh_c_check -0.025
 weight_Ks_bk_Kh__check reply_Qh_bk_Kh_c_check -0.025
 weight_Ks_bk_Kh__check reply_Js_bk_Kh_c_check -0.025
 weight_Ks_bk_Kh__bet plan_Ks_bk_Kh_ 1
 weight_Ks_bk_Kh__bet plan_Ks_bk_Kh_br -1
 weight_Ks_bk_Kh__bet reply_Jh_bk_Kh_b_fold -0.025
 weight_Ks_bk_Kh__bet reply_Jh_bk_Kh_b_call -0.058333333333333334
 weight_Ks_bk_Kh__bet reply_Qs_bk_Kh_b_fold -0.025
 weight_Ks_bk_Kh__bet reply_Qs_bk_Kh_b_call -0.058333333333333334
 weight_Ks_bk_Kh__bet reply_Qh_bk_Kh_b_fold -0.025
 weight_Ks_bk_Kh__bet reply_Qh_bk_Kh_b_call -0.058333333333333334
 weight_Ks_bk_Kh__bet reply_Js_bk_Kh_b_fold -0.025
 weight_Ks_bk_Kh__bet reply_Js_bk_Kh_b_call -0.058333333333333334
 weight_Ks_cc_Js__check plan_Ks_cc_Js_ 1
 weight_Ks_cc_Js__check plan_Ks_cc_Js_cb -1
 weight_Ks_cc_Js__check reply_Qs_cc_Js_c_check -0.008333333333333333
 weight_Ks_cc_Js__check reply_Qh_cc_Js_c_check -0.008333333333333333
 weight_Ks_cc_Js__check reply_Jh_cc_Js_c_check 0.008333333333333333
 weight_Ks_cc_Js__bet plan_Ks_cc_Js_ 1
 weight_Ks_cc_Js__bet plan_Ks_cc_Js_br -1
 weight_Ks_cc_Js__bet reply_Qs_cc_Js_b_fold -0.008333333333333333
 weight_Ks_cc_Js__bet reply_Qs_cc_Js_b_call -0.041666666666666664
 weight_Ks_cc_Js__bet reply_Qh_cc_Js_b_fold -0.008333333333333333
 weight_Ks_cc_Js__bet reply_Qh_cc_Js_b_call -0.041666666666666664
 weight_Ks_cc_Js__bet reply_Kh_cc_Js_b_fold -0.008333333333333333
 weight_Ks_cc_Js__bet reply_Jh_cc_Js_b_fold -0.008333333333333333
 weight_Ks_cc_Js__bet reply_Jh_cc_Js_b_call 0.041666666666666664
 weight_Ks_bk_Js__check plan_Ks_bk_Js_ 1
 weight_Ks_bk_Js__check plan_Ks_bk_Js_cb -1
 weight_Ks_bk_Js__check reply_Qs_bk_Js_c_check -0.025
 weight_Ks_bk_Js__check reply_Qh_bk_Js_c_check -0.025
 weight_Ks_bk_Js__check reply_Jh_bk_Js_c_check 0.025
 weight_Ks_bk_Js__bet plan_Ks_bk_Js_ 1
 weight_Ks_bk_Js__bet plan_Ks_bk_Js_br -1
 weight_Ks_bk_Js__bet reply_Qs_bk_Js_b_fold -0.025
 weight_Ks_bk_Js__bet reply_Qs_bk_Js_b_call -0.058333333333333334
 weight_Ks_bk_Js__bet reply_Qh_bk_Js_b_fold -0.025
 weight_Ks_bk_Js__bet reply_Qh_bk_Js_b_call -0.058333333333333334
 weight_Ks_bk_Js__bet reply_Kh_bk_Js_b_fold -0.025
 weight_Ks_bk_Js__bet reply_Jh_bk_Js_b_fold -0.025
 weight_Ks_bk_Js__bet reply_Jh_bk_Js_b_call 0.058333333333333334
 weight_Kh_cc_Jh__check plan_Kh_cc_Jh_ 1
 weight_Kh_cc_Jh__check plan_Kh_cc_Jh_cb -1
 weight_Kh_cc_Jh__check reply_Qs_cc_Jh_c_check -0.008333333333333333
 weight_Kh_cc_Jh__check reply_Qh_cc_Jh_c_check -0.008333333333333333
 weight_Kh_cc_Jh__check reply_Js_cc_Jh_c_check 0.008333333333333333
 weight_Kh_cc_Jh__bet plan_Kh_cc_Jh_ 1
 weight_Kh_cc_Jh__bet plan_Kh_cc_Jh_br -1
 weight_Kh_cc_Jh__bet reply_Qs_cc_Jh_b_fold -0.008333333333333333
 weight_Kh_cc_Jh__bet reply_Qs_cc_Jh_b_call -0.041666666666666664
 weight_Kh_cc_Jh__bet reply_Qh_cc_Jh_b_fold -0.008333333333333333
 weight_Kh_cc_Jh__bet reply_Qh_cc_Jh_b_call -0.041666666666666664
 weight_Kh_cc_Jh__bet reply_Ks_cc_Jh_b_fold -0.008333333333333333
 weight_Kh_cc_Jh__bet reply_Js_cc_Jh_b_fold -0.008333333333333333
 weight_Kh_cc_Jh__bet reply_Js_cc_Jh_b_call 0.041666666666666664
 weight_Kh_cc_Qs__check plan_Kh_cc_Qs_ 1
 weight_Kh_cc_Qs__check plan_Kh_cc_Qs_cb -1
 weight_Kh_cc_Qs__check reply_Jh_cc_Qs_c_check -0.008333333333333333
 weight_Kh_cc_Qs__check reply_Qh_cc_Qs_c_check 0.008333333333333333
 weight_Kh_cc_Qs__check reply_Js_cc_Qs_c_check -0.008333333333333333
 weight_Kh_cc_Qs__bet plan_Kh_cc_Qs_ 1
 weight_Kh_cc_Qs__bet plan_Kh_cc_Qs_br -1
 weight_Kh_cc_Qs__bet reply_Jh_cc_Qs_b_fold -0.008333333333333333
 weight_Kh_cc_Qs__bet reply_Jh_cc_Qs_b_call -0.041666666666666664
 weight_Kh_cc_Qs__bet reply_Qh_cc_Qs_b_fold -0.008333333333333333
 weight_Kh_cc_Qs__bet reply_Qh_cc_Qs_b_call 0.041666666666666664
 weight_Kh_cc_Qs__bet reply_Ks_cc_Qs_b_fold -0.008333333333333333
 weight_Kh_cc_Qs__bet reply_Js_cc_Qs_b_fold -0.008333333333333333
 weight_Kh_cc_Qs__bet reply_Js_cc_Qs_b_call -0.041666666666666664
 weight_Kh_cc_Qh__check plan_Kh_cc_Qh_ 1
 weight_Kh_cc_Qh__check plan_Kh_cc_Qh_cb -1
 weight_Kh_cc_Qh__check reply_Jh_cc_Qh_c_check -0.008333333333333333
 weight_Kh_cc_Qh__check reply_Qs_cc_Qh_c_check 0.008333333333333333
 weight_Kh_cc_Qh__check reply_Js_cc_Qh_c_check -0.008333333333333333
 weight_Kh_cc_Qh__bet plan_Kh_cc_Qh_ 1
 weight_Kh_cc_Qh__bet plan_Kh_cc_Qh_br -1
 weight_Kh_cc_Qh__bet reply_Jh_cc_Qh_b_fold -0.008333333333333333
 weight_Kh_cc_Qh__bet reply_Jh_cc_Qh_b_call -0.041666666666666664
 weight_Kh_cc_Qh__bet reply_Qs_cc_Qh_b_fold -0.008333333333333333
 weight_Kh_cc_Qh__bet reply_Qs_cc_Qh_b_call 0.041666666666666664
 weight_Kh_cc_Qh__bet reply_Ks_cc_Qh_b_fold -0.008333333333333333
 weight_Kh_cc_Qh__bet reply_Js_cc_Qh_b_fold -0.008333333333333333
 weight_Kh_cc_Qh__bet reply_Js_cc_Qh_b_call -0.041666666666666664
 weight_Kh_cc_Ks__check plan_Kh_cc_Ks_ 1
 weight_Kh_cc_Ks__check plan_Kh_cc_Ks_cb -1
 weight_Kh_cc_Ks__check reply_Jh_cc_Ks_c_check -0.008333333333333333
 weight_Kh_cc_Ks__check reply_Qs_cc_Ks_c_check -0.008333333333333333
 weight_Kh_cc_Ks__check reply_Qh_cc_Ks_c_check -0.008333333333333333
 weight_Kh_cc_Ks__check reply_Js_cc_Ks_c_check -0.008333333333333333
 weight_Kh_cc_Ks__bet plan_Kh_cc_Ks_ 1
 weight_Kh_cc_Ks__bet plan_Kh_cc_Ks_br -1
 weight_Kh_cc_Ks__bet reply_Jh_cc_Ks_b_fold -0.008333333333333333
 weight_Kh_cc_Ks__bet reply_Jh_cc_Ks_b_call -0.041666666666666664
 weight_Kh_cc_Ks__bet reply_Qs_cc_Ks_b_fold -0.008333333333333333
 weight_Kh_cc_Ks__bet reply_Qs_cc_Ks_b_call -0.041666666666666664
 weight_Kh_cc_Ks__bet reply_Qh_cc_Ks_b_fold -0.008333333333333333
 weight_Kh_cc_Ks__bet reply_Qh_cc_Ks_b_call -0.041666666666666664
 weight_Kh_cc_Ks__bet reply_Js_cc_Ks_b_fold -0.008333333333333333
 weight_Kh_cc_Ks__bet reply_Js_cc_Ks_b_call -0.041666666666666664
 weight_Kh_bk_Jh__check plan_Kh_bk_Jh_ 1
 weight_Kh_bk_Jh__check plan_Kh_bk_Jh_cb -1
 weight_Kh_bk_Jh__check reply_Qs_bk_Jh_c_check -0.025
 weight_Kh_bk_Jh__check reply_Qh_bk_Jh_c_check -0.025
 weight_Kh_bk_Jh__check reply_Js_bk_Jh_c_check 0.025
 weight_Kh_bk_Jh__bet plan_Kh_bk_Jh_ 1
 weight_Kh_bk_Jh__bet plan_Kh_bk_Jh_br -1
 weight_Kh_bk_Jh__bet reply_Qs_bk_Jh_b_fold -0.025
 weight_Kh_bk_Jh__bet reply_Qs_bk_Jh_b_call -0.058333333333333334
 weight_Kh_bk_Jh__bet reply_Qh_bk_Jh_b_fold -0.025
 weight_Kh_bk_Jh__bet reply_Qh_bk_Jh_b_call -0.058333333333333334
 weight_Kh_bk_Jh__bet reply_Ks_bk_Jh_b_fold -0.025
 weight_Kh_bk_Jh__bet reply_Js_bk_Jh_b_fold -0.025
 weight_Kh_bk_Jh__bet reply_Js_bk_Jh_b_call 0.058333333333333334
 weight_Kh_bk_Qs__check plan_Kh_bk_Qs_ 1
 weight_Kh_bk_Qs__check plan_Kh_bk_Qs_cb -1
 weight_Kh_bk_Qs__check reply_Jh_bk_Qs_c_check -0.025
 weight_Kh_bk_Qs__check reply_Qh_bk_Qs_c_check 0.025
 weight_Kh_bk_Qs__check reply_Js_bk_Qs_c_check -0.025
 weight_Kh_bk_Qs__bet plan_Kh_bk_Qs_ 1
 weight_Kh_bk_Qs__bet plan_Kh_bk_Qs_br -1
 weight_Kh_bk_Qs__bet reply_Jh_bk_Qs_b_fold -0.025
 weight_Kh_bk_Qs__bet reply_Jh_bk_Qs_b_call -0.058333333333333334
 weight_Kh_bk_Qs__bet reply_Qh_bk_Qs_b_fold -0.025
 weight_Kh_bk_Qs__bet reply_Qh_bk_Qs_b_call 0.058333333333333334
 weight_Kh_bk_Qs__bet reply_Ks_bk_Qs_b_fold -0.025
 weight_Kh_bk_Qs__bet reply_Js_bk_Qs_b_fold -0.025
 weight_Kh_bk_Qs__bet reply_Js_bk_Qs_b_call -0.058333333333333334
 weight_Kh_bk_Qh__check plan_Kh_bk_Qh_ 1
 weight_Kh_bk_Qh__check plan_Kh_bk_Qh_cb -1
 weight_Kh_bk_Qh__check reply_Jh_bk_Qh_c_check -0.025
 weight_Kh_bk_Qh__check reply_Qs_bk_Qh_c_check 0.025
 weight_Kh_bk_Qh__check reply_Js_bk_Qh_c_check -0.025
 weight_Kh_bk_Qh__bet plan_Kh_bk_Qh_ 1
 weight_Kh_bk_Qh__bet plan_Kh_bk_Qh_br -1
 weight_Kh_bk_Qh__bet reply_Jh_bk_Qh_b_fold -0.025
 weight_Kh_bk_Qh__bet reply_Jh_bk_Qh_b_call -0.058333333333333334
 weight_Kh_bk_Qh__bet reply_Qs_bk_Qh_b_fold -0.025
 weight_Kh_bk_Qh__bet reply_Qs_bk_Qh_b_call 0.058333333333333334
 weight_Kh_bk_Qh__bet reply_Ks_bk_Qh_b_fold -0.025
 weight_Kh_bk_Qh__bet reply_Js_bk_Qh_b_fold -0.025
 weight_Kh_bk_Qh__bet reply_Js_bk_Qh_b_call -0.058333333333333334
 weight_Kh_bk_Ks__check plan_Kh_bk_Ks_ 1
 weight_Kh_bk_Ks__check plan_Kh_bk_Ks_cb -1
 weight_Kh_bk_Ks__check reply_Jh_bk_Ks_c_check -0.025
 weight_Kh_bk_Ks__check reply_Qs_bk_Ks_c_check -0.025
 weight_Kh_bk_Ks__check reply_Qh_bk_Ks_c_check -0.025
 weight_Kh_bk_Ks__check reply_Js_bk_Ks_c_check -0.025
 weight_Kh_bk_Ks__bet plan_Kh_bk_Ks_ 1
 weight_Kh_bk_Ks__bet plan_Kh_bk_Ks_br -1
 weight_Kh_bk_Ks__bet reply_Jh_bk_Ks_b_fold -0.025
 weight_Kh_bk_Ks__bet reply_Jh_bk_Ks_b_call -0.058333333333333334
 weight_Kh_bk_Ks__bet reply_Qs_bk_Ks_b_fold -0.025
 weight_Kh_bk_Ks__bet reply_Qs_bk_Ks_b_call -0.058333333333333334
 weight_Kh_bk_Ks__bet reply_Qh_bk_Ks_b_fold -0.025
 weight_Kh_bk_Ks__bet reply_Qh_bk_Ks_b_call -0.058333333333333334
 weight_Kh_bk_Ks__bet reply_Js_bk_Ks_b_fold -0.025
 weight_Kh_bk_Ks__bet reply_Js_bk_Ks_b_call -0.058333333333333334
 weight_Kh_cc_Js__check plan_Kh_cc_Js_ 1
 weight_Kh_cc_Js__check plan_Kh_cc_Js_cb -1
 weight_Kh_cc_Js__check reply_Qs_cc_Js_c_check -0.008333333333333333
 weight_Kh_cc_Js__check reply_Qh_cc_Js_c_check -0.008333333333333333
 weight_Kh_cc_Js__check reply_Jh_cc_Js_c_check 0.008333333333333333
 weight_Kh_cc_Js__bet plan_Kh_cc_Js_ 1
 weight_Kh_cc_Js__bet plan_Kh_cc_Js_br -1
 weight_Kh_cc_Js__bet reply_Qs_cc_Js_b_fold -0.008333333333333333
 weight_Kh_cc_Js__bet reply_Qs_cc_Js_b_call -0.041666666666666664
 weight_Kh_cc_Js__bet reply_Qh_cc_Js_b_fold -0.008333333333333333
 weight_Kh_cc_Js__bet reply_Qh_cc_Js_b_call -0.041666666666666664
 weight_Kh_cc_Js__bet reply_Ks_cc_Js_b_fold -0.008333333333333333
 weight_Kh_cc_Js__bet reply_Jh_cc_Js_b_fold -0.008333333333333333
 weight_Kh_cc_Js__bet reply_Jh_cc_Js_b_call 0.041666666666666664
 weight_Kh_bk_Js__check plan_Kh_bk_Js_ 1
 weight_Kh_bk_Js__check plan_Kh_bk_Js_cb -1
 weight_Kh_bk_Js__check reply_Qs_bk_Js_c_check -0.025
 weight_Kh_bk_Js__check reply_Qh_bk_Js_c_check -0.025
 weight_Kh_bk_Js__check reply_Jh_bk_Js_c_check 0.025
 weight_Kh_bk_Js__bet plan_Kh_bk_Js_ 1
 weight_Kh_bk_Js__bet plan_Kh_bk_Js_br -1
 weight_Kh_bk_Js__bet reply_Qs_bk_Js_b_fold -0.025
 weight_Kh_bk_Js__bet reply_Qs_bk_Js_b_call -0.058333333333333334
 weight_Kh_bk_Js__bet reply_Qh_bk_Js_b_fold -0.025
 weight_Kh_bk_Js__bet reply_Qh_bk_Js_b_call -0.058333333333333334
 weight_Kh_bk_Js__bet reply_Ks_bk_Js_b_fold -0.025
 weight_Kh_bk_Js__bet reply_Jh_bk_Js_b_fold -0.025
 weight_Kh_bk_Js__bet reply_Jh_bk_Js_b_call 0.058333333333333334
 weight_Js_cbk_Qs__check plan_Js_cbk_Qs_ 1
 weight_Js_cbk_Qs__check plan_Js_cbk_Qs_cb -1
 weight_Js_cbk_Qs__check reply_Qh_cbk_Qs_c_check 0.025
 weight_Js_cbk_Qs__check reply_Ks_cbk_Qs_c_check 0.025
 weight_Js_cbk_Qs__check reply_Kh_cbk_Qs_c_check 0.025
 weight_Js_cbk_Qs__bet plan_Js_cbk_Qs_ 1
 weight_Js_cbk_Qs__bet plan_Js_cbk_Qs_br -1
 weight_Js_cbk_Qs__bet reply_Jh_cbk_Qs_b_fold -0.025
 weight_Js_cbk_Qs__bet reply_Qh_cbk_Qs_b_fold -0.025
 weight_Js_cbk_Qs__bet reply_Qh_cbk_Qs_b_call 0.058333333333333334
 weight_Js_cbk_Qs__bet reply_Ks_cbk_Qs_b_fold -0.025
 weight_Js_cbk_Qs__bet reply_Ks_cbk_Qs_b_call 0.058333333333333334
 weight_Js_cbk_Qs__bet reply_Kh_cbk_Qs_b_fold -0.025
 weight_Js_cbk_Qs__bet reply_Kh_cbk_Qs_b_call 0.058333333333333334
 weight_Js_cbk_Qh__check plan_Js_cbk_Qh_ 1
 weight_Js_cbk_Qh__check plan_Js_cbk_Qh_cb -1
 weight_Js_cbk_Qh__check reply_Qs_cbk_Qh_c_check 0.025
 weight_Js_cbk_Qh__check reply_Ks_cbk_Qh_c_check 0.025
 weight_Js_cbk_Qh__check reply_Kh_cbk_Qh_c_check 0.025
 weight_Js_cbk_Qh__bet plan_Js_cbk_Qh_ 1
 weight_Js_cbk_Qh__bet plan_Js_cbk_Qh_br -1
 weight_Js_cbk_Qh__bet reply_Jh_cbk_Qh_b_fold -0.025
 weight_Js_cbk_Qh__bet reply_Qs_cbk_Qh_b_fold -0.025
 weight_Js_cbk_Qh__bet reply_Qs_cbk_Qh_b_call 0.058333333333333334
 weight_Js_cbk_Qh__bet reply_Ks_cbk_Qh_b_fold -0.025
 weight_Js_cbk_Qh__bet reply_Ks_cbk_Qh_b_call 0.058333333333333334
 weight_Js_cbk_Qh__bet reply_Kh_cbk_Qh_b_fold -0.025
 weight_Js_cbk_Qh__bet reply_Kh_cbk_Qh_b_call 0.058333333333333334
 weight_Js_cbk_Ks__check plan_Js_cbk_Ks_ 1
 weight_Js_cbk_Ks__check plan_Js_cbk_Ks_cb -1
 weight_Js_cbk_Ks__check reply_Qs_cbk_Ks_c_check 0.025
 weight_Js_cbk_Ks__check reply_Qh_cbk_Ks_c_check 0.025
 weight_Js_cbk_Ks__check reply_Kh_cbk_Ks_c_check 0.025
 weight_Js_cbk_Ks__bet plan_Js_cbk_Ks_ 1
 weight_Js_cbk_Ks__bet plan_Js_cbk_Ks_br -1
 weight_Js_cbk_Ks__bet reply_Jh_cbk_Ks_b_fold -0.025
 weight_Js_cbk_Ks__bet reply_Qs_cbk_Ks_b_fold -0.025
 weight_Js_cbk_Ks__bet reply_Qs_cbk_Ks_b_call 0.058333333333333334
 weight_Js_cbk_Ks__bet reply_Qh_cbk_Ks_b_fold -0.025
 weight_Js_cbk_Ks__bet reply_Qh_cbk_Ks_b_call 0.058333333333333334
 weight_Js_cbk_Ks__bet reply_Kh_cbk_Ks_b_fold -0.025
 weight_Js_cbk_Ks__bet reply_Kh_cbk_Ks_b_call 0.058333333333333334
 weight_Js_cbk_Kh__check plan_Js_cbk_Kh_ 1
 weight_Js_cbk_Kh__check plan_Js_cbk_Kh_cb -1
 weight_Js_cbk_Kh__check reply_Qs_cbk_Kh_c_check 0.025
 weight_Js_cbk_Kh__check reply_Qh_cbk_Kh_c_check 0.025
 weight_Js_cbk_Kh__check reply_Ks_cbk_Kh_c_check 0.025
 weight_Js_cbk_Kh__bet plan_Js_cbk_Kh_ 1
 weight_Js_cbk_Kh__bet plan_Js_cbk_Kh_br -1
 weight_Js_cbk_Kh__bet reply_Jh_cbk_Kh_b_fold -0.025
 weight_Js_cbk_Kh__bet reply_Qs_cbk_Kh_b_fold -0.025
 weight_Js_cbk_Kh__bet reply_Qs_cbk_Kh_b_call 0.058333333333333334
 weight_Js_cbk_Kh__bet reply_Qh_cbk_Kh_b_fold -0.025
 weight_Js_cbk_Kh__bet reply_Qh_cbk_Kh_b_call 0.058333333333333334
 weight_Js_cbk_Kh__bet reply_Ks_cbk_Kh_b_fold -0.025
 weight_Js_cbk_Kh__bet reply_Ks_cbk_Kh_b_call 0.058333333333333334
 weight_Js_brk_Qs__check plan_Js_brk_Qs_ 1
 weight_Js_brk_Qs__check plan_Js_brk_Qs_cb -1
 weight_Js_brk_Qs__check reply_Qh_brk_Qs_c_check 0.041666666666666664
 weight_Js_brk_Qs__check reply_Ks_brk_Qs_c_check 0.041666666666666664
 weight_Js_brk_Qs__check reply_Kh_brk_Qs_c_check 0.041666666666666664
 weight_Js_brk_Qs__bet plan_Js_brk_Qs_ 1
 weight_Js_brk_Qs__bet plan_Js_brk_Qs_br -1
 weight_Js_brk_Qs__bet reply_Jh_brk_Qs_b_fold -0.041666666666666664
 weight_Js_brk_Qs__bet reply_Qh_brk_Qs_b_fold -0.041666666666666664
 weight_Js_brk_Qs__bet reply_Qh_brk_Qs_b_call 0.075
 weight_Js_brk_Qs__bet reply_Ks_brk_Qs_b_fold -0.041666666666666664
 weight_Js_brk_Qs__bet reply_Ks_brk_Qs_b_call 0.075
 weight_Js_brk_Qs__bet reply_Kh_brk_Qs_b_fold -0.041666666666666664
 weight_Js_brk_Qs__bet reply_Kh_brk_Qs_b_call 0.075
 weight_Js_brk_Qh__check plan_Js_brk_Qh_ 1
 weight_Js_brk_Qh__check plan_Js_brk_Qh_cb -1
 weight_Js_brk_Qh__check reply_Qs_brk_Qh_c_check 0.041666666666666664
 weight_Js_brk_Qh__check reply_Ks_brk_Qh_c_check 0.041666666666666664
 weight_Js_brk_Qh__check reply_Kh_brk_Qh_c_check 0.041666666666666664
 weight_Js_brk_Qh__bet plan_Js_brk_Qh_ 1
 weight_Js_brk_Qh__bet plan_Js_brk_Qh_br -1
 weight_Js_brk_Qh__bet reply_Jh_brk_Qh_b_fold -0.041666666666666664
 weight_Js_brk_Qh__bet reply_Qs_brk_Qh_b_fold -0.041666666666666664
 weight_Js_brk_Qh__bet reply_Qs_brk_Qh_b_call 0.075
 weight_Js_brk_Qh__bet reply_Ks_brk_Qh_b_fold -0.041666666666666664
 weight_Js_brk_Qh__bet reply_Ks_brk_Qh_b_call 0.075
 weight_Js_brk_Qh__bet reply_Kh_brk_Qh_b_fold -0.041666666666666664
 weight_Js_brk_Qh__bet reply_Kh_brk_Qh_b_call 0.075
 weight_Js_brk_Ks__check plan_Js_brk_Ks_ 1
 weight_Js_brk_Ks__check plan_Js_brk_Ks_cb -1
 weight_Js_brk_Ks__check reply_Qs_brk_Ks_c_check 0.041666666666666664
 weight_Js_brk_Ks__check reply_Qh_brk_Ks_c_check 0.041666666666666664
 weight_Js_brk_Ks__check reply_Kh_brk_Ks_c_check 0.041666666666666664
 weight_Js_brk_Ks__bet plan_Js_brk_Ks_ 1
 weight_Js_brk_Ks__bet plan_Js_brk_Ks_br -1
 weight_Js_brk_Ks__bet reply_Jh_brk_Ks_b_fold -0.041666666666666664
 weight_Js_brk_Ks__bet reply_Qs_brk_Ks_b_fold -0.041666666666666664
 weight_Js_brk_Ks__bet reply_Qs_brk_Ks_b_call 0.075
 weight_Js_brk_Ks__bet reply_Qh_brk_Ks_b_fold -0.041666666666666664
 weight_Js_brk_Ks__bet reply_Qh_brk_Ks_b_call 0.075
 weight_Js_brk_Ks__bet reply_Kh_brk_Ks_b_fold -0.041666666666666664
 weight_Js_brk_Ks__bet reply_Kh_brk_Ks_b_call 0.075
 weight_Js_brk_Kh__check plan_Js_brk_Kh_ 1
 weight_Js_brk_Kh__check plan_Js_brk_Kh_cb -1
 weight_Js_brk_Kh__check reply_Qs_brk_Kh_c_check 0.041666666666666664
 weight_Js_brk_Kh__check reply_Qh_brk_Kh_c_check 0.041666666666666664
 weight_Js_brk_Kh__check reply_Ks_brk_Kh_c_check 0.041666666666666664
 weight_Js_brk_Kh__bet plan_Js_brk_Kh_ 1
 weight_Js_brk_Kh__bet plan_Js_brk_Kh_br -1
 weight_Js_brk_Kh__bet reply_Jh_brk_Kh_b_fold -0.041666666666666664
 weight_Js_brk_Kh__bet reply_Qs_brk_Kh_b_fold -0.041666666666666664
 weight_Js_brk_Kh__bet reply_Qs_brk_Kh_b_call 0.075
 weight_Js_brk_Kh__bet reply_Qh_brk_Kh_b_fold -0.041666666666666664
 weight_Js_brk_Kh__bet reply_Qh_brk_Kh_b_call 0.075
 weight_Js_brk_Kh__bet reply_Ks_brk_Kh_b_fold -0.041666666666666664
 weight_Js_brk_Kh__bet reply_Ks_brk_Kh_b_call 0.075
 weight_Js_cbk_Jh__check plan_Js_cbk_Jh_ 1
 weight_Js_cbk_Jh__check plan_Js_cbk_Jh_cb -1
 weight_Js_cbk_Jh__check reply_Qs_cbk_Jh_c_check -0.025
 weight_Js_cbk_Jh__check reply_Qh_cbk_Jh_c_check -0.025
 weight_Js_cbk_Jh__check reply_Ks_cbk_Jh_c_check -0.025
 weight_Js_cbk_Jh__check reply_Kh_cbk_Jh_c_check -0.025
 weight_Js_cbk_Jh__bet plan_Js_cbk_Jh_ 1
 weight_Js_cbk_Jh__bet plan_Js_cbk_Jh_br -1
 weight_Js_cbk_Jh__bet reply_Qs_cbk_Jh_b_fold -0.025
 weight_Js_cbk_Jh__bet reply_Qs_cbk_Jh_b_call -0.058333333333333334
 weight_Js_cbk_Jh__bet reply_Qh_cbk_Jh_b_fold -0.025
 weight_Js_cbk_Jh__bet reply_Qh_cbk_Jh_b_call -0.058333333333333334
 weight_Js_cbk_Jh__bet reply_Ks_cbk_Jh_b_fold -0.025
 weight_Js_cbk_Jh__bet reply_Ks_cbk_Jh_b_call -0.058333333333333334
 weight_Js_cbk_Jh__bet reply_Kh_cbk_Jh_b_fold -0.025
 weight_Js_cbk_Jh__bet reply_Kh_cbk_Jh_b_call -0.058333333333333334
 weight_Js_brk_Jh__check plan_Js_brk_Jh_ 1
 weight_Js_brk_Jh__check plan_Js_brk_Jh_cb -1
 weight_Js_brk_Jh__check reply_Qs_brk_Jh_c_check -0.041666666666666664
 weight_Js_brk_Jh__check reply_Qh_brk_Jh_c_check -0.041666666666666664
 weight_Js_brk_Jh__check reply_Ks_brk_Jh_c_check -0.041666666666666664
 weight_Js_brk_Jh__check reply_Kh_brk_Jh_c_check -0.041666666666666664
 weight_Js_brk_Jh__bet plan_Js_brk_Jh_ 1
 weight_Js_brk_Jh__bet plan_Js_brk_Jh_br -1
 weight_Js_brk_Jh__bet reply_Qs_brk_Jh_b_fold -0.041666666666666664
 weight_Js_brk_Jh__bet reply_Qs_brk_Jh_b_call -0.075
 weight_Js_brk_Jh__bet reply_Qh_brk_Jh_b_fold -0.041666666666666664
 weight_Js_brk_Jh__bet reply_Qh_brk_Jh_b_call -0.075
 weight_Js_brk_Jh__bet reply_Ks_brk_Jh_b_fold -0.041666666666666664
 weight_Js_brk_Jh__bet reply_Ks_brk_Jh_b_call -0.075
 weight_Js_brk_Jh__bet reply_Kh_brk_Jh_b_fold -0.041666666666666664
 weight_Js_brk_Jh__bet reply_Kh_brk_Jh_b_call -0.075
 weight_Jh_cbk_Qs__check plan_Jh_cbk_Qs_ 1
 weight_Jh_cbk_Qs__check plan_Jh_cbk_Qs_cb -1
 weight_Jh_cbk_Qs__check reply_Qh_cbk_Qs_c_check 0.025
 weight_Jh_cbk_Qs__check reply_Ks_cbk_Qs_c_check 0.025
 weight_Jh_cbk_Qs__check reply_Kh_cbk_Qs_c_check 0.025
 weight_Jh_cbk_Qs__bet plan_Jh_cbk_Qs_ 1
 weight_Jh_cbk_Qs__bet plan_Jh_cbk_Qs_br -1
 weight_Jh_cbk_Qs__bet reply_Qh_cbk_Qs_b_fold -0.025
 weight_Jh_cbk_Qs__bet reply_Qh_cbk_Qs_b_call 0.058333333333333334
 weight_Jh_cbk_Qs__bet reply_Ks_cbk_Qs_b_fold -0.025
 weight_Jh_cbk_Qs__bet reply_Ks_cbk_Qs_b_call 0.058333333333333334
 weight_Jh_cbk_Qs__bet reply_Kh_cbk_Qs_b_fold -0.025
 weight_Jh_cbk_Qs__bet reply_Kh_cbk_Qs_b_call 0.058333333333333334
 weight_Jh_cbk_Qs__bet reply_Js_cbk_Qs_b_fold -0.025
 weight_Jh_cbk_Qh__check plan_Jh_cbk_Qh_ 1
 weight_Jh_cbk_Qh__check plan_Jh_cbk_Qh_cb -1
 weight_Jh_cbk_Qh__check reply_Qs_cbk_Qh_c_check 0.025
 weight_Jh_cbk_Qh__check reply_Ks_cbk_Qh_c_check 0.025
 weight_Jh_cbk_Qh__check reply_Kh_cbk_Qh_c_check 0.025
 weight_Jh_cbk_Qh__bet plan_Jh_cbk_Qh_ 1
 weight_Jh_cbk_Qh__bet plan_Jh_cbk_Qh_br -1
 weight_Jh_cbk_Qh__bet reply_Qs_cbk_Qh_b_fold -0.025
 weight_Jh_cbk_Qh__bet reply_Qs_cbk_Qh_b_call 0.058333333333333334
 weight_Jh_cbk_Qh__bet reply_Ks_cbk_Qh_b_fold -0.025
 weight_Jh_cbk_Qh__bet reply_Ks_cbk_Qh_b_call 0.058333333333333334
 weight_Jh_cbk_Qh__bet reply_Kh_cbk_Qh_b_fold -0.025
 weight_Jh_cbk_Qh__bet reply_Kh_cbk_Qh_b_call 0.058333333333333334
 weight_Jh_cbk_Qh__bet reply_Js_cbk_Qh_b_fold -0.025
 weight_Jh_cbk_Ks__check plan_Jh_cbk_Ks_ 1
 weight_Jh_cbk_Ks__check plan_Jh_cbk_Ks_cb -1
 weight_Jh_cbk_Ks__check reply_Qs_cbk_Ks_c_check 0.025
 weight_Jh_cbk_Ks__check reply_Qh_cbk_Ks_c_check 0.025
 weight_Jh_cbk_Ks__check reply_Kh_cbk_Ks_c_check 0.025
 weight_Jh_cbk_Ks__bet plan_Jh_cbk_Ks_ 1
 weight_Jh_cbk_Ks__bet plan_Jh_cbk_Ks_br -1
 weight_Jh_cbk_Ks__bet reply_Qs_cbk_Ks_b_fold -0.025
 weight_Jh_cbk_Ks__bet reply_Qs_cbk_Ks_b_call 0.058333333333333334
 weight_Jh_cbk_Ks__bet reply_Qh_cbk_Ks_b_fold -0.025
 weight_Jh_cbk_Ks__bet reply_Qh_cbk_Ks_b_call 0.058333333333333334
 weight_Jh_cbk_Ks__bet reply_Kh_cbk_Ks_b_fold -0.025
 weight_Jh_cbk_Ks__bet reply_Kh_cbk_Ks_b_call 0.058333333333333334
 weight_Jh_cbk_Ks__bet reply_Js_cbk_Ks_b_fold -0.025
 weight_Jh_cbk_Kh__check plan_Jh_cbk_Kh_ 1
 weight_Jh_cbk_Kh__check plan_Jh_cbk_Kh_cb -1
 weight_Jh_cbk_Kh__check reply_Qs_cbk_Kh_c_check 0.025
 weight_Jh_cbk_Kh__check reply_Qh_cbk_Kh_c_check 0.025
 weight_Jh_cbk_Kh__check reply_Ks_cbk_Kh_c_check 0.025
 weight_Jh_cbk_Kh__bet plan_Jh_cbk_Kh_ 1
 weight_Jh_cbk_Kh__bet plan_Jh_cbk_Kh_br -1
 weight_Jh_cbk_Kh__bet reply_Qs_cbk_Kh_b_fold -0.025
 weight_Jh_cbk_Kh__bet reply_Qs_cbk_Kh_b_call 0.058333333333333334
 weight_Jh_cbk_Kh__bet reply_Qh_cbk_Kh_b_fold -0.025
 weight_Jh_cbk_Kh__bet reply_Qh_cbk_Kh_b_call 0.058333333333333334
 weight_Jh_cbk_Kh__bet reply_Ks_cbk_Kh_b_fold -0.025
 weight_Jh_cbk_Kh__bet reply_Ks_cbk_Kh_b_call 0.058333333333333334
 weight_Jh_cbk_Kh__bet reply_Js_cbk_Kh_b_fold -0.025
 weight_Jh_brk_Qs__check plan_Jh_brk_Qs_ 1
 weight_Jh_brk_Qs__check plan_Jh_brk_Qs_cb -1
 weight_Jh_brk_Qs__check reply_Qh_brk_Qs_c_check 0.041666666666666664
 weight_Jh_brk_Qs__check reply_Ks_brk_Qs_c_check 0.041666666666666664
 weight_Jh_brk_Qs__check reply_Kh_brk_Qs_c_check 0.041666666666666664
 weight_Jh_brk_Qs__bet plan_Jh_brk_Qs_ 1
 weight_Jh_brk_Qs__bet plan_Jh_brk_Qs_br -1
 weight_Jh_brk_Qs__bet reply_Qh_brk_Qs_b_fold -0.041666666666666664
 weight_Jh_brk_Qs__bet reply_Qh_brk_Qs_b_call 0.075
 weight_Jh_brk_Qs__bet reply_Ks_brk_Qs_b_fold -0.041666666666666664
 weight_Jh_brk_Qs__bet reply_Ks_brk_Qs_b_call 0.075
 weight_Jh_brk_Qs__bet reply_Kh_brk_Qs_b_fold -0.041666666666666664
 weight_Jh_brk_Qs__bet reply_Kh_brk_Qs_b_call 0.075
 weight_Jh_brk_Qs__bet reply_Js_brk_Qs_b_fold -0.041666666666666664
 weight_Jh_brk_Qh__check plan_Jh_brk_Qh_ 1
 weight_Jh_brk_Qh__check plan_Jh_brk_Qh_cb -1
 weight_Jh_brk_Qh__check reply_Qs_brk_Qh_c_check 0.041666666666666664
 weight_Jh_brk_Qh__check reply_Ks_brk_Qh_c_check 0.041666666666666664
 weight_Jh_brk_Qh__check reply_Kh_brk_Qh_c_check 0.041666666666666664
 weight_Jh_brk_Qh__bet plan_Jh_brk_Qh_ 1
 weight_Jh_brk_Qh__bet plan_Jh_brk_Qh_br -1
 weight_Jh_brk_Qh__bet reply_Qs_brk_Qh_b_fold -0.041666666666666664
 weight_Jh_brk_Qh__bet reply_Qs_brk_Qh_b_call 0.075
 weight_Jh_brk_Qh__bet reply_Ks_brk_Qh_b_fold -0.041666666666666664
 weight_Jh_brk_Qh__bet reply_Ks_brk_Qh_b_call 0.075
 weight_Jh_brk_Qh__bet reply_Kh_brk_Qh_b_fold -0.041666666666666664
 weight_Jh_brk_Qh__bet reply_Kh_brk_Qh_b_call 0.075
 weight_Jh_brk_Qh__bet reply_Js_brk_Qh_b_fold -0.041666666666666664
 weight_Jh_brk_Ks__check plan_Jh_brk_Ks_ 1
 weight_Jh_brk_Ks__check plan_Jh_brk_Ks_cb -1
 weight_Jh_brk_Ks__check reply_Qs_brk_Ks_c_check 0.041666666666666664
 weight_Jh_brk_Ks__check reply_Qh_brk_Ks_c_check 0.041666666666666664
 weight_Jh_brk_Ks__check reply_Kh_brk_Ks_c_check 0.041666666666666664
 weight_Jh_brk_Ks__bet plan_Jh_brk_Ks_ 1
 weight_Jh_brk_Ks__bet plan_Jh_brk_Ks_br -1
 weight_Jh_brk_Ks__bet reply_Qs_brk_Ks_b_fold -0.041666666666666664
 weight_Jh_brk_Ks__bet reply_Qs_brk_Ks_b_call 0.075
 weight_Jh_brk_Ks__bet reply_Qh_brk_Ks_b_fold -0.041666666666666664
 weight_Jh_brk_Ks__bet reply_Qh_brk_Ks_b_call 0.075
 weight_Jh_brk_Ks__bet reply_Kh_brk_Ks_b_fold -0.041666666666666664
 weight_Jh_brk_Ks__bet reply_Kh_brk_Ks_b_call 0.075
 weight_Jh_brk_Ks__bet reply_Js_brk_Ks_b_fold -0.041666666666666664
 weight_Jh_brk_Kh__check plan_Jh_brk_Kh_ 1
 weight_Jh_brk_Kh__check plan_Jh_brk_Kh_cb -1
 weight_Jh_brk_Kh__check reply_Qs_brk_Kh_c_check 0.041666666666666664
 weight_Jh_brk_Kh__check reply_Qh_brk_Kh_c_check 0.041666666666666664
 weight_Jh_brk_Kh__check reply_Ks_brk_Kh_c_check 0.041666666666666664
 weight_Jh_brk_Kh__bet plan_Jh_brk_Kh_ 1
 weight_Jh_brk_Kh__bet plan_Jh_brk_Kh_br -1
 weight_Jh_brk_Kh__bet reply_Qs_brk_Kh_b_fold -0.041666666666666664
 weight_Jh_brk_Kh__bet reply_Qs_brk_Kh_b_call 0.075
 weight_Jh_brk_Kh__bet reply_Qh_brk_Kh_b_fold -0.041666666666666664
 weight_Jh_brk_Kh__bet reply_Qh_brk_Kh_b_call 0.075
 weight_Jh_brk_Kh__bet reply_Ks_brk_Kh_b_fold -0.041666666666666664
 weight_Jh_brk_Kh__bet reply_Ks_brk_Kh_b_call 0.075
 weight_Jh_brk_Kh__bet reply_Js_brk_Kh_b_fold -0.041666666666666664
 weight_Jh_cbk_Js__check plan_Jh_cbk_Js_ 1
 weight_Jh_cbk_Js__check plan_Jh_cbk_Js_cb -1
 weight_Jh_cbk_Js__check reply_Qs_cbk_Js_c_check -0.025
 weight_Jh_cbk_Js__check reply_Qh_cbk_Js_c_check -0.025
 weight_Jh_cbk_Js__check reply_Ks_cbk_Js_c_check -0.025
 weight_Jh_cbk_Js__check reply_Kh_cbk_Js_c_check -0.025
 weight_Jh_cbk_Js__bet plan_Jh_cbk_Js_ 1
 weight_Jh_cbk_Js__bet plan_Jh_cbk_Js_br -1
 weight_Jh_cbk_Js__bet reply_Qs_cbk_Js_b_fold -0.025
 weight_Jh_cbk_Js__bet reply_Qs_cbk_Js_b_call -0.058333333333333334
 weight_Jh_cbk_Js__bet reply_Qh_cbk_Js_b_fold -0.025
 weight_Jh_cbk_Js__bet reply_Qh_cbk_Js_b_call -0.058333333333333334
 weight_Jh_cbk_Js__bet reply_Ks_cbk_Js_b_fold -0.025
 weight_Jh_cbk_Js__bet reply_Ks_cbk_Js_b_call -0.058333333333333334
 weight_Jh_cbk_Js__bet reply_Kh_cbk_Js_b_fold -0.025
 weight_Jh_cbk_Js__bet reply_Kh_cbk_Js_b_call -0.058333333333333334
 weight_Jh_brk_Js__check plan_Jh_brk_Js_ 1
 weight_Jh_brk_Js__check plan_Jh_brk_Js_cb -1
 weight_Jh_brk_Js__check reply_Qs_brk_Js_c_check -0.041666666666666664
 weight_Jh_brk_Js__check reply_Qh_brk_Js_c_check -0.041666666666666664
 weight_Jh_brk_Js__check reply_Ks_brk_Js_c_check -0.041666666666666664
 weight_Jh_brk_Js__check reply_Kh_brk_Js_c_check -0.041666666666666664
 weight_Jh_brk_Js__bet plan_Jh_brk_Js_ 1
 weight_Jh_brk_Js__bet plan_Jh_brk_Js_br -1
 weight_Jh_brk_Js__bet reply_Qs_brk_Js_b_fold -0.041666666666666664
 weight_Jh_brk_Js__bet reply_Qs_brk_Js_b_call -0.075
 weight_Jh_brk_Js__bet reply_Qh_brk_Js_b_fold -0.041666666666666664
 weight_Jh_brk_Js__bet reply_Qh_brk_Js_b_call -0.075
 weight_Jh_brk_Js__bet reply_Ks_brk_Js_b_fold -0.041666666666666664
 weight_Jh_brk_Js__bet reply_Ks_brk_Js_b_call -0.075
 weight_Jh_brk_Js__bet reply_Kh_brk_Js_b_fold -0.041666666666666664
 weight_Jh_brk_Js__bet reply_Kh_brk_Js_b_call -0.075
 weight_Qs_cbk_Jh__check plan_Qs_cbk_Jh_ 1
 weight_Qs_cbk_Jh__check plan_Qs_cbk_Jh_cb -1
 weight_Qs_cbk_Jh__check reply_Ks_cbk_Jh_c_check 0.025
 weight_Qs_cbk_Jh__check reply_Kh_cbk_Jh_c_check 0.025
 weight_Qs_cbk_Jh__check reply_Js_cbk_Jh_c_check 0.025
 weight_Qs_cbk_Jh__bet plan_Qs_cbk_Jh_ 1
 weight_Qs_cbk_Jh__bet plan_Qs_cbk_Jh_br -1
 weight_Qs_cbk_Jh__bet reply_Qh_cbk_Jh_b_fold -0.025
 weight_Qs_cbk_Jh__bet reply_Ks_cbk_Jh_b_fold -0.025
 weight_Qs_cbk_Jh__bet reply_Ks_cbk_Jh_b_call 0.058333333333333334
 weight_Qs_cbk_Jh__bet reply_Kh_cbk_Jh_b_fold -0.025
 weight_Qs_cbk_Jh__bet reply_Kh_cbk_Jh_b_call 0.058333333333333334
 weight_Qs_cbk_Jh__bet reply_Js_cbk_Jh_b_fold -0.025
 weight_Qs_cbk_Jh__bet reply_Js_cbk_Jh_b_call 0.058333333333333334
 weight_Qs_cbk_Qh__check plan_Qs_cbk_Qh_ 1
 weight_Qs_cbk_Qh__check plan_Qs_cbk_Qh_cb -1
 weight_Qs_cbk_Qh__check reply_Jh_cbk_Qh_c_check -0.025
 weight_Qs_cbk_Qh__check reply_Ks_cbk_Qh_c_check -0.025
 weight_Qs_cbk_Qh__check reply_Kh_cbk_Qh_c_check -0.025
 weight_Qs_cbk_Qh__check reply_Js_cbk_Qh_c_check -0.025
 weight_Qs_cbk_Qh__bet plan_Qs_cbk_Qh_ 1
 weight_Qs_cbk_Qh__bet plan_Qs_cbk_Qh_br -1
 weight_Qs_cbk_Qh__bet reply_Jh_cbk_Qh_b_fold -0.025
 weight_Qs_cbk_Qh__bet reply_Jh_cbk_Qh_b_call -0.058333333333333334
 weight_Qs_cbk_Qh__bet reply_Ks_cbk_Qh_b_fold -0.025
 weight_Qs_cbk_Qh__bet reply_Ks_cbk_Qh_b_call -0.058333333333333334
 weight_Qs_cbk_Qh__bet reply_Kh_cbk_Qh_b_fold -0.025
 weight_Qs_cbk_Qh__bet reply_Kh_cbk_Qh_b_call -0.058333333333333334
 weight_Qs_cbk_Qh__bet reply_Js_cbk_Qh_b_fold -0.025
 weight_Qs_cbk_Qh__bet reply_Js_cbk_Qh_b_call -0.058333333333333334
 weight_Qs_cbk_Ks__check plan_Qs_cbk_Ks_ 1
 weight_Qs_cbk_Ks__check plan_Qs_cbk_Ks_cb -1
 weight_Qs_cbk_Ks__check reply_Jh_cbk_Ks_c_check -0.025
 weight_Qs_cbk_Ks__check reply_Kh_cbk_Ks_c_check 0.025
 weight_Qs_cbk_Ks__check reply_Js_cbk_Ks_c_check -0.025
 weight_Qs_cbk_Ks__bet plan_Qs_cbk_Ks_ 1
 weight_Qs_cbk_Ks__bet plan_Qs_cbk_Ks_br -1
 weight_Qs_cbk_Ks__bet reply_Jh_cbk_Ks_b_fold -0.025
 weight_Qs_cbk_Ks__bet reply_Jh_cbk_Ks_b_call -0.058333333333333334
 weight_Qs_cbk_Ks__bet reply_Qh_cbk_Ks_b_fold -0.025
 weight_Qs_cbk_Ks__bet reply_Kh_cbk_Ks_b_fold -0.025
 weight_Qs_cbk_Ks__bet reply_Kh_cbk_Ks_b_call 0.058333333333333334
 weight_Qs_cbk_Ks__bet reply_Js_cbk_Ks_b_fold -0.025
 weight_Qs_cbk_Ks__bet reply_Js_cbk_Ks_b_call -0.058333333333333334
 weight_Qs_cbk_Kh__check plan_Qs_cbk_Kh_ 1
 weight_Qs_cbk_Kh__check plan_Qs_cbk_Kh_cb -1
 weight_Qs_cbk_Kh__check reply_Jh_cbk_Kh_c_check -0.025
 weight_Qs_cbk_Kh__check reply_Ks_cbk_Kh_c_check 0.025
 weight_Qs_cbk_Kh__check reply_Js_cbk_Kh_c_check -0.025
 weight_Qs_cbk_Kh__bet plan_Qs_cbk_Kh_ 1
 weight_Qs_cbk_Kh__bet plan_Qs_cbk_Kh_br -1
 weight_Qs_cbk_Kh__bet reply_Jh_cbk_Kh_b_fold -0.025
 weight_Qs_cbk_Kh__bet reply_Jh_cbk_Kh_b_call -0.058333333333333334
 weight_Qs_cbk_Kh__bet reply_Qh_cbk_Kh_b_fold -0.025
 weight_Qs_cbk_Kh__bet reply_Ks_cbk_Kh_b_fold -0.025
 weight_Qs_cbk_Kh__bet reply_Ks_cbk_Kh_b_call 0.058333333333333334
 weight_Qs_cbk_Kh__bet reply_Js_cbk_Kh_b_fold -0.025
 weight_Qs_cbk_Kh__bet reply_Js_cbk_Kh_b_call -0.058333333333333334
 weight_Qs_brk_Jh__check plan_Qs_brk_Jh_ 1
 weight_Qs_brk_Jh__check plan_Qs_brk_Jh_cb -1
 weight_Qs_brk_Jh__check reply_Ks_brk_Jh_c_check 0.041666666666666664
 weight_Qs_brk_Jh__check reply_Kh_brk_Jh_c_check 0.041666666666666664
 weight_Qs_brk_Jh__check reply_Js_brk_Jh_c_check 0.041666666666666664
 weight_Qs_brk_Jh__bet plan_Qs_brk_Jh_ 1
 weight_Qs_brk_Jh__bet plan_Qs_brk_Jh_br -1
 weight_Qs_brk_Jh__bet reply_Qh_brk_Jh_b_fold -0.041666666666666664
 weight_Qs_brk_Jh__bet reply_Ks_brk_Jh_b_fold -0.041666666666666664
 weight_Qs_brk_Jh__bet reply_Ks_brk_Jh_b_call 0.075
 weight_Qs_brk_Jh__bet reply_Kh_brk_Jh_b_fold -0.041666666666666664
 weight_Qs_brk_Jh__bet reply_Kh_brk_Jh_b_call 0.075
 weight_Qs_brk_Jh__bet reply_Js_brk_Jh_b_fold -0.041666666666666664
 weight_Qs_brk_Jh__bet reply_Js_brk_Jh_b_call 0.075
 weight_Qs_brk_Qh__check plan_Qs_brk_Qh_ 1
 weight_Qs_brk_Qh__check plan_Qs_brk_Qh_cb -1
 weight_Qs_brk_Qh__check reply_Jh_brk_Qh_c_check -0.041666666666666664
 weight_Qs_brk_Qh__check reply_Ks_brk_Qh_c_check -0.041666666666666664
 weight_Qs_brk_Qh__check reply_Kh_brk_Qh_c_check -0.041666666666666664
 weight_Qs_brk_Qh__check reply_Js_brk_Qh_c_check -0.041666666666666664
 weight_Qs_brk_Qh__bet plan_Qs_brk_Qh_ 1
 weight_Qs_brk_Qh__bet plan_Qs_brk_Qh_br -1
 weight_Qs_brk_Qh__bet reply_Jh_brk_Qh_b_fold -0.041666666666666664
 weight_Qs_brk_Qh__bet reply_Jh_brk_Qh_b_call -0.075
 weight_Qs_brk_Qh__bet reply_Ks_brk_Qh_b_fold -0.041666666666666664
 weight_Qs_brk_Qh__bet reply_Ks_brk_Qh_b_call -0.075
 weight_Qs_brk_Qh__bet reply_Kh_brk_Qh_b_fold -0.041666666666666664
 weight_Qs_brk_Qh__bet reply_Kh_brk_Qh_b_call -0.075
 weight_Qs_brk_Qh__bet reply_Js_brk_Qh_b_fold -0.041666666666666664
 weight_Qs_brk_Qh__bet reply_Js_brk_Qh_b_call -0.075
 weight_Qs_brk_Ks__check plan_Qs_brk_Ks_ 1
 weight_Qs_brk_Ks__check plan_Qs_brk_Ks_cb -1
 weight_Qs_brk_Ks__check reply_Jh_brk_Ks_c_check -0.041666666666666664
 weight_Qs_brk_Ks__check reply_Kh_brk_Ks_c_check 0.041666666666666664
 weight_Qs_brk_Ks__check reply_Js_brk_Ks_c_check -0.041666666666666664
 weight_Qs_brk_Ks__bet plan_Qs_brk_Ks_ 1
 weight_Qs_brk_Ks__bet plan_Qs_brk_Ks_br -1
 weight_Qs_brk_Ks__bet reply_Jh_brk_Ks_b_fold -0.041666666666666664
 weight_Qs_brk_Ks__bet reply_Jh_brk_Ks_b_call -0.075
 weight_Qs_brk_Ks__bet reply_Qh_brk_Ks_b_fold -0.041666666666666664
 weight_Qs_brk_Ks__bet reply_Kh_brk_Ks_b_fold -0.041666666666666664
 weight_Qs_brk_Ks__bet reply_Kh_brk_Ks_b_call 0.075
 weight_Qs_brk_Ks__bet reply_Js_brk_Ks_b_fold -0.041666666666666664
 weight_Qs_brk_Ks__bet reply_Js_brk_Ks_b_call -0.075
 weight_Qs_brk_Kh__check plan_Qs_brk_Kh_ 1
 weight_Qs_brk_Kh__check plan_Qs_brk_Kh_cb -1
 weight_Qs_brk_Kh__check reply_Jh_brk_Kh_c_check -0.041666666666666664
 weight_Qs_brk_Kh__check reply_Ks_brk_Kh_c_check 0.041666666666666664
 weight_Qs_brk_Kh__check reply_Js_brk_Kh_c_check -0.041666666666666664
 weight_Qs_brk_Kh__bet plan_Qs_brk_Kh_ 1
 weight_Qs_brk_Kh__bet plan_Qs_brk_Kh_br -1
 weight_Qs_brk_Kh__bet reply_Jh_brk_Kh_b_fold -0.041666666666666664
 weight_Qs_brk_Kh__bet reply_Jh_brk_Kh_b_call -0.075
 weight_Qs_brk_Kh__bet reply_Qh_brk_Kh_b_fold -0.041666666666666664
 weight_Qs_brk_Kh__bet reply_Ks_brk_Kh_b_fold -0.041666666666666664
 weight_Qs_brk_Kh__bet reply_Ks_brk_Kh_b_call 0.075
 weight_Qs_brk_Kh__bet reply_Js_brk_Kh_b_fold -0.041666666666666664
 weight_Qs_brk_Kh__bet reply_Js_brk_Kh_b_call -0.075
 weight_Qs_cbk_Js__check plan_Qs_cbk_Js_ 1
 weight_Qs_cbk_Js__check plan_Qs_cbk_Js_cb -1
 weight_Qs_cbk_Js__check reply_Ks_cbk_Js_c_check 0.025
 weight_Qs_cbk_Js__check reply_Kh_cbk_Js_c_check 0.025
 weight_Qs_cbk_Js__check reply_Jh_cbk_Js_c_check 0.025
 weight_Qs_cbk_Js__bet plan_Qs_cbk_Js_ 1
 weight_Qs_cbk_Js__bet plan_Qs_cbk_Js_br -1
 weight_Qs_cbk_Js__bet reply_Qh_cbk_Js_b_fold -0.025
 weight_Qs_cbk_Js__bet reply_Ks_cbk_Js_b_fold -0.025
 weight_Qs_cbk_Js__bet reply_Ks_cbk_Js_b_call 0.058333333333333334
 weight_Qs_cbk_Js__bet reply_Kh_cbk_Js_b_fold -0.025
 weight_Qs_cbk_Js__bet reply_Kh_cbk_Js_b_call 0.058333333333333334
 weight_Qs_cbk_Js__bet reply_Jh_cbk_Js_b_fold -0.025
 weight_Qs_cbk_Js__bet reply_Jh_cbk_Js_b_call 0.058333333333333334
 weight_Qs_brk_Js__check plan_Qs_brk_Js_ 1
 weight_Qs_brk_Js__check plan_Qs_brk_Js_cb -1
 weight_Qs_brk_Js__check reply_Ks_brk_Js_c_check 0.041666666666666664
 weight_Qs_brk_Js__check reply_Kh_brk_Js_c_check 0.041666666666666664
 weight_Qs_brk_Js__check reply_Jh_brk_Js_c_check 0.041666666666666664
 weight_Qs_brk_Js__bet plan_Qs_brk_Js_ 1
 weight_Qs_brk_Js__bet plan_Qs_brk_Js_br -1
 weight_Qs_brk_Js__bet reply_Qh_brk_Js_b_fold -0.041666666666666664
 weight_Qs_brk_Js__bet reply_Ks_brk_Js_b_fold -0.041666666666666664
 weight_Qs_brk_Js__bet reply_Ks_brk_Js_b_call 0.075
 weight_Qs_brk_Js__bet reply_Kh_brk_Js_b_fold -0.041666666666666664
 weight_Qs_brk_Js__bet reply_Kh_brk_Js_b_call 0.075
 weight_Qs_brk_Js__bet reply_Jh_brk_Js_b_fold -0.041666666666666664
 weight_Qs_brk_Js__bet reply_Jh_brk_Js_b_call 0.075
 weight_Qh_cbk_Jh__check plan_Qh_cbk_Jh_ 1
 weight_Qh_cbk_Jh__check plan_Qh_cbk_Jh_cb -1
 weight_Qh_cbk_Jh__check reply_Ks_cbk_Jh_c_check 0.025
 weight_Qh_cbk_Jh__check reply_Kh_cbk_Jh_c_check 0.025
 weight_Qh_cbk_Jh__check reply_Js_cbk_Jh_c_check 0.025
 weight_Qh_cbk_Jh__bet plan_Qh_cbk_Jh_ 1
 weight_Qh_cbk_Jh__bet plan_Qh_cbk_Jh_br -1
 weight_Qh_cbk_Jh__bet reply_Qs_cbk_Jh_b_fold -0.025
 weight_Qh_cbk_Jh__bet reply_Ks_cbk_Jh_b_fold -0.025
 weight_Qh_cbk_Jh__bet reply_Ks_cbk_Jh_b_call 0.058333333333333334
 weight_Qh_cbk_Jh__bet reply_Kh_cbk_Jh_b_fold -0.025
 weight_Qh_cbk_Jh__bet reply_Kh_cbk_Jh_b_call 0.058333333333333334
 weight_Qh_cbk_Jh__bet reply_Js_cbk_Jh_b_fold -0.025
 weight_Qh_cbk_Jh__bet reply_Js_cbk_Jh_b_call 0.058333333333333334
 weight_Qh_cbk_Qs__check plan_Qh_cbk_Qs_ 1
 weight_Qh_cbk_Qs__check plan_Qh_cbk_Qs_cb -1
 weight_Qh_cbk_Qs__check reply_Jh_cbk_Qs_c_check -0.025
 weight_Qh_cbk_Qs__check reply_Ks_cbk_Qs_c_check -0.025
 weight_Qh_cbk_Qs__check reply_Kh_cbk_Qs_c_check -0.025
 weight_Qh_cbk_Qs__check reply_Js_cbk_Qs_c_check -0.025
 weight_Qh_cbk_Qs__bet plan_Qh_cbk_Qs_ 1
 weight_Qh_cbk_Qs__bet plan_Qh_cbk_Qs_br -1
 weight_Qh_cbk_Qs__bet reply_Jh_cbk_Qs_b_fold -0.025
 weight_Qh_cbk_Qs__bet reply_Jh_cbk_Qs_b_call -0.058333333333333334
 weight_Qh_cbk_Qs__bet reply_Ks_cbk_Qs_b_fold -0.025
 weight_Qh_cbk_Qs__bet reply_Ks_cbk_Qs_b_call -0.058333333333333334
 weight_Qh_cbk_Qs__bet reply_Kh_cbk_Qs_b_fold -0.025
 weight_Qh_cbk_Qs__bet reply_Kh_cbk_Qs_b_call -0.058333333333333334
 weight_Qh_cbk_Qs__bet reply_Js_cbk_Qs_b_fold -0.025
 weight_Qh_cbk_Qs__bet reply_Js_cbk_Qs_b_call -0.058333333333333334
 weight_Qh_cbk_Ks__check plan_Qh_cbk_Ks_ 1
 weight_Qh_cbk_Ks__check plan_Qh_cbk_Ks_cb -1
 weight_Qh_cbk_Ks__check reply_Jh_cbk_Ks_c_check -0.025
 weight_Qh_cbk_Ks__check reply_Kh_cbk_Ks_c_check 0.025
 weight_Qh_cbk_Ks__check reply_Js_cbk_Ks_c_check -0.025
 weight_Qh_cbk_Ks__bet plan_Qh_cbk_Ks_ 1
 weight_Qh_cbk_Ks__bet plan_Qh_cbk_Ks_br -1
 weight_Qh_cbk_Ks__bet reply_Jh_cbk_Ks_b_fold -0.025
 weight_Qh_cbk_Ks__bet reply_Jh_cbk_Ks_b_call -0.058333333333333334
 weight_Qh_cbk_Ks__bet reply_Qs_cbk_Ks_b_fold -0.025
 weight_Qh_cbk_Ks__bet reply_Kh_cbk_Ks_b_fold -0.025
 weight_Qh_cbk_Ks__bet reply_Kh_cbk_Ks_b_call 0.058333333333333334
 weight_Qh_cbk_Ks__bet reply_Js_cbk_Ks_b_fold -0.025
 weight_Qh_cbk_Ks__bet reply_Js_cbk_Ks_b_call -0.058333333333333334
 weight_Qh_cbk_Kh__check plan_Qh_cbk_Kh_ 1
 weight_Qh_cbk_Kh__check plan_Qh_cbk_Kh_cb -1
 weight_Qh_cbk_Kh__check reply_Jh_cbk_Kh_c_check -0.025
 weight_Qh_cbk_Kh__check reply_Ks_cbk_Kh_c_check 0.025
 weight_Qh_cbk_Kh__check reply_Js_cbk_Kh_c_check -0.025
 weight_Qh_cbk_Kh__bet plan_Qh_cbk_Kh_ 1
 weight_Qh_cbk_Kh__bet plan_Qh_cbk_Kh_br -1
 weight_Qh_cbk_Kh__bet reply_Jh_cbk_Kh_b_fold -0.025
 weight_Qh_cbk_Kh__bet reply_Jh_cbk_Kh_b_call -0.058333333333333334
 weight_Qh_cbk_Kh__bet reply_Qs_cbk_Kh_b_fold -0.025
 weight_Qh_cbk_Kh__bet reply_Ks_cbk_Kh_b_fold -0.025
 weight_Qh_cbk_Kh__bet reply_Ks_cbk_Kh_b_call 0.058333333333333334
 weight_Qh_cbk_Kh__bet reply_Js_cbk_Kh_b_fold -0.025
 weight_Qh_cbk_Kh__bet reply_Js_cbk_Kh_b_call -0.058333333333333334
 weight_Qh_brk_Jh__check plan_Qh_brk_Jh_ 1
 weight_Qh_brk_Jh__check plan_Qh_brk_Jh_cb -1
 weight_Qh_brk_Jh__check reply_Ks_brk_Jh_c_check 0.041666666666666664
 weight_Qh_brk_Jh__check reply_Kh_brk_Jh_c_check 0.041666666666666664
 weight_Qh_brk_Jh__check reply_Js_brk_Jh_c_check 0.041666666666666664
 weight_Qh_brk_Jh__bet plan_Qh_brk_Jh_ 1
 weight_Qh_brk_Jh__bet plan_Qh_brk_Jh_br -1
 weight_Qh_brk_Jh__bet reply_Qs_brk_Jh_b_fold -0.041666666666666664
 weight_Qh_brk_Jh__bet reply_Ks_brk_Jh_b_fold -0.041666666666666664
 weight_Qh_brk_Jh__bet reply_Ks_brk_Jh_b_call 0.075
 weight_Qh_brk_Jh__bet reply_Kh_brk_Jh_b_fold -0.041666666666666664
 weight_Qh_brk_Jh__bet reply_Kh_brk_Jh_b_call 0.075
 weight_Qh_brk_Jh__bet reply_Js_brk_Jh_b_fold -0.041666666666666664
 weight_Qh_brk_Jh__bet reply_Js_brk_Jh_b_call 0.075
 weight_Qh_brk_Qs__check plan_Qh_brk_Qs_ 1
 weight_Qh_brk_Qs__check plan_Qh_brk_Qs_cb -1
 weight_Qh_brk_Qs__check reply_Jh_brk_Qs_c_check -0.041666666666666664
 weight_Qh_brk_Qs__check reply_Ks_brk_Qs_c_check -0.041666666666666664
 weight_Qh_brk_Qs__check reply_Kh_brk_Qs_c_check -0.041666666666666664
 weight_Qh_brk_Qs__check reply_Js_brk_Qs_c_check -0.041666666666666664
 weight_Qh_brk_Qs__bet plan_Qh_brk_Qs_ 1
 weight_Qh_brk_Qs__bet plan_Qh_brk_Qs_br -1
 weight_Qh_brk_Qs__bet reply_Jh_brk_Qs_b_fold -0.041666666666666664
 weight_Qh_brk_Qs__bet reply_Jh_brk_Qs_b_call -0.075
 weight_Qh_brk_Qs__bet reply_Ks_brk_Qs_b_fold -0.041666666666666664
 weight_Qh_brk_Qs__bet reply_Ks_brk_Qs_b_call -0.075
 weight_Qh_brk_Qs__bet reply_Kh_brk_Qs_b_fold -0.041666666666666664
 weight_Qh_brk_Qs__bet reply_Kh_brk_Qs_b_call -0.075
 weight_Qh_brk_Qs__bet reply_Js_brk_Qs_b_fold -0.041666666666666664
 weight_Qh_brk_Qs__bet reply_Js_brk_Qs_b_call -0.075
 weight_Qh_brk_Ks__check plan_Qh_brk_Ks_ 1
 weight_Qh_brk_Ks__check plan_Qh_brk_Ks_cb -1
 weight_Qh_brk_Ks__check reply_Jh_brk_Ks_c_check -0.041666666666666664
 weight_Qh_brk_Ks__check reply_Kh_brk_Ks_c_check 0.041666666666666664
 weight_Qh_brk_Ks__check reply_Js_brk_Ks_c_check -0.041666666666666664
 weight_Qh_brk_Ks__bet plan_Qh_brk_Ks_ 1
 weight_Qh_brk_Ks__bet plan_Qh_brk_Ks_br -1
 weight_Qh_brk_Ks__bet reply_Jh_brk_Ks_b_fold -0.041666666666666664
 weight_Qh_brk_Ks__bet reply_Jh_brk_Ks_b_call -0.075
 weight_Qh_brk_Ks__bet reply_Qs_brk_Ks_b_fold -0.041666666666666664
 weight_Qh_brk_Ks__bet reply_Kh_brk_Ks_b_fold -0.041666666666666664
 weight_Qh_brk_Ks__bet reply_Kh_brk_Ks_b_call 0.075
 weight_Qh_brk_Ks__bet reply_Js_brk_Ks_b_fold -0.041666666666666664
 weight_Qh_brk_Ks__bet reply_Js_brk_Ks_b_call -0.075
 weight_Qh_brk_Kh__check plan_Qh_brk_Kh_ 1
 weight_Qh_brk_Kh__check plan_Qh_brk_Kh_cb -1
 weight_Qh_brk_Kh__check reply_Jh_brk_Kh_c_check -0.041666666666666664
 weight_Qh_brk_Kh__check reply_Ks_brk_Kh_c_check 0.041666666666666664
 weight_Qh_brk_Kh__check reply_Js_brk_Kh_c_check -0.041666666666666664
 weight_Qh_brk_Kh__bet plan_Qh_brk_Kh_ 1
 weight_Qh_brk_Kh__bet plan_Qh_brk_Kh_br -1
 weight_Qh_brk_Kh__bet reply_Jh_brk_Kh_b_fold -0.041666666666666664
 weight_Qh_brk_Kh__bet reply_Jh_brk_Kh_b_call -0.075
 weight_Qh_brk_Kh__bet reply_Qs_brk_Kh_b_fold -0.041666666666666664
 weight_Qh_brk_Kh__bet reply_Ks_brk_Kh_b_fold -0.041666666666666664
 weight_Qh_brk_Kh__bet reply_Ks_brk_Kh_b_call 0.075
 weight_Qh_brk_Kh__bet reply_Js_brk_Kh_b_fold -0.041666666666666664
 weight_Qh_brk_Kh__bet reply_Js_brk_Kh_b_call -0.075
 weight_Qh_cbk_Js__check plan_Qh_cbk_Js_ 1
 weight_Qh_cbk_Js__check plan_Qh_cbk_Js_cb -1
 weight_Qh_cbk_Js__check reply_Ks_cbk_Js_c_check 0.025
 weight_Qh_cbk_Js__check reply_Kh_cbk_Js_c_check 0.025
 weight_Qh_cbk_Js__check reply_Jh_cbk_Js_c_check 0.025
 weight_Qh_cbk_Js__bet plan_Qh_cbk_Js_ 1
 weight_Qh_cbk_Js__bet plan_Qh_cbk_Js_br -1
 weight_Qh_cbk_Js__bet reply_Qs_cbk_Js_b_fold -0.025
 weight_Qh_cbk_Js__bet reply_Ks_cbk_Js_b_fold -0.025
 weight_Qh_cbk_Js__bet reply_Ks_cbk_Js_b_call 0.058333333333333334
 weight_Qh_cbk_Js__bet reply_Kh_cbk_Js_b_fold -0.025
 weight_Qh_cbk_Js__bet reply_Kh_cbk_Js_b_call 0.058333333333333334
 weight_Qh_cbk_Js__bet reply_Jh_cbk_Js_b_fold -0.025
 weight_Qh_cbk_Js__bet reply_Jh_cbk_Js_b_call 0.058333333333333334
 weight_Qh_brk_Js__check plan_Qh_brk_Js_ 1
 weight_Qh_brk_Js__check plan_Qh_brk_Js_cb -1
 weight_Qh_brk_Js__check reply_Ks_brk_Js_c_check 0.041666666666666664
 weight_Qh_brk_Js__check reply_Kh_brk_Js_c_check 0.041666666666666664
 weight_Qh_brk_Js__check reply_Jh_brk_Js_c_check 0.041666666666666664
 weight_Qh_brk_Js__bet plan_Qh_brk_Js_ 1
 weight_Qh_brk_Js__bet plan_Qh_brk_Js_br -1
 weight_Qh_brk_Js__bet reply_Qs_brk_Js_b_fold -0.041666666666666664
 weight_Qh_brk_Js__bet reply_Ks_brk_Js_b_fold -0.041666666666666664
 weight_Qh_brk_Js__bet reply_Ks_brk_Js_b_call 0.075
 weight_Qh_brk_Js__bet reply_Kh_brk_Js_b_fold -0.041666666666666664
 weight_Qh_brk_Js__bet reply_Kh_brk_Js_b_call 0.075
 weight_Qh_brk_Js__bet reply_Jh_brk_Js_b_fold -0.041666666666666664
 weight_Qh_brk_Js__bet reply_Jh_brk_Js_b_call 0.075
 weight_Ks_cbk_Jh__check plan_Ks_cbk_Jh_ 1
 weight_Ks_cbk_Jh__check plan_Ks_cbk_Jh_cb -1
 weight_Ks_cbk_Jh__check reply_Qs_cbk_Jh_c_check -0.025
 weight_Ks_cbk_Jh__check reply_Qh_cbk_Jh_c_check -0.025
 weight_Ks_cbk_Jh__check reply_Js_cbk_Jh_c_check 0.025
 weight_Ks_cbk_Jh__bet plan_Ks_cbk_Jh_ 1
 weight_Ks_cbk_Jh__bet plan_Ks_cbk_Jh_br -1
 weight_Ks_cbk_Jh__bet reply_Qs_cbk_Jh_b_fold -0.025
 weight_Ks_cbk_Jh__bet reply_Qs_cbk_Jh_b_call -0.058333333333333334
 weight_Ks_cbk_Jh__bet reply_Qh_cbk_Jh_b_fold -0.025
 weight_Ks_cbk_Jh__bet reply_Qh_cbk_Jh_b_call -0.058333333333333334
 weight_Ks_cbk_Jh__bet reply_Kh_cbk_Jh_b_fold -0.025
 weight_Ks_cbk_Jh__bet reply_Js_cbk_Jh_b_fold -0.025
 weight_Ks_cbk_Jh__bet reply_Js_cbk_Jh_b_call 0.058333333333333334
 weight_Ks_cbk_Qs__check plan_Ks_cbk_Qs_ 1
 weight_Ks_cbk_Qs__check plan_Ks_cbk_Qs_cb -1
 weight_Ks_cbk_Qs__check reply_Jh_cbk_Qs_c_check -0.025
 weight_Ks_cbk_Qs__check reply_Qh_cbk_Qs_c_check 0.025
 weight_Ks_cbk_Qs__check reply_Js_cbk_Qs_c_check -0.025
 weight_Ks_cbk_Qs__bet plan_Ks_cbk_Qs_ 1
 weight_Ks_cbk_Qs__bet plan_Ks_cbk_Qs_br -1
 weight_Ks_cbk_Qs__bet reply_Jh_cbk_Qs_b_fold -0.025
 weight_Ks_cbk_Qs__bet reply_Jh_cbk_Qs_b_call -0.058333333333333334
 weight_Ks_cbk_Qs__bet reply_Qh_cbk_Qs_b_fold -0.025
 weight_Ks_cbk_Qs__bet reply_Qh_cbk_Qs_b_call 0.058333333333333334
 weight_Ks_cbk_Qs__bet reply_Kh_cbk_Qs_b_fold -0.025
 weight_Ks_cbk_Qs__bet reply_Js_cbk_Qs_b_fold -0.025
 weight_Ks_cbk_Qs__bet reply_Js_cbk_Qs_b_call -0.058333333333333334
 weight_Ks_cbk_Qh__check plan_Ks_cbk_Qh_ 1
 weight_Ks_cbk_Qh__check plan_Ks_cbk_Qh_cb -1
 weight_Ks_cbk_Qh__check reply_Jh_cbk_Qh_c_check -0.025
 weight_Ks_cbk_Qh__check reply_Qs_cbk_Qh_c_check 0.025
 weight_Ks_cbk_Qh__check reply_Js_cbk_Qh_c_check -0.025
 weight_Ks_cbk_Qh__bet plan_Ks_cbk_Qh_ 1
 weight_Ks_cbk_Qh__bet plan_Ks_cbk_Qh_br -1
 weight_Ks_cbk_Qh__bet reply_Jh_cbk_Qh_b_fold -0.025
 weight_Ks_cbk_Qh__bet reply_Jh_cbk_Qh_b_call -0.058333333333333334
 weight_Ks_cbk_Qh__bet reply_Qs_cbk_Qh_b_fold -0.025
 weight_Ks_cbk_Qh__bet reply_Qs_cbk_Qh_b_call 0.058333333333333334
 weight_Ks_cbk_Qh__bet reply_Kh_cbk_Qh_b_fold -0.025
 weight_Ks_cbk_Qh__bet reply_Js_cbk_Qh_b_fold -0.025
 weight_Ks_cbk_Qh__bet reply_Js_cbk_Qh_b_call -0.058333333333333334
 weight_Ks_cbk_Kh__check plan_Ks_cbk_Kh_ 1
 weight_Ks_cbk_Kh__check plan_Ks_cbk_Kh_cb -1
 weight_Ks_cbk_Kh__check reply_Jh_cbk_Kh_c_check -0.025
 weight_Ks_cbk_Kh__check reply_Qs_cbk_Kh_c_check -0.025
 weight_Ks_cbk_Kh__check reply_Qh_cbk_Kh_c_check -0.025
 weight_Ks_cbk_Kh__check reply_Js_cbk_Kh_c_check -0.025
 weight_Ks_cbk_Kh__bet plan_Ks_cbk_Kh_ 1
 weight_Ks_cbk_Kh__bet plan_Ks_cbk_Kh_br -1
 weight_Ks_cbk_Kh__bet reply_Jh_cbk_Kh_b_fold -0.025
 weight_Ks_cbk_Kh__bet reply_Jh_cbk_Kh_b_call -0.058333333333333334
 weight_Ks_cbk_Kh__bet reply_Qs_cbk_Kh_b_fold -0.025
 weight_Ks_cbk_Kh__bet reply_Qs_cbk_Kh_b_call -0.058333333333333334
 weight_Ks_cbk_Kh__bet reply_Qh_cbk_Kh_b_fold -0.025
 weight_Ks_cbk_Kh__bet reply_Qh_cbk_Kh_b_call -0.058333333333333334
 weight_Ks_cbk_Kh__bet reply_Js_cbk_Kh_b_fold -0.025
 weight_Ks_cbk_Kh__bet reply_Js_cbk_Kh_b_call -0.058333333333333334
 weight_Ks_brk_Jh__check plan_Ks_brk_Jh_ 1
 weight_Ks_brk_Jh__check plan_Ks_brk_Jh_cb -1
 weight_Ks_brk_Jh__check reply_Qs_brk_Jh_c_check -0.041666666666666664
 weight_Ks_brk_Jh__check reply_Qh_brk_Jh_c_check -0.041666666666666664
 weight_Ks_brk_Jh__check reply_Js_brk_Jh_c_check 0.041666666666666664
 weight_Ks_brk_Jh__bet plan_Ks_brk_Jh_ 1
 weight_Ks_brk_Jh__bet plan_Ks_brk_Jh_br -1
 weight_Ks_brk_Jh__bet reply_Qs_brk_Jh_b_fold -0.041666666666666664
 weight_Ks_brk_Jh__bet reply_Qs_brk_Jh_b_call -0.075
 weight_Ks_brk_Jh__bet reply_Qh_brk_Jh_b_fold -0.041666666666666664
 weight_Ks_brk_Jh__bet reply_Qh_brk_Jh_b_call -0.075
 weight_Ks_brk_Jh__bet reply_Kh_brk_Jh_b_fold -0.041666666666666664
 weight_Ks_brk_Jh__bet reply_Js_brk_Jh_b_fold -0.041666666666666664
 weight_Ks_brk_Jh__bet reply_Js_brk_Jh_b_call 0.075
 weight_Ks_brk_Qs__check plan_Ks_brk_Qs_ 1
 weight_Ks_brk_Qs__check plan_Ks_brk_Qs_cb -1
 weight_Ks_brk_Qs__check reply_Jh_brk_Qs_c_check -0.041666666666666664
 weight_Ks_brk_Qs__check reply_Qh_brk_Qs_c_check 0.041666666666666664
 weight_Ks_brk_Qs__check reply_Js_brk_Qs_c_check -0.041666666666666664
 weight_Ks_brk_Qs__bet plan_Ks_brk_Qs_ 1
 weight_Ks_brk_Qs__bet plan_Ks_brk_Qs_br -1
 weight_Ks_brk_Qs__bet reply_Jh_brk_Qs_b_fold -0.041666666666666664
 weight_Ks_brk_Qs__bet reply_Jh_brk_Qs_b_call -0.075
 weight_Ks_brk_Qs__bet reply_Qh_brk_Qs_b_fold -0.041666666666666664
 weight_Ks_brk_Qs__bet reply_Qh_brk_Qs_b_call 0.075
 weight_Ks_brk_Qs__bet reply_Kh_brk_Qs_b_fold -0.041666666666666664
 weight_Ks_brk_Qs__bet reply_Js_brk_Qs_b_fold -0.041666666666666664
 weight_Ks_brk_Qs__bet reply_Js_brk_Qs_b_call -0.075
 weight_Ks_brk_Qh__check plan_Ks_brk_Qh_ 1
 weight_Ks_brk_Qh__check plan_Ks_brk_Qh_cb -1
 weight_Ks_brk_Qh__check reply_Jh_brk_Qh_c_check -0.041666666666666664
 weight_Ks_brk_Qh__check reply_Qs_brk_Qh_c_check 0.041666666666666664
 weight_Ks_brk_Qh__check reply_Js_brk_Qh_c_check -0.041666666666666664
 weight_Ks_brk_Qh__bet plan_Ks_brk_Qh_ 1
 weight_Ks_brk_Qh__bet plan_Ks_brk_Qh_br -1
 weight_Ks_brk_Qh__bet reply_Jh_brk_Qh_b_fold -0.041666666666666664
 weight_Ks_brk_Qh__bet reply_Jh_brk_Qh_b_call -0.075
 weight_Ks_brk_Qh__bet reply_Qs_brk_Qh_b_fold -0.041666666666666664
 weight_Ks_brk_Qh__bet reply_Qs_brk_Qh_b_call 0.075
 weight_Ks_brk_Qh__bet reply_Kh_brk_Qh_b_fold -0.041666666666666664
 weight_Ks_brk_Qh__bet reply_Js_brk_Qh_b_fold -0.041666666666666664
 weight_Ks_brk_Qh__bet reply_Js_brk_Qh_b_call -0.075
 weight_Ks_brk_Kh__check plan_Ks_brk_Kh_ 1
 weight_Ks_brk_Kh__check plan_Ks_brk_Kh_cb -1
 weight_Ks_brk_Kh__check reply_Jh_brk_Kh_c_check -0.041666666666666664
 weight_Ks_brk_Kh__check reply_Qs_brk_Kh_c_check -0.041666666666666664
 weight_Ks_brk_Kh__check reply_Qh_brk_Kh_c_check -0.041666666666666664
 weight_Ks_brk_Kh__check reply_Js_brk_Kh_c_check -0.041666666666666664
 weight_Ks_brk_Kh__bet plan_Ks_brk_Kh_ 1
 weight_Ks_brk_Kh__bet plan_Ks_brk_Kh_br -1
 weight_Ks_brk_Kh__bet reply_Jh_brk_Kh_b_fold -0.041666666666666664
 weight_Ks_brk_Kh__bet reply_Jh_brk_Kh_b_call -0.075
 weight_Ks_brk_Kh__bet reply_Qs_brk_Kh_b_fold -0.041666666666666664
 weight_Ks_brk_Kh__bet reply_Qs_brk_Kh_b_call -0.075
 weight_Ks_brk_Kh__bet reply_Qh_brk_Kh_b_fold -0.041666666666666664
 weight_Ks_brk_Kh__bet reply_Qh_brk_Kh_b_call -0.075
 weight_Ks_brk_Kh__bet reply_Js_brk_Kh_b_fold -0.041666666666666664
 weight_Ks_brk_Kh__bet reply_Js_brk_Kh_b_call -0.075
 weight_Ks_cbk_Js__check plan_Ks_cbk_Js_ 1
 weight_Ks_cbk_Js__check plan_Ks_cbk_Js_cb -1
 weight_Ks_cbk_Js__check reply_Qs_cbk_Js_c_check -0.025
 weight_Ks_cbk_Js__check reply_Qh_cbk_Js_c_check -0.025
 weight_Ks_cbk_Js__check reply_Jh_cbk_Js_c_check 0.025
 weight_Ks_cbk_Js__bet plan_Ks_cbk_Js_ 1
 weight_Ks_cbk_Js__bet plan_Ks_cbk_Js_br -1
 weight_Ks_cbk_Js__bet reply_Qs_cbk_Js_b_fold -0.025
 weight_Ks_cbk_Js__bet reply_Qs_cbk_Js_b_call -0.058333333333333334
 weight_Ks_cbk_Js__bet reply_Qh_cbk_Js_b_fold -0.025
 weight_Ks_cbk_Js__bet reply_Qh_cbk_Js_b_call -0.058333333333333334
 weight_Ks_cbk_Js__bet reply_Kh_cbk_Js_b_fold -0.025
 weight_Ks_cbk_Js__bet reply_Jh_cbk_Js_b_fold -0.025
 weight_Ks_cbk_Js__bet reply_Jh_cbk_Js_b_call 0.058333333333333334
 weight_Ks_brk_Js__check plan_Ks_brk_Js_ 1
 weight_Ks_brk_Js__check plan_Ks_brk_Js_cb -1
 weight_Ks_brk_Js__check reply_Qs_brk_Js_c_check -0.041666666666666664
 weight_Ks_brk_Js__check reply_Qh_brk_Js_c_check -0.041666666666666664
 weight_Ks_brk_Js__check reply_Jh_brk_Js_c_check 0.041666666666666664
 weight_Ks_brk_Js__bet plan_Ks_brk_Js_ 1
 weight_Ks_brk_Js__bet plan_Ks_brk_Js_br -1
 weight_Ks_brk_Js__bet reply_Qs_brk_Js_b_fold -0.041666666666666664
 weight_Ks_brk_Js__bet reply_Qs_brk_Js_b_call -0.075
 weight_Ks_brk_Js__bet reply_Qh_brk_Js_b_fold -0.041666666666666664
 weight_Ks_brk_Js__bet reply_Qh_brk_Js_b_call -0.075
 weight_Ks_brk_Js__bet reply_Kh_brk_Js_b_fold -0.041666666666666664
 weight_Ks_brk_Js__bet reply_Jh_brk_Js_b_fold -0.041666666666666664
 weight_Ks_brk_Js__bet reply_Jh_brk_Js_b_call 0.075
 weight_Kh_cbk_Jh__check plan_Kh_cbk_Jh_ 1
 weight_Kh_cbk_Jh__check plan_Kh_cbk_Jh_cb -1
 weight_Kh_cbk_Jh__check reply_Qs_cbk_Jh_c_check -0.025
 weight_Kh_cbk_Jh__check reply_Qh_cbk_Jh_c_check -0.025
 weight_Kh_cbk_Jh__check reply_Js_cbk_Jh_c_check 0.025
 weight_Kh_cbk_Jh__bet plan_Kh_cbk_Jh_ 1
 weight_Kh_cbk_Jh__bet plan_Kh_cbk_Jh_br -1
 weight_Kh_cbk_Jh__bet reply_Qs_cbk_Jh_b_fold -0.025
 weight_Kh_cbk_Jh__bet reply_Qs_cbk_Jh_b_call -0.058333333333333334
 weight_Kh_cbk_Jh__bet reply_Qh_cbk_Jh_b_fold -0.025
 weight_Kh_cbk_Jh__bet reply_Qh_cbk_Jh_b_call -0.058333333333333334
 weight_Kh_cbk_Jh__bet reply_Ks_cbk_Jh_b_fold -0.025
 weight_Kh_cbk_Jh__bet reply_Js_cbk_Jh_b_fold -0.025
 weight_Kh_cbk_Jh__bet reply_Js_cbk_Jh_b_call 0.058333333333333334
 weight_Kh_cbk_Qs__check plan_Kh_cbk_Qs_ 1
 weight_Kh_cbk_Qs__check plan_Kh_cbk_Qs_cb -1
 weight_Kh_cbk_Qs__check reply_Jh_cbk_Qs_c_check -0.025
 weight_Kh_cbk_Qs__check reply_Qh_cbk_Qs_c_check 0.025
 weight_Kh_cbk_Qs__check reply_Js_cbk_Qs_c_check -0.025
 weight_Kh_cbk_Qs__bet plan_Kh_cbk_Qs_ 1
 weight_Kh_cbk_Qs__bet plan_Kh_cbk_Qs_br -1
 weight_Kh_cbk_Qs__bet reply_Jh_cbk_Qs_b_fold -0.025
 weight_Kh_cbk_Qs__bet reply_Jh_cbk_Qs_b_call -0.058333333333333334
 weight_Kh_cbk_Qs__bet reply_Qh_cbk_Qs_b_fold -0.025
 weight_Kh_cbk_Qs__bet reply_Qh_cbk_Qs_b_call 0.058333333333333334
 weight_Kh_cbk_Qs__bet reply_Ks_cbk_Qs_b_fold -0.025
 weight_Kh_cbk_Qs__bet reply_Js_cbk_Qs_b_fold -0.025
 weight_Kh_cbk_Qs__bet reply_Js_cbk_Qs_b_call -0.058333333333333334
 weight_Kh_cbk_Qh__check plan_Kh_cbk_Qh_ 1
 weight_Kh_cbk_Qh__check plan_Kh_cbk_Qh_cb -1
 weight_Kh_cbk_Qh__check reply_Jh_cbk_Qh_c_check -0.025
 weight_Kh_cbk_Qh__check reply_Qs_cbk_Qh_c_check 0.025
 weight_Kh_cbk_Qh__check reply_Js_cbk_Qh_c_check -0.025
 weight_Kh_cbk_Qh__bet plan_Kh_cbk_Qh_ 1
 weight_Kh_cbk_Qh__bet plan_Kh_cbk_Qh_br -1
 weight_Kh_cbk_Qh__bet reply_Jh_cbk_Qh_b_fold -0.025
 weight_Kh_cbk_Qh__bet reply_Jh_cbk_Qh_b_call -0.058333333333333334
 weight_Kh_cbk_Qh__bet reply_Qs_cbk_Qh_b_fold -0.025
 weight_Kh_cbk_Qh__bet reply_Qs_cbk_Qh_b_call 0.058333333333333334
 weight_Kh_cbk_Qh__bet reply_Ks_cbk_Qh_b_fold -0.025
 weight_Kh_cbk_Qh__bet reply_Js_cbk_Qh_b_fold -0.025
 weight_Kh_cbk_Qh__bet reply_Js_cbk_Qh_b_call -0.058333333333333334
 weight_Kh_cbk_Ks__check plan_Kh_cbk_Ks_ 1
 weight_Kh_cbk_Ks__check plan_Kh_cbk_Ks_cb -1
 weight_Kh_cbk_Ks__check reply_Jh_cbk_Ks_c_check -0.025
 weight_Kh_cbk_Ks__check reply_Qs_cbk_Ks_c_check -0.025
 weight_Kh_cbk_Ks__check reply_Qh_cbk_Ks_c_check -0.025
 weight_Kh_cbk_Ks__check reply_Js_cbk_Ks_c_check -0.025
 weight_Kh_cbk_Ks__bet plan_Kh_cbk_Ks_ 1
 weight_Kh_cbk_Ks__bet plan_Kh_cbk_Ks_br -1
 weight_Kh_cbk_Ks__bet reply_Jh_cbk_Ks_b_fold -0.025
 weight_Kh_cbk_Ks__bet reply_Jh_cbk_Ks_b_call -0.058333333333333334
 weight_Kh_cbk_Ks__bet reply_Qs_cbk_Ks_b_fold -0.025
 weight_Kh_cbk_Ks__bet reply_Qs_cbk_Ks_b_call -0.058333333333333334
 weight_Kh_cbk_Ks__bet reply_Qh_cbk_Ks_b_fold -0.025
 weight_Kh_cbk_Ks__bet reply_Qh_cbk_Ks_b_call -0.058333333333333334
 weight_Kh_cbk_Ks__bet reply_Js_cbk_Ks_b_fold -0.025
 weight_Kh_cbk_Ks__bet reply_Js_cbk_Ks_b_call -0.058333333333333334
 weight_Kh_brk_Jh__check plan_Kh_brk_Jh_ 1
 weight_Kh_brk_Jh__check plan_Kh_brk_Jh_cb -1
 weight_Kh_brk_Jh__check reply_Qs_brk_Jh_c_check -0.041666666666666664
 weight_Kh_brk_Jh__check reply_Qh_brk_Jh_c_check -0.041666666666666664
 weight_Kh_brk_Jh__check reply_Js_brk_Jh_c_check 0.041666666666666664
 weight_Kh_brk_Jh__bet plan_Kh_brk_Jh_ 1
 weight_Kh_brk_Jh__bet plan_Kh_brk_Jh_br -1
 weight_Kh_brk_Jh__bet reply_Qs_brk_Jh_b_fold -0.041666666666666664
 weight_Kh_brk_Jh__bet reply_Qs_brk_Jh_b_call -0.075
 weight_Kh_brk_Jh__bet reply_Qh_brk_Jh_b_fold -0.041666666666666664
 weight_Kh_brk_Jh__bet reply_Qh_brk_Jh_b_call -0.075
 weight_Kh_brk_Jh__bet reply_Ks_brk_Jh_b_fold -0.041666666666666664
 weight_Kh_brk_Jh__bet reply_Js_brk_Jh_b_fold -0.041666666666666664
 weight_Kh_brk_Jh__bet reply_Js_brk_Jh_b_call 0.075
 weight_Kh_brk_Qs__check plan_Kh_brk_Qs_ 1
 weight_Kh_brk_Qs__check plan_Kh_brk_Qs_cb -1
 weight_Kh_brk_Qs__check reply_Jh_brk_Qs_c_check -0.041666666666666664
 weight_Kh_brk_Qs__check reply_Qh_brk_Qs_c_check 0.041666666666666664
 weight_Kh_brk_Qs__check reply_Js_brk_Qs_c_check -0.041666666666666664
 weight_Kh_brk_Qs__bet plan_Kh_brk_Qs_ 1
 weight_Kh_brk_Qs__bet plan_Kh_brk_Qs_br -1
 weight_Kh_brk_Qs__bet reply_Jh_brk_Qs_b_fold -0.041666666666666664
 weight_Kh_brk_Qs__bet reply_Jh_brk_Qs_b_call -0.075
 weight_Kh_brk_Qs__bet reply_Qh_brk_Qs_b_fold -0.041666666666666664
 weight_Kh_brk_Qs__bet reply_Qh_brk_Qs_b_call 0.075
 weight_Kh_brk_Qs__bet reply_Ks_brk_Qs_b_fold -0.041666666666666664
 weight_Kh_brk_Qs__bet reply_Js_brk_Qs_b_fold -0.041666666666666664
 weight_Kh_brk_Qs__bet reply_Js_brk_Qs_b_call -0.075
 weight_Kh_brk_Qh__check plan_Kh_brk_Qh_ 1
 weight_Kh_brk_Qh__check plan_Kh_brk_Qh_cb -1
 weight_Kh_brk_Qh__check reply_Jh_brk_Qh_c_check -0.041666666666666664
 weight_Kh_brk_Qh__check reply_Qs_brk_Qh_c_check 0.041666666666666664
 weight_Kh_brk_Qh__check reply_Js_brk_Qh_c_check -0.041666666666666664
 weight_Kh_brk_Qh__bet plan_Kh_brk_Qh_ 1
 weight_Kh_brk_Qh__bet plan_Kh_brk_Qh_br -1
 weight_Kh_brk_Qh__bet reply_Jh_brk_Qh_b_fold -0.041666666666666664
 weight_Kh_brk_Qh__bet reply_Jh_brk_Qh_b_call -0.075
 weight_Kh_brk_Qh__bet reply_Qs_brk_Qh_b_fold -0.041666666666666664
 weight_Kh_brk_Qh__bet reply_Qs_brk_Qh_b_call 0.075
 weight_Kh_brk_Qh__bet reply_Ks_brk_Qh_b_fold -0.041666666666666664
 weight_Kh_brk_Qh__bet reply_Js_brk_Qh_b_fold -0.041666666666666664
 weight_Kh_brk_Qh__bet reply_Js_brk_Qh_b_call -0.075
 weight_Kh_brk_Ks__check plan_Kh_brk_Ks_ 1
 weight_Kh_brk_Ks__check plan_Kh_brk_Ks_cb -1
 weight_Kh_brk_Ks__check reply_Jh_brk_Ks_c_check -0.041666666666666664
 weight_Kh_brk_Ks__check reply_Qs_brk_Ks_c_check -0.041666666666666664
 weight_Kh_brk_Ks__check reply_Qh_brk_Ks_c_check -0.041666666666666664
 weight_Kh_brk_Ks__check reply_Js_brk_Ks_c_check -0.041666666666666664
 weight_Kh_brk_Ks__bet plan_Kh_brk_Ks_ 1
 weight_Kh_brk_Ks__bet plan_Kh_brk_Ks_br -1
 weight_Kh_brk_Ks__bet reply_Jh_brk_Ks_b_fold -0.041666666666666664
 weight_Kh_brk_Ks__bet reply_Jh_brk_Ks_b_call -0.075
 weight_Kh_brk_Ks__bet reply_Qs_brk_Ks_b_fold -0.041666666666666664
 weight_Kh_brk_Ks__bet reply_Qs_brk_Ks_b_call -0.075
 weight_Kh_brk_Ks__bet reply_Qh_brk_Ks_b_fold -0.041666666666666664
 weight_Kh_brk_Ks__bet reply_Qh_brk_Ks_b_call -0.075
 weight_Kh_brk_Ks__bet reply_Js_brk_Ks_b_fold -0.041666666666666664
 weight_Kh_brk_Ks__bet reply_Js_brk_Ks_b_call -0.075
 weight_Kh_cbk_Js__check plan_Kh_cbk_Js_ 1
 weight_Kh_cbk_Js__check plan_Kh_cbk_Js_cb -1
 weight_Kh_cbk_Js__check reply_Qs_cbk_Js_c_check -0.025
 weight_Kh_cbk_Js__check reply_Qh_cbk_Js_c_check -0.025
 weight_Kh_cbk_Js__check reply_Jh_cbk_Js_c_check 0.025
 weight_Kh_cbk_Js__bet plan_Kh_cbk_Js_ 1
 weight_Kh_cbk_Js__bet plan_Kh_cbk_Js_br -1
 weight_Kh_cbk_Js__bet reply_Qs_cbk_Js_b_fold -0.025
 weight_Kh_cbk_Js__bet reply_Qs_cbk_Js_b_call -0.058333333333333334
 weight_Kh_cbk_Js__bet reply_Qh_cbk_Js_b_fold -0.025
 weight_Kh_cbk_Js__bet reply_Qh_cbk_Js_b_call -0.058333333333333334
 weight_Kh_cbk_Js__bet reply_Ks_cbk_Js_b_fold -0.025
 weight_Kh_cbk_Js__bet reply_Jh_cbk_Js_b_fold -0.025
 weight_Kh_cbk_Js__bet reply_Jh_cbk_Js_b_call 0.058333333333333334
 weight_Kh_brk_Js__check plan_Kh_brk_Js_ 1
 weight_Kh_brk_Js__check plan_Kh_brk_Js_cb -1
 weight_Kh_brk_Js__check reply_Qs_brk_Js_c_check -0.041666666666666664
 weight_Kh_brk_Js__check reply_Qh_brk_Js_c_check -0.041666666666666664
 weight_Kh_brk_Js__check reply_Jh_brk_Js_c_check 0.041666666666666664
 weight_Kh_brk_Js__bet plan_Kh_brk_Js_ 1
 weight_Kh_brk_Js__bet plan_Kh_brk_Js_br -1
 weight_Kh_brk_Js__bet reply_Qs_brk_Js_b_fold -0.041666666666666664
 weight_Kh_brk_Js__bet reply_Qs_brk_Js_b_call -0.075
 weight_Kh_brk_Js__bet reply_Qh_brk_Js_b_fold -0.041666666666666664
 weight_Kh_brk_Js__bet reply_Qh_brk_Js_b_call -0.075
 weight_Kh_brk_Js__bet reply_Ks_brk_Js_b_fold -0.041666666666666664
 weight_Kh_brk_Js__bet reply_Jh_brk_Js_b_fold -0.041666666666666664
 weight_Kh_brk_Js__bet reply_Jh_brk_Js_b_call 0.075
 weight_Js_cc_Qs_cb_fold plan_Js_cc_Qs_cb 1
 weight_Js_cc_Qs_cb_fold reply_Jh_cc_Qs_c_bet 0.008333333333333333
 weight_Js_cc_Qs_cb_fold reply_Qh_cc_Qs_c_bet 0.008333333333333333
 weight_Js_cc_Qs_cb_fold reply_Ks_cc_Qs_c_bet 0.008333333333333333
 weight_Js_cc_Qs_cb_fold reply_Kh_cc_Qs_c_bet 0.008333333333333333
 weight_Js_cc_Qs_cb_call plan_Js_cc_Qs_cb 1
 weight_Js_cc_Qs_cb_call reply_Qh_cc_Qs_c_bet 0.041666666666666664
 weight_Js_cc_Qs_cb_call reply_Ks_cc_Qs_c_bet 0.041666666666666664
 weight_Js_cc_Qs_cb_call reply_Kh_cc_Qs_c_bet 0.041666666666666664
 weight_Js_cc_Qs_cb_raise plan_Js_cc_Qs_cb 1
 weight_Js_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Js_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Js_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_call 0.075
 weight_Js_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_fold -0.041666666666666664
 weight_Js_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_call 0.075
 weight_Js_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Js_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_call 0.075
 weight_Js_cc_Qs_br_fold plan_Js_cc_Qs_br 1
 weight_Js_cc_Qs_br_fold reply_Jh_cc_Qs_b_raise 0.041666666666666664
 weight_Js_cc_Qs_br_fold reply_Qh_cc_Qs_b_raise 0.041666666666666664
 weight_Js_cc_Qs_br_fold reply_Ks_cc_Qs_b_raise 0.041666666666666664
 weight_Js_cc_Qs_br_fold reply_Kh_cc_Qs_b_raise 0.041666666666666664
 weight_Js_cc_Qs_br_call plan_Js_cc_Qs_br 1
 weight_Js_cc_Qs_br_call reply_Qh_cc_Qs_b_raise 0.075
 weight_Js_cc_Qs_br_call reply_Ks_cc_Qs_b_raise 0.075
 weight_Js_cc_Qs_br_call reply_Kh_cc_Qs_b_raise 0.075
 weight_Js_cc_Qh_cb_fold plan_Js_cc_Qh_cb 1
 weight_Js_cc_Qh_cb_fold reply_Jh_cc_Qh_c_bet 0.008333333333333333
 weight_Js_cc_Qh_cb_fold reply_Qs_cc_Qh_c_bet 0.008333333333333333
 weight_Js_cc_Qh_cb_fold reply_Ks_cc_Qh_c_bet 0.008333333333333333
 weight_Js_cc_Qh_cb_fold reply_Kh_cc_Qh_c_bet 0.008333333333333333
 weight_Js_cc_Qh_cb_call plan_Js_cc_Qh_cb 1
 weight_Js_cc_Qh_cb_call reply_Qs_cc_Qh_c_bet 0.041666666666666664
 weight_Js_cc_Qh_cb_call reply_Ks_cc_Qh_c_bet 0.041666666666666664
 weight_Js_cc_Qh_cb_call reply_Kh_cc_Qh_c_bet 0.041666666666666664
 weight_Js_cc_Qh_cb_raise plan_Js_cc_Qh_cb 1
 weight_Js_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Js_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_fold -0.041666666666666664
 weight_Js_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_call 0.075
 weight_Js_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_fold -0.041666666666666664
 weight_Js_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_call 0.075
 weight_Js_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Js_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_call 0.075
 weight_Js_cc_Qh_br_fold plan_Js_cc_Qh_br 1
 weight_Js_cc_Qh_br_fold reply_Jh_cc_Qh_b_raise 0.041666666666666664
 weight_Js_cc_Qh_br_fold reply_Qs_cc_Qh_b_raise 0.041666666666666664
 weight_Js_cc_Qh_br_fold reply_Ks_cc_Qh_b_raise 0.041666666666666664
 weight_Js_cc_Qh_br_fold reply_Kh_cc_Qh_b_raise 0.041666666666666664
 weight_Js_cc_Qh_br_call plan_Js_cc_Qh_br 1
 weight_Js_cc_Qh_br_call reply_Qs_cc_Qh_b_raise 0.075
 weight_Js_cc_Qh_br_call reply_Ks_cc_Qh_b_raise 0.075
 weight_Js_cc_Qh_br_call reply_Kh_cc_Qh_b_raise 0.075
 weight_Js_cc_Ks_cb_fold plan_Js_cc_Ks_cb 1
 weight_Js_cc_Ks_cb_fold reply_Jh_cc_Ks_c_bet 0.008333333333333333
 weight_Js_cc_Ks_cb_fold reply_Qs_cc_Ks_c_bet 0.008333333333333333
 weight_Js_cc_Ks_cb_fold reply_Qh_cc_Ks_c_bet 0.008333333333333333
 weight_Js_cc_Ks_cb_fold reply_Kh_cc_Ks_c_bet 0.008333333333333333
 weight_Js_cc_Ks_cb_call plan_Js_cc_Ks_cb 1
 weight_Js_cc_Ks_cb_call reply_Qs_cc_Ks_c_bet 0.041666666666666664
 weight_Js_cc_Ks_cb_call reply_Qh_cc_Ks_c_bet 0.041666666666666664
 weight_Js_cc_Ks_cb_call reply_Kh_cc_Ks_c_bet 0.041666666666666664
 weight_Js_cc_Ks_cb_raise plan_Js_cc_Ks_cb 1
 weight_Js_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Js_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_fold -0.041666666666666664
 weight_Js_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_call 0.075
 weight_Js_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Js_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_call 0.075
 weight_Js_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Js_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_call 0.075
 weight_Js_cc_Ks_br_fold plan_Js_cc_Ks_br 1
 weight_Js_cc_Ks_br_fold reply_Jh_cc_Ks_b_raise 0.041666666666666664
 weight_Js_cc_Ks_br_fold reply_Qs_cc_Ks_b_raise 0.041666666666666664
 weight_Js_cc_Ks_br_fold reply_Qh_cc_Ks_b_raise 0.041666666666666664
 weight_Js_cc_Ks_br_fold reply_Kh_cc_Ks_b_raise 0.041666666666666664
 weight_Js_cc_Ks_br_call plan_Js_cc_Ks_br 1
 weight_Js_cc_Ks_br_call reply_Qs_cc_Ks_b_raise 0.075
 weight_Js_cc_Ks_br_call reply_Qh_cc_Ks_b_raise 0.075
 weight_Js_cc_Ks_br_call reply_Kh_cc_Ks_b_raise 0.075
 weight_Js_cc_Kh_cb_fold plan_Js_cc_Kh_cb 1
 weight_Js_cc_Kh_cb_fold reply_Jh_cc_Kh_c_bet 0.008333333333333333
 weight_Js_cc_Kh_cb_fold reply_Qs_cc_Kh_c_bet 0.008333333333333333
 weight_Js_cc_Kh_cb_fold reply_Qh_cc_Kh_c_bet 0.008333333333333333
 weight_Js_cc_Kh_cb_fold reply_Ks_cc_Kh_c_bet 0.008333333333333333
 weight_Js_cc_Kh_cb_call plan_Js_cc_Kh_cb 1
 weight_Js_cc_Kh_cb_call reply_Qs_cc_Kh_c_bet 0.041666666666666664
 weight_Js_cc_Kh_cb_call reply_Qh_cc_Kh_c_bet 0.041666666666666664
 weight_Js_cc_Kh_cb_call reply_Ks_cc_Kh_c_bet 0.041666666666666664
 weight_Js_cc_Kh_cb_raise plan_Js_cc_Kh_cb 1
 weight_Js_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Js_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_fold -0.041666666666666664
 weight_Js_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_call 0.075
 weight_Js_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Js_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_call 0.075
 weight_Js_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_fold -0.041666666666666664
 weight_Js_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_call 0.075
 weight_Js_cc_Kh_br_fold plan_Js_cc_Kh_br 1
 weight_Js_cc_Kh_br_fold reply_Jh_cc_Kh_b_raise 0.041666666666666664
 weight_Js_cc_Kh_br_fold reply_Qs_cc_Kh_b_raise 0.041666666666666664
 weight_Js_cc_Kh_br_fold reply_Qh_cc_Kh_b_raise 0.041666666666666664
 weight_Js_cc_Kh_br_fold reply_Ks_cc_Kh_b_raise 0.041666666666666664
 weight_Js_cc_Kh_br_call plan_Js_cc_Kh_br 1
 weight_Js_cc_Kh_br_call reply_Qs_cc_Kh_b_raise 0.075
 weight_Js_cc_Kh_br_call reply_Qh_cc_Kh_b_raise 0.075
 weight_Js_cc_Kh_br_call reply_Ks_cc_Kh_b_raise 0.075
 weight_Js_cbrk_Qs__check plan_Js_cbrk_Qs_ 1
 weight_Js_cbrk_Qs__check plan_Js_cbrk_Qs_cb -1
 weight_Js_cbrk_Qs__check reply_Qh_cbrk_Qs_c_check 0.041666666666666664
 weight_Js_cbrk_Qs__check reply_Ks_cbrk_Qs_c_check 0.041666666666666664
 weight_Js_cbrk_Qs__check reply_Kh_cbrk_Qs_c_check 0.041666666666666664
 weight_Js_cbrk_Qs__bet plan_Js_cbrk_Qs_ 1
 weight_Js_cbrk_Qs__bet plan_Js_cbrk_Qs_br -1
 weight_Js_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Js_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Js_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_call 0.075
 weight_Js_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_fold -0.041666666666666664
 weight_Js_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_call 0.075
 weight_Js_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Js_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_call 0.075
 weight_Js_cbrk_Qh__check plan_Js_cbrk_Qh_ 1
 weight_Js_cbrk_Qh__check plan_Js_cbrk_Qh_cb -1
 weight_Js_cbrk_Qh__check reply_Qs_cbrk_Qh_c_check 0.041666666666666664
 weight_Js_cbrk_Qh__check reply_Ks_cbrk_Qh_c_check 0.041666666666666664
 weight_Js_cbrk_Qh__check reply_Kh_cbrk_Qh_c_check 0.041666666666666664
 weight_Js_cbrk_Qh__bet plan_Js_cbrk_Qh_ 1
 weight_Js_cbrk_Qh__bet plan_Js_cbrk_Qh_br -1
 weight_Js_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Js_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_fold -0.041666666666666664
 weight_Js_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_call 0.075
 weight_Js_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_fold -0.041666666666666664
 weight_Js_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_call 0.075
 weight_Js_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Js_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_call 0.075
 weight_Js_cbrk_Ks__check plan_Js_cbrk_Ks_ 1
 weight_Js_cbrk_Ks__check plan_Js_cbrk_Ks_cb -1
 weight_Js_cbrk_Ks__check reply_Qs_cbrk_Ks_c_check 0.041666666666666664
 weight_Js_cbrk_Ks__check reply_Qh_cbrk_Ks_c_check 0.041666666666666664
 weight_Js_cbrk_Ks__check reply_Kh_cbrk_Ks_c_check 0.041666666666666664
 weight_Js_cbrk_Ks__bet plan_Js_cbrk_Ks_ 1
 weight_Js_cbrk_Ks__bet plan_Js_cbrk_Ks_br -1
 weight_Js_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Js_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_fold -0.041666666666666664
 weight_Js_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_call 0.075
 weight_Js_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Js_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_call 0.075
 weight_Js_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Js_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_call 0.075
 weight_Js_cbrk_Kh__check plan_Js_cbrk_Kh_ 1
 weight_Js_cbrk_Kh__check plan_Js_cbrk_Kh_cb -1
 weight_Js_cbrk_Kh__check reply_Qs_cbrk_Kh_c_check 0.041666666666666664
 weight_Js_cbrk_Kh__check reply_Qh_cbrk_Kh_c_check 0.041666666666666664
 weight_Js_cbrk_Kh__check reply_Ks_cbrk_Kh_c_check 0.041666666666666664
 weight_Js_cbrk_Kh__bet plan_Js_cbrk_Kh_ 1
 weight_Js_cbrk_Kh__bet plan_Js_cbrk_Kh_br -1
 weight_Js_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Js_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_fold -0.041666666666666664
 weight_Js_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_call 0.075
 weight_Js_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Js_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_call 0.075
 weight_Js_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_fold -0.041666666666666664
 weight_Js_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_call 0.075
 weight_Js_bk_Qs_cb_fold plan_Js_bk_Qs_cb 1
 weight_Js_bk_Qs_cb_fold reply_Jh_bk_Qs_c_bet 0.025
 weight_Js_bk_Qs_cb_fold reply_Qh_bk_Qs_c_bet 0.025
 weight_Js_bk_Qs_cb_fold reply_Ks_bk_Qs_c_bet 0.025
 weight_Js_bk_Qs_cb_fold reply_Kh_bk_Qs_c_bet 0.025
 weight_Js_bk_Qs_cb_call plan_Js_bk_Qs_cb 1
 weight_Js_bk_Qs_cb_call reply_Qh_bk_Qs_c_bet 0.058333333333333334
 weight_Js_bk_Qs_cb_call reply_Ks_bk_Qs_c_bet 0.058333333333333334
 weight_Js_bk_Qs_cb_call reply_Kh_bk_Qs_c_bet 0.058333333333333334
 weight_Js_bk_Qs_cb_raise plan_Js_bk_Qs_cb 1
 weight_Js_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Js_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Js_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_call 0.09166666666666666
 weight_Js_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_fold -0.058333333333333334
 weight_Js_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_call 0.09166666666666666
 weight_Js_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Js_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_call 0.09166666666666666
 weight_Js_bk_Qs_br_fold plan_Js_bk_Qs_br 1
 weight_Js_bk_Qs_br_fold reply_Jh_bk_Qs_b_raise 0.058333333333333334
 weight_Js_bk_Qs_br_fold reply_Qh_bk_Qs_b_raise 0.058333333333333334
 weight_Js_bk_Qs_br_fold reply_Ks_bk_Qs_b_raise 0.058333333333333334
 weight_Js_bk_Qs_br_fold reply_Kh_bk_Qs_b_raise 0.058333333333333334
 weight_Js_bk_Qs_br_call plan_Js_bk_Qs_br 1
 weight_Js_bk_Qs_br_call reply_Qh_bk_Qs_b_raise 0.09166666666666666
 weight_Js_bk_Qs_br_call reply_Ks_bk_Qs_b_raise 0.09166666666666666
 weight_Js_bk_Qs_br_call reply_Kh_bk_Qs_b_raise 0.09166666666666666
 weight_Js_bk_Qh_cb_fold plan_Js_bk_Qh_cb 1
 weight_Js_bk_Qh_cb_fold reply_Jh_bk_Qh_c_bet 0.025
 weight_Js_bk_Qh_cb_fold reply_Qs_bk_Qh_c_bet 0.025
 weight_Js_bk_Qh_cb_fold reply_Ks_bk_Qh_c_bet 0.025
 weight_Js_bk_Qh_cb_fold reply_Kh_bk_Qh_c_bet 0.025
 weight_Js_bk_Qh_cb_call plan_Js_bk_Qh_cb 1
 weight_Js_bk_Qh_cb_call reply_Qs_bk_Qh_c_bet 0.058333333333333334
 weight_Js_bk_Qh_cb_call reply_Ks_bk_Qh_c_bet 0.058333333333333334
 weight_Js_bk_Qh_cb_call reply_Kh_bk_Qh_c_bet 0.058333333333333334
 weight_Js_bk_Qh_cb_raise plan_Js_bk_Qh_cb 1
 weight_Js_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Js_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_fold -0.058333333333333334
 weight_Js_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_call 0.09166666666666666
 weight_Js_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_fold -0.058333333333333334
 weight_Js_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_call 0.09166666666666666
 weight_Js_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Js_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_call 0.09166666666666666
 weight_Js_bk_Qh_br_fold plan_Js_bk_Qh_br 1
 weight_Js_bk_Qh_br_fold reply_Jh_bk_Qh_b_raise 0.058333333333333334
 weight_Js_bk_Qh_br_fold reply_Qs_bk_Qh_b_raise 0.058333333333333334
 weight_Js_bk_Qh_br_fold reply_Ks_bk_Qh_b_raise 0.058333333333333334
 weight_Js_bk_Qh_br_fold reply_Kh_bk_Qh_b_raise 0.058333333333333334
 weight_Js_bk_Qh_br_call plan_Js_bk_Qh_br 1
 weight_Js_bk_Qh_br_call reply_Qs_bk_Qh_b_raise 0.09166666666666666
 weight_Js_bk_Qh_br_call reply_Ks_bk_Qh_b_raise 0.09166666666666666
 weight_Js_bk_Qh_br_call reply_Kh_bk_Qh_b_raise 0.09166666666666666
 weight_Js_bk_Ks_cb_fold plan_Js_bk_Ks_cb 1
 weight_Js_bk_Ks_cb_fold reply_Jh_bk_Ks_c_bet 0.025
 weight_Js_bk_Ks_cb_fold reply_Qs_bk_Ks_c_bet 0.025
 weight_Js_bk_Ks_cb_fold reply_Qh_bk_Ks_c_bet 0.025
 weight_Js_bk_Ks_cb_fold reply_Kh_bk_Ks_c_bet 0.025
 weight_Js_bk_Ks_cb_call plan_Js_bk_Ks_cb 1
 weight_Js_bk_Ks_cb_call reply_Qs_bk_Ks_c_bet 0.058333333333333334
 weight_Js_bk_Ks_cb_call reply_Qh_bk_Ks_c_bet 0.058333333333333334
 weight_Js_bk_Ks_cb_call reply_Kh_bk_Ks_c_bet 0.058333333333333334
 weight_Js_bk_Ks_cb_raise plan_Js_bk_Ks_cb 1
 weight_Js_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Js_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_fold -0.058333333333333334
 weight_Js_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_call 0.09166666666666666
 weight_Js_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Js_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_call 0.09166666666666666
 weight_Js_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Js_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_call 0.09166666666666666
 weight_Js_bk_Ks_br_fold plan_Js_bk_Ks_br 1
 weight_Js_bk_Ks_br_fold reply_Jh_bk_Ks_b_raise 0.058333333333333334
 weight_Js_bk_Ks_br_fold reply_Qs_bk_Ks_b_raise 0.058333333333333334
 weight_Js_bk_Ks_br_fold reply_Qh_bk_Ks_b_raise 0.058333333333333334
 weight_Js_bk_Ks_br_fold reply_Kh_bk_Ks_b_raise 0.058333333333333334
 weight_Js_bk_Ks_br_call plan_Js_bk_Ks_br 1
 weight_Js_bk_Ks_br_call reply_Qs_bk_Ks_b_raise 0.09166666666666666
 weight_Js_bk_Ks_br_call reply_Qh_bk_Ks_b_raise 0.09166666666666666
 weight_Js_bk_Ks_br_call reply_Kh_bk_Ks_b_raise 0.09166666666666666
 weight_Js_bk_Kh_cb_fold plan_Js_bk_Kh_cb 1
 weight_Js_bk_Kh_cb_fold reply_Jh_bk_Kh_c_bet 0.025
 weight_Js_bk_Kh_cb_fold reply_Qs_bk_Kh_c_bet 0.025
 weight_Js_bk_Kh_cb_fold reply_Qh_bk_Kh_c_bet 0.025
 weight_Js_bk_Kh_cb_fold reply_Ks_bk_Kh_c_bet 0.025
 weight_Js_bk_Kh_cb_call plan_Js_bk_Kh_cb 1
 weight_Js_bk_Kh_cb_call reply_Qs_bk_Kh_c_bet 0.058333333333333334
 weight_Js_bk_Kh_cb_call reply_Qh_bk_Kh_c_bet 0.058333333333333334
 weight_Js_bk_Kh_cb_call reply_Ks_bk_Kh_c_bet 0.058333333333333334
 weight_Js_bk_Kh_cb_raise plan_Js_bk_Kh_cb 1
 weight_Js_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Js_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_fold -0.058333333333333334
 weight_Js_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_call 0.09166666666666666
 weight_Js_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Js_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_call 0.09166666666666666
 weight_Js_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_fold -0.058333333333333334
 weight_Js_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_call 0.09166666666666666
 weight_Js_bk_Kh_br_fold plan_Js_bk_Kh_br 1
 weight_Js_bk_Kh_br_fold reply_Jh_bk_Kh_b_raise 0.058333333333333334
 weight_Js_bk_Kh_br_fold reply_Qs_bk_Kh_b_raise 0.058333333333333334
 weight_Js_bk_Kh_br_fold reply_Qh_bk_Kh_b_raise 0.058333333333333334
 weight_Js_bk_Kh_br_fold reply_Ks_bk_Kh_b_raise 0.058333333333333334
 weight_Js_bk_Kh_br_call plan_Js_bk_Kh_br 1
 weight_Js_bk_Kh_br_call reply_Qs_bk_Kh_b_raise 0.09166666666666666
 weight_Js_bk_Kh_br_call reply_Qh_bk_Kh_b_raise 0.09166666666666666
 weight_Js_bk_Kh_br_call reply_Ks_bk_Kh_b_raise 0.09166666666666666
 weight_Js_cc_Jh_cb_fold plan_Js_cc_Jh_cb 1
 weight_Js_cc_Jh_cb_fold reply_Qs_cc_Jh_c_bet 0.008333333333333333
 weight_Js_cc_Jh_cb_fold reply_Qh_cc_Jh_c_bet 0.008333333333333333
 weight_Js_cc_Jh_cb_fold reply_Ks_cc_Jh_c_bet 0.008333333333333333
 weight_Js_cc_Jh_cb_fold reply_Kh_cc_Jh_c_bet 0.008333333333333333
 weight_Js_cc_Jh_cb_call plan_Js_cc_Jh_cb 1
 weight_Js_cc_Jh_cb_call reply_Qs_cc_Jh_c_bet -0.041666666666666664
 weight_Js_cc_Jh_cb_call reply_Qh_cc_Jh_c_bet -0.041666666666666664
 weight_Js_cc_Jh_cb_call reply_Ks_cc_Jh_c_bet -0.041666666666666664
 weight_Js_cc_Jh_cb_call reply_Kh_cc_Jh_c_bet -0.041666666666666664
 weight_Js_cc_Jh_cb_raise plan_Js_cc_Jh_cb 1
 weight_Js_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_fold -0.041666666666666664
 weight_Js_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_call -0.075
 weight_Js_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Js_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_call -0.075
 weight_Js_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_fold -0.041666666666666664
 weight_Js_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_call -0.075
 weight_Js_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Js_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_call -0.075
 weight_Js_cc_Jh_br_fold plan_Js_cc_Jh_br 1
 weight_Js_cc_Jh_br_fold reply_Qs_cc_Jh_b_raise 0.041666666666666664
 weight_Js_cc_Jh_br_fold reply_Qh_cc_Jh_b_raise 0.041666666666666664
 weight_Js_cc_Jh_br_fold reply_Ks_cc_Jh_b_raise 0.041666666666666664
 weight_Js_cc_Jh_br_fold reply_Kh_cc_Jh_b_raise 0.041666666666666664
 weight_Js_cc_Jh_br_call plan_Js_cc_Jh_br 1
 weight_Js_cc_Jh_br_call reply_Qs_cc_Jh_b_raise -0.075
 weight_Js_cc_Jh_br_call reply_Qh_cc_Jh_b_raise -0.075
 weight_Js_cc_Jh_br_call reply_Ks_cc_Jh_b_raise -0.075
 weight_Js_cc_Jh_br_call reply_Kh_cc_Jh_b_raise -0.075
 weight_Js_cbrk_Jh__check plan_Js_cbrk_Jh_ 1
 weight_Js_cbrk_Jh__check plan_Js_cbrk_Jh_cb -1
 weight_Js_cbrk_Jh__check reply_Qs_cbrk_Jh_c_check -0.041666666666666664
 weight_Js_cbrk_Jh__check reply_Qh_cbrk_Jh_c_check -0.041666666666666664
 weight_Js_cbrk_Jh__check reply_Ks_cbrk_Jh_c_check -0.041666666666666664
 weight_Js_cbrk_Jh__check reply_Kh_cbrk_Jh_c_check -0.041666666666666664
 weight_Js_cbrk_Jh__bet plan_Js_cbrk_Jh_ 1
 weight_Js_cbrk_Jh__bet plan_Js_cbrk_Jh_br -1
 weight_Js_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_fold -0.041666666666666664
 weight_Js_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_call -0.075
 weight_Js_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Js_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_call -0.075
 weight_Js_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_fold -0.041666666666666664
 weight_Js_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_call -0.075
 weight_Js_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Js_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_call -0.075
 weight_Js_bk_Jh_cb_fold plan_Js_bk_Jh_cb 1
 weight_Js_bk_Jh_cb_fold reply_Qs_bk_Jh_c_bet 0.025
 weight_Js_bk_Jh_cb_fold reply_Qh_bk_Jh_c_bet 0.025
 weight_Js_bk_Jh_cb_fold reply_Ks_bk_Jh_c_bet 0.025
 weight_Js_bk_Jh_cb_fold reply_Kh_bk_Jh_c_bet 0.025
 weight_Js_bk_Jh_cb_call plan_Js_bk_Jh_cb 1
 weight_Js_bk_Jh_cb_call reply_Qs_bk_Jh_c_bet -0.058333333333333334
 weight_Js_bk_Jh_cb_call reply_Qh_bk_Jh_c_bet -0.058333333333333334
 weight_Js_bk_Jh_cb_call reply_Ks_bk_Jh_c_bet -0.058333333333333334
 weight_Js_bk_Jh_cb_call reply_Kh_bk_Jh_c_bet -0.058333333333333334
 weight_Js_bk_Jh_cb_raise plan_Js_bk_Jh_cb 1
 weight_Js_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_fold -0.058333333333333334
 weight_Js_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_call -0.09166666666666666
 weight_Js_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Js_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_call -0.09166666666666666
 weight_Js_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_fold -0.058333333333333334
 weight_Js_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_call -0.09166666666666666
 weight_Js_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Js_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_call -0.09166666666666666
 weight_Js_bk_Jh_br_fold plan_Js_bk_Jh_br 1
 weight_Js_bk_Jh_br_fold reply_Qs_bk_Jh_b_raise 0.058333333333333334
 weight_Js_bk_Jh_br_fold reply_Qh_bk_Jh_b_raise 0.058333333333333334
 weight_Js_bk_Jh_br_fold reply_Ks_bk_Jh_b_raise 0.058333333333333334
 weight_Js_bk_Jh_br_fold reply_Kh_bk_Jh_b_raise 0.058333333333333334
 weight_Js_bk_Jh_br_call plan_Js_bk_Jh_br 1
 weight_Js_bk_Jh_br_call reply_Qs_bk_Jh_b_raise -0.09166666666666666
 weight_Js_bk_Jh_br_call reply_Qh_bk_Jh_b_raise -0.09166666666666666
 weight_Js_bk_Jh_br_call reply_Ks_bk_Jh_b_raise -0.09166666666666666
 weight_Js_bk_Jh_br_call reply_Kh_bk_Jh_b_raise -0.09166666666666666
 weight_Jh_cc_Qs_cb_fold plan_Jh_cc_Qs_cb 1
 weight_Jh_cc_Qs_cb_fold reply_Qh_cc_Qs_c_bet 0.008333333333333333
 weight_Jh_cc_Qs_cb_fold reply_Ks_cc_Qs_c_bet 0.008333333333333333
 weight_Jh_cc_Qs_cb_fold reply_Kh_cc_Qs_c_bet 0.008333333333333333
 weight_Jh_cc_Qs_cb_fold reply_Js_cc_Qs_c_bet 0.008333333333333333
 weight_Jh_cc_Qs_cb_call plan_Jh_cc_Qs_cb 1
 weight_Jh_cc_Qs_cb_call reply_Qh_cc_Qs_c_bet 0.041666666666666664
 weight_Jh_cc_Qs_cb_call reply_Ks_cc_Qs_c_bet 0.041666666666666664
 weight_Jh_cc_Qs_cb_call reply_Kh_cc_Qs_c_bet 0.041666666666666664
 weight_Jh_cc_Qs_cb_raise plan_Jh_cc_Qs_cb 1
 weight_Jh_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_call 0.075
 weight_Jh_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_call 0.075
 weight_Jh_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_call 0.075
 weight_Jh_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qs_br_fold plan_Jh_cc_Qs_br 1
 weight_Jh_cc_Qs_br_fold reply_Qh_cc_Qs_b_raise 0.041666666666666664
 weight_Jh_cc_Qs_br_fold reply_Ks_cc_Qs_b_raise 0.041666666666666664
 weight_Jh_cc_Qs_br_fold reply_Kh_cc_Qs_b_raise 0.041666666666666664
 weight_Jh_cc_Qs_br_fold reply_Js_cc_Qs_b_raise 0.041666666666666664
 weight_Jh_cc_Qs_br_call plan_Jh_cc_Qs_br 1
 weight_Jh_cc_Qs_br_call reply_Qh_cc_Qs_b_raise 0.075
 weight_Jh_cc_Qs_br_call reply_Ks_cc_Qs_b_raise 0.075
 weight_Jh_cc_Qs_br_call reply_Kh_cc_Qs_b_raise 0.075
 weight_Jh_cc_Qh_cb_fold plan_Jh_cc_Qh_cb 1
 weight_Jh_cc_Qh_cb_fold reply_Qs_cc_Qh_c_bet 0.008333333333333333
 weight_Jh_cc_Qh_cb_fold reply_Ks_cc_Qh_c_bet 0.008333333333333333
 weight_Jh_cc_Qh_cb_fold reply_Kh_cc_Qh_c_bet 0.008333333333333333
 weight_Jh_cc_Qh_cb_fold reply_Js_cc_Qh_c_bet 0.008333333333333333
 weight_Jh_cc_Qh_cb_call plan_Jh_cc_Qh_cb 1
 weight_Jh_cc_Qh_cb_call reply_Qs_cc_Qh_c_bet 0.041666666666666664
 weight_Jh_cc_Qh_cb_call reply_Ks_cc_Qh_c_bet 0.041666666666666664
 weight_Jh_cc_Qh_cb_call reply_Kh_cc_Qh_c_bet 0.041666666666666664
 weight_Jh_cc_Qh_cb_raise plan_Jh_cc_Qh_cb 1
 weight_Jh_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_call 0.075
 weight_Jh_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_call 0.075
 weight_Jh_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_call 0.075
 weight_Jh_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Qh_br_fold plan_Jh_cc_Qh_br 1
 weight_Jh_cc_Qh_br_fold reply_Qs_cc_Qh_b_raise 0.041666666666666664
 weight_Jh_cc_Qh_br_fold reply_Ks_cc_Qh_b_raise 0.041666666666666664
 weight_Jh_cc_Qh_br_fold reply_Kh_cc_Qh_b_raise 0.041666666666666664
 weight_Jh_cc_Qh_br_fold reply_Js_cc_Qh_b_raise 0.041666666666666664
 weight_Jh_cc_Qh_br_call plan_Jh_cc_Qh_br 1
 weight_Jh_cc_Qh_br_call reply_Qs_cc_Qh_b_raise 0.075
 weight_Jh_cc_Qh_br_call reply_Ks_cc_Qh_b_raise 0.075
 weight_Jh_cc_Qh_br_call reply_Kh_cc_Qh_b_raise 0.075
 weight_Jh_cc_Ks_cb_fold plan_Jh_cc_Ks_cb 1
 weight_Jh_cc_Ks_cb_fold reply_Qs_cc_Ks_c_bet 0.008333333333333333
 weight_Jh_cc_Ks_cb_fold reply_Qh_cc_Ks_c_bet 0.008333333333333333
 weight_Jh_cc_Ks_cb_fold reply_Kh_cc_Ks_c_bet 0.008333333333333333
 weight_Jh_cc_Ks_cb_fold reply_Js_cc_Ks_c_bet 0.008333333333333333
 weight_Jh_cc_Ks_cb_call plan_Jh_cc_Ks_cb 1
 weight_Jh_cc_Ks_cb_call reply_Qs_cc_Ks_c_bet 0.041666666666666664
 weight_Jh_cc_Ks_cb_call reply_Qh_cc_Ks_c_bet 0.041666666666666664
 weight_Jh_cc_Ks_cb_call reply_Kh_cc_Ks_c_bet 0.041666666666666664
 weight_Jh_cc_Ks_cb_raise plan_Jh_cc_Ks_cb 1
 weight_Jh_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_fold -0.041666666666666664
 weight_Jh_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_call 0.075
 weight_Jh_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Jh_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_call 0.075
 weight_Jh_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Jh_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_call 0.075
 weight_Jh_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_fold -0.041666666666666664
 weight_Jh_cc_Ks_br_fold plan_Jh_cc_Ks_br 1
 weight_Jh_cc_Ks_br_fold reply_Qs_cc_Ks_b_raise 0.041666666666666664
 weight_Jh_cc_Ks_br_fold reply_Qh_cc_Ks_b_raise 0.041666666666666664
 weight_Jh_cc_Ks_br_fold reply_Kh_cc_Ks_b_raise 0.041666666666666664
 weight_Jh_cc_Ks_br_fold reply_Js_cc_Ks_b_raise 0.041666666666666664
 weight_Jh_cc_Ks_br_call plan_Jh_cc_Ks_br 1
 weight_Jh_cc_Ks_br_call reply_Qs_cc_Ks_b_raise 0.075
 weight_Jh_cc_Ks_br_call reply_Qh_cc_Ks_b_raise 0.075
 weight_Jh_cc_Ks_br_call reply_Kh_cc_Ks_b_raise 0.075
 weight_Jh_cc_Kh_cb_fold plan_Jh_cc_Kh_cb 1
 weight_Jh_cc_Kh_cb_fold reply_Qs_cc_Kh_c_bet 0.008333333333333333
 weight_Jh_cc_Kh_cb_fold reply_Qh_cc_Kh_c_bet 0.008333333333333333
 weight_Jh_cc_Kh_cb_fold reply_Ks_cc_Kh_c_bet 0.008333333333333333
 weight_Jh_cc_Kh_cb_fold reply_Js_cc_Kh_c_bet 0.008333333333333333
 weight_Jh_cc_Kh_cb_call plan_Jh_cc_Kh_cb 1
 weight_Jh_cc_Kh_cb_call reply_Qs_cc_Kh_c_bet 0.041666666666666664
 weight_Jh_cc_Kh_cb_call reply_Qh_cc_Kh_c_bet 0.041666666666666664
 weight_Jh_cc_Kh_cb_call reply_Ks_cc_Kh_c_bet 0.041666666666666664
 weight_Jh_cc_Kh_cb_raise plan_Jh_cc_Kh_cb 1
 weight_Jh_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_call 0.075
 weight_Jh_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_call 0.075
 weight_Jh_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_call 0.075
 weight_Jh_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_fold -0.041666666666666664
 weight_Jh_cc_Kh_br_fold plan_Jh_cc_Kh_br 1
 weight_Jh_cc_Kh_br_fold reply_Qs_cc_Kh_b_raise 0.041666666666666664
 weight_Jh_cc_Kh_br_fold reply_Qh_cc_Kh_b_raise 0.041666666666666664
 weight_Jh_cc_Kh_br_fold reply_Ks_cc_Kh_b_raise 0.041666666666666664
 weight_Jh_cc_Kh_br_fold reply_Js_cc_Kh_b_raise 0.041666666666666664
 weight_Jh_cc_Kh_br_call plan_Jh_cc_Kh_br 1
 weight_Jh_cc_Kh_br_call reply_Qs_cc_Kh_b_raise 0.075
 weight_Jh_cc_Kh_br_call reply_Qh_cc_Kh_b_raise 0.075
 weight_Jh_cc_Kh_br_call reply_Ks_cc_Kh_b_raise 0.075
 weight_Jh_cbrk_Qs__check plan_Jh_cbrk_Qs_ 1
 weight_Jh_cbrk_Qs__check plan_Jh_cbrk_Qs_cb -1
 weight_Jh_cbrk_Qs__check reply_Qh_cbrk_Qs_c_check 0.041666666666666664
 weight_Jh_cbrk_Qs__check reply_Ks_cbrk_Qs_c_check 0.041666666666666664
 weight_Jh_cbrk_Qs__check reply_Kh_cbrk_Qs_c_check 0.041666666666666664
 weight_Jh_cbrk_Qs__bet plan_Jh_cbrk_Qs_ 1
 weight_Jh_cbrk_Qs__bet plan_Jh_cbrk_Qs_br -1
 weight_Jh_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_call 0.075
 weight_Jh_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_call 0.075
 weight_Jh_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_call 0.075
 weight_Jh_cbrk_Qs__bet reply_Js_cbrk_Qs_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qh__check plan_Jh_cbrk_Qh_ 1
 weight_Jh_cbrk_Qh__check plan_Jh_cbrk_Qh_cb -1
 weight_Jh_cbrk_Qh__check reply_Qs_cbrk_Qh_c_check 0.041666666666666664
 weight_Jh_cbrk_Qh__check reply_Ks_cbrk_Qh_c_check 0.041666666666666664
 weight_Jh_cbrk_Qh__check reply_Kh_cbrk_Qh_c_check 0.041666666666666664
 weight_Jh_cbrk_Qh__bet plan_Jh_cbrk_Qh_ 1
 weight_Jh_cbrk_Qh__bet plan_Jh_cbrk_Qh_br -1
 weight_Jh_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_call 0.075
 weight_Jh_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_call 0.075
 weight_Jh_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_call 0.075
 weight_Jh_cbrk_Qh__bet reply_Js_cbrk_Qh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Ks__check plan_Jh_cbrk_Ks_ 1
 weight_Jh_cbrk_Ks__check plan_Jh_cbrk_Ks_cb -1
 weight_Jh_cbrk_Ks__check reply_Qs_cbrk_Ks_c_check 0.041666666666666664
 weight_Jh_cbrk_Ks__check reply_Qh_cbrk_Ks_c_check 0.041666666666666664
 weight_Jh_cbrk_Ks__check reply_Kh_cbrk_Ks_c_check 0.041666666666666664
 weight_Jh_cbrk_Ks__bet plan_Jh_cbrk_Ks_ 1
 weight_Jh_cbrk_Ks__bet plan_Jh_cbrk_Ks_br -1
 weight_Jh_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_fold -0.041666666666666664
 weight_Jh_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_call 0.075
 weight_Jh_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Jh_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_call 0.075
 weight_Jh_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Jh_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_call 0.075
 weight_Jh_cbrk_Ks__bet reply_Js_cbrk_Ks_b_fold -0.041666666666666664
 weight_Jh_cbrk_Kh__check plan_Jh_cbrk_Kh_ 1
 weight_Jh_cbrk_Kh__check plan_Jh_cbrk_Kh_cb -1
 weight_Jh_cbrk_Kh__check reply_Qs_cbrk_Kh_c_check 0.041666666666666664
 weight_Jh_cbrk_Kh__check reply_Qh_cbrk_Kh_c_check 0.041666666666666664
 weight_Jh_cbrk_Kh__check reply_Ks_cbrk_Kh_c_check 0.041666666666666664
 weight_Jh_cbrk_Kh__bet plan_Jh_cbrk_Kh_ 1
 weight_Jh_cbrk_Kh__bet plan_Jh_cbrk_Kh_br -1
 weight_Jh_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_call 0.075
 weight_Jh_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_call 0.075
 weight_Jh_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_fold -0.041666666666666664
 weight_Jh_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_call 0.075
 weight_Jh_cbrk_Kh__bet reply_Js_cbrk_Kh_b_fold -0.041666666666666664
 weight_Jh_bk_Qs_cb_fold plan_Jh_bk_Qs_cb 1
 weight_Jh_bk_Qs_cb_fold reply_Qh_bk_Qs_c_bet 0.025
 weight_Jh_bk_Qs_cb_fold reply_Ks_bk_Qs_c_bet 0.025
 weight_Jh_bk_Qs_cb_fold reply_Kh_bk_Qs_c_bet 0.025
 weight_Jh_bk_Qs_cb_fold reply_Js_bk_Qs_c_bet 0.025
 weight_Jh_bk_Qs_cb_call plan_Jh_bk_Qs_cb 1
 weight_Jh_bk_Qs_cb_call reply_Qh_bk_Qs_c_bet 0.058333333333333334
 weight_Jh_bk_Qs_cb_call reply_Ks_bk_Qs_c_bet 0.058333333333333334
 weight_Jh_bk_Qs_cb_call reply_Kh_bk_Qs_c_bet 0.058333333333333334
 weight_Jh_bk_Qs_cb_raise plan_Jh_bk_Qs_cb 1
 weight_Jh_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_call 0.09166666666666666
 weight_Jh_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_call 0.09166666666666666
 weight_Jh_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_call 0.09166666666666666
 weight_Jh_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qs_br_fold plan_Jh_bk_Qs_br 1
 weight_Jh_bk_Qs_br_fold reply_Qh_bk_Qs_b_raise 0.058333333333333334
 weight_Jh_bk_Qs_br_fold reply_Ks_bk_Qs_b_raise 0.058333333333333334
 weight_Jh_bk_Qs_br_fold reply_Kh_bk_Qs_b_raise 0.058333333333333334
 weight_Jh_bk_Qs_br_fold reply_Js_bk_Qs_b_raise 0.058333333333333334
 weight_Jh_bk_Qs_br_call plan_Jh_bk_Qs_br 1
 weight_Jh_bk_Qs_br_call reply_Qh_bk_Qs_b_raise 0.09166666666666666
 weight_Jh_bk_Qs_br_call reply_Ks_bk_Qs_b_raise 0.09166666666666666
 weight_Jh_bk_Qs_br_call reply_Kh_bk_Qs_b_raise 0.09166666666666666
 weight_Jh_bk_Qh_cb_fold plan_Jh_bk_Qh_cb 1
 weight_Jh_bk_Qh_cb_fold reply_Qs_bk_Qh_c_bet 0.025
 weight_Jh_bk_Qh_cb_fold reply_Ks_bk_Qh_c_bet 0.025
 weight_Jh_bk_Qh_cb_fold reply_Kh_bk_Qh_c_bet 0.025
 weight_Jh_bk_Qh_cb_fold reply_Js_bk_Qh_c_bet 0.025
 weight_Jh_bk_Qh_cb_call plan_Jh_bk_Qh_cb 1
 weight_Jh_bk_Qh_cb_call reply_Qs_bk_Qh_c_bet 0.058333333333333334
 weight_Jh_bk_Qh_cb_call reply_Ks_bk_Qh_c_bet 0.058333333333333334
 weight_Jh_bk_Qh_cb_call reply_Kh_bk_Qh_c_bet 0.058333333333333334
 weight_Jh_bk_Qh_cb_raise plan_Jh_bk_Qh_cb 1
 weight_Jh_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_call 0.09166666666666666
 weight_Jh_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_call 0.09166666666666666
 weight_Jh_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_call 0.09166666666666666
 weight_Jh_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Qh_br_fold plan_Jh_bk_Qh_br 1
 weight_Jh_bk_Qh_br_fold reply_Qs_bk_Qh_b_raise 0.058333333333333334
 weight_Jh_bk_Qh_br_fold reply_Ks_bk_Qh_b_raise 0.058333333333333334
 weight_Jh_bk_Qh_br_fold reply_Kh_bk_Qh_b_raise 0.058333333333333334
 weight_Jh_bk_Qh_br_fold reply_Js_bk_Qh_b_raise 0.058333333333333334
 weight_Jh_bk_Qh_br_call plan_Jh_bk_Qh_br 1
 weight_Jh_bk_Qh_br_call reply_Qs_bk_Qh_b_raise 0.09166666666666666
 weight_Jh_bk_Qh_br_call reply_Ks_bk_Qh_b_raise 0.09166666666666666
 weight_Jh_bk_Qh_br_call reply_Kh_bk_Qh_b_raise 0.09166666666666666
 weight_Jh_bk_Ks_cb_fold plan_Jh_bk_Ks_cb 1
 weight_Jh_bk_Ks_cb_fold reply_Qs_bk_Ks_c_bet 0.025
 weight_Jh_bk_Ks_cb_fold reply_Qh_bk_Ks_c_bet 0.025
 weight_Jh_bk_Ks_cb_fold reply_Kh_bk_Ks_c_bet 0.025
 weight_Jh_bk_Ks_cb_fold reply_Js_bk_Ks_c_bet 0.025
 weight_Jh_bk_Ks_cb_call plan_Jh_bk_Ks_cb 1
 weight_Jh_bk_Ks_cb_call reply_Qs_bk_Ks_c_bet 0.058333333333333334
 weight_Jh_bk_Ks_cb_call reply_Qh_bk_Ks_c_bet 0.058333333333333334
 weight_Jh_bk_Ks_cb_call reply_Kh_bk_Ks_c_bet 0.058333333333333334
 weight_Jh_bk_Ks_cb_raise plan_Jh_bk_Ks_cb 1
 weight_Jh_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_call 0.09166666666666666
 weight_Jh_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_call 0.09166666666666666
 weight_Jh_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_call 0.09166666666666666
 weight_Jh_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_bk_Ks_br_fold plan_Jh_bk_Ks_br 1
 weight_Jh_bk_Ks_br_fold reply_Qs_bk_Ks_b_raise 0.058333333333333334
 weight_Jh_bk_Ks_br_fold reply_Qh_bk_Ks_b_raise 0.058333333333333334
 weight_Jh_bk_Ks_br_fold reply_Kh_bk_Ks_b_raise 0.058333333333333334
 weight_Jh_bk_Ks_br_fold reply_Js_bk_Ks_b_raise 0.058333333333333334
 weight_Jh_bk_Ks_br_call plan_Jh_bk_Ks_br 1
 weight_Jh_bk_Ks_br_call reply_Qs_bk_Ks_b_raise 0.09166666666666666
 weight_Jh_bk_Ks_br_call reply_Qh_bk_Ks_b_raise 0.09166666666666666
 weight_Jh_bk_Ks_br_call reply_Kh_bk_Ks_b_raise 0.09166666666666666
 weight_Jh_bk_Kh_cb_fold plan_Jh_bk_Kh_cb 1
 weight_Jh_bk_Kh_cb_fold reply_Qs_bk_Kh_c_bet 0.025
 weight_Jh_bk_Kh_cb_fold reply_Qh_bk_Kh_c_bet 0.025
 weight_Jh_bk_Kh_cb_fold reply_Ks_bk_Kh_c_bet 0.025
 weight_Jh_bk_Kh_cb_fold reply_Js_bk_Kh_c_bet 0.025
 weight_Jh_bk_Kh_cb_call plan_Jh_bk_Kh_cb 1
 weight_Jh_bk_Kh_cb_call reply_Qs_bk_Kh_c_bet 0.058333333333333334
 weight_Jh_bk_Kh_cb_call reply_Qh_bk_Kh_c_bet 0.058333333333333334
 weight_Jh_bk_Kh_cb_call reply_Ks_bk_Kh_c_bet 0.058333333333333334
 weight_Jh_bk_Kh_cb_raise plan_Jh_bk_Kh_cb 1
 weight_Jh_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_call 0.09166666666666666
 weight_Jh_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_call 0.09166666666666666
 weight_Jh_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_call 0.09166666666666666
 weight_Jh_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_bk_Kh_br_fold plan_Jh_bk_Kh_br 1
 weight_Jh_bk_Kh_br_fold reply_Qs_bk_Kh_b_raise 0.058333333333333334
 weight_Jh_bk_Kh_br_fold reply_Qh_bk_Kh_b_raise 0.058333333333333334
 weight_Jh_bk_Kh_br_fold reply_Ks_bk_Kh_b_raise 0.058333333333333334
 weight_Jh_bk_Kh_br_fold reply_Js_bk_Kh_b_raise 0.058333333333333334
 weight_Jh_bk_Kh_br_call plan_Jh_bk_Kh_br 1
 weight_Jh_bk_Kh_br_call reply_Qs_bk_Kh_b_raise 0.09166666666666666
 weight_Jh_bk_Kh_br_call reply_Qh_bk_Kh_b_raise 0.09166666666666666
 weight_Jh_bk_Kh_br_call reply_Ks_bk_Kh_b_raise 0.09166666666666666
 weight_Jh_cc_Js_cb_fold plan_Jh_cc_Js_cb 1
 weight_Jh_cc_Js_cb_fold reply_Qs_cc_Js_c_bet 0.008333333333333333
 weight_Jh_cc_Js_cb_fold reply_Qh_cc_Js_c_bet 0.008333333333333333
 weight_Jh_cc_Js_cb_fold reply_Ks_cc_Js_c_bet 0.008333333333333333
 weight_Jh_cc_Js_cb_fold reply_Kh_cc_Js_c_bet 0.008333333333333333
 weight_Jh_cc_Js_cb_call plan_Jh_cc_Js_cb 1
 weight_Jh_cc_Js_cb_call reply_Qs_cc_Js_c_bet -0.041666666666666664
 weight_Jh_cc_Js_cb_call reply_Qh_cc_Js_c_bet -0.041666666666666664
 weight_Jh_cc_Js_cb_call reply_Ks_cc_Js_c_bet -0.041666666666666664
 weight_Jh_cc_Js_cb_call reply_Kh_cc_Js_c_bet -0.041666666666666664
 weight_Jh_cc_Js_cb_raise plan_Jh_cc_Js_cb 1
 weight_Jh_cc_Js_cb_raise reply_Qs_cc_Js_cbr_fold -0.041666666666666664
 weight_Jh_cc_Js_cb_raise reply_Qs_cc_Js_cbr_call -0.075
 weight_Jh_cc_Js_cb_raise reply_Qh_cc_Js_cbr_fold -0.041666666666666664
 weight_Jh_cc_Js_cb_raise reply_Qh_cc_Js_cbr_call -0.075
 weight_Jh_cc_Js_cb_raise reply_Ks_cc_Js_cbr_fold -0.041666666666666664
 weight_Jh_cc_Js_cb_raise reply_Ks_cc_Js_cbr_call -0.075
 weight_Jh_cc_Js_cb_raise reply_Kh_cc_Js_cbr_fold -0.041666666666666664
 weight_Jh_cc_Js_cb_raise reply_Kh_cc_Js_cbr_call -0.075
 weight_Jh_cc_Js_br_fold plan_Jh_cc_Js_br 1
 weight_Jh_cc_Js_br_fold reply_Qs_cc_Js_b_raise 0.041666666666666664
 weight_Jh_cc_Js_br_fold reply_Qh_cc_Js_b_raise 0.041666666666666664
 weight_Jh_cc_Js_br_fold reply_Ks_cc_Js_b_raise 0.041666666666666664
 weight_Jh_cc_Js_br_fold reply_Kh_cc_Js_b_raise 0.041666666666666664
 weight_Jh_cc_Js_br_call plan_Jh_cc_Js_br 1
 weight_Jh_cc_Js_br_call reply_Qs_cc_Js_b_raise -0.075
 weight_Jh_cc_Js_br_call reply_Qh_cc_Js_b_raise -0.075
 weight_Jh_cc_Js_br_call reply_Ks_cc_Js_b_raise -0.075
 weight_Jh_cc_Js_br_call reply_Kh_cc_Js_b_raise -0.075
 weight_Jh_cbrk_Js__check plan_Jh_cbrk_Js_ 1
 weight_Jh_cbrk_Js__check plan_Jh_cbrk_Js_cb -1
 weight_Jh_cbrk_Js__check reply_Qs_cbrk_Js_c_check -0.041666666666666664
 weight_Jh_cbrk_Js__check reply_Qh_cbrk_Js_c_check -0.041666666666666664
 weight_Jh_cbrk_Js__check reply_Ks_cbrk_Js_c_check -0.041666666666666664
 weight_Jh_cbrk_Js__check reply_Kh_cbrk_Js_c_check -0.041666666666666664
 weight_Jh_cbrk_Js__bet plan_Jh_cbrk_Js_ 1
 weight_Jh_cbrk_Js__bet plan_Jh_cbrk_Js_br -1
 weight_Jh_cbrk_Js__bet reply_Qs_cbrk_Js_b_fold -0.041666666666666664
 weight_Jh_cbrk_Js__bet reply_Qs_cbrk_Js_b_call -0.075
 weight_Jh_cbrk_Js__bet reply_Qh_cbrk_Js_b_fold -0.041666666666666664
 weight_Jh_cbrk_Js__bet reply_Qh_cbrk_Js_b_call -0.075
 weight_Jh_cbrk_Js__bet reply_Ks_cbrk_Js_b_fold -0.041666666666666664
 weight_Jh_cbrk_Js__bet reply_Ks_cbrk_Js_b_call -0.075
 weight_Jh_cbrk_Js__bet reply_Kh_cbrk_Js_b_fold -0.041666666666666664
 weight_Jh_cbrk_Js__bet reply_Kh_cbrk_Js_b_call -0.075
 weight_Jh_bk_Js_cb_fold plan_Jh_bk_Js_cb 1
 weight_Jh_bk_Js_cb_fold reply_Qs_bk_Js_c_bet 0.025
 weight_Jh_bk_Js_cb_fold reply_Qh_bk_Js_c_bet 0.025
 weight_Jh_bk_Js_cb_fold reply_Ks_bk_Js_c_bet 0.025
 weight_Jh_bk_Js_cb_fold reply_Kh_bk_Js_c_bet 0.025
 weight_Jh_bk_Js_cb_call plan_Jh_bk_Js_cb 1
 weight_Jh_bk_Js_cb_call reply_Qs_bk_Js_c_bet -0.058333333333333334
 weight_Jh_bk_Js_cb_call reply_Qh_bk_Js_c_bet -0.058333333333333334
 weight_Jh_bk_Js_cb_call reply_Ks_bk_Js_c_bet -0.058333333333333334
 weight_Jh_bk_Js_cb_call reply_Kh_bk_Js_c_bet -0.058333333333333334
 weight_Jh_bk_Js_cb_raise plan_Jh_bk_Js_cb 1
 weight_Jh_bk_Js_cb_raise reply_Qs_bk_Js_cbr_fold -0.058333333333333334
 weight_Jh_bk_Js_cb_raise reply_Qs_bk_Js_cbr_call -0.09166666666666666
 weight_Jh_bk_Js_cb_raise reply_Qh_bk_Js_cbr_fold -0.058333333333333334
 weight_Jh_bk_Js_cb_raise reply_Qh_bk_Js_cbr_call -0.09166666666666666
 weight_Jh_bk_Js_cb_raise reply_Ks_bk_Js_cbr_fold -0.058333333333333334
 weight_Jh_bk_Js_cb_raise reply_Ks_bk_Js_cbr_call -0.09166666666666666
 weight_Jh_bk_Js_cb_raise reply_Kh_bk_Js_cbr_fold -0.058333333333333334
 weight_Jh_bk_Js_cb_raise reply_Kh_bk_Js_cbr_call -0.09166666666666666
 weight_Jh_bk_Js_br_fold plan_Jh_bk_Js_br 1
 weight_Jh_bk_Js_br_fold reply_Qs_bk_Js_b_raise 0.058333333333333334
 weight_Jh_bk_Js_br_fold reply_Qh_bk_Js_b_raise 0.058333333333333334
 weight_Jh_bk_Js_br_fold reply_Ks_bk_Js_b_raise 0.058333333333333334
 weight_Jh_bk_Js_br_fold reply_Kh_bk_Js_b_raise 0.058333333333333334
 weight_Jh_bk_Js_br_call plan_Jh_bk_Js_br 1
 weight_Jh_bk_Js_br_call reply_Qs_bk_Js_b_raise -0.09166666666666666
 weight_Jh_bk_Js_br_call reply_Qh_bk_Js_b_raise -0.09166666666666666
 weight_Jh_bk_Js_br_call reply_Ks_bk_Js_b_raise -0.09166666666666666
 weight_Jh_bk_Js_br_call reply_Kh_bk_Js_b_raise -0.09166666666666666
 weight_Qs_cc_Jh_cb_fold plan_Qs_cc_Jh_cb 1
 weight_Qs_cc_Jh_cb_fold reply_Qh_cc_Jh_c_bet 0.008333333333333333
 weight_Qs_cc_Jh_cb_fold reply_Ks_cc_Jh_c_bet 0.008333333333333333
 weight_Qs_cc_Jh_cb_fold reply_Kh_cc_Jh_c_bet 0.008333333333333333
 weight_Qs_cc_Jh_cb_fold reply_Js_cc_Jh_c_bet 0.008333333333333333
 weight_Qs_cc_Jh_cb_call plan_Qs_cc_Jh_cb 1
 weight_Qs_cc_Jh_cb_call reply_Ks_cc_Jh_c_bet 0.041666666666666664
 weight_Qs_cc_Jh_cb_call reply_Kh_cc_Jh_c_bet 0.041666666666666664
 weight_Qs_cc_Jh_cb_call reply_Js_cc_Jh_c_bet 0.041666666666666664
 weight_Qs_cc_Jh_cb_raise plan_Qs_cc_Jh_cb 1
 weight_Qs_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_call 0.075
 weight_Qs_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_call 0.075
 weight_Qs_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_call 0.075
 weight_Qs_cc_Jh_br_fold plan_Qs_cc_Jh_br 1
 weight_Qs_cc_Jh_br_fold reply_Qh_cc_Jh_b_raise 0.041666666666666664
 weight_Qs_cc_Jh_br_fold reply_Ks_cc_Jh_b_raise 0.041666666666666664
 weight_Qs_cc_Jh_br_fold reply_Kh_cc_Jh_b_raise 0.041666666666666664
 weight_Qs_cc_Jh_br_fold reply_Js_cc_Jh_b_raise 0.041666666666666664
 weight_Qs_cc_Jh_br_call plan_Qs_cc_Jh_br 1
 weight_Qs_cc_Jh_br_call reply_Ks_cc_Jh_b_raise 0.075
 weight_Qs_cc_Jh_br_call reply_Kh_cc_Jh_b_raise 0.075
 weight_Qs_cc_Jh_br_call reply_Js_cc_Jh_b_raise 0.075
 weight_Qs_cc_Qh_cb_fold plan_Qs_cc_Qh_cb 1
 weight_Qs_cc_Qh_cb_fold reply_Jh_cc_Qh_c_bet 0.008333333333333333
 weight_Qs_cc_Qh_cb_fold reply_Ks_cc_Qh_c_bet 0.008333333333333333
 weight_Qs_cc_Qh_cb_fold reply_Kh_cc_Qh_c_bet 0.008333333333333333
 weight_Qs_cc_Qh_cb_fold reply_Js_cc_Qh_c_bet 0.008333333333333333
 weight_Qs_cc_Qh_cb_call plan_Qs_cc_Qh_cb 1
 weight_Qs_cc_Qh_cb_call reply_Jh_cc_Qh_c_bet -0.041666666666666664
 weight_Qs_cc_Qh_cb_call reply_Ks_cc_Qh_c_bet -0.041666666666666664
 weight_Qs_cc_Qh_cb_call reply_Kh_cc_Qh_c_bet -0.041666666666666664
 weight_Qs_cc_Qh_cb_call reply_Js_cc_Qh_c_bet -0.041666666666666664
 weight_Qs_cc_Qh_cb_raise plan_Qs_cc_Qh_cb 1
 weight_Qs_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_call -0.075
 weight_Qs_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_call -0.075
 weight_Qs_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_call -0.075
 weight_Qs_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_call -0.075
 weight_Qs_cc_Qh_br_fold plan_Qs_cc_Qh_br 1
 weight_Qs_cc_Qh_br_fold reply_Jh_cc_Qh_b_raise 0.041666666666666664
 weight_Qs_cc_Qh_br_fold reply_Ks_cc_Qh_b_raise 0.041666666666666664
 weight_Qs_cc_Qh_br_fold reply_Kh_cc_Qh_b_raise 0.041666666666666664
 weight_Qs_cc_Qh_br_fold reply_Js_cc_Qh_b_raise 0.041666666666666664
 weight_Qs_cc_Qh_br_call plan_Qs_cc_Qh_br 1
 weight_Qs_cc_Qh_br_call reply_Jh_cc_Qh_b_raise -0.075
 weight_Qs_cc_Qh_br_call reply_Ks_cc_Qh_b_raise -0.075
 weight_Qs_cc_Qh_br_call reply_Kh_cc_Qh_b_raise -0.075
 weight_Qs_cc_Qh_br_call reply_Js_cc_Qh_b_raise -0.075
 weight_Qs_cc_Ks_cb_fold plan_Qs_cc_Ks_cb 1
 weight_Qs_cc_Ks_cb_fold reply_Jh_cc_Ks_c_bet 0.008333333333333333
 weight_Qs_cc_Ks_cb_fold reply_Qh_cc_Ks_c_bet 0.008333333333333333
 weight_Qs_cc_Ks_cb_fold reply_Kh_cc_Ks_c_bet 0.008333333333333333
 weight_Qs_cc_Ks_cb_fold reply_Js_cc_Ks_c_bet 0.008333333333333333
 weight_Qs_cc_Ks_cb_call plan_Qs_cc_Ks_cb 1
 weight_Qs_cc_Ks_cb_call reply_Jh_cc_Ks_c_bet -0.041666666666666664
 weight_Qs_cc_Ks_cb_call reply_Kh_cc_Ks_c_bet 0.041666666666666664
 weight_Qs_cc_Ks_cb_call reply_Js_cc_Ks_c_bet -0.041666666666666664
 weight_Qs_cc_Ks_cb_raise plan_Qs_cc_Ks_cb 1
 weight_Qs_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qs_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_call -0.075
 weight_Qs_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qs_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qs_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_call 0.075
 weight_Qs_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qs_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_call -0.075
 weight_Qs_cc_Ks_br_fold plan_Qs_cc_Ks_br 1
 weight_Qs_cc_Ks_br_fold reply_Jh_cc_Ks_b_raise 0.041666666666666664
 weight_Qs_cc_Ks_br_fold reply_Qh_cc_Ks_b_raise 0.041666666666666664
 weight_Qs_cc_Ks_br_fold reply_Kh_cc_Ks_b_raise 0.041666666666666664
 weight_Qs_cc_Ks_br_fold reply_Js_cc_Ks_b_raise 0.041666666666666664
 weight_Qs_cc_Ks_br_call plan_Qs_cc_Ks_br 1
 weight_Qs_cc_Ks_br_call reply_Jh_cc_Ks_b_raise -0.075
 weight_Qs_cc_Ks_br_call reply_Kh_cc_Ks_b_raise 0.075
 weight_Qs_cc_Ks_br_call reply_Js_cc_Ks_b_raise -0.075
 weight_Qs_cc_Kh_cb_fold plan_Qs_cc_Kh_cb 1
 weight_Qs_cc_Kh_cb_fold reply_Jh_cc_Kh_c_bet 0.008333333333333333
 weight_Qs_cc_Kh_cb_fold reply_Qh_cc_Kh_c_bet 0.008333333333333333
 weight_Qs_cc_Kh_cb_fold reply_Ks_cc_Kh_c_bet 0.008333333333333333
 weight_Qs_cc_Kh_cb_fold reply_Js_cc_Kh_c_bet 0.008333333333333333
 weight_Qs_cc_Kh_cb_call plan_Qs_cc_Kh_cb 1
 weight_Qs_cc_Kh_cb_call reply_Jh_cc_Kh_c_bet -0.041666666666666664
 weight_Qs_cc_Kh_cb_call reply_Ks_cc_Kh_c_bet 0.041666666666666664
 weight_Qs_cc_Kh_cb_call reply_Js_cc_Kh_c_bet -0.041666666666666664
 weight_Qs_cc_Kh_cb_raise plan_Qs_cc_Kh_cb 1
 weight_Qs_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_call -0.075
 weight_Qs_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_call 0.075
 weight_Qs_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qs_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_call -0.075
 weight_Qs_cc_Kh_br_fold plan_Qs_cc_Kh_br 1
 weight_Qs_cc_Kh_br_fold reply_Jh_cc_Kh_b_raise 0.041666666666666664
 weight_Qs_cc_Kh_br_fold reply_Qh_cc_Kh_b_raise 0.041666666666666664
 weight_Qs_cc_Kh_br_fold reply_Ks_cc_Kh_b_raise 0.041666666666666664
 weight_Qs_cc_Kh_br_fold reply_Js_cc_Kh_b_raise 0.041666666666666664
 weight_Qs_cc_Kh_br_call plan_Qs_cc_Kh_br 1
 weight_Qs_cc_Kh_br_call reply_Jh_cc_Kh_b_raise -0.075
 weight_Qs_cc_Kh_br_call reply_Ks_cc_Kh_b_raise 0.075
 weight_Qs_cc_Kh_br_call reply_Js_cc_Kh_b_raise -0.075
 weight_Qs_cbrk_Jh__check plan_Qs_cbrk_Jh_ 1
 weight_Qs_cbrk_Jh__check plan_Qs_cbrk_Jh_cb -1
 weight_Qs_cbrk_Jh__check reply_Ks_cbrk_Jh_c_check 0.041666666666666664
 weight_Qs_cbrk_Jh__check reply_Kh_cbrk_Jh_c_check 0.041666666666666664
 weight_Qs_cbrk_Jh__check reply_Js_cbrk_Jh_c_check 0.041666666666666664
 weight_Qs_cbrk_Jh__bet plan_Qs_cbrk_Jh_ 1
 weight_Qs_cbrk_Jh__bet plan_Qs_cbrk_Jh_br -1
 weight_Qs_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_call 0.075
 weight_Qs_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_call 0.075
 weight_Qs_cbrk_Jh__bet reply_Js_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Jh__bet reply_Js_cbrk_Jh_b_call 0.075
 weight_Qs_cbrk_Qh__check plan_Qs_cbrk_Qh_ 1
 weight_Qs_cbrk_Qh__check plan_Qs_cbrk_Qh_cb -1
 weight_Qs_cbrk_Qh__check reply_Jh_cbrk_Qh_c_check -0.041666666666666664
 weight_Qs_cbrk_Qh__check reply_Ks_cbrk_Qh_c_check -0.041666666666666664
 weight_Qs_cbrk_Qh__check reply_Kh_cbrk_Qh_c_check -0.041666666666666664
 weight_Qs_cbrk_Qh__check reply_Js_cbrk_Qh_c_check -0.041666666666666664
 weight_Qs_cbrk_Qh__bet plan_Qs_cbrk_Qh_ 1
 weight_Qs_cbrk_Qh__bet plan_Qs_cbrk_Qh_br -1
 weight_Qs_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_call -0.075
 weight_Qs_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_call -0.075
 weight_Qs_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_call -0.075
 weight_Qs_cbrk_Qh__bet reply_Js_cbrk_Qh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Qh__bet reply_Js_cbrk_Qh_b_call -0.075
 weight_Qs_cbrk_Ks__check plan_Qs_cbrk_Ks_ 1
 weight_Qs_cbrk_Ks__check plan_Qs_cbrk_Ks_cb -1
 weight_Qs_cbrk_Ks__check reply_Jh_cbrk_Ks_c_check -0.041666666666666664
 weight_Qs_cbrk_Ks__check reply_Kh_cbrk_Ks_c_check 0.041666666666666664
 weight_Qs_cbrk_Ks__check reply_Js_cbrk_Ks_c_check -0.041666666666666664
 weight_Qs_cbrk_Ks__bet plan_Qs_cbrk_Ks_ 1
 weight_Qs_cbrk_Ks__bet plan_Qs_cbrk_Ks_br -1
 weight_Qs_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qs_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_call -0.075
 weight_Qs_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qs_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qs_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_call 0.075
 weight_Qs_cbrk_Ks__bet reply_Js_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qs_cbrk_Ks__bet reply_Js_cbrk_Ks_b_call -0.075
 weight_Qs_cbrk_Kh__check plan_Qs_cbrk_Kh_ 1
 weight_Qs_cbrk_Kh__check plan_Qs_cbrk_Kh_cb -1
 weight_Qs_cbrk_Kh__check reply_Jh_cbrk_Kh_c_check -0.041666666666666664
 weight_Qs_cbrk_Kh__check reply_Ks_cbrk_Kh_c_check 0.041666666666666664
 weight_Qs_cbrk_Kh__check reply_Js_cbrk_Kh_c_check -0.041666666666666664
 weight_Qs_cbrk_Kh__bet plan_Qs_cbrk_Kh_ 1
 weight_Qs_cbrk_Kh__bet plan_Qs_cbrk_Kh_br -1
 weight_Qs_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_call -0.075
 weight_Qs_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_call 0.075
 weight_Qs_cbrk_Kh__bet reply_Js_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qs_cbrk_Kh__bet reply_Js_cbrk_Kh_b_call -0.075
 weight_Qs_bk_Jh_cb_fold plan_Qs_bk_Jh_cb 1
 weight_Qs_bk_Jh_cb_fold reply_Qh_bk_Jh_c_bet 0.025
 weight_Qs_bk_Jh_cb_fold reply_Ks_bk_Jh_c_bet 0.025
 weight_Qs_bk_Jh_cb_fold reply_Kh_bk_Jh_c_bet 0.025
 weight_Qs_bk_Jh_cb_fold reply_Js_bk_Jh_c_bet 0.025
 weight_Qs_bk_Jh_cb_call plan_Qs_bk_Jh_cb 1
 weight_Qs_bk_Jh_cb_call reply_Ks_bk_Jh_c_bet 0.058333333333333334
 weight_Qs_bk_Jh_cb_call reply_Kh_bk_Jh_c_bet 0.058333333333333334
 weight_Qs_bk_Jh_cb_call reply_Js_bk_Jh_c_bet 0.058333333333333334
 weight_Qs_bk_Jh_cb_raise plan_Qs_bk_Jh_cb 1
 weight_Qs_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_call 0.09166666666666666
 weight_Qs_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_call 0.09166666666666666
 weight_Qs_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_call 0.09166666666666666
 weight_Qs_bk_Jh_br_fold plan_Qs_bk_Jh_br 1
 weight_Qs_bk_Jh_br_fold reply_Qh_bk_Jh_b_raise 0.058333333333333334
 weight_Qs_bk_Jh_br_fold reply_Ks_bk_Jh_b_raise 0.058333333333333334
 weight_Qs_bk_Jh_br_fold reply_Kh_bk_Jh_b_raise 0.058333333333333334
 weight_Qs_bk_Jh_br_fold reply_Js_bk_Jh_b_raise 0.058333333333333334
 weight_Qs_bk_Jh_br_call plan_Qs_bk_Jh_br 1
 weight_Qs_bk_Jh_br_call reply_Ks_bk_Jh_b_raise 0.09166666666666666
 weight_Qs_bk_Jh_br_call reply_Kh_bk_Jh_b_raise 0.09166666666666666
 weight_Qs_bk_Jh_br_call reply_Js_bk_Jh_b_raise 0.09166666666666666
 weight_Qs_bk_Qh_cb_fold plan_Qs_bk_Qh_cb 1
 weight_Qs_bk_Qh_cb_fold reply_Jh_bk_Qh_c_bet 0.025
 weight_Qs_bk_Qh_cb_fold reply_Ks_bk_Qh_c_bet 0.025
 weight_Qs_bk_Qh_cb_fold reply_Kh_bk_Qh_c_bet 0.025
 weight_Qs_bk_Qh_cb_fold reply_Js_bk_Qh_c_bet 0.025
 weight_Qs_bk_Qh_cb_call plan_Qs_bk_Qh_cb 1
 weight_Qs_bk_Qh_cb_call reply_Jh_bk_Qh_c_bet -0.058333333333333334
 weight_Qs_bk_Qh_cb_call reply_Ks_bk_Qh_c_bet -0.058333333333333334
 weight_Qs_bk_Qh_cb_call reply_Kh_bk_Qh_c_bet -0.058333333333333334
 weight_Qs_bk_Qh_cb_call reply_Js_bk_Qh_c_bet -0.058333333333333334
 weight_Qs_bk_Qh_cb_raise plan_Qs_bk_Qh_cb 1
 weight_Qs_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_call -0.09166666666666666
 weight_Qs_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_call -0.09166666666666666
 weight_Qs_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_call -0.09166666666666666
 weight_Qs_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_call -0.09166666666666666
 weight_Qs_bk_Qh_br_fold plan_Qs_bk_Qh_br 1
 weight_Qs_bk_Qh_br_fold reply_Jh_bk_Qh_b_raise 0.058333333333333334
 weight_Qs_bk_Qh_br_fold reply_Ks_bk_Qh_b_raise 0.058333333333333334
 weight_Qs_bk_Qh_br_fold reply_Kh_bk_Qh_b_raise 0.058333333333333334
 weight_Qs_bk_Qh_br_fold reply_Js_bk_Qh_b_raise 0.058333333333333334
 weight_Qs_bk_Qh_br_call plan_Qs_bk_Qh_br 1
 weight_Qs_bk_Qh_br_call reply_Jh_bk_Qh_b_raise -0.09166666666666666
 weight_Qs_bk_Qh_br_call reply_Ks_bk_Qh_b_raise -0.09166666666666666
 weight_Qs_bk_Qh_br_call reply_Kh_bk_Qh_b_raise -0.09166666666666666
 weight_Qs_bk_Qh_br_call reply_Js_bk_Qh_b_raise -0.09166666666666666
 weight_Qs_bk_Ks_cb_fold plan_Qs_bk_Ks_cb 1
 weight_Qs_bk_Ks_cb_fold reply_Jh_bk_Ks_c_bet 0.025
 weight_Qs_bk_Ks_cb_fold reply_Qh_bk_Ks_c_bet 0.025
 weight_Qs_bk_Ks_cb_fold reply_Kh_bk_Ks_c_bet 0.025
 weight_Qs_bk_Ks_cb_fold reply_Js_bk_Ks_c_bet 0.025
 weight_Qs_bk_Ks_cb_call plan_Qs_bk_Ks_cb 1
 weight_Qs_bk_Ks_cb_call reply_Jh_bk_Ks_c_bet -0.058333333333333334
 weight_Qs_bk_Ks_cb_call reply_Kh_bk_Ks_c_bet 0.058333333333333334
 weight_Qs_bk_Ks_cb_call reply_Js_bk_Ks_c_bet -0.058333333333333334
 weight_Qs_bk_Ks_cb_raise plan_Qs_bk_Ks_cb 1
 weight_Qs_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_call -0.09166666666666666
 weight_Qs_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_call 0.09166666666666666
 weight_Qs_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_call -0.09166666666666666
 weight_Qs_bk_Ks_br_fold plan_Qs_bk_Ks_br 1
 weight_Qs_bk_Ks_br_fold reply_Jh_bk_Ks_b_raise 0.058333333333333334
 weight_Qs_bk_Ks_br_fold reply_Qh_bk_Ks_b_raise 0.058333333333333334
 weight_Qs_bk_Ks_br_fold reply_Kh_bk_Ks_b_raise 0.058333333333333334
 weight_Qs_bk_Ks_br_fold reply_Js_bk_Ks_b_raise 0.058333333333333334
 weight_Qs_bk_Ks_br_call plan_Qs_bk_Ks_br 1
 weight_Qs_bk_Ks_br_call reply_Jh_bk_Ks_b_raise -0.09166666666666666
 weight_Qs_bk_Ks_br_call reply_Kh_bk_Ks_b_raise 0.09166666666666666
 weight_Qs_bk_Ks_br_call reply_Js_bk_Ks_b_raise -0.09166666666666666
 weight_Qs_bk_Kh_cb_fold plan_Qs_bk_Kh_cb 1
 weight_Qs_bk_Kh_cb_fold reply_Jh_bk_Kh_c_bet 0.025
 weight_Qs_bk_Kh_cb_fold reply_Qh_bk_Kh_c_bet 0.025
 weight_Qs_bk_Kh_cb_fold reply_Ks_bk_Kh_c_bet 0.025
 weight_Qs_bk_Kh_cb_fold reply_Js_bk_Kh_c_bet 0.025
 weight_Qs_bk_Kh_cb_call plan_Qs_bk_Kh_cb 1
 weight_Qs_bk_Kh_cb_call reply_Jh_bk_Kh_c_bet -0.058333333333333334
 weight_Qs_bk_Kh_cb_call reply_Ks_bk_Kh_c_bet 0.058333333333333334
 weight_Qs_bk_Kh_cb_call reply_Js_bk_Kh_c_bet -0.058333333333333334
 weight_Qs_bk_Kh_cb_raise plan_Qs_bk_Kh_cb 1
 weight_Qs_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_call -0.09166666666666666
 weight_Qs_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_call 0.09166666666666666
 weight_Qs_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_call -0.09166666666666666
 weight_Qs_bk_Kh_br_fold plan_Qs_bk_Kh_br 1
 weight_Qs_bk_Kh_br_fold reply_Jh_bk_Kh_b_raise 0.058333333333333334
 weight_Qs_bk_Kh_br_fold reply_Qh_bk_Kh_b_raise 0.058333333333333334
 weight_Qs_bk_Kh_br_fold reply_Ks_bk_Kh_b_raise 0.058333333333333334
 weight_Qs_bk_Kh_br_fold reply_Js_bk_Kh_b_raise 0.058333333333333334
 weight_Qs_bk_Kh_br_call plan_Qs_bk_Kh_br 1
 weight_Qs_bk_Kh_br_call reply_Jh_bk_Kh_b_raise -0.09166666666666666
 weight_Qs_bk_Kh_br_call reply_Ks_bk_Kh_b_raise 0.09166666666666666
 weight_Qs_bk_Kh_br_call reply_Js_bk_Kh_b_raise -0.09166666666666666
 weight_Qs_cc_Js_cb_fold plan_Qs_cc_Js_cb 1
 weight_Qs_cc_Js_cb_fold reply_Qh_cc_Js_c_bet 0.008333333333333333
 weight_Qs_cc_Js_cb_fold reply_Ks_cc_Js_c_bet 0.008333333333333333
 weight_Qs_cc_Js_cb_fold reply_Kh_cc_Js_c_bet 0.008333333333333333
 weight_Qs_cc_Js_cb_fold reply_Jh_cc_Js_c_bet 0.008333333333333333
 weight_Qs_cc_Js_cb_call plan_Qs_cc_Js_cb 1
 weight_Qs_cc_Js_cb_call reply_Ks_cc_Js_c_bet 0.041666666666666664
 weight_Qs_cc_Js_cb_call reply_Kh_cc_Js_c_bet 0.041666666666666664
 weight_Qs_cc_Js_cb_call reply_Jh_cc_Js_c_bet 0.041666666666666664
 weight_Qs_cc_Js_cb_raise plan_Qs_cc_Js_cb 1
 weight_Qs_cc_Js_cb_raise reply_Qh_cc_Js_cbr_fold -0.041666666666666664
 weight_Qs_cc_Js_cb_raise reply_Ks_cc_Js_cbr_fold -0.041666666666666664
 weight_Qs_cc_Js_cb_raise reply_Ks_cc_Js_cbr_call 0.075
 weight_Qs_cc_Js_cb_raise reply_Kh_cc_Js_cbr_fold -0.041666666666666664
 weight_Qs_cc_Js_cb_raise reply_Kh_cc_Js_cbr_call 0.075
 weight_Qs_cc_Js_cb_raise reply_Jh_cc_Js_cbr_fold -0.041666666666666664
 weight_Qs_cc_Js_cb_raise reply_Jh_cc_Js_cbr_call 0.075
 weight_Qs_cc_Js_br_fold plan_Qs_cc_Js_br 1
 weight_Qs_cc_Js_br_fold reply_Qh_cc_Js_b_raise 0.041666666666666664
 weight_Qs_cc_Js_br_fold reply_Ks_cc_Js_b_raise 0.041666666666666664
 weight_Qs_cc_Js_br_fold reply_Kh_cc_Js_b_raise 0.041666666666666664
 weight_Qs_cc_Js_br_fold reply_Jh_cc_Js_b_raise 0.041666666666666664
 weight_Qs_cc_Js_br_call plan_Qs_cc_Js_br 1
 weight_Qs_cc_Js_br_call reply_Ks_cc_Js_b_raise 0.075
 weight_Qs_cc_Js_br_call reply_Kh_cc_Js_b_raise 0.075
 weight_Qs_cc_Js_br_call reply_Jh_cc_Js_b_raise 0.075
 weight_Qs_cbrk_Js__check plan_Qs_cbrk_Js_ 1
 weight_Qs_cbrk_Js__check plan_Qs_cbrk_Js_cb -1
 weight_Qs_cbrk_Js__check reply_Ks_cbrk_Js_c_check 0.041666666666666664
 weight_Qs_cbrk_Js__check reply_Kh_cbrk_Js_c_check 0.041666666666666664
 weight_Qs_cbrk_Js__check reply_Jh_cbrk_Js_c_check 0.041666666666666664
 weight_Qs_cbrk_Js__bet plan_Qs_cbrk_Js_ 1
 weight_Qs_cbrk_Js__bet plan_Qs_cbrk_Js_br -1
 weight_Qs_cbrk_Js__bet reply_Qh_cbrk_Js_b_fold -0.041666666666666664
 weight_Qs_cbrk_Js__bet reply_Ks_cbrk_Js_b_fold -0.041666666666666664
 weight_Qs_cbrk_Js__bet reply_Ks_cbrk_Js_b_call 0.075
 weight_Qs_cbrk_Js__bet reply_Kh_cbrk_Js_b_fold -0.041666666666666664
 weight_Qs_cbrk_Js__bet reply_Kh_cbrk_Js_b_call 0.075
 weight_Qs_cbrk_Js__bet reply_Jh_cbrk_Js_b_fold -0.041666666666666664
 weight_Qs_cbrk_Js__bet reply_Jh_cbrk_Js_b_call 0.075
 weight_Qs_bk_Js_cb_fold plan_Qs_bk_Js_cb 1
 weight_Qs_bk_Js_cb_fold reply_Qh_bk_Js_c_bet 0.025
 weight_Qs_bk_Js_cb_fold reply_Ks_bk_Js_c_bet 0.025
 weight_Qs_bk_Js_cb_fold reply_Kh_bk_Js_c_bet 0.025
 weight_Qs_bk_Js_cb_fold reply_Jh_bk_Js_c_bet 0.025
 weight_Qs_bk_Js_cb_call plan_Qs_bk_Js_cb 1
 weight_Qs_bk_Js_cb_call reply_Ks_bk_Js_c_bet 0.058333333333333334
 weight_Qs_bk_Js_cb_call reply_Kh_bk_Js_c_bet 0.058333333333333334
 weight_Qs_bk_Js_cb_call reply_Jh_bk_Js_c_bet 0.058333333333333334
 weight_Qs_bk_Js_cb_raise plan_Qs_bk_Js_cb 1
 weight_Qs_bk_Js_cb_raise reply_Qh_bk_Js_cbr_fold -0.058333333333333334
 weight_Qs_bk_Js_cb_raise reply_Ks_bk_Js_cbr_fold -0.058333333333333334
 weight_Qs_bk_Js_cb_raise reply_Ks_bk_Js_cbr_call 0.09166666666666666
 weight_Qs_bk_Js_cb_raise reply_Kh_bk_Js_cbr_fold -0.058333333333333334
 weight_Qs_bk_Js_cb_raise reply_Kh_bk_Js_cbr_call 0.09166666666666666
 weight_Qs_bk_Js_cb_raise reply_Jh_bk_Js_cbr_fold -0.058333333333333334
 weight_Qs_bk_Js_cb_raise reply_Jh_bk_Js_cbr_call 0.09166666666666666
 weight_Qs_bk_Js_br_fold plan_Qs_bk_Js_br 1
 weight_Qs_bk_Js_br_fold reply_Qh_bk_Js_b_raise 0.058333333333333334
 weight_Qs_bk_Js_br_fold reply_Ks_bk_Js_b_raise 0.058333333333333334
 weight_Qs_bk_Js_br_fold reply_Kh_bk_Js_b_raise 0.058333333333333334
 weight_Qs_bk_Js_br_fold reply_Jh_bk_Js_b_raise 0.058333333333333334
 weight_Qs_bk_Js_br_call plan_Qs_bk_Js_br 1
 weight_Qs_bk_Js_br_call reply_Ks_bk_Js_b_raise 0.09166666666666666
 weight_Qs_bk_Js_br_call reply_Kh_bk_Js_b_raise 0.09166666666666666
 weight_Qs_bk_Js_br_call reply_Jh_bk_Js_b_raise 0.09166666666666666
 weight_Qh_cc_Jh_cb_fold plan_Qh_cc_Jh_cb 1
 weight_Qh_cc_Jh_cb_fold reply_Qs_cc_Jh_c_bet 0.008333333333333333
 weight_Qh_cc_Jh_cb_fold reply_Ks_cc_Jh_c_bet 0.008333333333333333
 weight_Qh_cc_Jh_cb_fold reply_Kh_cc_Jh_c_bet 0.008333333333333333
 weight_Qh_cc_Jh_cb_fold reply_Js_cc_Jh_c_bet 0.008333333333333333
 weight_Qh_cc_Jh_cb_call plan_Qh_cc_Jh_cb 1
 weight_Qh_cc_Jh_cb_call reply_Ks_cc_Jh_c_bet 0.041666666666666664
 weight_Qh_cc_Jh_cb_call reply_Kh_cc_Jh_c_bet 0.041666666666666664
 weight_Qh_cc_Jh_cb_call reply_Js_cc_Jh_c_bet 0.041666666666666664
 weight_Qh_cc_Jh_cb_raise plan_Qh_cc_Jh_cb 1
 weight_Qh_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_call 0.075
 weight_Qh_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_call 0.075
 weight_Qh_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_call 0.075
 weight_Qh_cc_Jh_br_fold plan_Qh_cc_Jh_br 1
 weight_Qh_cc_Jh_br_fold reply_Qs_cc_Jh_b_raise 0.041666666666666664
 weight_Qh_cc_Jh_br_fold reply_Ks_cc_Jh_b_raise 0.041666666666666664
 weight_Qh_cc_Jh_br_fold reply_Kh_cc_Jh_b_raise 0.041666666666666664
 weight_Qh_cc_Jh_br_fold reply_Js_cc_Jh_b_raise 0.041666666666666664
 weight_Qh_cc_Jh_br_call plan_Qh_cc_Jh_br 1
 weight_Qh_cc_Jh_br_call reply_Ks_cc_Jh_b_raise 0.075
 weight_Qh_cc_Jh_br_call reply_Kh_cc_Jh_b_raise 0.075
 weight_Qh_cc_Jh_br_call reply_Js_cc_Jh_b_raise 0.075
 weight_Qh_cc_Qs_cb_fold plan_Qh_cc_Qs_cb 1
 weight_Qh_cc_Qs_cb_fold reply_Jh_cc_Qs_c_bet 0.008333333333333333
 weight_Qh_cc_Qs_cb_fold reply_Ks_cc_Qs_c_bet 0.008333333333333333
 weight_Qh_cc_Qs_cb_fold reply_Kh_cc_Qs_c_bet 0.008333333333333333
 weight_Qh_cc_Qs_cb_fold reply_Js_cc_Qs_c_bet 0.008333333333333333
 weight_Qh_cc_Qs_cb_call plan_Qh_cc_Qs_cb 1
 weight_Qh_cc_Qs_cb_call reply_Jh_cc_Qs_c_bet -0.041666666666666664
 weight_Qh_cc_Qs_cb_call reply_Ks_cc_Qs_c_bet -0.041666666666666664
 weight_Qh_cc_Qs_cb_call reply_Kh_cc_Qs_c_bet -0.041666666666666664
 weight_Qh_cc_Qs_cb_call reply_Js_cc_Qs_c_bet -0.041666666666666664
 weight_Qh_cc_Qs_cb_raise plan_Qh_cc_Qs_cb 1
 weight_Qh_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Qh_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_call -0.075
 weight_Qh_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_fold -0.041666666666666664
 weight_Qh_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_call -0.075
 weight_Qh_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Qh_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_call -0.075
 weight_Qh_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_fold -0.041666666666666664
 weight_Qh_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_call -0.075
 weight_Qh_cc_Qs_br_fold plan_Qh_cc_Qs_br 1
 weight_Qh_cc_Qs_br_fold reply_Jh_cc_Qs_b_raise 0.041666666666666664
 weight_Qh_cc_Qs_br_fold reply_Ks_cc_Qs_b_raise 0.041666666666666664
 weight_Qh_cc_Qs_br_fold reply_Kh_cc_Qs_b_raise 0.041666666666666664
 weight_Qh_cc_Qs_br_fold reply_Js_cc_Qs_b_raise 0.041666666666666664
 weight_Qh_cc_Qs_br_call plan_Qh_cc_Qs_br 1
 weight_Qh_cc_Qs_br_call reply_Jh_cc_Qs_b_raise -0.075
 weight_Qh_cc_Qs_br_call reply_Ks_cc_Qs_b_raise -0.075
 weight_Qh_cc_Qs_br_call reply_Kh_cc_Qs_b_raise -0.075
 weight_Qh_cc_Qs_br_call reply_Js_cc_Qs_b_raise -0.075
 weight_Qh_cc_Ks_cb_fold plan_Qh_cc_Ks_cb 1
 weight_Qh_cc_Ks_cb_fold reply_Jh_cc_Ks_c_bet 0.008333333333333333
 weight_Qh_cc_Ks_cb_fold reply_Qs_cc_Ks_c_bet 0.008333333333333333
 weight_Qh_cc_Ks_cb_fold reply_Kh_cc_Ks_c_bet 0.008333333333333333
 weight_Qh_cc_Ks_cb_fold reply_Js_cc_Ks_c_bet 0.008333333333333333
 weight_Qh_cc_Ks_cb_call plan_Qh_cc_Ks_cb 1
 weight_Qh_cc_Ks_cb_call reply_Jh_cc_Ks_c_bet -0.041666666666666664
 weight_Qh_cc_Ks_cb_call reply_Kh_cc_Ks_c_bet 0.041666666666666664
 weight_Qh_cc_Ks_cb_call reply_Js_cc_Ks_c_bet -0.041666666666666664
 weight_Qh_cc_Ks_cb_raise plan_Qh_cc_Ks_cb 1
 weight_Qh_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qh_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_call -0.075
 weight_Qh_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qh_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qh_cc_Ks_cb_raise reply_Kh_cc_Ks_cbr_call 0.075
 weight_Qh_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_fold -0.041666666666666664
 weight_Qh_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_call -0.075
 weight_Qh_cc_Ks_br_fold plan_Qh_cc_Ks_br 1
 weight_Qh_cc_Ks_br_fold reply_Jh_cc_Ks_b_raise 0.041666666666666664
 weight_Qh_cc_Ks_br_fold reply_Qs_cc_Ks_b_raise 0.041666666666666664
 weight_Qh_cc_Ks_br_fold reply_Kh_cc_Ks_b_raise 0.041666666666666664
 weight_Qh_cc_Ks_br_fold reply_Js_cc_Ks_b_raise 0.041666666666666664
 weight_Qh_cc_Ks_br_call plan_Qh_cc_Ks_br 1
 weight_Qh_cc_Ks_br_call reply_Jh_cc_Ks_b_raise -0.075
 weight_Qh_cc_Ks_br_call reply_Kh_cc_Ks_b_raise 0.075
 weight_Qh_cc_Ks_br_call reply_Js_cc_Ks_b_raise -0.075
 weight_Qh_cc_Kh_cb_fold plan_Qh_cc_Kh_cb 1
 weight_Qh_cc_Kh_cb_fold reply_Jh_cc_Kh_c_bet 0.008333333333333333
 weight_Qh_cc_Kh_cb_fold reply_Qs_cc_Kh_c_bet 0.008333333333333333
 weight_Qh_cc_Kh_cb_fold reply_Ks_cc_Kh_c_bet 0.008333333333333333
 weight_Qh_cc_Kh_cb_fold reply_Js_cc_Kh_c_bet 0.008333333333333333
 weight_Qh_cc_Kh_cb_call plan_Qh_cc_Kh_cb 1
 weight_Qh_cc_Kh_cb_call reply_Jh_cc_Kh_c_bet -0.041666666666666664
 weight_Qh_cc_Kh_cb_call reply_Ks_cc_Kh_c_bet 0.041666666666666664
 weight_Qh_cc_Kh_cb_call reply_Js_cc_Kh_c_bet -0.041666666666666664
 weight_Qh_cc_Kh_cb_raise plan_Qh_cc_Kh_cb 1
 weight_Qh_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_call -0.075
 weight_Qh_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Kh_cb_raise reply_Ks_cc_Kh_cbr_call 0.075
 weight_Qh_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_fold -0.041666666666666664
 weight_Qh_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_call -0.075
 weight_Qh_cc_Kh_br_fold plan_Qh_cc_Kh_br 1
 weight_Qh_cc_Kh_br_fold reply_Jh_cc_Kh_b_raise 0.041666666666666664
 weight_Qh_cc_Kh_br_fold reply_Qs_cc_Kh_b_raise 0.041666666666666664
 weight_Qh_cc_Kh_br_fold reply_Ks_cc_Kh_b_raise 0.041666666666666664
 weight_Qh_cc_Kh_br_fold reply_Js_cc_Kh_b_raise 0.041666666666666664
 weight_Qh_cc_Kh_br_call plan_Qh_cc_Kh_br 1
 weight_Qh_cc_Kh_br_call reply_Jh_cc_Kh_b_raise -0.075
 weight_Qh_cc_Kh_br_call reply_Ks_cc_Kh_b_raise 0.075
 weight_Qh_cc_Kh_br_call reply_Js_cc_Kh_b_raise -0.075
 weight_Qh_cbrk_Jh__check plan_Qh_cbrk_Jh_ 1
 weight_Qh_cbrk_Jh__check plan_Qh_cbrk_Jh_cb -1
 weight_Qh_cbrk_Jh__check reply_Ks_cbrk_Jh_c_check 0.041666666666666664
 weight_Qh_cbrk_Jh__check reply_Kh_cbrk_Jh_c_check 0.041666666666666664
 weight_Qh_cbrk_Jh__check reply_Js_cbrk_Jh_c_check 0.041666666666666664
 weight_Qh_cbrk_Jh__bet plan_Qh_cbrk_Jh_ 1
 weight_Qh_cbrk_Jh__bet plan_Qh_cbrk_Jh_br -1
 weight_Qh_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_call 0.075
 weight_Qh_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_call 0.075
 weight_Qh_cbrk_Jh__bet reply_Js_cbrk_Jh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Jh__bet reply_Js_cbrk_Jh_b_call 0.075
 weight_Qh_cbrk_Qs__check plan_Qh_cbrk_Qs_ 1
 weight_Qh_cbrk_Qs__check plan_Qh_cbrk_Qs_cb -1
 weight_Qh_cbrk_Qs__check reply_Jh_cbrk_Qs_c_check -0.041666666666666664
 weight_Qh_cbrk_Qs__check reply_Ks_cbrk_Qs_c_check -0.041666666666666664
 weight_Qh_cbrk_Qs__check reply_Kh_cbrk_Qs_c_check -0.041666666666666664
 weight_Qh_cbrk_Qs__check reply_Js_cbrk_Qs_c_check -0.041666666666666664
 weight_Qh_cbrk_Qs__bet plan_Qh_cbrk_Qs_ 1
 weight_Qh_cbrk_Qs__bet plan_Qh_cbrk_Qs_br -1
 weight_Qh_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Qh_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_call -0.075
 weight_Qh_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_fold -0.041666666666666664
 weight_Qh_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_call -0.075
 weight_Qh_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Qh_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_call -0.075
 weight_Qh_cbrk_Qs__bet reply_Js_cbrk_Qs_b_fold -0.041666666666666664
 weight_Qh_cbrk_Qs__bet reply_Js_cbrk_Qs_b_call -0.075
 weight_Qh_cbrk_Ks__check plan_Qh_cbrk_Ks_ 1
 weight_Qh_cbrk_Ks__check plan_Qh_cbrk_Ks_cb -1
 weight_Qh_cbrk_Ks__check reply_Jh_cbrk_Ks_c_check -0.041666666666666664
 weight_Qh_cbrk_Ks__check reply_Kh_cbrk_Ks_c_check 0.041666666666666664
 weight_Qh_cbrk_Ks__check reply_Js_cbrk_Ks_c_check -0.041666666666666664
 weight_Qh_cbrk_Ks__bet plan_Qh_cbrk_Ks_ 1
 weight_Qh_cbrk_Ks__bet plan_Qh_cbrk_Ks_br -1
 weight_Qh_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qh_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_call -0.075
 weight_Qh_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qh_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qh_cbrk_Ks__bet reply_Kh_cbrk_Ks_b_call 0.075
 weight_Qh_cbrk_Ks__bet reply_Js_cbrk_Ks_b_fold -0.041666666666666664
 weight_Qh_cbrk_Ks__bet reply_Js_cbrk_Ks_b_call -0.075
 weight_Qh_cbrk_Kh__check plan_Qh_cbrk_Kh_ 1
 weight_Qh_cbrk_Kh__check plan_Qh_cbrk_Kh_cb -1
 weight_Qh_cbrk_Kh__check reply_Jh_cbrk_Kh_c_check -0.041666666666666664
 weight_Qh_cbrk_Kh__check reply_Ks_cbrk_Kh_c_check 0.041666666666666664
 weight_Qh_cbrk_Kh__check reply_Js_cbrk_Kh_c_check -0.041666666666666664
 weight_Qh_cbrk_Kh__bet plan_Qh_cbrk_Kh_ 1
 weight_Qh_cbrk_Kh__bet plan_Qh_cbrk_Kh_br -1
 weight_Qh_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_call -0.075
 weight_Qh_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Kh__bet reply_Ks_cbrk_Kh_b_call 0.075
 weight_Qh_cbrk_Kh__bet reply_Js_cbrk_Kh_b_fold -0.041666666666666664
 weight_Qh_cbrk_Kh__bet reply_Js_cbrk_Kh_b_call -0.075
 weight_Qh_bk_Jh_cb_fold plan_Qh_bk_Jh_cb 1
 weight_Qh_bk_Jh_cb_fold reply_Qs_bk_Jh_c_bet 0.025
 weight_Qh_bk_Jh_cb_fold reply_Ks_bk_Jh_c_bet 0.025
 weight_Qh_bk_Jh_cb_fold reply_Kh_bk_Jh_c_bet 0.025
 weight_Qh_bk_Jh_cb_fold reply_Js_bk_Jh_c_bet 0.025
 weight_Qh_bk_Jh_cb_call plan_Qh_bk_Jh_cb 1
 weight_Qh_bk_Jh_cb_call reply_Ks_bk_Jh_c_bet 0.058333333333333334
 weight_Qh_bk_Jh_cb_call reply_Kh_bk_Jh_c_bet 0.058333333333333334
 weight_Qh_bk_Jh_cb_call reply_Js_bk_Jh_c_bet 0.058333333333333334
 weight_Qh_bk_Jh_cb_raise plan_Qh_bk_Jh_cb 1
 weight_Qh_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_call 0.09166666666666666
 weight_Qh_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_call 0.09166666666666666
 weight_Qh_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_call 0.09166666666666666
 weight_Qh_bk_Jh_br_fold plan_Qh_bk_Jh_br 1
 weight_Qh_bk_Jh_br_fold reply_Qs_bk_Jh_b_raise 0.058333333333333334
 weight_Qh_bk_Jh_br_fold reply_Ks_bk_Jh_b_raise 0.058333333333333334
 weight_Qh_bk_Jh_br_fold reply_Kh_bk_Jh_b_raise 0.058333333333333334
 weight_Qh_bk_Jh_br_fold reply_Js_bk_Jh_b_raise 0.058333333333333334
 weight_Qh_bk_Jh_br_call plan_Qh_bk_Jh_br 1
 weight_Qh_bk_Jh_br_call reply_Ks_bk_Jh_b_raise 0.09166666666666666
 weight_Qh_bk_Jh_br_call reply_Kh_bk_Jh_b_raise 0.09166666666666666
 weight_Qh_bk_Jh_br_call reply_Js_bk_Jh_b_raise 0.09166666666666666
 weight_Qh_bk_Qs_cb_fold plan_Qh_bk_Qs_cb 1
 weight_Qh_bk_Qs_cb_fold reply_Jh_bk_Qs_c_bet 0.025
 weight_Qh_bk_Qs_cb_fold reply_Ks_bk_Qs_c_bet 0.025
 weight_Qh_bk_Qs_cb_fold reply_Kh_bk_Qs_c_bet 0.025
 weight_Qh_bk_Qs_cb_fold reply_Js_bk_Qs_c_bet 0.025
 weight_Qh_bk_Qs_cb_call plan_Qh_bk_Qs_cb 1
 weight_Qh_bk_Qs_cb_call reply_Jh_bk_Qs_c_bet -0.058333333333333334
 weight_Qh_bk_Qs_cb_call reply_Ks_bk_Qs_c_bet -0.058333333333333334
 weight_Qh_bk_Qs_cb_call reply_Kh_bk_Qs_c_bet -0.058333333333333334
 weight_Qh_bk_Qs_cb_call reply_Js_bk_Qs_c_bet -0.058333333333333334
 weight_Qh_bk_Qs_cb_raise plan_Qh_bk_Qs_cb 1
 weight_Qh_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_call -0.09166666666666666
 weight_Qh_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_call -0.09166666666666666
 weight_Qh_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_call -0.09166666666666666
 weight_Qh_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_call -0.09166666666666666
 weight_Qh_bk_Qs_br_fold plan_Qh_bk_Qs_br 1
 weight_Qh_bk_Qs_br_fold reply_Jh_bk_Qs_b_raise 0.058333333333333334
 weight_Qh_bk_Qs_br_fold reply_Ks_bk_Qs_b_raise 0.058333333333333334
 weight_Qh_bk_Qs_br_fold reply_Kh_bk_Qs_b_raise 0.058333333333333334
 weight_Qh_bk_Qs_br_fold reply_Js_bk_Qs_b_raise 0.058333333333333334
 weight_Qh_bk_Qs_br_call plan_Qh_bk_Qs_br 1
 weight_Qh_bk_Qs_br_call reply_Jh_bk_Qs_b_raise -0.09166666666666666
 weight_Qh_bk_Qs_br_call reply_Ks_bk_Qs_b_raise -0.09166666666666666
 weight_Qh_bk_Qs_br_call reply_Kh_bk_Qs_b_raise -0.09166666666666666
 weight_Qh_bk_Qs_br_call reply_Js_bk_Qs_b_raise -0.09166666666666666
 weight_Qh_bk_Ks_cb_fold plan_Qh_bk_Ks_cb 1
 weight_Qh_bk_Ks_cb_fold reply_Jh_bk_Ks_c_bet 0.025
 weight_Qh_bk_Ks_cb_fold reply_Qs_bk_Ks_c_bet 0.025
 weight_Qh_bk_Ks_cb_fold reply_Kh_bk_Ks_c_bet 0.025
 weight_Qh_bk_Ks_cb_fold reply_Js_bk_Ks_c_bet 0.025
 weight_Qh_bk_Ks_cb_call plan_Qh_bk_Ks_cb 1
 weight_Qh_bk_Ks_cb_call reply_Jh_bk_Ks_c_bet -0.058333333333333334
 weight_Qh_bk_Ks_cb_call reply_Kh_bk_Ks_c_bet 0.058333333333333334
 weight_Qh_bk_Ks_cb_call reply_Js_bk_Ks_c_bet -0.058333333333333334
 weight_Qh_bk_Ks_cb_raise plan_Qh_bk_Ks_cb 1
 weight_Qh_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_call -0.09166666666666666
 weight_Qh_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_bk_Ks_cb_raise reply_Kh_bk_Ks_cbr_call 0.09166666666666666
 weight_Qh_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_call -0.09166666666666666
 weight_Qh_bk_Ks_br_fold plan_Qh_bk_Ks_br 1
 weight_Qh_bk_Ks_br_fold reply_Jh_bk_Ks_b_raise 0.058333333333333334
 weight_Qh_bk_Ks_br_fold reply_Qs_bk_Ks_b_raise 0.058333333333333334
 weight_Qh_bk_Ks_br_fold reply_Kh_bk_Ks_b_raise 0.058333333333333334
 weight_Qh_bk_Ks_br_fold reply_Js_bk_Ks_b_raise 0.058333333333333334
 weight_Qh_bk_Ks_br_call plan_Qh_bk_Ks_br 1
 weight_Qh_bk_Ks_br_call reply_Jh_bk_Ks_b_raise -0.09166666666666666
 weight_Qh_bk_Ks_br_call reply_Kh_bk_Ks_b_raise 0.09166666666666666
 weight_Qh_bk_Ks_br_call reply_Js_bk_Ks_b_raise -0.09166666666666666
 weight_Qh_bk_Kh_cb_fold plan_Qh_bk_Kh_cb 1
 weight_Qh_bk_Kh_cb_fold reply_Jh_bk_Kh_c_bet 0.025
 weight_Qh_bk_Kh_cb_fold reply_Qs_bk_Kh_c_bet 0.025
 weight_Qh_bk_Kh_cb_fold reply_Ks_bk_Kh_c_bet 0.025
 weight_Qh_bk_Kh_cb_fold reply_Js_bk_Kh_c_bet 0.025
 weight_Qh_bk_Kh_cb_call plan_Qh_bk_Kh_cb 1
 weight_Qh_bk_Kh_cb_call reply_Jh_bk_Kh_c_bet -0.058333333333333334
 weight_Qh_bk_Kh_cb_call reply_Ks_bk_Kh_c_bet 0.058333333333333334
 weight_Qh_bk_Kh_cb_call reply_Js_bk_Kh_c_bet -0.058333333333333334
 weight_Qh_bk_Kh_cb_raise plan_Qh_bk_Kh_cb 1
 weight_Qh_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_call -0.09166666666666666
 weight_Qh_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Kh_cb_raise reply_Ks_bk_Kh_cbr_call 0.09166666666666666
 weight_Qh_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_call -0.09166666666666666
 weight_Qh_bk_Kh_br_fold plan_Qh_bk_Kh_br 1
 weight_Qh_bk_Kh_br_fold reply_Jh_bk_Kh_b_raise 0.058333333333333334
 weight_Qh_bk_Kh_br_fold reply_Qs_bk_Kh_b_raise 0.058333333333333334
 weight_Qh_bk_Kh_br_fold reply_Ks_bk_Kh_b_raise 0.058333333333333334
 weight_Qh_bk_Kh_br_fold reply_Js_bk_Kh_b_raise 0.058333333333333334
 weight_Qh_bk_Kh_br_call plan_Qh_bk_Kh_br 1
 weight_Qh_bk_Kh_br_call reply_Jh_bk_Kh_b_raise -0.09166666666666666
 weight_Qh_bk_Kh_br_call reply_Ks_bk_Kh_b_raise 0.09166666666666666
 weight_Qh_bk_Kh_br_call reply_Js_bk_Kh_b_raise -0.09166666666666666
 weight_Qh_cc_Js_cb_fold plan_Qh_cc_Js_cb 1
 weight_Qh_cc_Js_cb_fold reply_Qs_cc_Js_c_bet 0.008333333333333333
 weight_Qh_cc_Js_cb_fold reply_Ks_cc_Js_c_bet 0.008333333333333333
 weight_Qh_cc_Js_cb_fold reply_Kh_cc_Js_c_bet 0.008333333333333333
 weight_Qh_cc_Js_cb_fold reply_Jh_cc_Js_c_bet 0.008333333333333333
 weight_Qh_cc_Js_cb_call plan_Qh_cc_Js_cb 1
 weight_Qh_cc_Js_cb_call reply_Ks_cc_Js_c_bet 0.041666666666666664
 weight_Qh_cc_Js_cb_call reply_Kh_cc_Js_c_bet 0.041666666666666664
 weight_Qh_cc_Js_cb_call reply_Jh_cc_Js_c_bet 0.041666666666666664
 weight_Qh_cc_Js_cb_raise plan_Qh_cc_Js_cb 1
 weight_Qh_cc_Js_cb_raise reply_Qs_cc_Js_cbr_fold -0.041666666666666664
 weight_Qh_cc_Js_cb_raise reply_Ks_cc_Js_cbr_fold -0.041666666666666664
 weight_Qh_cc_Js_cb_raise reply_Ks_cc_Js_cbr_call 0.075
 weight_Qh_cc_Js_cb_raise reply_Kh_cc_Js_cbr_fold -0.041666666666666664
 weight_Qh_cc_Js_cb_raise reply_Kh_cc_Js_cbr_call 0.075
 weight_Qh_cc_Js_cb_raise reply_Jh_cc_Js_cbr_fold -0.041666666666666664
 weight_Qh_cc_Js_cb_raise reply_Jh_cc_Js_cbr_call 0.075
 weight_Qh_cc_Js_br_fold plan_Qh_cc_Js_br 1
 weight_Qh_cc_Js_br_fold reply_Qs_cc_Js_b_raise 0.041666666666666664
 weight_Qh_cc_Js_br_fold reply_Ks_cc_Js_b_raise 0.041666666666666664
 weight_Qh_cc_Js_br_fold reply_Kh_cc_Js_b_raise 0.041666666666666664
 weight_Qh_cc_Js_br_fold reply_Jh_cc_Js_b_raise 0.041666666666666664
 weight_Qh_cc_Js_br_call plan_Qh_cc_Js_br 1
 weight_Qh_cc_Js_br_call reply_Ks_cc_Js_b_raise 0.075
 weight_Qh_cc_Js_br_call reply_Kh_cc_Js_b_raise 0.075
 weight_Qh_cc_Js_br_call reply_Jh_cc_Js_b_raise 0.075
 weight_Qh_cbrk_Js__check plan_Qh_cbrk_Js_ 1
 weight_Qh_cbrk_Js__check plan_Qh_cbrk_Js_cb -1
 weight_Qh_cbrk_Js__check reply_Ks_cbrk_Js_c_check 0.041666666666666664
 weight_Qh_cbrk_Js__check reply_Kh_cbrk_Js_c_check 0.041666666666666664
 weight_Qh_cbrk_Js__check reply_Jh_cbrk_Js_c_check 0.041666666666666664
 weight_Qh_cbrk_Js__bet plan_Qh_cbrk_Js_ 1
 weight_Qh_cbrk_Js__bet plan_Qh_cbrk_Js_br -1
 weight_Qh_cbrk_Js__bet reply_Qs_cbrk_Js_b_fold -0.041666666666666664
 weight_Qh_cbrk_Js__bet reply_Ks_cbrk_Js_b_fold -0.041666666666666664
 weight_Qh_cbrk_Js__bet reply_Ks_cbrk_Js_b_call 0.075
 weight_Qh_cbrk_Js__bet reply_Kh_cbrk_Js_b_fold -0.041666666666666664
 weight_Qh_cbrk_Js__bet reply_Kh_cbrk_Js_b_call 0.075
 weight_Qh_cbrk_Js__bet reply_Jh_cbrk_Js_b_fold -0.041666666666666664
 weight_Qh_cbrk_Js__bet reply_Jh_cbrk_Js_b_call 0.075
 weight_Qh_bk_Js_cb_fold plan_Qh_bk_Js_cb 1
 weight_Qh_bk_Js_cb_fold reply_Qs_bk_Js_c_bet 0.025
 weight_Qh_bk_Js_cb_fold reply_Ks_bk_Js_c_bet 0.025
 weight_Qh_bk_Js_cb_fold reply_Kh_bk_Js_c_bet 0.025
 weight_Qh_bk_Js_cb_fold reply_Jh_bk_Js_c_bet 0.025
 weight_Qh_bk_Js_cb_call plan_Qh_bk_Js_cb 1
 weight_Qh_bk_Js_cb_call reply_Ks_bk_Js_c_bet 0.058333333333333334
 weight_Qh_bk_Js_cb_call reply_Kh_bk_Js_c_bet 0.058333333333333334
 weight_Qh_bk_Js_cb_call reply_Jh_bk_Js_c_bet 0.058333333333333334
 weight_Qh_bk_Js_cb_raise plan_Qh_bk_Js_cb 1
 weight_Qh_bk_Js_cb_raise reply_Qs_bk_Js_cbr_fold -0.058333333333333334
 weight_Qh_bk_Js_cb_raise reply_Ks_bk_Js_cbr_fold -0.058333333333333334
 weight_Qh_bk_Js_cb_raise reply_Ks_bk_Js_cbr_call 0.09166666666666666
 weight_Qh_bk_Js_cb_raise reply_Kh_bk_Js_cbr_fold -0.058333333333333334
 weight_Qh_bk_Js_cb_raise reply_Kh_bk_Js_cbr_call 0.09166666666666666
 weight_Qh_bk_Js_cb_raise reply_Jh_bk_Js_cbr_fold -0.058333333333333334
 weight_Qh_bk_Js_cb_raise reply_Jh_bk_Js_cbr_call 0.09166666666666666
 weight_Qh_bk_Js_br_fold plan_Qh_bk_Js_br 1
 weight_Qh_bk_Js_br_fold reply_Qs_bk_Js_b_raise 0.058333333333333334
 weight_Qh_bk_Js_br_fold reply_Ks_bk_Js_b_raise 0.058333333333333334
 weight_Qh_bk_Js_br_fold reply_Kh_bk_Js_b_raise 0.058333333333333334
 weight_Qh_bk_Js_br_fold reply_Jh_bk_Js_b_raise 0.058333333333333334
 weight_Qh_bk_Js_br_call plan_Qh_bk_Js_br 1
 weight_Qh_bk_Js_br_call reply_Ks_bk_Js_b_raise 0.09166666666666666
 weight_Qh_bk_Js_br_call reply_Kh_bk_Js_b_raise 0.09166666666666666
 weight_Qh_bk_Js_br_call reply_Jh_bk_Js_b_raise 0.09166666666666666
 weight_Ks_cc_Jh_cb_fold plan_Ks_cc_Jh_cb 1
 weight_Ks_cc_Jh_cb_fold reply_Qs_cc_Jh_c_bet 0.008333333333333333
 weight_Ks_cc_Jh_cb_fold reply_Qh_cc_Jh_c_bet 0.008333333333333333
 weight_Ks_cc_Jh_cb_fold reply_Kh_cc_Jh_c_bet 0.008333333333333333
 weight_Ks_cc_Jh_cb_fold reply_Js_cc_Jh_c_bet 0.008333333333333333
 weight_Ks_cc_Jh_cb_call plan_Ks_cc_Jh_cb 1
 weight_Ks_cc_Jh_cb_call reply_Qs_cc_Jh_c_bet -0.041666666666666664
 weight_Ks_cc_Jh_cb_call reply_Qh_cc_Jh_c_bet -0.041666666666666664
 weight_Ks_cc_Jh_cb_call reply_Js_cc_Jh_c_bet 0.041666666666666664
 weight_Ks_cc_Jh_cb_raise plan_Ks_cc_Jh_cb 1
 weight_Ks_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_call -0.075
 weight_Ks_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_call -0.075
 weight_Ks_cc_Jh_cb_raise reply_Kh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_call 0.075
 weight_Ks_cc_Jh_br_fold plan_Ks_cc_Jh_br 1
 weight_Ks_cc_Jh_br_fold reply_Qs_cc_Jh_b_raise 0.041666666666666664
 weight_Ks_cc_Jh_br_fold reply_Qh_cc_Jh_b_raise 0.041666666666666664
 weight_Ks_cc_Jh_br_fold reply_Kh_cc_Jh_b_raise 0.041666666666666664
 weight_Ks_cc_Jh_br_fold reply_Js_cc_Jh_b_raise 0.041666666666666664
 weight_Ks_cc_Jh_br_call plan_Ks_cc_Jh_br 1
 weight_Ks_cc_Jh_br_call reply_Qs_cc_Jh_b_raise -0.075
 weight_Ks_cc_Jh_br_call reply_Qh_cc_Jh_b_raise -0.075
 weight_Ks_cc_Jh_br_call reply_Js_cc_Jh_b_raise 0.075
 weight_Ks_cc_Qs_cb_fold plan_Ks_cc_Qs_cb 1
 weight_Ks_cc_Qs_cb_fold reply_Jh_cc_Qs_c_bet 0.008333333333333333
 weight_Ks_cc_Qs_cb_fold reply_Qh_cc_Qs_c_bet 0.008333333333333333
 weight_Ks_cc_Qs_cb_fold reply_Kh_cc_Qs_c_bet 0.008333333333333333
 weight_Ks_cc_Qs_cb_fold reply_Js_cc_Qs_c_bet 0.008333333333333333
 weight_Ks_cc_Qs_cb_call plan_Ks_cc_Qs_cb 1
 weight_Ks_cc_Qs_cb_call reply_Jh_cc_Qs_c_bet -0.041666666666666664
 weight_Ks_cc_Qs_cb_call reply_Qh_cc_Qs_c_bet 0.041666666666666664
 weight_Ks_cc_Qs_cb_call reply_Js_cc_Qs_c_bet -0.041666666666666664
 weight_Ks_cc_Qs_cb_raise plan_Ks_cc_Qs_cb 1
 weight_Ks_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_call -0.075
 weight_Ks_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_call 0.075
 weight_Ks_cc_Qs_cb_raise reply_Kh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_call -0.075
 weight_Ks_cc_Qs_br_fold plan_Ks_cc_Qs_br 1
 weight_Ks_cc_Qs_br_fold reply_Jh_cc_Qs_b_raise 0.041666666666666664
 weight_Ks_cc_Qs_br_fold reply_Qh_cc_Qs_b_raise 0.041666666666666664
 weight_Ks_cc_Qs_br_fold reply_Kh_cc_Qs_b_raise 0.041666666666666664
 weight_Ks_cc_Qs_br_fold reply_Js_cc_Qs_b_raise 0.041666666666666664
 weight_Ks_cc_Qs_br_call plan_Ks_cc_Qs_br 1
 weight_Ks_cc_Qs_br_call reply_Jh_cc_Qs_b_raise -0.075
 weight_Ks_cc_Qs_br_call reply_Qh_cc_Qs_b_raise 0.075
 weight_Ks_cc_Qs_br_call reply_Js_cc_Qs_b_raise -0.075
 weight_Ks_cc_Qh_cb_fold plan_Ks_cc_Qh_cb 1
 weight_Ks_cc_Qh_cb_fold reply_Jh_cc_Qh_c_bet 0.008333333333333333
 weight_Ks_cc_Qh_cb_fold reply_Qs_cc_Qh_c_bet 0.008333333333333333
 weight_Ks_cc_Qh_cb_fold reply_Kh_cc_Qh_c_bet 0.008333333333333333
 weight_Ks_cc_Qh_cb_fold reply_Js_cc_Qh_c_bet 0.008333333333333333
 weight_Ks_cc_Qh_cb_call plan_Ks_cc_Qh_cb 1
 weight_Ks_cc_Qh_cb_call reply_Jh_cc_Qh_c_bet -0.041666666666666664
 weight_Ks_cc_Qh_cb_call reply_Qs_cc_Qh_c_bet 0.041666666666666664
 weight_Ks_cc_Qh_cb_call reply_Js_cc_Qh_c_bet -0.041666666666666664
 weight_Ks_cc_Qh_cb_raise plan_Ks_cc_Qh_cb 1
 weight_Ks_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_call -0.075
 weight_Ks_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_call 0.075
 weight_Ks_cc_Qh_cb_raise reply_Kh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_call -0.075
 weight_Ks_cc_Qh_br_fold plan_Ks_cc_Qh_br 1
 weight_Ks_cc_Qh_br_fold reply_Jh_cc_Qh_b_raise 0.041666666666666664
 weight_Ks_cc_Qh_br_fold reply_Qs_cc_Qh_b_raise 0.041666666666666664
 weight_Ks_cc_Qh_br_fold reply_Kh_cc_Qh_b_raise 0.041666666666666664
 weight_Ks_cc_Qh_br_fold reply_Js_cc_Qh_b_raise 0.041666666666666664
 weight_Ks_cc_Qh_br_call plan_Ks_cc_Qh_br 1
 weight_Ks_cc_Qh_br_call reply_Jh_cc_Qh_b_raise -0.075
 weight_Ks_cc_Qh_br_call reply_Qs_cc_Qh_b_raise 0.075
 weight_Ks_cc_Qh_br_call reply_Js_cc_Qh_b_raise -0.075
 weight_Ks_cc_Kh_cb_fold plan_Ks_cc_Kh_cb 1
 weight_Ks_cc_Kh_cb_fold reply_Jh_cc_Kh_c_bet 0.008333333333333333
 weight_Ks_cc_Kh_cb_fold reply_Qs_cc_Kh_c_bet 0.008333333333333333
 weight_Ks_cc_Kh_cb_fold reply_Qh_cc_Kh_c_bet 0.008333333333333333
 weight_Ks_cc_Kh_cb_fold reply_Js_cc_Kh_c_bet 0.008333333333333333
 weight_Ks_cc_Kh_cb_call plan_Ks_cc_Kh_cb 1
 weight_Ks_cc_Kh_cb_call reply_Jh_cc_Kh_c_bet -0.041666666666666664
 weight_Ks_cc_Kh_cb_call reply_Qs_cc_Kh_c_bet -0.041666666666666664
 weight_Ks_cc_Kh_cb_call reply_Qh_cc_Kh_c_bet -0.041666666666666664
 weight_Ks_cc_Kh_cb_call reply_Js_cc_Kh_c_bet -0.041666666666666664
 weight_Ks_cc_Kh_cb_raise plan_Ks_cc_Kh_cb 1
 weight_Ks_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Kh_cb_raise reply_Jh_cc_Kh_cbr_call -0.075
 weight_Ks_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Kh_cb_raise reply_Qs_cc_Kh_cbr_call -0.075
 weight_Ks_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Kh_cb_raise reply_Qh_cc_Kh_cbr_call -0.075
 weight_Ks_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_fold -0.041666666666666664
 weight_Ks_cc_Kh_cb_raise reply_Js_cc_Kh_cbr_call -0.075
 weight_Ks_cc_Kh_br_fold plan_Ks_cc_Kh_br 1
 weight_Ks_cc_Kh_br_fold reply_Jh_cc_Kh_b_raise 0.041666666666666664
 weight_Ks_cc_Kh_br_fold reply_Qs_cc_Kh_b_raise 0.041666666666666664
 weight_Ks_cc_Kh_br_fold reply_Qh_cc_Kh_b_raise 0.041666666666666664
 weight_Ks_cc_Kh_br_fold reply_Js_cc_Kh_b_raise 0.041666666666666664
 weight_Ks_cc_Kh_br_call plan_Ks_cc_Kh_br 1
 weight_Ks_cc_Kh_br_call reply_Jh_cc_Kh_b_raise -0.075
 weight_Ks_cc_Kh_br_call reply_Qs_cc_Kh_b_raise -0.075
 weight_Ks_cc_Kh_br_call reply_Qh_cc_Kh_b_raise -0.075
 weight_Ks_cc_Kh_br_call reply_Js_cc_Kh_b_raise -0.075
 weight_Ks_cbrk_Jh__check plan_Ks_cbrk_Jh_ 1
 weight_Ks_cbrk_Jh__check plan_Ks_cbrk_Jh_cb -1
 weight_Ks_cbrk_Jh__check reply_Qs_cbrk_Jh_c_check -0.041666666666666664
 weight_Ks_cbrk_Jh__check reply_Qh_cbrk_Jh_c_check -0.041666666666666664
 weight_Ks_cbrk_Jh__check reply_Js_cbrk_Jh_c_check 0.041666666666666664
 weight_Ks_cbrk_Jh__bet plan_Ks_cbrk_Jh_ 1
 weight_Ks_cbrk_Jh__bet plan_Ks_cbrk_Jh_br -1
 weight_Ks_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_call -0.075
 weight_Ks_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_call -0.075
 weight_Ks_cbrk_Jh__bet reply_Kh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Jh__bet reply_Js_cbrk_Jh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Jh__bet reply_Js_cbrk_Jh_b_call 0.075
 weight_Ks_cbrk_Qs__check plan_Ks_cbrk_Qs_ 1
 weight_Ks_cbrk_Qs__check plan_Ks_cbrk_Qs_cb -1
 weight_Ks_cbrk_Qs__check reply_Jh_cbrk_Qs_c_check -0.041666666666666664
 weight_Ks_cbrk_Qs__check reply_Qh_cbrk_Qs_c_check 0.041666666666666664
 weight_Ks_cbrk_Qs__check reply_Js_cbrk_Qs_c_check -0.041666666666666664
 weight_Ks_cbrk_Qs__bet plan_Ks_cbrk_Qs_ 1
 weight_Ks_cbrk_Qs__bet plan_Ks_cbrk_Qs_br -1
 weight_Ks_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_call -0.075
 weight_Ks_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_call 0.075
 weight_Ks_cbrk_Qs__bet reply_Kh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qs__bet reply_Js_cbrk_Qs_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qs__bet reply_Js_cbrk_Qs_b_call -0.075
 weight_Ks_cbrk_Qh__check plan_Ks_cbrk_Qh_ 1
 weight_Ks_cbrk_Qh__check plan_Ks_cbrk_Qh_cb -1
 weight_Ks_cbrk_Qh__check reply_Jh_cbrk_Qh_c_check -0.041666666666666664
 weight_Ks_cbrk_Qh__check reply_Qs_cbrk_Qh_c_check 0.041666666666666664
 weight_Ks_cbrk_Qh__check reply_Js_cbrk_Qh_c_check -0.041666666666666664
 weight_Ks_cbrk_Qh__bet plan_Ks_cbrk_Qh_ 1
 weight_Ks_cbrk_Qh__bet plan_Ks_cbrk_Qh_br -1
 weight_Ks_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_call -0.075
 weight_Ks_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_call 0.075
 weight_Ks_cbrk_Qh__bet reply_Kh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qh__bet reply_Js_cbrk_Qh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Qh__bet reply_Js_cbrk_Qh_b_call -0.075
 weight_Ks_cbrk_Kh__check plan_Ks_cbrk_Kh_ 1
 weight_Ks_cbrk_Kh__check plan_Ks_cbrk_Kh_cb -1
 weight_Ks_cbrk_Kh__check reply_Jh_cbrk_Kh_c_check -0.041666666666666664
 weight_Ks_cbrk_Kh__check reply_Qs_cbrk_Kh_c_check -0.041666666666666664
 weight_Ks_cbrk_Kh__check reply_Qh_cbrk_Kh_c_check -0.041666666666666664
 weight_Ks_cbrk_Kh__check reply_Js_cbrk_Kh_c_check -0.041666666666666664
 weight_Ks_cbrk_Kh__bet plan_Ks_cbrk_Kh_ 1
 weight_Ks_cbrk_Kh__bet plan_Ks_cbrk_Kh_br -1
 weight_Ks_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Kh__bet reply_Jh_cbrk_Kh_b_call -0.075
 weight_Ks_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Kh__bet reply_Qs_cbrk_Kh_b_call -0.075
 weight_Ks_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Kh__bet reply_Qh_cbrk_Kh_b_call -0.075
 weight_Ks_cbrk_Kh__bet reply_Js_cbrk_Kh_b_fold -0.041666666666666664
 weight_Ks_cbrk_Kh__bet reply_Js_cbrk_Kh_b_call -0.075
 weight_Ks_bk_Jh_cb_fold plan_Ks_bk_Jh_cb 1
 weight_Ks_bk_Jh_cb_fold reply_Qs_bk_Jh_c_bet 0.025
 weight_Ks_bk_Jh_cb_fold reply_Qh_bk_Jh_c_bet 0.025
 weight_Ks_bk_Jh_cb_fold reply_Kh_bk_Jh_c_bet 0.025
 weight_Ks_bk_Jh_cb_fold reply_Js_bk_Jh_c_bet 0.025
 weight_Ks_bk_Jh_cb_call plan_Ks_bk_Jh_cb 1
 weight_Ks_bk_Jh_cb_call reply_Qs_bk_Jh_c_bet -0.058333333333333334
 weight_Ks_bk_Jh_cb_call reply_Qh_bk_Jh_c_bet -0.058333333333333334
 weight_Ks_bk_Jh_cb_call reply_Js_bk_Jh_c_bet 0.058333333333333334
 weight_Ks_bk_Jh_cb_raise plan_Ks_bk_Jh_cb 1
 weight_Ks_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_call -0.09166666666666666
 weight_Ks_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_call -0.09166666666666666
 weight_Ks_bk_Jh_cb_raise reply_Kh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_call 0.09166666666666666
 weight_Ks_bk_Jh_br_fold plan_Ks_bk_Jh_br 1
 weight_Ks_bk_Jh_br_fold reply_Qs_bk_Jh_b_raise 0.058333333333333334
 weight_Ks_bk_Jh_br_fold reply_Qh_bk_Jh_b_raise 0.058333333333333334
 weight_Ks_bk_Jh_br_fold reply_Kh_bk_Jh_b_raise 0.058333333333333334
 weight_Ks_bk_Jh_br_fold reply_Js_bk_Jh_b_raise 0.058333333333333334
 weight_Ks_bk_Jh_br_call plan_Ks_bk_Jh_br 1
 weight_Ks_bk_Jh_br_call reply_Qs_bk_Jh_b_raise -0.09166666666666666
 weight_Ks_bk_Jh_br_call reply_Qh_bk_Jh_b_raise -0.09166666666666666
 weight_Ks_bk_Jh_br_call reply_Js_bk_Jh_b_raise 0.09166666666666666
 weight_Ks_bk_Qs_cb_fold plan_Ks_bk_Qs_cb 1
 weight_Ks_bk_Qs_cb_fold reply_Jh_bk_Qs_c_bet 0.025
 weight_Ks_bk_Qs_cb_fold reply_Qh_bk_Qs_c_bet 0.025
 weight_Ks_bk_Qs_cb_fold reply_Kh_bk_Qs_c_bet 0.025
 weight_Ks_bk_Qs_cb_fold reply_Js_bk_Qs_c_bet 0.025
 weight_Ks_bk_Qs_cb_call plan_Ks_bk_Qs_cb 1
 weight_Ks_bk_Qs_cb_call reply_Jh_bk_Qs_c_bet -0.058333333333333334
 weight_Ks_bk_Qs_cb_call reply_Qh_bk_Qs_c_bet 0.058333333333333334
 weight_Ks_bk_Qs_cb_call reply_Js_bk_Qs_c_bet -0.058333333333333334
 weight_Ks_bk_Qs_cb_raise plan_Ks_bk_Qs_cb 1
 weight_Ks_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_call -0.09166666666666666
 weight_Ks_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_call 0.09166666666666666
 weight_Ks_bk_Qs_cb_raise reply_Kh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_call -0.09166666666666666
 weight_Ks_bk_Qs_br_fold plan_Ks_bk_Qs_br 1
 weight_Ks_bk_Qs_br_fold reply_Jh_bk_Qs_b_raise 0.058333333333333334
 weight_Ks_bk_Qs_br_fold reply_Qh_bk_Qs_b_raise 0.058333333333333334
 weight_Ks_bk_Qs_br_fold reply_Kh_bk_Qs_b_raise 0.058333333333333334
 weight_Ks_bk_Qs_br_fold reply_Js_bk_Qs_b_raise 0.058333333333333334
 weight_Ks_bk_Qs_br_call plan_Ks_bk_Qs_br 1
 weight_Ks_bk_Qs_br_call reply_Jh_bk_Qs_b_raise -0.09166666666666666
 weight_Ks_bk_Qs_br_call reply_Qh_bk_Qs_b_raise 0.09166666666666666
 weight_Ks_bk_Qs_br_call reply_Js_bk_Qs_b_raise -0.09166666666666666
 weight_Ks_bk_Qh_cb_fold plan_Ks_bk_Qh_cb 1
 weight_Ks_bk_Qh_cb_fold reply_Jh_bk_Qh_c_bet 0.025
 weight_Ks_bk_Qh_cb_fold reply_Qs_bk_Qh_c_bet 0.025
 weight_Ks_bk_Qh_cb_fold reply_Kh_bk_Qh_c_bet 0.025
 weight_Ks_bk_Qh_cb_fold reply_Js_bk_Qh_c_bet 0.025
 weight_Ks_bk_Qh_cb_call plan_Ks_bk_Qh_cb 1
 weight_Ks_bk_Qh_cb_call reply_Jh_bk_Qh_c_bet -0.058333333333333334
 weight_Ks_bk_Qh_cb_call reply_Qs_bk_Qh_c_bet 0.058333333333333334
 weight_Ks_bk_Qh_cb_call reply_Js_bk_Qh_c_bet -0.058333333333333334
 weight_Ks_bk_Qh_cb_raise plan_Ks_bk_Qh_cb 1
 weight_Ks_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_call -0.09166666666666666
 weight_Ks_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_call 0.09166666666666666
 weight_Ks_bk_Qh_cb_raise reply_Kh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_call -0.09166666666666666
 weight_Ks_bk_Qh_br_fold plan_Ks_bk_Qh_br 1
 weight_Ks_bk_Qh_br_fold reply_Jh_bk_Qh_b_raise 0.058333333333333334
 weight_Ks_bk_Qh_br_fold reply_Qs_bk_Qh_b_raise 0.058333333333333334
 weight_Ks_bk_Qh_br_fold reply_Kh_bk_Qh_b_raise 0.058333333333333334
 weight_Ks_bk_Qh_br_fold reply_Js_bk_Qh_b_raise 0.058333333333333334
 weight_Ks_bk_Qh_br_call plan_Ks_bk_Qh_br 1
 weight_Ks_bk_Qh_br_call reply_Jh_bk_Qh_b_raise -0.09166666666666666
 weight_Ks_bk_Qh_br_call reply_Qs_bk_Qh_b_raise 0.09166666666666666
 weight_Ks_bk_Qh_br_call reply_Js_bk_Qh_b_raise -0.09166666666666666
 weight_Ks_bk_Kh_cb_fold plan_Ks_bk_Kh_cb 1
 weight_Ks_bk_Kh_cb_fold reply_Jh_bk_Kh_c_bet 0.025
 weight_Ks_bk_Kh_cb_fold reply_Qs_bk_Kh_c_bet 0.025
 weight_Ks_bk_Kh_cb_fold reply_Qh_bk_Kh_c_bet 0.025
 weight_Ks_bk_Kh_cb_fold reply_Js_bk_Kh_c_bet 0.025
 weight_Ks_bk_Kh_cb_call plan_Ks_bk_Kh_cb 1
 weight_Ks_bk_Kh_cb_call reply_Jh_bk_Kh_c_bet -0.058333333333333334
 weight_Ks_bk_Kh_cb_call reply_Qs_bk_Kh_c_bet -0.058333333333333334
 weight_Ks_bk_Kh_cb_call reply_Qh_bk_Kh_c_bet -0.058333333333333334
 weight_Ks_bk_Kh_cb_call reply_Js_bk_Kh_c_bet -0.058333333333333334
 weight_Ks_bk_Kh_cb_raise plan_Ks_bk_Kh_cb 1
 weight_Ks_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Kh_cb_raise reply_Jh_bk_Kh_cbr_call -0.09166666666666666
 weight_Ks_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Kh_cb_raise reply_Qs_bk_Kh_cbr_call -0.09166666666666666
 weight_Ks_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Kh_cb_raise reply_Qh_bk_Kh_cbr_call -0.09166666666666666
 weight_Ks_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_bk_Kh_cb_raise reply_Js_bk_Kh_cbr_call -0.09166666666666666
 weight_Ks_bk_Kh_br_fold plan_Ks_bk_Kh_br 1
 weight_Ks_bk_Kh_br_fold reply_Jh_bk_Kh_b_raise 0.058333333333333334
 weight_Ks_bk_Kh_br_fold reply_Qs_bk_Kh_b_raise 0.058333333333333334
 weight_Ks_bk_Kh_br_fold reply_Qh_bk_Kh_b_raise 0.058333333333333334
 weight_Ks_bk_Kh_br_fold reply_Js_bk_Kh_b_raise 0.058333333333333334
 weight_Ks_bk_Kh_br_call plan_Ks_bk_Kh_br 1
 weight_Ks_bk_Kh_br_call reply_Jh_bk_Kh_b_raise -0.09166666666666666
 weight_Ks_bk_Kh_br_call reply_Qs_bk_Kh_b_raise -0.09166666666666666
 weight_Ks_bk_Kh_br_call reply_Qh_bk_Kh_b_raise -0.09166666666666666
 weight_Ks_bk_Kh_br_call reply_Js_bk_Kh_b_raise -0.09166666666666666
 weight_Ks_cc_Js_cb_fold plan_Ks_cc_Js_cb 1
 weight_Ks_cc_Js_cb_fold reply_Qs_cc_Js_c_bet 0.008333333333333333
 weight_Ks_cc_Js_cb_fold reply_Qh_cc_Js_c_bet 0.008333333333333333
 weight_Ks_cc_Js_cb_fold reply_Kh_cc_Js_c_bet 0.008333333333333333
 weight_Ks_cc_Js_cb_fold reply_Jh_cc_Js_c_bet 0.008333333333333333
 weight_Ks_cc_Js_cb_call plan_Ks_cc_Js_cb 1
 weight_Ks_cc_Js_cb_call reply_Qs_cc_Js_c_bet -0.041666666666666664
 weight_Ks_cc_Js_cb_call reply_Qh_cc_Js_c_bet -0.041666666666666664
 weight_Ks_cc_Js_cb_call reply_Jh_cc_Js_c_bet 0.041666666666666664
 weight_Ks_cc_Js_cb_raise plan_Ks_cc_Js_cb 1
 weight_Ks_cc_Js_cb_raise reply_Qs_cc_Js_cbr_fold -0.041666666666666664
 weight_Ks_cc_Js_cb_raise reply_Qs_cc_Js_cbr_call -0.075
 weight_Ks_cc_Js_cb_raise reply_Qh_cc_Js_cbr_fold -0.041666666666666664
 weight_Ks_cc_Js_cb_raise reply_Qh_cc_Js_cbr_call -0.075
 weight_Ks_cc_Js_cb_raise reply_Kh_cc_Js_cbr_fold -0.041666666666666664
 weight_Ks_cc_Js_cb_raise reply_Jh_cc_Js_cbr_fold -0.041666666666666664
 weight_Ks_cc_Js_cb_raise reply_Jh_cc_Js_cbr_call 0.075
 weight_Ks_cc_Js_br_fold plan_Ks_cc_Js_br 1
 weight_Ks_cc_Js_br_fold reply_Qs_cc_Js_b_raise 0.041666666666666664
 weight_Ks_cc_Js_br_fold reply_Qh_cc_Js_b_raise 0.041666666666666664
 weight_Ks_cc_Js_br_fold reply_Kh_cc_Js_b_raise 0.041666666666666664
 weight_Ks_cc_Js_br_fold reply_Jh_cc_Js_b_raise 0.041666666666666664
 weight_Ks_cc_Js_br_call plan_Ks_cc_Js_br 1
 weight_Ks_cc_Js_br_call reply_Qs_cc_Js_b_raise -0.075
 weight_Ks_cc_Js_br_call reply_Qh_cc_Js_b_raise -0.075
 weight_Ks_cc_Js_br_call reply_Jh_cc_Js_b_raise 0.075
 weight_Ks_cbrk_Js__check plan_Ks_cbrk_Js_ 1
 weight_Ks_cbrk_Js__check plan_Ks_cbrk_Js_cb -1
 weight_Ks_cbrk_Js__check reply_Qs_cbrk_Js_c_check -0.041666666666666664
 weight_Ks_cbrk_Js__check reply_Qh_cbrk_Js_c_check -0.041666666666666664
 weight_Ks_cbrk_Js__check reply_Jh_cbrk_Js_c_check 0.041666666666666664
 weight_Ks_cbrk_Js__bet plan_Ks_cbrk_Js_ 1
 weight_Ks_cbrk_Js__bet plan_Ks_cbrk_Js_br -1
 weight_Ks_cbrk_Js__bet reply_Qs_cbrk_Js_b_fold -0.041666666666666664
 weight_Ks_cbrk_Js__bet reply_Qs_cbrk_Js_b_call -0.075
 weight_Ks_cbrk_Js__bet reply_Qh_cbrk_Js_b_fold -0.041666666666666664
 weight_Ks_cbrk_Js__bet reply_Qh_cbrk_Js_b_call -0.075
 weight_Ks_cbrk_Js__bet reply_Kh_cbrk_Js_b_fold -0.041666666666666664
 weight_Ks_cbrk_Js__bet reply_Jh_cbrk_Js_b_fold -0.041666666666666664
 weight_Ks_cbrk_Js__bet reply_Jh_cbrk_Js_b_call 0.075
 weight_Ks_bk_Js_cb_fold plan_Ks_bk_Js_cb 1
 weight_Ks_bk_Js_cb_fold reply_Qs_bk_Js_c_bet 0.025
 weight_Ks_bk_Js_cb_fold reply_Qh_bk_Js_c_bet 0.025
 weight_Ks_bk_Js_cb_fold reply_Kh_bk_Js_c_bet 0.025
 weight_Ks_bk_Js_cb_fold reply_Jh_bk_Js_c_bet 0.025
 weight_Ks_bk_Js_cb_call plan_Ks_bk_Js_cb 1
 weight_Ks_bk_Js_cb_call reply_Qs_bk_Js_c_bet -0.058333333333333334
 weight_Ks_bk_Js_cb_call reply_Qh_bk_Js_c_bet -0.058333333333333334
 weight_Ks_bk_Js_cb_call reply_Jh_bk_Js_c_bet 0.058333333333333334
 weight_Ks_bk_Js_cb_raise plan_Ks_bk_Js_cb 1
 weight_Ks_bk_Js_cb_raise reply_Qs_bk_Js_cbr_fold -0.058333333333333334
 weight_Ks_bk_Js_cb_raise reply_Qs_bk_Js_cbr_call -0.09166666666666666
 weight_Ks_bk_Js_cb_raise reply_Qh_bk_Js_cbr_fold -0.058333333333333334
 weight_Ks_bk_Js_cb_raise reply_Qh_bk_Js_cbr_call -0.09166666666666666
 weight_Ks_bk_Js_cb_raise reply_Kh_bk_Js_cbr_fold -0.058333333333333334
 weight_Ks_bk_Js_cb_raise reply_Jh_bk_Js_cbr_fold -0.058333333333333334
 weight_Ks_bk_Js_cb_raise reply_Jh_bk_Js_cbr_call 0.09166666666666666
 weight_Ks_bk_Js_br_fold plan_Ks_bk_Js_br 1
 weight_Ks_bk_Js_br_fold reply_Qs_bk_Js_b_raise 0.058333333333333334
 weight_Ks_bk_Js_br_fold reply_Qh_bk_Js_b_raise 0.058333333333333334
 weight_Ks_bk_Js_br_fold reply_Kh_bk_Js_b_raise 0.058333333333333334
 weight_Ks_bk_Js_br_fold reply_Jh_bk_Js_b_raise 0.058333333333333334
 weight_Ks_bk_Js_br_call plan_Ks_bk_Js_br 1
 weight_Ks_bk_Js_br_call reply_Qs_bk_Js_b_raise -0.09166666666666666
 weight_Ks_bk_Js_br_call reply_Qh_bk_Js_b_raise -0.09166666666666666
 weight_Ks_bk_Js_br_call reply_Jh_bk_Js_b_raise 0.09166666666666666
 weight_Kh_cc_Jh_cb_fold plan_Kh_cc_Jh_cb 1
 weight_Kh_cc_Jh_cb_fold reply_Qs_cc_Jh_c_bet 0.008333333333333333
 weight_Kh_cc_Jh_cb_fold reply_Qh_cc_Jh_c_bet 0.008333333333333333
 weight_Kh_cc_Jh_cb_fold reply_Ks_cc_Jh_c_bet 0.008333333333333333
 weight_Kh_cc_Jh_cb_fold reply_Js_cc_Jh_c_bet 0.008333333333333333
 weight_Kh_cc_Jh_cb_call plan_Kh_cc_Jh_cb 1
 weight_Kh_cc_Jh_cb_call reply_Qs_cc_Jh_c_bet -0.041666666666666664
 weight_Kh_cc_Jh_cb_call reply_Qh_cc_Jh_c_bet -0.041666666666666664
 weight_Kh_cc_Jh_cb_call reply_Js_cc_Jh_c_bet 0.041666666666666664
 weight_Kh_cc_Jh_cb_raise plan_Kh_cc_Jh_cb 1
 weight_Kh_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Jh_cb_raise reply_Qs_cc_Jh_cbr_call -0.075
 weight_Kh_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Jh_cb_raise reply_Qh_cc_Jh_cbr_call -0.075
 weight_Kh_cc_Jh_cb_raise reply_Ks_cc_Jh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Jh_cb_raise reply_Js_cc_Jh_cbr_call 0.075
 weight_Kh_cc_Jh_br_fold plan_Kh_cc_Jh_br 1
 weight_Kh_cc_Jh_br_fold reply_Qs_cc_Jh_b_raise 0.041666666666666664
 weight_Kh_cc_Jh_br_fold reply_Qh_cc_Jh_b_raise 0.041666666666666664
 weight_Kh_cc_Jh_br_fold reply_Ks_cc_Jh_b_raise 0.041666666666666664
 weight_Kh_cc_Jh_br_fold reply_Js_cc_Jh_b_raise 0.041666666666666664
 weight_Kh_cc_Jh_br_call plan_Kh_cc_Jh_br 1
 weight_Kh_cc_Jh_br_call reply_Qs_cc_Jh_b_raise -0.075
 weight_Kh_cc_Jh_br_call reply_Qh_cc_Jh_b_raise -0.075
 weight_Kh_cc_Jh_br_call reply_Js_cc_Jh_b_raise 0.075
 weight_Kh_cc_Qs_cb_fold plan_Kh_cc_Qs_cb 1
 weight_Kh_cc_Qs_cb_fold reply_Jh_cc_Qs_c_bet 0.008333333333333333
 weight_Kh_cc_Qs_cb_fold reply_Qh_cc_Qs_c_bet 0.008333333333333333
 weight_Kh_cc_Qs_cb_fold reply_Ks_cc_Qs_c_bet 0.008333333333333333
 weight_Kh_cc_Qs_cb_fold reply_Js_cc_Qs_c_bet 0.008333333333333333
 weight_Kh_cc_Qs_cb_call plan_Kh_cc_Qs_cb 1
 weight_Kh_cc_Qs_cb_call reply_Jh_cc_Qs_c_bet -0.041666666666666664
 weight_Kh_cc_Qs_cb_call reply_Qh_cc_Qs_c_bet 0.041666666666666664
 weight_Kh_cc_Qs_cb_call reply_Js_cc_Qs_c_bet -0.041666666666666664
 weight_Kh_cc_Qs_cb_raise plan_Kh_cc_Qs_cb 1
 weight_Kh_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qs_cb_raise reply_Jh_cc_Qs_cbr_call -0.075
 weight_Kh_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qs_cb_raise reply_Qh_cc_Qs_cbr_call 0.075
 weight_Kh_cc_Qs_cb_raise reply_Ks_cc_Qs_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qs_cb_raise reply_Js_cc_Qs_cbr_call -0.075
 weight_Kh_cc_Qs_br_fold plan_Kh_cc_Qs_br 1
 weight_Kh_cc_Qs_br_fold reply_Jh_cc_Qs_b_raise 0.041666666666666664
 weight_Kh_cc_Qs_br_fold reply_Qh_cc_Qs_b_raise 0.041666666666666664
 weight_Kh_cc_Qs_br_fold reply_Ks_cc_Qs_b_raise 0.041666666666666664
 weight_Kh_cc_Qs_br_fold reply_Js_cc_Qs_b_raise 0.041666666666666664
 weight_Kh_cc_Qs_br_call plan_Kh_cc_Qs_br 1
 weight_Kh_cc_Qs_br_call reply_Jh_cc_Qs_b_raise -0.075
 weight_Kh_cc_Qs_br_call reply_Qh_cc_Qs_b_raise 0.075
 weight_Kh_cc_Qs_br_call reply_Js_cc_Qs_b_raise -0.075
 weight_Kh_cc_Qh_cb_fold plan_Kh_cc_Qh_cb 1
 weight_Kh_cc_Qh_cb_fold reply_Jh_cc_Qh_c_bet 0.008333333333333333
 weight_Kh_cc_Qh_cb_fold reply_Qs_cc_Qh_c_bet 0.008333333333333333
 weight_Kh_cc_Qh_cb_fold reply_Ks_cc_Qh_c_bet 0.008333333333333333
 weight_Kh_cc_Qh_cb_fold reply_Js_cc_Qh_c_bet 0.008333333333333333
 weight_Kh_cc_Qh_cb_call plan_Kh_cc_Qh_cb 1
 weight_Kh_cc_Qh_cb_call reply_Jh_cc_Qh_c_bet -0.041666666666666664
 weight_Kh_cc_Qh_cb_call reply_Qs_cc_Qh_c_bet 0.041666666666666664
 weight_Kh_cc_Qh_cb_call reply_Js_cc_Qh_c_bet -0.041666666666666664
 weight_Kh_cc_Qh_cb_raise plan_Kh_cc_Qh_cb 1
 weight_Kh_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qh_cb_raise reply_Jh_cc_Qh_cbr_call -0.075
 weight_Kh_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qh_cb_raise reply_Qs_cc_Qh_cbr_call 0.075
 weight_Kh_cc_Qh_cb_raise reply_Ks_cc_Qh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_fold -0.041666666666666664
 weight_Kh_cc_Qh_cb_raise reply_Js_cc_Qh_cbr_call -0.075
 weight_Kh_cc_Qh_br_fold plan_Kh_cc_Qh_br 1
 weight_Kh_cc_Qh_br_fold reply_Jh_cc_Qh_b_raise 0.041666666666666664
 weight_Kh_cc_Qh_br_fold reply_Qs_cc_Qh_b_raise 0.041666666666666664
 weight_Kh_cc_Qh_br_fold reply_Ks_cc_Qh_b_raise 0.041666666666666664
 weight_Kh_cc_Qh_br_fold reply_Js_cc_Qh_b_raise 0.041666666666666664
 weight_Kh_cc_Qh_br_call plan_Kh_cc_Qh_br 1
 weight_Kh_cc_Qh_br_call reply_Jh_cc_Qh_b_raise -0.075
 weight_Kh_cc_Qh_br_call reply_Qs_cc_Qh_b_raise 0.075
 weight_Kh_cc_Qh_br_call reply_Js_cc_Qh_b_raise -0.075
 weight_Kh_cc_Ks_cb_fold plan_Kh_cc_Ks_cb 1
 weight_Kh_cc_Ks_cb_fold reply_Jh_cc_Ks_c_bet 0.008333333333333333
 weight_Kh_cc_Ks_cb_fold reply_Qs_cc_Ks_c_bet 0.008333333333333333
 weight_Kh_cc_Ks_cb_fold reply_Qh_cc_Ks_c_bet 0.008333333333333333
 weight_Kh_cc_Ks_cb_fold reply_Js_cc_Ks_c_bet 0.008333333333333333
 weight_Kh_cc_Ks_cb_call plan_Kh_cc_Ks_cb 1
 weight_Kh_cc_Ks_cb_call reply_Jh_cc_Ks_c_bet -0.041666666666666664
 weight_Kh_cc_Ks_cb_call reply_Qs_cc_Ks_c_bet -0.041666666666666664
 weight_Kh_cc_Ks_cb_call reply_Qh_cc_Ks_c_bet -0.041666666666666664
 weight_Kh_cc_Ks_cb_call reply_Js_cc_Ks_c_bet -0.041666666666666664
 weight_Kh_cc_Ks_cb_raise plan_Kh_cc_Ks_cb 1
 weight_Kh_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Kh_cc_Ks_cb_raise reply_Jh_cc_Ks_cbr_call -0.075
 weight_Kh_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_fold -0.041666666666666664
 weight_Kh_cc_Ks_cb_raise reply_Qs_cc_Ks_cbr_call -0.075
 weight_Kh_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_fold -0.041666666666666664
 weight_Kh_cc_Ks_cb_raise reply_Qh_cc_Ks_cbr_call -0.075
 weight_Kh_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_fold -0.041666666666666664
 weight_Kh_cc_Ks_cb_raise reply_Js_cc_Ks_cbr_call -0.075
 weight_Kh_cc_Ks_br_fold plan_Kh_cc_Ks_br 1
 weight_Kh_cc_Ks_br_fold reply_Jh_cc_Ks_b_raise 0.041666666666666664
 weight_Kh_cc_Ks_br_fold reply_Qs_cc_Ks_b_raise 0.041666666666666664
 weight_Kh_cc_Ks_br_fold reply_Qh_cc_Ks_b_raise 0.041666666666666664
 weight_Kh_cc_Ks_br_fold reply_Js_cc_Ks_b_raise 0.041666666666666664
 weight_Kh_cc_Ks_br_call plan_Kh_cc_Ks_br 1
 weight_Kh_cc_Ks_br_call reply_Jh_cc_Ks_b_raise -0.075
 weight_Kh_cc_Ks_br_call reply_Qs_cc_Ks_b_raise -0.075
 weight_Kh_cc_Ks_br_call reply_Qh_cc_Ks_b_raise -0.075
 weight_Kh_cc_Ks_br_call reply_Js_cc_Ks_b_raise -0.075
 weight_Kh_cbrk_Jh__check plan_Kh_cbrk_Jh_ 1
 weight_Kh_cbrk_Jh__check plan_Kh_cbrk_Jh_cb -1
 weight_Kh_cbrk_Jh__check reply_Qs_cbrk_Jh_c_check -0.041666666666666664
 weight_Kh_cbrk_Jh__check reply_Qh_cbrk_Jh_c_check -0.041666666666666664
 weight_Kh_cbrk_Jh__check reply_Js_cbrk_Jh_c_check 0.041666666666666664
 weight_Kh_cbrk_Jh__bet plan_Kh_cbrk_Jh_ 1
 weight_Kh_cbrk_Jh__bet plan_Kh_cbrk_Jh_br -1
 weight_Kh_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Jh__bet reply_Qs_cbrk_Jh_b_call -0.075
 weight_Kh_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Jh__bet reply_Qh_cbrk_Jh_b_call -0.075
 weight_Kh_cbrk_Jh__bet reply_Ks_cbrk_Jh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Jh__bet reply_Js_cbrk_Jh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Jh__bet reply_Js_cbrk_Jh_b_call 0.075
 weight_Kh_cbrk_Qs__check plan_Kh_cbrk_Qs_ 1
 weight_Kh_cbrk_Qs__check plan_Kh_cbrk_Qs_cb -1
 weight_Kh_cbrk_Qs__check reply_Jh_cbrk_Qs_c_check -0.041666666666666664
 weight_Kh_cbrk_Qs__check reply_Qh_cbrk_Qs_c_check 0.041666666666666664
 weight_Kh_cbrk_Qs__check reply_Js_cbrk_Qs_c_check -0.041666666666666664
 weight_Kh_cbrk_Qs__bet plan_Kh_cbrk_Qs_ 1
 weight_Kh_cbrk_Qs__bet plan_Kh_cbrk_Qs_br -1
 weight_Kh_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qs__bet reply_Jh_cbrk_Qs_b_call -0.075
 weight_Kh_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qs__bet reply_Qh_cbrk_Qs_b_call 0.075
 weight_Kh_cbrk_Qs__bet reply_Ks_cbrk_Qs_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qs__bet reply_Js_cbrk_Qs_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qs__bet reply_Js_cbrk_Qs_b_call -0.075
 weight_Kh_cbrk_Qh__check plan_Kh_cbrk_Qh_ 1
 weight_Kh_cbrk_Qh__check plan_Kh_cbrk_Qh_cb -1
 weight_Kh_cbrk_Qh__check reply_Jh_cbrk_Qh_c_check -0.041666666666666664
 weight_Kh_cbrk_Qh__check reply_Qs_cbrk_Qh_c_check 0.041666666666666664
 weight_Kh_cbrk_Qh__check reply_Js_cbrk_Qh_c_check -0.041666666666666664
 weight_Kh_cbrk_Qh__bet plan_Kh_cbrk_Qh_ 1
 weight_Kh_cbrk_Qh__bet plan_Kh_cbrk_Qh_br -1
 weight_Kh_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qh__bet reply_Jh_cbrk_Qh_b_call -0.075
 weight_Kh_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qh__bet reply_Qs_cbrk_Qh_b_call 0.075
 weight_Kh_cbrk_Qh__bet reply_Ks_cbrk_Qh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qh__bet reply_Js_cbrk_Qh_b_fold -0.041666666666666664
 weight_Kh_cbrk_Qh__bet reply_Js_cbrk_Qh_b_call -0.075
 weight_Kh_cbrk_Ks__check plan_Kh_cbrk_Ks_ 1
 weight_Kh_cbrk_Ks__check plan_Kh_cbrk_Ks_cb -1
 weight_Kh_cbrk_Ks__check reply_Jh_cbrk_Ks_c_check -0.041666666666666664
 weight_Kh_cbrk_Ks__check reply_Qs_cbrk_Ks_c_check -0.041666666666666664
 weight_Kh_cbrk_Ks__check reply_Qh_cbrk_Ks_c_check -0.041666666666666664
 weight_Kh_cbrk_Ks__check reply_Js_cbrk_Ks_c_check -0.041666666666666664
 weight_Kh_cbrk_Ks__bet plan_Kh_cbrk_Ks_ 1
 weight_Kh_cbrk_Ks__bet plan_Kh_cbrk_Ks_br -1
 weight_Kh_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Kh_cbrk_Ks__bet reply_Jh_cbrk_Ks_b_call -0.075
 weight_Kh_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_fold -0.041666666666666664
 weight_Kh_cbrk_Ks__bet reply_Qs_cbrk_Ks_b_call -0.075
 weight_Kh_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_fold -0.041666666666666664
 weight_Kh_cbrk_Ks__bet reply_Qh_cbrk_Ks_b_call -0.075
 weight_Kh_cbrk_Ks__bet reply_Js_cbrk_Ks_b_fold -0.041666666666666664
 weight_Kh_cbrk_Ks__bet reply_Js_cbrk_Ks_b_call -0.075
 weight_Kh_bk_Jh_cb_fold plan_Kh_bk_Jh_cb 1
 weight_Kh_bk_Jh_cb_fold reply_Qs_bk_Jh_c_bet 0.025
 weight_Kh_bk_Jh_cb_fold reply_Qh_bk_Jh_c_bet 0.025
 weight_Kh_bk_Jh_cb_fold reply_Ks_bk_Jh_c_bet 0.025
 weight_Kh_bk_Jh_cb_fold reply_Js_bk_Jh_c_bet 0.025
 weight_Kh_bk_Jh_cb_call plan_Kh_bk_Jh_cb 1
 weight_Kh_bk_Jh_cb_call reply_Qs_bk_Jh_c_bet -0.058333333333333334
 weight_Kh_bk_Jh_cb_call reply_Qh_bk_Jh_c_bet -0.058333333333333334
 weight_Kh_bk_Jh_cb_call reply_Js_bk_Jh_c_bet 0.058333333333333334
 weight_Kh_bk_Jh_cb_raise plan_Kh_bk_Jh_cb 1
 weight_Kh_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Jh_cb_raise reply_Qs_bk_Jh_cbr_call -0.09166666666666666
 weight_Kh_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Jh_cb_raise reply_Qh_bk_Jh_cbr_call -0.09166666666666666
 weight_Kh_bk_Jh_cb_raise reply_Ks_bk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Jh_cb_raise reply_Js_bk_Jh_cbr_call 0.09166666666666666
 weight_Kh_bk_Jh_br_fold plan_Kh_bk_Jh_br 1
 weight_Kh_bk_Jh_br_fold reply_Qs_bk_Jh_b_raise 0.058333333333333334
 weight_Kh_bk_Jh_br_fold reply_Qh_bk_Jh_b_raise 0.058333333333333334
 weight_Kh_bk_Jh_br_fold reply_Ks_bk_Jh_b_raise 0.058333333333333334
 weight_Kh_bk_Jh_br_fold reply_Js_bk_Jh_b_raise 0.058333333333333334
 weight_Kh_bk_Jh_br_call plan_Kh_bk_Jh_br 1
 weight_Kh_bk_Jh_br_call reply_Qs_bk_Jh_b_raise -0.09166666666666666
 weight_Kh_bk_Jh_br_call reply_Qh_bk_Jh_b_raise -0.09166666666666666
 weight_Kh_bk_Jh_br_call reply_Js_bk_Jh_b_raise 0.09166666666666666
 weight_Kh_bk_Qs_cb_fold plan_Kh_bk_Qs_cb 1
 weight_Kh_bk_Qs_cb_fold reply_Jh_bk_Qs_c_bet 0.025
 weight_Kh_bk_Qs_cb_fold reply_Qh_bk_Qs_c_bet 0.025
 weight_Kh_bk_Qs_cb_fold reply_Ks_bk_Qs_c_bet 0.025
 weight_Kh_bk_Qs_cb_fold reply_Js_bk_Qs_c_bet 0.025
 weight_Kh_bk_Qs_cb_call plan_Kh_bk_Qs_cb 1
 weight_Kh_bk_Qs_cb_call reply_Jh_bk_Qs_c_bet -0.058333333333333334
 weight_Kh_bk_Qs_cb_call reply_Qh_bk_Qs_c_bet 0.058333333333333334
 weight_Kh_bk_Qs_cb_call reply_Js_bk_Qs_c_bet -0.058333333333333334
 weight_Kh_bk_Qs_cb_raise plan_Kh_bk_Qs_cb 1
 weight_Kh_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qs_cb_raise reply_Jh_bk_Qs_cbr_call -0.09166666666666666
 weight_Kh_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qs_cb_raise reply_Qh_bk_Qs_cbr_call 0.09166666666666666
 weight_Kh_bk_Qs_cb_raise reply_Ks_bk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qs_cb_raise reply_Js_bk_Qs_cbr_call -0.09166666666666666
 weight_Kh_bk_Qs_br_fold plan_Kh_bk_Qs_br 1
 weight_Kh_bk_Qs_br_fold reply_Jh_bk_Qs_b_raise 0.058333333333333334
 weight_Kh_bk_Qs_br_fold reply_Qh_bk_Qs_b_raise 0.058333333333333334
 weight_Kh_bk_Qs_br_fold reply_Ks_bk_Qs_b_raise 0.058333333333333334
 weight_Kh_bk_Qs_br_fold reply_Js_bk_Qs_b_raise 0.058333333333333334
 weight_Kh_bk_Qs_br_call plan_Kh_bk_Qs_br 1
 weight_Kh_bk_Qs_br_call reply_Jh_bk_Qs_b_raise -0.09166666666666666
 weight_Kh_bk_Qs_br_call reply_Qh_bk_Qs_b_raise 0.09166666666666666
 weight_Kh_bk_Qs_br_call reply_Js_bk_Qs_b_raise -0.09166666666666666
 weight_Kh_bk_Qh_cb_fold plan_Kh_bk_Qh_cb 1
 weight_Kh_bk_Qh_cb_fold reply_Jh_bk_Qh_c_bet 0.025
 weight_Kh_bk_Qh_cb_fold reply_Qs_bk_Qh_c_bet 0.025
 weight_Kh_bk_Qh_cb_fold reply_Ks_bk_Qh_c_bet 0.025
 weight_Kh_bk_Qh_cb_fold reply_Js_bk_Qh_c_bet 0.025
 weight_Kh_bk_Qh_cb_call plan_Kh_bk_Qh_cb 1
 weight_Kh_bk_Qh_cb_call reply_Jh_bk_Qh_c_bet -0.058333333333333334
 weight_Kh_bk_Qh_cb_call reply_Qs_bk_Qh_c_bet 0.058333333333333334
 weight_Kh_bk_Qh_cb_call reply_Js_bk_Qh_c_bet -0.058333333333333334
 weight_Kh_bk_Qh_cb_raise plan_Kh_bk_Qh_cb 1
 weight_Kh_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qh_cb_raise reply_Jh_bk_Qh_cbr_call -0.09166666666666666
 weight_Kh_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qh_cb_raise reply_Qs_bk_Qh_cbr_call 0.09166666666666666
 weight_Kh_bk_Qh_cb_raise reply_Ks_bk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_bk_Qh_cb_raise reply_Js_bk_Qh_cbr_call -0.09166666666666666
 weight_Kh_bk_Qh_br_fold plan_Kh_bk_Qh_br 1
 weight_Kh_bk_Qh_br_fold reply_Jh_bk_Qh_b_raise 0.058333333333333334
 weight_Kh_bk_Qh_br_fold reply_Qs_bk_Qh_b_raise 0.058333333333333334
 weight_Kh_bk_Qh_br_fold reply_Ks_bk_Qh_b_raise 0.058333333333333334
 weight_Kh_bk_Qh_br_fold reply_Js_bk_Qh_b_raise 0.058333333333333334
 weight_Kh_bk_Qh_br_call plan_Kh_bk_Qh_br 1
 weight_Kh_bk_Qh_br_call reply_Jh_bk_Qh_b_raise -0.09166666666666666
 weight_Kh_bk_Qh_br_call reply_Qs_bk_Qh_b_raise 0.09166666666666666
 weight_Kh_bk_Qh_br_call reply_Js_bk_Qh_b_raise -0.09166666666666666
 weight_Kh_bk_Ks_cb_fold plan_Kh_bk_Ks_cb 1
 weight_Kh_bk_Ks_cb_fold reply_Jh_bk_Ks_c_bet 0.025
 weight_Kh_bk_Ks_cb_fold reply_Qs_bk_Ks_c_bet 0.025
 weight_Kh_bk_Ks_cb_fold reply_Qh_bk_Ks_c_bet 0.025
 weight_Kh_bk_Ks_cb_fold reply_Js_bk_Ks_c_bet 0.025
 weight_Kh_bk_Ks_cb_call plan_Kh_bk_Ks_cb 1
 weight_Kh_bk_Ks_cb_call reply_Jh_bk_Ks_c_bet -0.058333333333333334
 weight_Kh_bk_Ks_cb_call reply_Qs_bk_Ks_c_bet -0.058333333333333334
 weight_Kh_bk_Ks_cb_call reply_Qh_bk_Ks_c_bet -0.058333333333333334
 weight_Kh_bk_Ks_cb_call reply_Js_bk_Ks_c_bet -0.058333333333333334
 weight_Kh_bk_Ks_cb_raise plan_Kh_bk_Ks_cb 1
 weight_Kh_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_bk_Ks_cb_raise reply_Jh_bk_Ks_cbr_call -0.09166666666666666
 weight_Kh_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_bk_Ks_cb_raise reply_Qs_bk_Ks_cbr_call -0.09166666666666666
 weight_Kh_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_bk_Ks_cb_raise reply_Qh_bk_Ks_cbr_call -0.09166666666666666
 weight_Kh_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_bk_Ks_cb_raise reply_Js_bk_Ks_cbr_call -0.09166666666666666
 weight_Kh_bk_Ks_br_fold plan_Kh_bk_Ks_br 1
 weight_Kh_bk_Ks_br_fold reply_Jh_bk_Ks_b_raise 0.058333333333333334
 weight_Kh_bk_Ks_br_fold reply_Qs_bk_Ks_b_raise 0.058333333333333334
 weight_Kh_bk_Ks_br_fold reply_Qh_bk_Ks_b_raise 0.058333333333333334
 weight_Kh_bk_Ks_br_fold reply_Js_bk_Ks_b_raise 0.058333333333333334
 weight_Kh_bk_Ks_br_call plan_Kh_bk_Ks_br 1
 weight_Kh_bk_Ks_br_call reply_Jh_bk_Ks_b_raise -0.09166666666666666
 weight_Kh_bk_Ks_br_call reply_Qs_bk_Ks_b_raise -0.09166666666666666
 weight_Kh_bk_Ks_br_call reply_Qh_bk_Ks_b_raise -0.09166666666666666
 weight_Kh_bk_Ks_br_call reply_Js_bk_Ks_b_raise -0.09166666666666666
 weight_Kh_cc_Js_cb_fold plan_Kh_cc_Js_cb 1
 weight_Kh_cc_Js_cb_fold reply_Qs_cc_Js_c_bet 0.008333333333333333
 weight_Kh_cc_Js_cb_fold reply_Qh_cc_Js_c_bet 0.008333333333333333
 weight_Kh_cc_Js_cb_fold reply_Ks_cc_Js_c_bet 0.008333333333333333
 weight_Kh_cc_Js_cb_fold reply_Jh_cc_Js_c_bet 0.008333333333333333
 weight_Kh_cc_Js_cb_call plan_Kh_cc_Js_cb 1
 weight_Kh_cc_Js_cb_call reply_Qs_cc_Js_c_bet -0.041666666666666664
 weight_Kh_cc_Js_cb_call reply_Qh_cc_Js_c_bet -0.041666666666666664
 weight_Kh_cc_Js_cb_call reply_Jh_cc_Js_c_bet 0.041666666666666664
 weight_Kh_cc_Js_cb_raise plan_Kh_cc_Js_cb 1
 weight_Kh_cc_Js_cb_raise reply_Qs_cc_Js_cbr_fold -0.041666666666666664
 weight_Kh_cc_Js_cb_raise reply_Qs_cc_Js_cbr_call -0.075
 weight_Kh_cc_Js_cb_raise reply_Qh_cc_Js_cbr_fold -0.041666666666666664
 weight_Kh_cc_Js_cb_raise reply_Qh_cc_Js_cbr_call -0.075
 weight_Kh_cc_Js_cb_raise reply_Ks_cc_Js_cbr_fold -0.041666666666666664
 weight_Kh_cc_Js_cb_raise reply_Jh_cc_Js_cbr_fold -0.041666666666666664
 weight_Kh_cc_Js_cb_raise reply_Jh_cc_Js_cbr_call 0.075
 weight_Kh_cc_Js_br_fold plan_Kh_cc_Js_br 1
 weight_Kh_cc_Js_br_fold reply_Qs_cc_Js_b_raise 0.041666666666666664
 weight_Kh_cc_Js_br_fold reply_Qh_cc_Js_b_raise 0.041666666666666664
 weight_Kh_cc_Js_br_fold reply_Ks_cc_Js_b_raise 0.041666666666666664
 weight_Kh_cc_Js_br_fold reply_Jh_cc_Js_b_raise 0.041666666666666664
 weight_Kh_cc_Js_br_call plan_Kh_cc_Js_br 1
 weight_Kh_cc_Js_br_call reply_Qs_cc_Js_b_raise -0.075
 weight_Kh_cc_Js_br_call reply_Qh_cc_Js_b_raise -0.075
 weight_Kh_cc_Js_br_call reply_Jh_cc_Js_b_raise 0.075
 weight_Kh_cbrk_Js__check plan_Kh_cbrk_Js_ 1
 weight_Kh_cbrk_Js__check plan_Kh_cbrk_Js_cb -1
 weight_Kh_cbrk_Js__check reply_Qs_cbrk_Js_c_check -0.041666666666666664
 weight_Kh_cbrk_Js__check reply_Qh_cbrk_Js_c_check -0.041666666666666664
 weight_Kh_cbrk_Js__check reply_Jh_cbrk_Js_c_check 0.041666666666666664
 weight_Kh_cbrk_Js__bet plan_Kh_cbrk_Js_ 1
 weight_Kh_cbrk_Js__bet plan_Kh_cbrk_Js_br -1
 weight_Kh_cbrk_Js__bet reply_Qs_cbrk_Js_b_fold -0.041666666666666664
 weight_Kh_cbrk_Js__bet reply_Qs_cbrk_Js_b_call -0.075
 weight_Kh_cbrk_Js__bet reply_Qh_cbrk_Js_b_fold -0.041666666666666664
 weight_Kh_cbrk_Js__bet reply_Qh_cbrk_Js_b_call -0.075
 weight_Kh_cbrk_Js__bet reply_Ks_cbrk_Js_b_fold -0.041666666666666664
 weight_Kh_cbrk_Js__bet reply_Jh_cbrk_Js_b_fold -0.041666666666666664
 weight_Kh_cbrk_Js__bet reply_Jh_cbrk_Js_b_call 0.075
 weight_Kh_bk_Js_cb_fold plan_Kh_bk_Js_cb 1
 weight_Kh_bk_Js_cb_fold reply_Qs_bk_Js_c_bet 0.025
 weight_Kh_bk_Js_cb_fold reply_Qh_bk_Js_c_bet 0.025
 weight_Kh_bk_Js_cb_fold reply_Ks_bk_Js_c_bet 0.025
 weight_Kh_bk_Js_cb_fold reply_Jh_bk_Js_c_bet 0.025
 weight_Kh_bk_Js_cb_call plan_Kh_bk_Js_cb 1
 weight_Kh_bk_Js_cb_call reply_Qs_bk_Js_c_bet -0.058333333333333334
 weight_Kh_bk_Js_cb_call reply_Qh_bk_Js_c_bet -0.058333333333333334
 weight_Kh_bk_Js_cb_call reply_Jh_bk_Js_c_bet 0.058333333333333334
 weight_Kh_bk_Js_cb_raise plan_Kh_bk_Js_cb 1
 weight_Kh_bk_Js_cb_raise reply_Qs_bk_Js_cbr_fold -0.058333333333333334
 weight_Kh_bk_Js_cb_raise reply_Qs_bk_Js_cbr_call -0.09166666666666666
 weight_Kh_bk_Js_cb_raise reply_Qh_bk_Js_cbr_fold -0.058333333333333334
 weight_Kh_bk_Js_cb_raise reply_Qh_bk_Js_cbr_call -0.09166666666666666
 weight_Kh_bk_Js_cb_raise reply_Ks_bk_Js_cbr_fold -0.058333333333333334
 weight_Kh_bk_Js_cb_raise reply_Jh_bk_Js_cbr_fold -0.058333333333333334
 weight_Kh_bk_Js_cb_raise reply_Jh_bk_Js_cbr_call 0.09166666666666666
 weight_Kh_bk_Js_br_fold plan_Kh_bk_Js_br 1
 weight_Kh_bk_Js_br_fold reply_Qs_bk_Js_b_raise 0.058333333333333334
 weight_Kh_bk_Js_br_fold reply_Qh_bk_Js_b_raise 0.058333333333333334
 weight_Kh_bk_Js_br_fold reply_Ks_bk_Js_b_raise 0.058333333333333334
 weight_Kh_bk_Js_br_fold reply_Jh_bk_Js_b_raise 0.058333333333333334
 weight_Kh_bk_Js_br_call plan_Kh_bk_Js_br 1
 weight_Kh_bk_Js_br_call reply_Qs_bk_Js_b_raise -0.09166666666666666
 weight_Kh_bk_Js_br_call reply_Qh_bk_Js_b_raise -0.09166666666666666
 weight_Kh_bk_Js_br_call reply_Jh_bk_Js_b_raise 0.09166666666666666
 weight_Js_cbk_Qs_cb_fold plan_Js_cbk_Qs_cb 1
 weight_Js_cbk_Qs_cb_fold reply_Jh_cbk_Qs_c_bet 0.025
 weight_Js_cbk_Qs_cb_fold reply_Qh_cbk_Qs_c_bet 0.025
 weight_Js_cbk_Qs_cb_fold reply_Ks_cbk_Qs_c_bet 0.025
 weight_Js_cbk_Qs_cb_fold reply_Kh_cbk_Qs_c_bet 0.025
 weight_Js_cbk_Qs_cb_call plan_Js_cbk_Qs_cb 1
 weight_Js_cbk_Qs_cb_call reply_Qh_cbk_Qs_c_bet 0.058333333333333334
 weight_Js_cbk_Qs_cb_call reply_Ks_cbk_Qs_c_bet 0.058333333333333334
 weight_Js_cbk_Qs_cb_call reply_Kh_cbk_Qs_c_bet 0.058333333333333334
 weight_Js_cbk_Qs_cb_raise plan_Js_cbk_Qs_cb 1
 weight_Js_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Js_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_call 0.09166666666666666
 weight_Js_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Js_cbk_Qs_br_fold plan_Js_cbk_Qs_br 1
 weight_Js_cbk_Qs_br_fold reply_Jh_cbk_Qs_b_raise 0.058333333333333334
 weight_Js_cbk_Qs_br_fold reply_Qh_cbk_Qs_b_raise 0.058333333333333334
 weight_Js_cbk_Qs_br_fold reply_Ks_cbk_Qs_b_raise 0.058333333333333334
 weight_Js_cbk_Qs_br_fold reply_Kh_cbk_Qs_b_raise 0.058333333333333334
 weight_Js_cbk_Qs_br_call plan_Js_cbk_Qs_br 1
 weight_Js_cbk_Qs_br_call reply_Qh_cbk_Qs_b_raise 0.09166666666666666
 weight_Js_cbk_Qs_br_call reply_Ks_cbk_Qs_b_raise 0.09166666666666666
 weight_Js_cbk_Qs_br_call reply_Kh_cbk_Qs_b_raise 0.09166666666666666
 weight_Js_cbk_Qh_cb_fold plan_Js_cbk_Qh_cb 1
 weight_Js_cbk_Qh_cb_fold reply_Jh_cbk_Qh_c_bet 0.025
 weight_Js_cbk_Qh_cb_fold reply_Qs_cbk_Qh_c_bet 0.025
 weight_Js_cbk_Qh_cb_fold reply_Ks_cbk_Qh_c_bet 0.025
 weight_Js_cbk_Qh_cb_fold reply_Kh_cbk_Qh_c_bet 0.025
 weight_Js_cbk_Qh_cb_call plan_Js_cbk_Qh_cb 1
 weight_Js_cbk_Qh_cb_call reply_Qs_cbk_Qh_c_bet 0.058333333333333334
 weight_Js_cbk_Qh_cb_call reply_Ks_cbk_Qh_c_bet 0.058333333333333334
 weight_Js_cbk_Qh_cb_call reply_Kh_cbk_Qh_c_bet 0.058333333333333334
 weight_Js_cbk_Qh_cb_raise plan_Js_cbk_Qh_cb 1
 weight_Js_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_call 0.09166666666666666
 weight_Js_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_call 0.09166666666666666
 weight_Js_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_call 0.09166666666666666
 weight_Js_cbk_Qh_br_fold plan_Js_cbk_Qh_br 1
 weight_Js_cbk_Qh_br_fold reply_Jh_cbk_Qh_b_raise 0.058333333333333334
 weight_Js_cbk_Qh_br_fold reply_Qs_cbk_Qh_b_raise 0.058333333333333334
 weight_Js_cbk_Qh_br_fold reply_Ks_cbk_Qh_b_raise 0.058333333333333334
 weight_Js_cbk_Qh_br_fold reply_Kh_cbk_Qh_b_raise 0.058333333333333334
 weight_Js_cbk_Qh_br_call plan_Js_cbk_Qh_br 1
 weight_Js_cbk_Qh_br_call reply_Qs_cbk_Qh_b_raise 0.09166666666666666
 weight_Js_cbk_Qh_br_call reply_Ks_cbk_Qh_b_raise 0.09166666666666666
 weight_Js_cbk_Qh_br_call reply_Kh_cbk_Qh_b_raise 0.09166666666666666
 weight_Js_cbk_Ks_cb_fold plan_Js_cbk_Ks_cb 1
 weight_Js_cbk_Ks_cb_fold reply_Jh_cbk_Ks_c_bet 0.025
 weight_Js_cbk_Ks_cb_fold reply_Qs_cbk_Ks_c_bet 0.025
 weight_Js_cbk_Ks_cb_fold reply_Qh_cbk_Ks_c_bet 0.025
 weight_Js_cbk_Ks_cb_fold reply_Kh_cbk_Ks_c_bet 0.025
 weight_Js_cbk_Ks_cb_call plan_Js_cbk_Ks_cb 1
 weight_Js_cbk_Ks_cb_call reply_Qs_cbk_Ks_c_bet 0.058333333333333334
 weight_Js_cbk_Ks_cb_call reply_Qh_cbk_Ks_c_bet 0.058333333333333334
 weight_Js_cbk_Ks_cb_call reply_Kh_cbk_Ks_c_bet 0.058333333333333334
 weight_Js_cbk_Ks_cb_raise plan_Js_cbk_Ks_cb 1
 weight_Js_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Js_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Js_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_call 0.09166666666666666
 weight_Js_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Js_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Js_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Js_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Js_cbk_Ks_br_fold plan_Js_cbk_Ks_br 1
 weight_Js_cbk_Ks_br_fold reply_Jh_cbk_Ks_b_raise 0.058333333333333334
 weight_Js_cbk_Ks_br_fold reply_Qs_cbk_Ks_b_raise 0.058333333333333334
 weight_Js_cbk_Ks_br_fold reply_Qh_cbk_Ks_b_raise 0.058333333333333334
 weight_Js_cbk_Ks_br_fold reply_Kh_cbk_Ks_b_raise 0.058333333333333334
 weight_Js_cbk_Ks_br_call plan_Js_cbk_Ks_br 1
 weight_Js_cbk_Ks_br_call reply_Qs_cbk_Ks_b_raise 0.09166666666666666
 weight_Js_cbk_Ks_br_call reply_Qh_cbk_Ks_b_raise 0.09166666666666666
 weight_Js_cbk_Ks_br_call reply_Kh_cbk_Ks_b_raise 0.09166666666666666
 weight_Js_cbk_Kh_cb_fold plan_Js_cbk_Kh_cb 1
 weight_Js_cbk_Kh_cb_fold reply_Jh_cbk_Kh_c_bet 0.025
 weight_Js_cbk_Kh_cb_fold reply_Qs_cbk_Kh_c_bet 0.025
 weight_Js_cbk_Kh_cb_fold reply_Qh_cbk_Kh_c_bet 0.025
 weight_Js_cbk_Kh_cb_fold reply_Ks_cbk_Kh_c_bet 0.025
 weight_Js_cbk_Kh_cb_call plan_Js_cbk_Kh_cb 1
 weight_Js_cbk_Kh_cb_call reply_Qs_cbk_Kh_c_bet 0.058333333333333334
 weight_Js_cbk_Kh_cb_call reply_Qh_cbk_Kh_c_bet 0.058333333333333334
 weight_Js_cbk_Kh_cb_call reply_Ks_cbk_Kh_c_bet 0.058333333333333334
 weight_Js_cbk_Kh_cb_raise plan_Js_cbk_Kh_cb 1
 weight_Js_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_call 0.09166666666666666
 weight_Js_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_call 0.09166666666666666
 weight_Js_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_call 0.09166666666666666
 weight_Js_cbk_Kh_br_fold plan_Js_cbk_Kh_br 1
 weight_Js_cbk_Kh_br_fold reply_Jh_cbk_Kh_b_raise 0.058333333333333334
 weight_Js_cbk_Kh_br_fold reply_Qs_cbk_Kh_b_raise 0.058333333333333334
 weight_Js_cbk_Kh_br_fold reply_Qh_cbk_Kh_b_raise 0.058333333333333334
 weight_Js_cbk_Kh_br_fold reply_Ks_cbk_Kh_b_raise 0.058333333333333334
 weight_Js_cbk_Kh_br_call plan_Js_cbk_Kh_br 1
 weight_Js_cbk_Kh_br_call reply_Qs_cbk_Kh_b_raise 0.09166666666666666
 weight_Js_cbk_Kh_br_call reply_Qh_cbk_Kh_b_raise 0.09166666666666666
 weight_Js_cbk_Kh_br_call reply_Ks_cbk_Kh_b_raise 0.09166666666666666
 weight_Js_brk_Qs_cb_fold plan_Js_brk_Qs_cb 1
 weight_Js_brk_Qs_cb_fold reply_Jh_brk_Qs_c_bet 0.041666666666666664
 weight_Js_brk_Qs_cb_fold reply_Qh_brk_Qs_c_bet 0.041666666666666664
 weight_Js_brk_Qs_cb_fold reply_Ks_brk_Qs_c_bet 0.041666666666666664
 weight_Js_brk_Qs_cb_fold reply_Kh_brk_Qs_c_bet 0.041666666666666664
 weight_Js_brk_Qs_cb_call plan_Js_brk_Qs_cb 1
 weight_Js_brk_Qs_cb_call reply_Qh_brk_Qs_c_bet 0.075
 weight_Js_brk_Qs_cb_call reply_Ks_brk_Qs_c_bet 0.075
 weight_Js_brk_Qs_cb_call reply_Kh_brk_Qs_c_bet 0.075
 weight_Js_brk_Qs_cb_raise plan_Js_brk_Qs_cb 1
 weight_Js_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_fold -0.075
 weight_Js_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_fold -0.075
 weight_Js_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_call 0.10833333333333334
 weight_Js_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_fold -0.075
 weight_Js_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_call 0.10833333333333334
 weight_Js_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_fold -0.075
 weight_Js_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_call 0.10833333333333334
 weight_Js_brk_Qs_br_fold plan_Js_brk_Qs_br 1
 weight_Js_brk_Qs_br_fold reply_Jh_brk_Qs_b_raise 0.075
 weight_Js_brk_Qs_br_fold reply_Qh_brk_Qs_b_raise 0.075
 weight_Js_brk_Qs_br_fold reply_Ks_brk_Qs_b_raise 0.075
 weight_Js_brk_Qs_br_fold reply_Kh_brk_Qs_b_raise 0.075
 weight_Js_brk_Qs_br_call plan_Js_brk_Qs_br 1
 weight_Js_brk_Qs_br_call reply_Qh_brk_Qs_b_raise 0.10833333333333334
 weight_Js_brk_Qs_br_call reply_Ks_brk_Qs_b_raise 0.10833333333333334
 weight_Js_brk_Qs_br_call reply_Kh_brk_Qs_b_raise 0.10833333333333334
 weight_Js_brk_Qh_cb_fold plan_Js_brk_Qh_cb 1
 weight_Js_brk_Qh_cb_fold reply_Jh_brk_Qh_c_bet 0.041666666666666664
 weight_Js_brk_Qh_cb_fold reply_Qs_brk_Qh_c_bet 0.041666666666666664
 weight_Js_brk_Qh_cb_fold reply_Ks_brk_Qh_c_bet 0.041666666666666664
 weight_Js_brk_Qh_cb_fold reply_Kh_brk_Qh_c_bet 0.041666666666666664
 weight_Js_brk_Qh_cb_call plan_Js_brk_Qh_cb 1
 weight_Js_brk_Qh_cb_call reply_Qs_brk_Qh_c_bet 0.075
 weight_Js_brk_Qh_cb_call reply_Ks_brk_Qh_c_bet 0.075
 weight_Js_brk_Qh_cb_call reply_Kh_brk_Qh_c_bet 0.075
 weight_Js_brk_Qh_cb_raise plan_Js_brk_Qh_cb 1
 weight_Js_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_fold -0.075
 weight_Js_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_fold -0.075
 weight_Js_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_call 0.10833333333333334
 weight_Js_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_fold -0.075
 weight_Js_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_call 0.10833333333333334
 weight_Js_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_fold -0.075
 weight_Js_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_call 0.10833333333333334
 weight_Js_brk_Qh_br_fold plan_Js_brk_Qh_br 1
 weight_Js_brk_Qh_br_fold reply_Jh_brk_Qh_b_raise 0.075
 weight_Js_brk_Qh_br_fold reply_Qs_brk_Qh_b_raise 0.075
 weight_Js_brk_Qh_br_fold reply_Ks_brk_Qh_b_raise 0.075
 weight_Js_brk_Qh_br_fold reply_Kh_brk_Qh_b_raise 0.075
 weight_Js_brk_Qh_br_call plan_Js_brk_Qh_br 1
 weight_Js_brk_Qh_br_call reply_Qs_brk_Qh_b_raise 0.10833333333333334
 weight_Js_brk_Qh_br_call reply_Ks_brk_Qh_b_raise 0.10833333333333334
 weight_Js_brk_Qh_br_call reply_Kh_brk_Qh_b_raise 0.10833333333333334
 weight_Js_brk_Ks_cb_fold plan_Js_brk_Ks_cb 1
 weight_Js_brk_Ks_cb_fold reply_Jh_brk_Ks_c_bet 0.041666666666666664
 weight_Js_brk_Ks_cb_fold reply_Qs_brk_Ks_c_bet 0.041666666666666664
 weight_Js_brk_Ks_cb_fold reply_Qh_brk_Ks_c_bet 0.041666666666666664
 weight_Js_brk_Ks_cb_fold reply_Kh_brk_Ks_c_bet 0.041666666666666664
 weight_Js_brk_Ks_cb_call plan_Js_brk_Ks_cb 1
 weight_Js_brk_Ks_cb_call reply_Qs_brk_Ks_c_bet 0.075
 weight_Js_brk_Ks_cb_call reply_Qh_brk_Ks_c_bet 0.075
 weight_Js_brk_Ks_cb_call reply_Kh_brk_Ks_c_bet 0.075
 weight_Js_brk_Ks_cb_raise plan_Js_brk_Ks_cb 1
 weight_Js_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_fold -0.075
 weight_Js_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_fold -0.075
 weight_Js_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_call 0.10833333333333334
 weight_Js_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_fold -0.075
 weight_Js_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_call 0.10833333333333334
 weight_Js_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_fold -0.075
 weight_Js_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_call 0.10833333333333334
 weight_Js_brk_Ks_br_fold plan_Js_brk_Ks_br 1
 weight_Js_brk_Ks_br_fold reply_Jh_brk_Ks_b_raise 0.075
 weight_Js_brk_Ks_br_fold reply_Qs_brk_Ks_b_raise 0.075
 weight_Js_brk_Ks_br_fold reply_Qh_brk_Ks_b_raise 0.075
 weight_Js_brk_Ks_br_fold reply_Kh_brk_Ks_b_raise 0.075
 weight_Js_brk_Ks_br_call plan_Js_brk_Ks_br 1
 weight_Js_brk_Ks_br_call reply_Qs_brk_Ks_b_raise 0.10833333333333334
 weight_Js_brk_Ks_br_call reply_Qh_brk_Ks_b_raise 0.10833333333333334
 weight_Js_brk_Ks_br_call reply_Kh_brk_Ks_b_raise 0.10833333333333334
 weight_Js_brk_Kh_cb_fold plan_Js_brk_Kh_cb 1
 weight_Js_brk_Kh_cb_fold reply_Jh_brk_Kh_c_bet 0.041666666666666664
 weight_Js_brk_Kh_cb_fold reply_Qs_brk_Kh_c_bet 0.041666666666666664
 weight_Js_brk_Kh_cb_fold reply_Qh_brk_Kh_c_bet 0.041666666666666664
 weight_Js_brk_Kh_cb_fold reply_Ks_brk_Kh_c_bet 0.041666666666666664
 weight_Js_brk_Kh_cb_call plan_Js_brk_Kh_cb 1
 weight_Js_brk_Kh_cb_call reply_Qs_brk_Kh_c_bet 0.075
 weight_Js_brk_Kh_cb_call reply_Qh_brk_Kh_c_bet 0.075
 weight_Js_brk_Kh_cb_call reply_Ks_brk_Kh_c_bet 0.075
 weight_Js_brk_Kh_cb_raise plan_Js_brk_Kh_cb 1
 weight_Js_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_fold -0.075
 weight_Js_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_fold -0.075
 weight_Js_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_call 0.10833333333333334
 weight_Js_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_fold -0.075
 weight_Js_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_call 0.10833333333333334
 weight_Js_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_fold -0.075
 weight_Js_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_call 0.10833333333333334
 weight_Js_brk_Kh_br_fold plan_Js_brk_Kh_br 1
 weight_Js_brk_Kh_br_fold reply_Jh_brk_Kh_b_raise 0.075
 weight_Js_brk_Kh_br_fold reply_Qs_brk_Kh_b_raise 0.075
 weight_Js_brk_Kh_br_fold reply_Qh_brk_Kh_b_raise 0.075
 weight_Js_brk_Kh_br_fold reply_Ks_brk_Kh_b_raise 0.075
 weight_Js_brk_Kh_br_call plan_Js_brk_Kh_br 1
 weight_Js_brk_Kh_br_call reply_Qs_brk_Kh_b_raise 0.10833333333333334
 weight_Js_brk_Kh_br_call reply_Qh_brk_Kh_b_raise 0.10833333333333334
 weight_Js_brk_Kh_br_call reply_Ks_brk_Kh_b_raise 0.10833333333333334
 weight_Js_cbk_Jh_cb_fold plan_Js_cbk_Jh_cb 1
 weight_Js_cbk_Jh_cb_fold reply_Qs_cbk_Jh_c_bet 0.025
 weight_Js_cbk_Jh_cb_fold reply_Qh_cbk_Jh_c_bet 0.025
 weight_Js_cbk_Jh_cb_fold reply_Ks_cbk_Jh_c_bet 0.025
 weight_Js_cbk_Jh_cb_fold reply_Kh_cbk_Jh_c_bet 0.025
 weight_Js_cbk_Jh_cb_call plan_Js_cbk_Jh_cb 1
 weight_Js_cbk_Jh_cb_call reply_Qs_cbk_Jh_c_bet -0.058333333333333334
 weight_Js_cbk_Jh_cb_call reply_Qh_cbk_Jh_c_bet -0.058333333333333334
 weight_Js_cbk_Jh_cb_call reply_Ks_cbk_Jh_c_bet -0.058333333333333334
 weight_Js_cbk_Jh_cb_call reply_Kh_cbk_Jh_c_bet -0.058333333333333334
 weight_Js_cbk_Jh_cb_raise plan_Js_cbk_Jh_cb 1
 weight_Js_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_call -0.09166666666666666
 weight_Js_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_call -0.09166666666666666
 weight_Js_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_call -0.09166666666666666
 weight_Js_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Js_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_call -0.09166666666666666
 weight_Js_cbk_Jh_br_fold plan_Js_cbk_Jh_br 1
 weight_Js_cbk_Jh_br_fold reply_Qs_cbk_Jh_b_raise 0.058333333333333334
 weight_Js_cbk_Jh_br_fold reply_Qh_cbk_Jh_b_raise 0.058333333333333334
 weight_Js_cbk_Jh_br_fold reply_Ks_cbk_Jh_b_raise 0.058333333333333334
 weight_Js_cbk_Jh_br_fold reply_Kh_cbk_Jh_b_raise 0.058333333333333334
 weight_Js_cbk_Jh_br_call plan_Js_cbk_Jh_br 1
 weight_Js_cbk_Jh_br_call reply_Qs_cbk_Jh_b_raise -0.09166666666666666
 weight_Js_cbk_Jh_br_call reply_Qh_cbk_Jh_b_raise -0.09166666666666666
 weight_Js_cbk_Jh_br_call reply_Ks_cbk_Jh_b_raise -0.09166666666666666
 weight_Js_cbk_Jh_br_call reply_Kh_cbk_Jh_b_raise -0.09166666666666666
 weight_Js_brk_Jh_cb_fold plan_Js_brk_Jh_cb 1
 weight_Js_brk_Jh_cb_fold reply_Qs_brk_Jh_c_bet 0.041666666666666664
 weight_Js_brk_Jh_cb_fold reply_Qh_brk_Jh_c_bet 0.041666666666666664
 weight_Js_brk_Jh_cb_fold reply_Ks_brk_Jh_c_bet 0.041666666666666664
 weight_Js_brk_Jh_cb_fold reply_Kh_brk_Jh_c_bet 0.041666666666666664
 weight_Js_brk_Jh_cb_call plan_Js_brk_Jh_cb 1
 weight_Js_brk_Jh_cb_call reply_Qs_brk_Jh_c_bet -0.075
 weight_Js_brk_Jh_cb_call reply_Qh_brk_Jh_c_bet -0.075
 weight_Js_brk_Jh_cb_call reply_Ks_brk_Jh_c_bet -0.075
 weight_Js_brk_Jh_cb_call reply_Kh_brk_Jh_c_bet -0.075
 weight_Js_brk_Jh_cb_raise plan_Js_brk_Jh_cb 1
 weight_Js_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_fold -0.075
 weight_Js_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_call -0.10833333333333334
 weight_Js_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_fold -0.075
 weight_Js_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_call -0.10833333333333334
 weight_Js_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_fold -0.075
 weight_Js_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_call -0.10833333333333334
 weight_Js_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_fold -0.075
 weight_Js_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_call -0.10833333333333334
 weight_Js_brk_Jh_br_fold plan_Js_brk_Jh_br 1
 weight_Js_brk_Jh_br_fold reply_Qs_brk_Jh_b_raise 0.075
 weight_Js_brk_Jh_br_fold reply_Qh_brk_Jh_b_raise 0.075
 weight_Js_brk_Jh_br_fold reply_Ks_brk_Jh_b_raise 0.075
 weight_Js_brk_Jh_br_fold reply_Kh_brk_Jh_b_raise 0.075
 weight_Js_brk_Jh_br_call plan_Js_brk_Jh_br 1
 weight_Js_brk_Jh_br_call reply_Qs_brk_Jh_b_raise -0.10833333333333334
 weight_Js_brk_Jh_br_call reply_Qh_brk_Jh_b_raise -0.10833333333333334
 weight_Js_brk_Jh_br_call reply_Ks_brk_Jh_b_raise -0.10833333333333334
 weight_Js_brk_Jh_br_call reply_Kh_brk_Jh_b_raise -0.10833333333333334
 weight_Jh_cbk_Qs_cb_fold plan_Jh_cbk_Qs_cb 1
 weight_Jh_cbk_Qs_cb_fold reply_Qh_cbk_Qs_c_bet 0.025
 weight_Jh_cbk_Qs_cb_fold reply_Ks_cbk_Qs_c_bet 0.025
 weight_Jh_cbk_Qs_cb_fold reply_Kh_cbk_Qs_c_bet 0.025
 weight_Jh_cbk_Qs_cb_fold reply_Js_cbk_Qs_c_bet 0.025
 weight_Jh_cbk_Qs_cb_call plan_Jh_cbk_Qs_cb 1
 weight_Jh_cbk_Qs_cb_call reply_Qh_cbk_Qs_c_bet 0.058333333333333334
 weight_Jh_cbk_Qs_cb_call reply_Ks_cbk_Qs_c_bet 0.058333333333333334
 weight_Jh_cbk_Qs_cb_call reply_Kh_cbk_Qs_c_bet 0.058333333333333334
 weight_Jh_cbk_Qs_cb_raise plan_Jh_cbk_Qs_cb 1
 weight_Jh_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qs_br_fold plan_Jh_cbk_Qs_br 1
 weight_Jh_cbk_Qs_br_fold reply_Qh_cbk_Qs_b_raise 0.058333333333333334
 weight_Jh_cbk_Qs_br_fold reply_Ks_cbk_Qs_b_raise 0.058333333333333334
 weight_Jh_cbk_Qs_br_fold reply_Kh_cbk_Qs_b_raise 0.058333333333333334
 weight_Jh_cbk_Qs_br_fold reply_Js_cbk_Qs_b_raise 0.058333333333333334
 weight_Jh_cbk_Qs_br_call plan_Jh_cbk_Qs_br 1
 weight_Jh_cbk_Qs_br_call reply_Qh_cbk_Qs_b_raise 0.09166666666666666
 weight_Jh_cbk_Qs_br_call reply_Ks_cbk_Qs_b_raise 0.09166666666666666
 weight_Jh_cbk_Qs_br_call reply_Kh_cbk_Qs_b_raise 0.09166666666666666
 weight_Jh_cbk_Qh_cb_fold plan_Jh_cbk_Qh_cb 1
 weight_Jh_cbk_Qh_cb_fold reply_Qs_cbk_Qh_c_bet 0.025
 weight_Jh_cbk_Qh_cb_fold reply_Ks_cbk_Qh_c_bet 0.025
 weight_Jh_cbk_Qh_cb_fold reply_Kh_cbk_Qh_c_bet 0.025
 weight_Jh_cbk_Qh_cb_fold reply_Js_cbk_Qh_c_bet 0.025
 weight_Jh_cbk_Qh_cb_call plan_Jh_cbk_Qh_cb 1
 weight_Jh_cbk_Qh_cb_call reply_Qs_cbk_Qh_c_bet 0.058333333333333334
 weight_Jh_cbk_Qh_cb_call reply_Ks_cbk_Qh_c_bet 0.058333333333333334
 weight_Jh_cbk_Qh_cb_call reply_Kh_cbk_Qh_c_bet 0.058333333333333334
 weight_Jh_cbk_Qh_cb_raise plan_Jh_cbk_Qh_cb 1
 weight_Jh_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Qh_br_fold plan_Jh_cbk_Qh_br 1
 weight_Jh_cbk_Qh_br_fold reply_Qs_cbk_Qh_b_raise 0.058333333333333334
 weight_Jh_cbk_Qh_br_fold reply_Ks_cbk_Qh_b_raise 0.058333333333333334
 weight_Jh_cbk_Qh_br_fold reply_Kh_cbk_Qh_b_raise 0.058333333333333334
 weight_Jh_cbk_Qh_br_fold reply_Js_cbk_Qh_b_raise 0.058333333333333334
 weight_Jh_cbk_Qh_br_call plan_Jh_cbk_Qh_br 1
 weight_Jh_cbk_Qh_br_call reply_Qs_cbk_Qh_b_raise 0.09166666666666666
 weight_Jh_cbk_Qh_br_call reply_Ks_cbk_Qh_b_raise 0.09166666666666666
 weight_Jh_cbk_Qh_br_call reply_Kh_cbk_Qh_b_raise 0.09166666666666666
 weight_Jh_cbk_Ks_cb_fold plan_Jh_cbk_Ks_cb 1
 weight_Jh_cbk_Ks_cb_fold reply_Qs_cbk_Ks_c_bet 0.025
 weight_Jh_cbk_Ks_cb_fold reply_Qh_cbk_Ks_c_bet 0.025
 weight_Jh_cbk_Ks_cb_fold reply_Kh_cbk_Ks_c_bet 0.025
 weight_Jh_cbk_Ks_cb_fold reply_Js_cbk_Ks_c_bet 0.025
 weight_Jh_cbk_Ks_cb_call plan_Jh_cbk_Ks_cb 1
 weight_Jh_cbk_Ks_cb_call reply_Qs_cbk_Ks_c_bet 0.058333333333333334
 weight_Jh_cbk_Ks_cb_call reply_Qh_cbk_Ks_c_bet 0.058333333333333334
 weight_Jh_cbk_Ks_cb_call reply_Kh_cbk_Ks_c_bet 0.058333333333333334
 weight_Jh_cbk_Ks_cb_raise plan_Jh_cbk_Ks_cb 1
 weight_Jh_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_call 0.09166666666666666
 weight_Jh_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Jh_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Jh_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Ks_br_fold plan_Jh_cbk_Ks_br 1
 weight_Jh_cbk_Ks_br_fold reply_Qs_cbk_Ks_b_raise 0.058333333333333334
 weight_Jh_cbk_Ks_br_fold reply_Qh_cbk_Ks_b_raise 0.058333333333333334
 weight_Jh_cbk_Ks_br_fold reply_Kh_cbk_Ks_b_raise 0.058333333333333334
 weight_Jh_cbk_Ks_br_fold reply_Js_cbk_Ks_b_raise 0.058333333333333334
 weight_Jh_cbk_Ks_br_call plan_Jh_cbk_Ks_br 1
 weight_Jh_cbk_Ks_br_call reply_Qs_cbk_Ks_b_raise 0.09166666666666666
 weight_Jh_cbk_Ks_br_call reply_Qh_cbk_Ks_b_raise 0.09166666666666666
 weight_Jh_cbk_Ks_br_call reply_Kh_cbk_Ks_b_raise 0.09166666666666666
 weight_Jh_cbk_Kh_cb_fold plan_Jh_cbk_Kh_cb 1
 weight_Jh_cbk_Kh_cb_fold reply_Qs_cbk_Kh_c_bet 0.025
 weight_Jh_cbk_Kh_cb_fold reply_Qh_cbk_Kh_c_bet 0.025
 weight_Jh_cbk_Kh_cb_fold reply_Ks_cbk_Kh_c_bet 0.025
 weight_Jh_cbk_Kh_cb_fold reply_Js_cbk_Kh_c_bet 0.025
 weight_Jh_cbk_Kh_cb_call plan_Jh_cbk_Kh_cb 1
 weight_Jh_cbk_Kh_cb_call reply_Qs_cbk_Kh_c_bet 0.058333333333333334
 weight_Jh_cbk_Kh_cb_call reply_Qh_cbk_Kh_c_bet 0.058333333333333334
 weight_Jh_cbk_Kh_cb_call reply_Ks_cbk_Kh_c_bet 0.058333333333333334
 weight_Jh_cbk_Kh_cb_raise plan_Jh_cbk_Kh_cb 1
 weight_Jh_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_call 0.09166666666666666
 weight_Jh_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Kh_br_fold plan_Jh_cbk_Kh_br 1
 weight_Jh_cbk_Kh_br_fold reply_Qs_cbk_Kh_b_raise 0.058333333333333334
 weight_Jh_cbk_Kh_br_fold reply_Qh_cbk_Kh_b_raise 0.058333333333333334
 weight_Jh_cbk_Kh_br_fold reply_Ks_cbk_Kh_b_raise 0.058333333333333334
 weight_Jh_cbk_Kh_br_fold reply_Js_cbk_Kh_b_raise 0.058333333333333334
 weight_Jh_cbk_Kh_br_call plan_Jh_cbk_Kh_br 1
 weight_Jh_cbk_Kh_br_call reply_Qs_cbk_Kh_b_raise 0.09166666666666666
 weight_Jh_cbk_Kh_br_call reply_Qh_cbk_Kh_b_raise 0.09166666666666666
 weight_Jh_cbk_Kh_br_call reply_Ks_cbk_Kh_b_raise 0.09166666666666666
 weight_Jh_brk_Qs_cb_fold plan_Jh_brk_Qs_cb 1
 weight_Jh_brk_Qs_cb_fold reply_Qh_brk_Qs_c_bet 0.041666666666666664
 weight_Jh_brk_Qs_cb_fold reply_Ks_brk_Qs_c_bet 0.041666666666666664
 weight_Jh_brk_Qs_cb_fold reply_Kh_brk_Qs_c_bet 0.041666666666666664
 weight_Jh_brk_Qs_cb_fold reply_Js_brk_Qs_c_bet 0.041666666666666664
 weight_Jh_brk_Qs_cb_call plan_Jh_brk_Qs_cb 1
 weight_Jh_brk_Qs_cb_call reply_Qh_brk_Qs_c_bet 0.075
 weight_Jh_brk_Qs_cb_call reply_Ks_brk_Qs_c_bet 0.075
 weight_Jh_brk_Qs_cb_call reply_Kh_brk_Qs_c_bet 0.075
 weight_Jh_brk_Qs_cb_raise plan_Jh_brk_Qs_cb 1
 weight_Jh_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_fold -0.075
 weight_Jh_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_call 0.10833333333333334
 weight_Jh_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_fold -0.075
 weight_Jh_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_call 0.10833333333333334
 weight_Jh_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_fold -0.075
 weight_Jh_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_call 0.10833333333333334
 weight_Jh_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_fold -0.075
 weight_Jh_brk_Qs_br_fold plan_Jh_brk_Qs_br 1
 weight_Jh_brk_Qs_br_fold reply_Qh_brk_Qs_b_raise 0.075
 weight_Jh_brk_Qs_br_fold reply_Ks_brk_Qs_b_raise 0.075
 weight_Jh_brk_Qs_br_fold reply_Kh_brk_Qs_b_raise 0.075
 weight_Jh_brk_Qs_br_fold reply_Js_brk_Qs_b_raise 0.075
 weight_Jh_brk_Qs_br_call plan_Jh_brk_Qs_br 1
 weight_Jh_brk_Qs_br_call reply_Qh_brk_Qs_b_raise 0.10833333333333334
 weight_Jh_brk_Qs_br_call reply_Ks_brk_Qs_b_raise 0.10833333333333334
 weight_Jh_brk_Qs_br_call reply_Kh_brk_Qs_b_raise 0.10833333333333334
 weight_Jh_brk_Qh_cb_fold plan_Jh_brk_Qh_cb 1
 weight_Jh_brk_Qh_cb_fold reply_Qs_brk_Qh_c_bet 0.041666666666666664
 weight_Jh_brk_Qh_cb_fold reply_Ks_brk_Qh_c_bet 0.041666666666666664
 weight_Jh_brk_Qh_cb_fold reply_Kh_brk_Qh_c_bet 0.041666666666666664
 weight_Jh_brk_Qh_cb_fold reply_Js_brk_Qh_c_bet 0.041666666666666664
 weight_Jh_brk_Qh_cb_call plan_Jh_brk_Qh_cb 1
 weight_Jh_brk_Qh_cb_call reply_Qs_brk_Qh_c_bet 0.075
 weight_Jh_brk_Qh_cb_call reply_Ks_brk_Qh_c_bet 0.075
 weight_Jh_brk_Qh_cb_call reply_Kh_brk_Qh_c_bet 0.075
 weight_Jh_brk_Qh_cb_raise plan_Jh_brk_Qh_cb 1
 weight_Jh_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_fold -0.075
 weight_Jh_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_call 0.10833333333333334
 weight_Jh_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_fold -0.075
 weight_Jh_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_call 0.10833333333333334
 weight_Jh_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_fold -0.075
 weight_Jh_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_call 0.10833333333333334
 weight_Jh_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_fold -0.075
 weight_Jh_brk_Qh_br_fold plan_Jh_brk_Qh_br 1
 weight_Jh_brk_Qh_br_fold reply_Qs_brk_Qh_b_raise 0.075
 weight_Jh_brk_Qh_br_fold reply_Ks_brk_Qh_b_raise 0.075
 weight_Jh_brk_Qh_br_fold reply_Kh_brk_Qh_b_raise 0.075
 weight_Jh_brk_Qh_br_fold reply_Js_brk_Qh_b_raise 0.075
 weight_Jh_brk_Qh_br_call plan_Jh_brk_Qh_br 1
 weight_Jh_brk_Qh_br_call reply_Qs_brk_Qh_b_raise 0.10833333333333334
 weight_Jh_brk_Qh_br_call reply_Ks_brk_Qh_b_raise 0.10833333333333334
 weight_Jh_brk_Qh_br_call reply_Kh_brk_Qh_b_raise 0.10833333333333334
 weight_Jh_brk_Ks_cb_fold plan_Jh_brk_Ks_cb 1
 weight_Jh_brk_Ks_cb_fold reply_Qs_brk_Ks_c_bet 0.041666666666666664
 weight_Jh_brk_Ks_cb_fold reply_Qh_brk_Ks_c_bet 0.041666666666666664
 weight_Jh_brk_Ks_cb_fold reply_Kh_brk_Ks_c_bet 0.041666666666666664
 weight_Jh_brk_Ks_cb_fold reply_Js_brk_Ks_c_bet 0.041666666666666664
 weight_Jh_brk_Ks_cb_call plan_Jh_brk_Ks_cb 1
 weight_Jh_brk_Ks_cb_call reply_Qs_brk_Ks_c_bet 0.075
 weight_Jh_brk_Ks_cb_call reply_Qh_brk_Ks_c_bet 0.075
 weight_Jh_brk_Ks_cb_call reply_Kh_brk_Ks_c_bet 0.075
 weight_Jh_brk_Ks_cb_raise plan_Jh_brk_Ks_cb 1
 weight_Jh_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_fold -0.075
 weight_Jh_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_call 0.10833333333333334
 weight_Jh_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_fold -0.075
 weight_Jh_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_call 0.10833333333333334
 weight_Jh_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_fold -0.075
 weight_Jh_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_call 0.10833333333333334
 weight_Jh_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_fold -0.075
 weight_Jh_brk_Ks_br_fold plan_Jh_brk_Ks_br 1
 weight_Jh_brk_Ks_br_fold reply_Qs_brk_Ks_b_raise 0.075
 weight_Jh_brk_Ks_br_fold reply_Qh_brk_Ks_b_raise 0.075
 weight_Jh_brk_Ks_br_fold reply_Kh_brk_Ks_b_raise 0.075
 weight_Jh_brk_Ks_br_fold reply_Js_brk_Ks_b_raise 0.075
 weight_Jh_brk_Ks_br_call plan_Jh_brk_Ks_br 1
 weight_Jh_brk_Ks_br_call reply_Qs_brk_Ks_b_raise 0.10833333333333334
 weight_Jh_brk_Ks_br_call reply_Qh_brk_Ks_b_raise 0.10833333333333334
 weight_Jh_brk_Ks_br_call reply_Kh_brk_Ks_b_raise 0.10833333333333334
 weight_Jh_brk_Kh_cb_fold plan_Jh_brk_Kh_cb 1
 weight_Jh_brk_Kh_cb_fold reply_Qs_brk_Kh_c_bet 0.041666666666666664
 weight_Jh_brk_Kh_cb_fold reply_Qh_brk_Kh_c_bet 0.041666666666666664
 weight_Jh_brk_Kh_cb_fold reply_Ks_brk_Kh_c_bet 0.041666666666666664
 weight_Jh_brk_Kh_cb_fold reply_Js_brk_Kh_c_bet 0.041666666666666664
 weight_Jh_brk_Kh_cb_call plan_Jh_brk_Kh_cb 1
 weight_Jh_brk_Kh_cb_call reply_Qs_brk_Kh_c_bet 0.075
 weight_Jh_brk_Kh_cb_call reply_Qh_brk_Kh_c_bet 0.075
 weight_Jh_brk_Kh_cb_call reply_Ks_brk_Kh_c_bet 0.075
 weight_Jh_brk_Kh_cb_raise plan_Jh_brk_Kh_cb 1
 weight_Jh_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_fold -0.075
 weight_Jh_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_call 0.10833333333333334
 weight_Jh_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_fold -0.075
 weight_Jh_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_call 0.10833333333333334
 weight_Jh_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_fold -0.075
 weight_Jh_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_call 0.10833333333333334
 weight_Jh_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_fold -0.075
 weight_Jh_brk_Kh_br_fold plan_Jh_brk_Kh_br 1
 weight_Jh_brk_Kh_br_fold reply_Qs_brk_Kh_b_raise 0.075
 weight_Jh_brk_Kh_br_fold reply_Qh_brk_Kh_b_raise 0.075
 weight_Jh_brk_Kh_br_fold reply_Ks_brk_Kh_b_raise 0.075
 weight_Jh_brk_Kh_br_fold reply_Js_brk_Kh_b_raise 0.075
 weight_Jh_brk_Kh_br_call plan_Jh_brk_Kh_br 1
 weight_Jh_brk_Kh_br_call reply_Qs_brk_Kh_b_raise 0.10833333333333334
 weight_Jh_brk_Kh_br_call reply_Qh_brk_Kh_b_raise 0.10833333333333334
 weight_Jh_brk_Kh_br_call reply_Ks_brk_Kh_b_raise 0.10833333333333334
 weight_Jh_cbk_Js_cb_fold plan_Jh_cbk_Js_cb 1
 weight_Jh_cbk_Js_cb_fold reply_Qs_cbk_Js_c_bet 0.025
 weight_Jh_cbk_Js_cb_fold reply_Qh_cbk_Js_c_bet 0.025
 weight_Jh_cbk_Js_cb_fold reply_Ks_cbk_Js_c_bet 0.025
 weight_Jh_cbk_Js_cb_fold reply_Kh_cbk_Js_c_bet 0.025
 weight_Jh_cbk_Js_cb_call plan_Jh_cbk_Js_cb 1
 weight_Jh_cbk_Js_cb_call reply_Qs_cbk_Js_c_bet -0.058333333333333334
 weight_Jh_cbk_Js_cb_call reply_Qh_cbk_Js_c_bet -0.058333333333333334
 weight_Jh_cbk_Js_cb_call reply_Ks_cbk_Js_c_bet -0.058333333333333334
 weight_Jh_cbk_Js_cb_call reply_Kh_cbk_Js_c_bet -0.058333333333333334
 weight_Jh_cbk_Js_cb_raise plan_Jh_cbk_Js_cb 1
 weight_Jh_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_call -0.09166666666666666
 weight_Jh_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_call -0.09166666666666666
 weight_Jh_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_call -0.09166666666666666
 weight_Jh_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Jh_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_call -0.09166666666666666
 weight_Jh_cbk_Js_br_fold plan_Jh_cbk_Js_br 1
 weight_Jh_cbk_Js_br_fold reply_Qs_cbk_Js_b_raise 0.058333333333333334
 weight_Jh_cbk_Js_br_fold reply_Qh_cbk_Js_b_raise 0.058333333333333334
 weight_Jh_cbk_Js_br_fold reply_Ks_cbk_Js_b_raise 0.058333333333333334
 weight_Jh_cbk_Js_br_fold reply_Kh_cbk_Js_b_raise 0.058333333333333334
 weight_Jh_cbk_Js_br_call plan_Jh_cbk_Js_br 1
 weight_Jh_cbk_Js_br_call reply_Qs_cbk_Js_b_raise -0.09166666666666666
 weight_Jh_cbk_Js_br_call reply_Qh_cbk_Js_b_raise -0.09166666666666666
 weight_Jh_cbk_Js_br_call reply_Ks_cbk_Js_b_raise -0.09166666666666666
 weight_Jh_cbk_Js_br_call reply_Kh_cbk_Js_b_raise -0.09166666666666666
 weight_Jh_brk_Js_cb_fold plan_Jh_brk_Js_cb 1
 weight_Jh_brk_Js_cb_fold reply_Qs_brk_Js_c_bet 0.041666666666666664
 weight_Jh_brk_Js_cb_fold reply_Qh_brk_Js_c_bet 0.041666666666666664
 weight_Jh_brk_Js_cb_fold reply_Ks_brk_Js_c_bet 0.041666666666666664
 weight_Jh_brk_Js_cb_fold reply_Kh_brk_Js_c_bet 0.041666666666666664
 weight_Jh_brk_Js_cb_call plan_Jh_brk_Js_cb 1
 weight_Jh_brk_Js_cb_call reply_Qs_brk_Js_c_bet -0.075
 weight_Jh_brk_Js_cb_call reply_Qh_brk_Js_c_bet -0.075
 weight_Jh_brk_Js_cb_call reply_Ks_brk_Js_c_bet -0.075
 weight_Jh_brk_Js_cb_call reply_Kh_brk_Js_c_bet -0.075
 weight_Jh_brk_Js_cb_raise plan_Jh_brk_Js_cb 1
 weight_Jh_brk_Js_cb_raise reply_Qs_brk_Js_cbr_fold -0.075
 weight_Jh_brk_Js_cb_raise reply_Qs_brk_Js_cbr_call -0.10833333333333334
 weight_Jh_brk_Js_cb_raise reply_Qh_brk_Js_cbr_fold -0.075
 weight_Jh_brk_Js_cb_raise reply_Qh_brk_Js_cbr_call -0.10833333333333334
 weight_Jh_brk_Js_cb_raise reply_Ks_brk_Js_cbr_fold -0.075
 weight_Jh_brk_Js_cb_raise reply_Ks_brk_Js_cbr_call -0.10833333333333334
 weight_Jh_brk_Js_cb_raise reply_Kh_brk_Js_cbr_fold -0.075
 weight_Jh_brk_Js_cb_raise reply_Kh_brk_Js_cbr_call -0.10833333333333334
 weight_Jh_brk_Js_br_fold plan_Jh_brk_Js_br 1
 weight_Jh_brk_Js_br_fold reply_Qs_brk_Js_b_raise 0.075
 weight_Jh_brk_Js_br_fold reply_Qh_brk_Js_b_raise 0.075
 weight_Jh_brk_Js_br_fold reply_Ks_brk_Js_b_raise 0.075
 weight_Jh_brk_Js_br_fold reply_Kh_brk_Js_b_raise 0.075
 weight_Jh_brk_Js_br_call plan_Jh_brk_Js_br 1
 weight_Jh_brk_Js_br_call reply_Qs_brk_Js_b_raise -0.10833333333333334
 weight_Jh_brk_Js_br_call reply_Qh_brk_Js_b_raise -0.10833333333333334
 weight_Jh_brk_Js_br_call reply_Ks_brk_Js_b_raise -0.10833333333333334
 weight_Jh_brk_Js_br_call reply_Kh_brk_Js_b_raise -0.10833333333333334
 weight_Qs_cbk_Jh_cb_fold plan_Qs_cbk_Jh_cb 1
 weight_Qs_cbk_Jh_cb_fold reply_Qh_cbk_Jh_c_bet 0.025
 weight_Qs_cbk_Jh_cb_fold reply_Ks_cbk_Jh_c_bet 0.025
 weight_Qs_cbk_Jh_cb_fold reply_Kh_cbk_Jh_c_bet 0.025
 weight_Qs_cbk_Jh_cb_fold reply_Js_cbk_Jh_c_bet 0.025
 weight_Qs_cbk_Jh_cb_call plan_Qs_cbk_Jh_cb 1
 weight_Qs_cbk_Jh_cb_call reply_Ks_cbk_Jh_c_bet 0.058333333333333334
 weight_Qs_cbk_Jh_cb_call reply_Kh_cbk_Jh_c_bet 0.058333333333333334
 weight_Qs_cbk_Jh_cb_call reply_Js_cbk_Jh_c_bet 0.058333333333333334
 weight_Qs_cbk_Jh_cb_raise plan_Qs_cbk_Jh_cb 1
 weight_Qs_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qs_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qs_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qs_cbk_Jh_br_fold plan_Qs_cbk_Jh_br 1
 weight_Qs_cbk_Jh_br_fold reply_Qh_cbk_Jh_b_raise 0.058333333333333334
 weight_Qs_cbk_Jh_br_fold reply_Ks_cbk_Jh_b_raise 0.058333333333333334
 weight_Qs_cbk_Jh_br_fold reply_Kh_cbk_Jh_b_raise 0.058333333333333334
 weight_Qs_cbk_Jh_br_fold reply_Js_cbk_Jh_b_raise 0.058333333333333334
 weight_Qs_cbk_Jh_br_call plan_Qs_cbk_Jh_br 1
 weight_Qs_cbk_Jh_br_call reply_Ks_cbk_Jh_b_raise 0.09166666666666666
 weight_Qs_cbk_Jh_br_call reply_Kh_cbk_Jh_b_raise 0.09166666666666666
 weight_Qs_cbk_Jh_br_call reply_Js_cbk_Jh_b_raise 0.09166666666666666
 weight_Qs_cbk_Qh_cb_fold plan_Qs_cbk_Qh_cb 1
 weight_Qs_cbk_Qh_cb_fold reply_Jh_cbk_Qh_c_bet 0.025
 weight_Qs_cbk_Qh_cb_fold reply_Ks_cbk_Qh_c_bet 0.025
 weight_Qs_cbk_Qh_cb_fold reply_Kh_cbk_Qh_c_bet 0.025
 weight_Qs_cbk_Qh_cb_fold reply_Js_cbk_Qh_c_bet 0.025
 weight_Qs_cbk_Qh_cb_call plan_Qs_cbk_Qh_cb 1
 weight_Qs_cbk_Qh_cb_call reply_Jh_cbk_Qh_c_bet -0.058333333333333334
 weight_Qs_cbk_Qh_cb_call reply_Ks_cbk_Qh_c_bet -0.058333333333333334
 weight_Qs_cbk_Qh_cb_call reply_Kh_cbk_Qh_c_bet -0.058333333333333334
 weight_Qs_cbk_Qh_cb_call reply_Js_cbk_Qh_c_bet -0.058333333333333334
 weight_Qs_cbk_Qh_cb_raise plan_Qs_cbk_Qh_cb 1
 weight_Qs_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Qh_br_fold plan_Qs_cbk_Qh_br 1
 weight_Qs_cbk_Qh_br_fold reply_Jh_cbk_Qh_b_raise 0.058333333333333334
 weight_Qs_cbk_Qh_br_fold reply_Ks_cbk_Qh_b_raise 0.058333333333333334
 weight_Qs_cbk_Qh_br_fold reply_Kh_cbk_Qh_b_raise 0.058333333333333334
 weight_Qs_cbk_Qh_br_fold reply_Js_cbk_Qh_b_raise 0.058333333333333334
 weight_Qs_cbk_Qh_br_call plan_Qs_cbk_Qh_br 1
 weight_Qs_cbk_Qh_br_call reply_Jh_cbk_Qh_b_raise -0.09166666666666666
 weight_Qs_cbk_Qh_br_call reply_Ks_cbk_Qh_b_raise -0.09166666666666666
 weight_Qs_cbk_Qh_br_call reply_Kh_cbk_Qh_b_raise -0.09166666666666666
 weight_Qs_cbk_Qh_br_call reply_Js_cbk_Qh_b_raise -0.09166666666666666
 weight_Qs_cbk_Ks_cb_fold plan_Qs_cbk_Ks_cb 1
 weight_Qs_cbk_Ks_cb_fold reply_Jh_cbk_Ks_c_bet 0.025
 weight_Qs_cbk_Ks_cb_fold reply_Qh_cbk_Ks_c_bet 0.025
 weight_Qs_cbk_Ks_cb_fold reply_Kh_cbk_Ks_c_bet 0.025
 weight_Qs_cbk_Ks_cb_fold reply_Js_cbk_Ks_c_bet 0.025
 weight_Qs_cbk_Ks_cb_call plan_Qs_cbk_Ks_cb 1
 weight_Qs_cbk_Ks_cb_call reply_Jh_cbk_Ks_c_bet -0.058333333333333334
 weight_Qs_cbk_Ks_cb_call reply_Kh_cbk_Ks_c_bet 0.058333333333333334
 weight_Qs_cbk_Ks_cb_call reply_Js_cbk_Ks_c_bet -0.058333333333333334
 weight_Qs_cbk_Ks_cb_raise plan_Qs_cbk_Ks_cb 1
 weight_Qs_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_call -0.09166666666666666
 weight_Qs_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Qs_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_call -0.09166666666666666
 weight_Qs_cbk_Ks_br_fold plan_Qs_cbk_Ks_br 1
 weight_Qs_cbk_Ks_br_fold reply_Jh_cbk_Ks_b_raise 0.058333333333333334
 weight_Qs_cbk_Ks_br_fold reply_Qh_cbk_Ks_b_raise 0.058333333333333334
 weight_Qs_cbk_Ks_br_fold reply_Kh_cbk_Ks_b_raise 0.058333333333333334
 weight_Qs_cbk_Ks_br_fold reply_Js_cbk_Ks_b_raise 0.058333333333333334
 weight_Qs_cbk_Ks_br_call plan_Qs_cbk_Ks_br 1
 weight_Qs_cbk_Ks_br_call reply_Jh_cbk_Ks_b_raise -0.09166666666666666
 weight_Qs_cbk_Ks_br_call reply_Kh_cbk_Ks_b_raise 0.09166666666666666
 weight_Qs_cbk_Ks_br_call reply_Js_cbk_Ks_b_raise -0.09166666666666666
 weight_Qs_cbk_Kh_cb_fold plan_Qs_cbk_Kh_cb 1
 weight_Qs_cbk_Kh_cb_fold reply_Jh_cbk_Kh_c_bet 0.025
 weight_Qs_cbk_Kh_cb_fold reply_Qh_cbk_Kh_c_bet 0.025
 weight_Qs_cbk_Kh_cb_fold reply_Ks_cbk_Kh_c_bet 0.025
 weight_Qs_cbk_Kh_cb_fold reply_Js_cbk_Kh_c_bet 0.025
 weight_Qs_cbk_Kh_cb_call plan_Qs_cbk_Kh_cb 1
 weight_Qs_cbk_Kh_cb_call reply_Jh_cbk_Kh_c_bet -0.058333333333333334
 weight_Qs_cbk_Kh_cb_call reply_Ks_cbk_Kh_c_bet 0.058333333333333334
 weight_Qs_cbk_Kh_cb_call reply_Js_cbk_Kh_c_bet -0.058333333333333334
 weight_Qs_cbk_Kh_cb_raise plan_Qs_cbk_Kh_cb 1
 weight_Qs_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_call 0.09166666666666666
 weight_Qs_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_call -0.09166666666666666
 weight_Qs_cbk_Kh_br_fold plan_Qs_cbk_Kh_br 1
 weight_Qs_cbk_Kh_br_fold reply_Jh_cbk_Kh_b_raise 0.058333333333333334
 weight_Qs_cbk_Kh_br_fold reply_Qh_cbk_Kh_b_raise 0.058333333333333334
 weight_Qs_cbk_Kh_br_fold reply_Ks_cbk_Kh_b_raise 0.058333333333333334
 weight_Qs_cbk_Kh_br_fold reply_Js_cbk_Kh_b_raise 0.058333333333333334
 weight_Qs_cbk_Kh_br_call plan_Qs_cbk_Kh_br 1
 weight_Qs_cbk_Kh_br_call reply_Jh_cbk_Kh_b_raise -0.09166666666666666
 weight_Qs_cbk_Kh_br_call reply_Ks_cbk_Kh_b_raise 0.09166666666666666
 weight_Qs_cbk_Kh_br_call reply_Js_cbk_Kh_b_raise -0.09166666666666666
 weight_Qs_brk_Jh_cb_fold plan_Qs_brk_Jh_cb 1
 weight_Qs_brk_Jh_cb_fold reply_Qh_brk_Jh_c_bet 0.041666666666666664
 weight_Qs_brk_Jh_cb_fold reply_Ks_brk_Jh_c_bet 0.041666666666666664
 weight_Qs_brk_Jh_cb_fold reply_Kh_brk_Jh_c_bet 0.041666666666666664
 weight_Qs_brk_Jh_cb_fold reply_Js_brk_Jh_c_bet 0.041666666666666664
 weight_Qs_brk_Jh_cb_call plan_Qs_brk_Jh_cb 1
 weight_Qs_brk_Jh_cb_call reply_Ks_brk_Jh_c_bet 0.075
 weight_Qs_brk_Jh_cb_call reply_Kh_brk_Jh_c_bet 0.075
 weight_Qs_brk_Jh_cb_call reply_Js_brk_Jh_c_bet 0.075
 weight_Qs_brk_Jh_cb_raise plan_Qs_brk_Jh_cb 1
 weight_Qs_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_fold -0.075
 weight_Qs_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_fold -0.075
 weight_Qs_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_call 0.10833333333333334
 weight_Qs_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_fold -0.075
 weight_Qs_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_call 0.10833333333333334
 weight_Qs_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_fold -0.075
 weight_Qs_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_call 0.10833333333333334
 weight_Qs_brk_Jh_br_fold plan_Qs_brk_Jh_br 1
 weight_Qs_brk_Jh_br_fold reply_Qh_brk_Jh_b_raise 0.075
 weight_Qs_brk_Jh_br_fold reply_Ks_brk_Jh_b_raise 0.075
 weight_Qs_brk_Jh_br_fold reply_Kh_brk_Jh_b_raise 0.075
 weight_Qs_brk_Jh_br_fold reply_Js_brk_Jh_b_raise 0.075
 weight_Qs_brk_Jh_br_call plan_Qs_brk_Jh_br 1
 weight_Qs_brk_Jh_br_call reply_Ks_brk_Jh_b_raise 0.10833333333333334
 weight_Qs_brk_Jh_br_call reply_Kh_brk_Jh_b_raise 0.10833333333333334
 weight_Qs_brk_Jh_br_call reply_Js_brk_Jh_b_raise 0.10833333333333334
 weight_Qs_brk_Qh_cb_fold plan_Qs_brk_Qh_cb 1
 weight_Qs_brk_Qh_cb_fold reply_Jh_brk_Qh_c_bet 0.041666666666666664
 weight_Qs_brk_Qh_cb_fold reply_Ks_brk_Qh_c_bet 0.041666666666666664
 weight_Qs_brk_Qh_cb_fold reply_Kh_brk_Qh_c_bet 0.041666666666666664
 weight_Qs_brk_Qh_cb_fold reply_Js_brk_Qh_c_bet 0.041666666666666664
 weight_Qs_brk_Qh_cb_call plan_Qs_brk_Qh_cb 1
 weight_Qs_brk_Qh_cb_call reply_Jh_brk_Qh_c_bet -0.075
 weight_Qs_brk_Qh_cb_call reply_Ks_brk_Qh_c_bet -0.075
 weight_Qs_brk_Qh_cb_call reply_Kh_brk_Qh_c_bet -0.075
 weight_Qs_brk_Qh_cb_call reply_Js_brk_Qh_c_bet -0.075
 weight_Qs_brk_Qh_cb_raise plan_Qs_brk_Qh_cb 1
 weight_Qs_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_fold -0.075
 weight_Qs_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_call -0.10833333333333334
 weight_Qs_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_fold -0.075
 weight_Qs_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_call -0.10833333333333334
 weight_Qs_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_fold -0.075
 weight_Qs_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_call -0.10833333333333334
 weight_Qs_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_fold -0.075
 weight_Qs_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_call -0.10833333333333334
 weight_Qs_brk_Qh_br_fold plan_Qs_brk_Qh_br 1
 weight_Qs_brk_Qh_br_fold reply_Jh_brk_Qh_b_raise 0.075
 weight_Qs_brk_Qh_br_fold reply_Ks_brk_Qh_b_raise 0.075
 weight_Qs_brk_Qh_br_fold reply_Kh_brk_Qh_b_raise 0.075
 weight_Qs_brk_Qh_br_fold reply_Js_brk_Qh_b_raise 0.075
 weight_Qs_brk_Qh_br_call plan_Qs_brk_Qh_br 1
 weight_Qs_brk_Qh_br_call reply_Jh_brk_Qh_b_raise -0.10833333333333334
 weight_Qs_brk_Qh_br_call reply_Ks_brk_Qh_b_raise -0.10833333333333334
 weight_Qs_brk_Qh_br_call reply_Kh_brk_Qh_b_raise -0.10833333333333334
 weight_Qs_brk_Qh_br_call reply_Js_brk_Qh_b_raise -0.10833333333333334
 weight_Qs_brk_Ks_cb_fold plan_Qs_brk_Ks_cb 1
 weight_Qs_brk_Ks_cb_fold reply_Jh_brk_Ks_c_bet 0.041666666666666664
 weight_Qs_brk_Ks_cb_fold reply_Qh_brk_Ks_c_bet 0.041666666666666664
 weight_Qs_brk_Ks_cb_fold reply_Kh_brk_Ks_c_bet 0.041666666666666664
 weight_Qs_brk_Ks_cb_fold reply_Js_brk_Ks_c_bet 0.041666666666666664
 weight_Qs_brk_Ks_cb_call plan_Qs_brk_Ks_cb 1
 weight_Qs_brk_Ks_cb_call reply_Jh_brk_Ks_c_bet -0.075
 weight_Qs_brk_Ks_cb_call reply_Kh_brk_Ks_c_bet 0.075
 weight_Qs_brk_Ks_cb_call reply_Js_brk_Ks_c_bet -0.075
 weight_Qs_brk_Ks_cb_raise plan_Qs_brk_Ks_cb 1
 weight_Qs_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_fold -0.075
 weight_Qs_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_call -0.10833333333333334
 weight_Qs_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_fold -0.075
 weight_Qs_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_fold -0.075
 weight_Qs_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_call 0.10833333333333334
 weight_Qs_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_fold -0.075
 weight_Qs_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_call -0.10833333333333334
 weight_Qs_brk_Ks_br_fold plan_Qs_brk_Ks_br 1
 weight_Qs_brk_Ks_br_fold reply_Jh_brk_Ks_b_raise 0.075
 weight_Qs_brk_Ks_br_fold reply_Qh_brk_Ks_b_raise 0.075
 weight_Qs_brk_Ks_br_fold reply_Kh_brk_Ks_b_raise 0.075
 weight_Qs_brk_Ks_br_fold reply_Js_brk_Ks_b_raise 0.075
 weight_Qs_brk_Ks_br_call plan_Qs_brk_Ks_br 1
 weight_Qs_brk_Ks_br_call reply_Jh_brk_Ks_b_raise -0.10833333333333334
 weight_Qs_brk_Ks_br_call reply_Kh_brk_Ks_b_raise 0.10833333333333334
 weight_Qs_brk_Ks_br_call reply_Js_brk_Ks_b_raise -0.10833333333333334
 weight_Qs_brk_Kh_cb_fold plan_Qs_brk_Kh_cb 1
 weight_Qs_brk_Kh_cb_fold reply_Jh_brk_Kh_c_bet 0.041666666666666664
 weight_Qs_brk_Kh_cb_fold reply_Qh_brk_Kh_c_bet 0.041666666666666664
 weight_Qs_brk_Kh_cb_fold reply_Ks_brk_Kh_c_bet 0.041666666666666664
 weight_Qs_brk_Kh_cb_fold reply_Js_brk_Kh_c_bet 0.041666666666666664
 weight_Qs_brk_Kh_cb_call plan_Qs_brk_Kh_cb 1
 weight_Qs_brk_Kh_cb_call reply_Jh_brk_Kh_c_bet -0.075
 weight_Qs_brk_Kh_cb_call reply_Ks_brk_Kh_c_bet 0.075
 weight_Qs_brk_Kh_cb_call reply_Js_brk_Kh_c_bet -0.075
 weight_Qs_brk_Kh_cb_raise plan_Qs_brk_Kh_cb 1
 weight_Qs_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_fold -0.075
 weight_Qs_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_call -0.10833333333333334
 weight_Qs_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_fold -0.075
 weight_Qs_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_fold -0.075
 weight_Qs_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_call 0.10833333333333334
 weight_Qs_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_fold -0.075
 weight_Qs_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_call -0.10833333333333334
 weight_Qs_brk_Kh_br_fold plan_Qs_brk_Kh_br 1
 weight_Qs_brk_Kh_br_fold reply_Jh_brk_Kh_b_raise 0.075
 weight_Qs_brk_Kh_br_fold reply_Qh_brk_Kh_b_raise 0.075
 weight_Qs_brk_Kh_br_fold reply_Ks_brk_Kh_b_raise 0.075
 weight_Qs_brk_Kh_br_fold reply_Js_brk_Kh_b_raise 0.075
 weight_Qs_brk_Kh_br_call plan_Qs_brk_Kh_br 1
 weight_Qs_brk_Kh_br_call reply_Jh_brk_Kh_b_raise -0.10833333333333334
 weight_Qs_brk_Kh_br_call reply_Ks_brk_Kh_b_raise 0.10833333333333334
 weight_Qs_brk_Kh_br_call reply_Js_brk_Kh_b_raise -0.10833333333333334
 weight_Qs_cbk_Js_cb_fold plan_Qs_cbk_Js_cb 1
 weight_Qs_cbk_Js_cb_fold reply_Qh_cbk_Js_c_bet 0.025
 weight_Qs_cbk_Js_cb_fold reply_Ks_cbk_Js_c_bet 0.025
 weight_Qs_cbk_Js_cb_fold reply_Kh_cbk_Js_c_bet 0.025
 weight_Qs_cbk_Js_cb_fold reply_Jh_cbk_Js_c_bet 0.025
 weight_Qs_cbk_Js_cb_call plan_Qs_cbk_Js_cb 1
 weight_Qs_cbk_Js_cb_call reply_Ks_cbk_Js_c_bet 0.058333333333333334
 weight_Qs_cbk_Js_cb_call reply_Kh_cbk_Js_c_bet 0.058333333333333334
 weight_Qs_cbk_Js_cb_call reply_Jh_cbk_Js_c_bet 0.058333333333333334
 weight_Qs_cbk_Js_cb_raise plan_Qs_cbk_Js_cb 1
 weight_Qs_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_call 0.09166666666666666
 weight_Qs_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_call 0.09166666666666666
 weight_Qs_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qs_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_call 0.09166666666666666
 weight_Qs_cbk_Js_br_fold plan_Qs_cbk_Js_br 1
 weight_Qs_cbk_Js_br_fold reply_Qh_cbk_Js_b_raise 0.058333333333333334
 weight_Qs_cbk_Js_br_fold reply_Ks_cbk_Js_b_raise 0.058333333333333334
 weight_Qs_cbk_Js_br_fold reply_Kh_cbk_Js_b_raise 0.058333333333333334
 weight_Qs_cbk_Js_br_fold reply_Jh_cbk_Js_b_raise 0.058333333333333334
 weight_Qs_cbk_Js_br_call plan_Qs_cbk_Js_br 1
 weight_Qs_cbk_Js_br_call reply_Ks_cbk_Js_b_raise 0.09166666666666666
 weight_Qs_cbk_Js_br_call reply_Kh_cbk_Js_b_raise 0.09166666666666666
 weight_Qs_cbk_Js_br_call reply_Jh_cbk_Js_b_raise 0.09166666666666666
 weight_Qs_brk_Js_cb_fold plan_Qs_brk_Js_cb 1
 weight_Qs_brk_Js_cb_fold reply_Qh_brk_Js_c_bet 0.041666666666666664
 weight_Qs_brk_Js_cb_fold reply_Ks_brk_Js_c_bet 0.041666666666666664
 weight_Qs_brk_Js_cb_fold reply_Kh_brk_Js_c_bet 0.041666666666666664
 weight_Qs_brk_Js_cb_fold reply_Jh_brk_Js_c_bet 0.041666666666666664
 weight_Qs_brk_Js_cb_call plan_Qs_brk_Js_cb 1
 weight_Qs_brk_Js_cb_call reply_Ks_brk_Js_c_bet 0.075
 weight_Qs_brk_Js_cb_call reply_Kh_brk_Js_c_bet 0.075
 weight_Qs_brk_Js_cb_call reply_Jh_brk_Js_c_bet 0.075
 weight_Qs_brk_Js_cb_raise plan_Qs_brk_Js_cb 1
 weight_Qs_brk_Js_cb_raise reply_Qh_brk_Js_cbr_fold -0.075
 weight_Qs_brk_Js_cb_raise reply_Ks_brk_Js_cbr_fold -0.075
 weight_Qs_brk_Js_cb_raise reply_Ks_brk_Js_cbr_call 0.10833333333333334
 weight_Qs_brk_Js_cb_raise reply_Kh_brk_Js_cbr_fold -0.075
 weight_Qs_brk_Js_cb_raise reply_Kh_brk_Js_cbr_call 0.10833333333333334
 weight_Qs_brk_Js_cb_raise reply_Jh_brk_Js_cbr_fold -0.075
 weight_Qs_brk_Js_cb_raise reply_Jh_brk_Js_cbr_call 0.10833333333333334
 weight_Qs_brk_Js_br_fold plan_Qs_brk_Js_br 1
 weight_Qs_brk_Js_br_fold reply_Qh_brk_Js_b_raise 0.075
 weight_Qs_brk_Js_br_fold reply_Ks_brk_Js_b_raise 0.075
 weight_Qs_brk_Js_br_fold reply_Kh_brk_Js_b_raise 0.075
 weight_Qs_brk_Js_br_fold reply_Jh_brk_Js_b_raise 0.075
 weight_Qs_brk_Js_br_call plan_Qs_brk_Js_br 1
 weight_Qs_brk_Js_br_call reply_Ks_brk_Js_b_raise 0.10833333333333334
 weight_Qs_brk_Js_br_call reply_Kh_brk_Js_b_raise 0.10833333333333334
 weight_Qs_brk_Js_br_call reply_Jh_brk_Js_b_raise 0.10833333333333334
 weight_Qh_cbk_Jh_cb_fold plan_Qh_cbk_Jh_cb 1
 weight_Qh_cbk_Jh_cb_fold reply_Qs_cbk_Jh_c_bet 0.025
 weight_Qh_cbk_Jh_cb_fold reply_Ks_cbk_Jh_c_bet 0.025
 weight_Qh_cbk_Jh_cb_fold reply_Kh_cbk_Jh_c_bet 0.025
 weight_Qh_cbk_Jh_cb_fold reply_Js_cbk_Jh_c_bet 0.025
 weight_Qh_cbk_Jh_cb_call plan_Qh_cbk_Jh_cb 1
 weight_Qh_cbk_Jh_cb_call reply_Ks_cbk_Jh_c_bet 0.058333333333333334
 weight_Qh_cbk_Jh_cb_call reply_Kh_cbk_Jh_c_bet 0.058333333333333334
 weight_Qh_cbk_Jh_cb_call reply_Js_cbk_Jh_c_bet 0.058333333333333334
 weight_Qh_cbk_Jh_cb_raise plan_Qh_cbk_Jh_cb 1
 weight_Qh_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qh_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qh_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_call 0.09166666666666666
 weight_Qh_cbk_Jh_br_fold plan_Qh_cbk_Jh_br 1
 weight_Qh_cbk_Jh_br_fold reply_Qs_cbk_Jh_b_raise 0.058333333333333334
 weight_Qh_cbk_Jh_br_fold reply_Ks_cbk_Jh_b_raise 0.058333333333333334
 weight_Qh_cbk_Jh_br_fold reply_Kh_cbk_Jh_b_raise 0.058333333333333334
 weight_Qh_cbk_Jh_br_fold reply_Js_cbk_Jh_b_raise 0.058333333333333334
 weight_Qh_cbk_Jh_br_call plan_Qh_cbk_Jh_br 1
 weight_Qh_cbk_Jh_br_call reply_Ks_cbk_Jh_b_raise 0.09166666666666666
 weight_Qh_cbk_Jh_br_call reply_Kh_cbk_Jh_b_raise 0.09166666666666666
 weight_Qh_cbk_Jh_br_call reply_Js_cbk_Jh_b_raise 0.09166666666666666
 weight_Qh_cbk_Qs_cb_fold plan_Qh_cbk_Qs_cb 1
 weight_Qh_cbk_Qs_cb_fold reply_Jh_cbk_Qs_c_bet 0.025
 weight_Qh_cbk_Qs_cb_fold reply_Ks_cbk_Qs_c_bet 0.025
 weight_Qh_cbk_Qs_cb_fold reply_Kh_cbk_Qs_c_bet 0.025
 weight_Qh_cbk_Qs_cb_fold reply_Js_cbk_Qs_c_bet 0.025
 weight_Qh_cbk_Qs_cb_call plan_Qh_cbk_Qs_cb 1
 weight_Qh_cbk_Qs_cb_call reply_Jh_cbk_Qs_c_bet -0.058333333333333334
 weight_Qh_cbk_Qs_cb_call reply_Ks_cbk_Qs_c_bet -0.058333333333333334
 weight_Qh_cbk_Qs_cb_call reply_Kh_cbk_Qs_c_bet -0.058333333333333334
 weight_Qh_cbk_Qs_cb_call reply_Js_cbk_Qs_c_bet -0.058333333333333334
 weight_Qh_cbk_Qs_cb_raise plan_Qh_cbk_Qs_cb 1
 weight_Qh_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_call -0.09166666666666666
 weight_Qh_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_call -0.09166666666666666
 weight_Qh_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_call -0.09166666666666666
 weight_Qh_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_call -0.09166666666666666
 weight_Qh_cbk_Qs_br_fold plan_Qh_cbk_Qs_br 1
 weight_Qh_cbk_Qs_br_fold reply_Jh_cbk_Qs_b_raise 0.058333333333333334
 weight_Qh_cbk_Qs_br_fold reply_Ks_cbk_Qs_b_raise 0.058333333333333334
 weight_Qh_cbk_Qs_br_fold reply_Kh_cbk_Qs_b_raise 0.058333333333333334
 weight_Qh_cbk_Qs_br_fold reply_Js_cbk_Qs_b_raise 0.058333333333333334
 weight_Qh_cbk_Qs_br_call plan_Qh_cbk_Qs_br 1
 weight_Qh_cbk_Qs_br_call reply_Jh_cbk_Qs_b_raise -0.09166666666666666
 weight_Qh_cbk_Qs_br_call reply_Ks_cbk_Qs_b_raise -0.09166666666666666
 weight_Qh_cbk_Qs_br_call reply_Kh_cbk_Qs_b_raise -0.09166666666666666
 weight_Qh_cbk_Qs_br_call reply_Js_cbk_Qs_b_raise -0.09166666666666666
 weight_Qh_cbk_Ks_cb_fold plan_Qh_cbk_Ks_cb 1
 weight_Qh_cbk_Ks_cb_fold reply_Jh_cbk_Ks_c_bet 0.025
 weight_Qh_cbk_Ks_cb_fold reply_Qs_cbk_Ks_c_bet 0.025
 weight_Qh_cbk_Ks_cb_fold reply_Kh_cbk_Ks_c_bet 0.025
 weight_Qh_cbk_Ks_cb_fold reply_Js_cbk_Ks_c_bet 0.025
 weight_Qh_cbk_Ks_cb_call plan_Qh_cbk_Ks_cb 1
 weight_Qh_cbk_Ks_cb_call reply_Jh_cbk_Ks_c_bet -0.058333333333333334
 weight_Qh_cbk_Ks_cb_call reply_Kh_cbk_Ks_c_bet 0.058333333333333334
 weight_Qh_cbk_Ks_cb_call reply_Js_cbk_Ks_c_bet -0.058333333333333334
 weight_Qh_cbk_Ks_cb_raise plan_Qh_cbk_Ks_cb 1
 weight_Qh_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_call -0.09166666666666666
 weight_Qh_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Ks_cb_raise reply_Kh_cbk_Ks_cbr_call 0.09166666666666666
 weight_Qh_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_call -0.09166666666666666
 weight_Qh_cbk_Ks_br_fold plan_Qh_cbk_Ks_br 1
 weight_Qh_cbk_Ks_br_fold reply_Jh_cbk_Ks_b_raise 0.058333333333333334
 weight_Qh_cbk_Ks_br_fold reply_Qs_cbk_Ks_b_raise 0.058333333333333334
 weight_Qh_cbk_Ks_br_fold reply_Kh_cbk_Ks_b_raise 0.058333333333333334
 weight_Qh_cbk_Ks_br_fold reply_Js_cbk_Ks_b_raise 0.058333333333333334
 weight_Qh_cbk_Ks_br_call plan_Qh_cbk_Ks_br 1
 weight_Qh_cbk_Ks_br_call reply_Jh_cbk_Ks_b_raise -0.09166666666666666
 weight_Qh_cbk_Ks_br_call reply_Kh_cbk_Ks_b_raise 0.09166666666666666
 weight_Qh_cbk_Ks_br_call reply_Js_cbk_Ks_b_raise -0.09166666666666666
 weight_Qh_cbk_Kh_cb_fold plan_Qh_cbk_Kh_cb 1
 weight_Qh_cbk_Kh_cb_fold reply_Jh_cbk_Kh_c_bet 0.025
 weight_Qh_cbk_Kh_cb_fold reply_Qs_cbk_Kh_c_bet 0.025
 weight_Qh_cbk_Kh_cb_fold reply_Ks_cbk_Kh_c_bet 0.025
 weight_Qh_cbk_Kh_cb_fold reply_Js_cbk_Kh_c_bet 0.025
 weight_Qh_cbk_Kh_cb_call plan_Qh_cbk_Kh_cb 1
 weight_Qh_cbk_Kh_cb_call reply_Jh_cbk_Kh_c_bet -0.058333333333333334
 weight_Qh_cbk_Kh_cb_call reply_Ks_cbk_Kh_c_bet 0.058333333333333334
 weight_Qh_cbk_Kh_cb_call reply_Js_cbk_Kh_c_bet -0.058333333333333334
 weight_Qh_cbk_Kh_cb_raise plan_Qh_cbk_Kh_cb 1
 weight_Qh_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_call -0.09166666666666666
 weight_Qh_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Kh_cb_raise reply_Ks_cbk_Kh_cbr_call 0.09166666666666666
 weight_Qh_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_call -0.09166666666666666
 weight_Qh_cbk_Kh_br_fold plan_Qh_cbk_Kh_br 1
 weight_Qh_cbk_Kh_br_fold reply_Jh_cbk_Kh_b_raise 0.058333333333333334
 weight_Qh_cbk_Kh_br_fold reply_Qs_cbk_Kh_b_raise 0.058333333333333334
 weight_Qh_cbk_Kh_br_fold reply_Ks_cbk_Kh_b_raise 0.058333333333333334
 weight_Qh_cbk_Kh_br_fold reply_Js_cbk_Kh_b_raise 0.058333333333333334
 weight_Qh_cbk_Kh_br_call plan_Qh_cbk_Kh_br 1
 weight_Qh_cbk_Kh_br_call reply_Jh_cbk_Kh_b_raise -0.09166666666666666
 weight_Qh_cbk_Kh_br_call reply_Ks_cbk_Kh_b_raise 0.09166666666666666
 weight_Qh_cbk_Kh_br_call reply_Js_cbk_Kh_b_raise -0.09166666666666666
 weight_Qh_brk_Jh_cb_fold plan_Qh_brk_Jh_cb 1
 weight_Qh_brk_Jh_cb_fold reply_Qs_brk_Jh_c_bet 0.041666666666666664
 weight_Qh_brk_Jh_cb_fold reply_Ks_brk_Jh_c_bet 0.041666666666666664
 weight_Qh_brk_Jh_cb_fold reply_Kh_brk_Jh_c_bet 0.041666666666666664
 weight_Qh_brk_Jh_cb_fold reply_Js_brk_Jh_c_bet 0.041666666666666664
 weight_Qh_brk_Jh_cb_call plan_Qh_brk_Jh_cb 1
 weight_Qh_brk_Jh_cb_call reply_Ks_brk_Jh_c_bet 0.075
 weight_Qh_brk_Jh_cb_call reply_Kh_brk_Jh_c_bet 0.075
 weight_Qh_brk_Jh_cb_call reply_Js_brk_Jh_c_bet 0.075
 weight_Qh_brk_Jh_cb_raise plan_Qh_brk_Jh_cb 1
 weight_Qh_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_fold -0.075
 weight_Qh_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_fold -0.075
 weight_Qh_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_call 0.10833333333333334
 weight_Qh_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_fold -0.075
 weight_Qh_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_call 0.10833333333333334
 weight_Qh_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_fold -0.075
 weight_Qh_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_call 0.10833333333333334
 weight_Qh_brk_Jh_br_fold plan_Qh_brk_Jh_br 1
 weight_Qh_brk_Jh_br_fold reply_Qs_brk_Jh_b_raise 0.075
 weight_Qh_brk_Jh_br_fold reply_Ks_brk_Jh_b_raise 0.075
 weight_Qh_brk_Jh_br_fold reply_Kh_brk_Jh_b_raise 0.075
 weight_Qh_brk_Jh_br_fold reply_Js_brk_Jh_b_raise 0.075
 weight_Qh_brk_Jh_br_call plan_Qh_brk_Jh_br 1
 weight_Qh_brk_Jh_br_call reply_Ks_brk_Jh_b_raise 0.10833333333333334
 weight_Qh_brk_Jh_br_call reply_Kh_brk_Jh_b_raise 0.10833333333333334
 weight_Qh_brk_Jh_br_call reply_Js_brk_Jh_b_raise 0.10833333333333334
 weight_Qh_brk_Qs_cb_fold plan_Qh_brk_Qs_cb 1
 weight_Qh_brk_Qs_cb_fold reply_Jh_brk_Qs_c_bet 0.041666666666666664
 weight_Qh_brk_Qs_cb_fold reply_Ks_brk_Qs_c_bet 0.041666666666666664
 weight_Qh_brk_Qs_cb_fold reply_Kh_brk_Qs_c_bet 0.041666666666666664
 weight_Qh_brk_Qs_cb_fold reply_Js_brk_Qs_c_bet 0.041666666666666664
 weight_Qh_brk_Qs_cb_call plan_Qh_brk_Qs_cb 1
 weight_Qh_brk_Qs_cb_call reply_Jh_brk_Qs_c_bet -0.075
 weight_Qh_brk_Qs_cb_call reply_Ks_brk_Qs_c_bet -0.075
 weight_Qh_brk_Qs_cb_call reply_Kh_brk_Qs_c_bet -0.075
 weight_Qh_brk_Qs_cb_call reply_Js_brk_Qs_c_bet -0.075
 weight_Qh_brk_Qs_cb_raise plan_Qh_brk_Qs_cb 1
 weight_Qh_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_fold -0.075
 weight_Qh_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_call -0.10833333333333334
 weight_Qh_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_fold -0.075
 weight_Qh_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_call -0.10833333333333334
 weight_Qh_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_fold -0.075
 weight_Qh_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_call -0.10833333333333334
 weight_Qh_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_fold -0.075
 weight_Qh_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_call -0.10833333333333334
 weight_Qh_brk_Qs_br_fold plan_Qh_brk_Qs_br 1
 weight_Qh_brk_Qs_br_fold reply_Jh_brk_Qs_b_raise 0.075
 weight_Qh_brk_Qs_br_fold reply_Ks_brk_Qs_b_raise 0.075
 weight_Qh_brk_Qs_br_fold reply_Kh_brk_Qs_b_raise 0.075
 weight_Qh_brk_Qs_br_fold reply_Js_brk_Qs_b_raise 0.075
 weight_Qh_brk_Qs_br_call plan_Qh_brk_Qs_br 1
 weight_Qh_brk_Qs_br_call reply_Jh_brk_Qs_b_raise -0.10833333333333334
 weight_Qh_brk_Qs_br_call reply_Ks_brk_Qs_b_raise -0.10833333333333334
 weight_Qh_brk_Qs_br_call reply_Kh_brk_Qs_b_raise -0.10833333333333334
 weight_Qh_brk_Qs_br_call reply_Js_brk_Qs_b_raise -0.10833333333333334
 weight_Qh_brk_Ks_cb_fold plan_Qh_brk_Ks_cb 1
 weight_Qh_brk_Ks_cb_fold reply_Jh_brk_Ks_c_bet 0.041666666666666664
 weight_Qh_brk_Ks_cb_fold reply_Qs_brk_Ks_c_bet 0.041666666666666664
 weight_Qh_brk_Ks_cb_fold reply_Kh_brk_Ks_c_bet 0.041666666666666664
 weight_Qh_brk_Ks_cb_fold reply_Js_brk_Ks_c_bet 0.041666666666666664
 weight_Qh_brk_Ks_cb_call plan_Qh_brk_Ks_cb 1
 weight_Qh_brk_Ks_cb_call reply_Jh_brk_Ks_c_bet -0.075
 weight_Qh_brk_Ks_cb_call reply_Kh_brk_Ks_c_bet 0.075
 weight_Qh_brk_Ks_cb_call reply_Js_brk_Ks_c_bet -0.075
 weight_Qh_brk_Ks_cb_raise plan_Qh_brk_Ks_cb 1
 weight_Qh_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_fold -0.075
 weight_Qh_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_call -0.10833333333333334
 weight_Qh_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_fold -0.075
 weight_Qh_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_fold -0.075
 weight_Qh_brk_Ks_cb_raise reply_Kh_brk_Ks_cbr_call 0.10833333333333334
 weight_Qh_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_fold -0.075
 weight_Qh_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_call -0.10833333333333334
 weight_Qh_brk_Ks_br_fold plan_Qh_brk_Ks_br 1
 weight_Qh_brk_Ks_br_fold reply_Jh_brk_Ks_b_raise 0.075
 weight_Qh_brk_Ks_br_fold reply_Qs_brk_Ks_b_raise 0.075
 weight_Qh_brk_Ks_br_fold reply_Kh_brk_Ks_b_raise 0.075
 weight_Qh_brk_Ks_br_fold reply_Js_brk_Ks_b_raise 0.075
 weight_Qh_brk_Ks_br_call plan_Qh_brk_Ks_br 1
 weight_Qh_brk_Ks_br_call reply_Jh_brk_Ks_b_raise -0.10833333333333334
 weight_Qh_brk_Ks_br_call reply_Kh_brk_Ks_b_raise 0.10833333333333334
 weight_Qh_brk_Ks_br_call reply_Js_brk_Ks_b_raise -0.10833333333333334
 weight_Qh_brk_Kh_cb_fold plan_Qh_brk_Kh_cb 1
 weight_Qh_brk_Kh_cb_fold reply_Jh_brk_Kh_c_bet 0.041666666666666664
 weight_Qh_brk_Kh_cb_fold reply_Qs_brk_Kh_c_bet 0.041666666666666664
 weight_Qh_brk_Kh_cb_fold reply_Ks_brk_Kh_c_bet 0.041666666666666664
 weight_Qh_brk_Kh_cb_fold reply_Js_brk_Kh_c_bet 0.041666666666666664
 weight_Qh_brk_Kh_cb_call plan_Qh_brk_Kh_cb 1
 weight_Qh_brk_Kh_cb_call reply_Jh_brk_Kh_c_bet -0.075
 weight_Qh_brk_Kh_cb_call reply_Ks_brk_Kh_c_bet 0.075
 weight_Qh_brk_Kh_cb_call reply_Js_brk_Kh_c_bet -0.075
 weight_Qh_brk_Kh_cb_raise plan_Qh_brk_Kh_cb 1
 weight_Qh_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_fold -0.075
 weight_Qh_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_call -0.10833333333333334
 weight_Qh_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_fold -0.075
 weight_Qh_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_fold -0.075
 weight_Qh_brk_Kh_cb_raise reply_Ks_brk_Kh_cbr_call 0.10833333333333334
 weight_Qh_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_fold -0.075
 weight_Qh_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_call -0.10833333333333334
 weight_Qh_brk_Kh_br_fold plan_Qh_brk_Kh_br 1
 weight_Qh_brk_Kh_br_fold reply_Jh_brk_Kh_b_raise 0.075
 weight_Qh_brk_Kh_br_fold reply_Qs_brk_Kh_b_raise 0.075
 weight_Qh_brk_Kh_br_fold reply_Ks_brk_Kh_b_raise 0.075
 weight_Qh_brk_Kh_br_fold reply_Js_brk_Kh_b_raise 0.075
 weight_Qh_brk_Kh_br_call plan_Qh_brk_Kh_br 1
 weight_Qh_brk_Kh_br_call reply_Jh_brk_Kh_b_raise -0.10833333333333334
 weight_Qh_brk_Kh_br_call reply_Ks_brk_Kh_b_raise 0.10833333333333334
 weight_Qh_brk_Kh_br_call reply_Js_brk_Kh_b_raise -0.10833333333333334
 weight_Qh_cbk_Js_cb_fold plan_Qh_cbk_Js_cb 1
 weight_Qh_cbk_Js_cb_fold reply_Qs_cbk_Js_c_bet 0.025
 weight_Qh_cbk_Js_cb_fold reply_Ks_cbk_Js_c_bet 0.025
 weight_Qh_cbk_Js_cb_fold reply_Kh_cbk_Js_c_bet 0.025
 weight_Qh_cbk_Js_cb_fold reply_Jh_cbk_Js_c_bet 0.025
 weight_Qh_cbk_Js_cb_call plan_Qh_cbk_Js_cb 1
 weight_Qh_cbk_Js_cb_call reply_Ks_cbk_Js_c_bet 0.058333333333333334
 weight_Qh_cbk_Js_cb_call reply_Kh_cbk_Js_c_bet 0.058333333333333334
 weight_Qh_cbk_Js_cb_call reply_Jh_cbk_Js_c_bet 0.058333333333333334
 weight_Qh_cbk_Js_cb_raise plan_Qh_cbk_Js_cb 1
 weight_Qh_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_call 0.09166666666666666
 weight_Qh_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_call 0.09166666666666666
 weight_Qh_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Qh_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_call 0.09166666666666666
 weight_Qh_cbk_Js_br_fold plan_Qh_cbk_Js_br 1
 weight_Qh_cbk_Js_br_fold reply_Qs_cbk_Js_b_raise 0.058333333333333334
 weight_Qh_cbk_Js_br_fold reply_Ks_cbk_Js_b_raise 0.058333333333333334
 weight_Qh_cbk_Js_br_fold reply_Kh_cbk_Js_b_raise 0.058333333333333334
 weight_Qh_cbk_Js_br_fold reply_Jh_cbk_Js_b_raise 0.058333333333333334
 weight_Qh_cbk_Js_br_call plan_Qh_cbk_Js_br 1
 weight_Qh_cbk_Js_br_call reply_Ks_cbk_Js_b_raise 0.09166666666666666
 weight_Qh_cbk_Js_br_call reply_Kh_cbk_Js_b_raise 0.09166666666666666
 weight_Qh_cbk_Js_br_call reply_Jh_cbk_Js_b_raise 0.09166666666666666
 weight_Qh_brk_Js_cb_fold plan_Qh_brk_Js_cb 1
 weight_Qh_brk_Js_cb_fold reply_Qs_brk_Js_c_bet 0.041666666666666664
 weight_Qh_brk_Js_cb_fold reply_Ks_brk_Js_c_bet 0.041666666666666664
 weight_Qh_brk_Js_cb_fold reply_Kh_brk_Js_c_bet 0.041666666666666664
 weight_Qh_brk_Js_cb_fold reply_Jh_brk_Js_c_bet 0.041666666666666664
 weight_Qh_brk_Js_cb_call plan_Qh_brk_Js_cb 1
 weight_Qh_brk_Js_cb_call reply_Ks_brk_Js_c_bet 0.075
 weight_Qh_brk_Js_cb_call reply_Kh_brk_Js_c_bet 0.075
 weight_Qh_brk_Js_cb_call reply_Jh_brk_Js_c_bet 0.075
 weight_Qh_brk_Js_cb_raise plan_Qh_brk_Js_cb 1
 weight_Qh_brk_Js_cb_raise reply_Qs_brk_Js_cbr_fold -0.075
 weight_Qh_brk_Js_cb_raise reply_Ks_brk_Js_cbr_fold -0.075
 weight_Qh_brk_Js_cb_raise reply_Ks_brk_Js_cbr_call 0.10833333333333334
 weight_Qh_brk_Js_cb_raise reply_Kh_brk_Js_cbr_fold -0.075
 weight_Qh_brk_Js_cb_raise reply_Kh_brk_Js_cbr_call 0.10833333333333334
 weight_Qh_brk_Js_cb_raise reply_Jh_brk_Js_cbr_fold -0.075
 weight_Qh_brk_Js_cb_raise reply_Jh_brk_Js_cbr_call 0.10833333333333334
 weight_Qh_brk_Js_br_fold plan_Qh_brk_Js_br 1
 weight_Qh_brk_Js_br_fold reply_Qs_brk_Js_b_raise 0.075
 weight_Qh_brk_Js_br_fold reply_Ks_brk_Js_b_raise 0.075
 weight_Qh_brk_Js_br_fold reply_Kh_brk_Js_b_raise 0.075
 weight_Qh_brk_Js_br_fold reply_Jh_brk_Js_b_raise 0.075
 weight_Qh_brk_Js_br_call plan_Qh_brk_Js_br 1
 weight_Qh_brk_Js_br_call reply_Ks_brk_Js_b_raise 0.10833333333333334
 weight_Qh_brk_Js_br_call reply_Kh_brk_Js_b_raise 0.10833333333333334
 weight_Qh_brk_Js_br_call reply_Jh_brk_Js_b_raise 0.10833333333333334
 weight_Ks_cbk_Jh_cb_fold plan_Ks_cbk_Jh_cb 1
 weight_Ks_cbk_Jh_cb_fold reply_Qs_cbk_Jh_c_bet 0.025
 weight_Ks_cbk_Jh_cb_fold reply_Qh_cbk_Jh_c_bet 0.025
 weight_Ks_cbk_Jh_cb_fold reply_Kh_cbk_Jh_c_bet 0.025
 weight_Ks_cbk_Jh_cb_fold reply_Js_cbk_Jh_c_bet 0.025
 weight_Ks_cbk_Jh_cb_call plan_Ks_cbk_Jh_cb 1
 weight_Ks_cbk_Jh_cb_call reply_Qs_cbk_Jh_c_bet -0.058333333333333334
 weight_Ks_cbk_Jh_cb_call reply_Qh_cbk_Jh_c_bet -0.058333333333333334
 weight_Ks_cbk_Jh_cb_call reply_Js_cbk_Jh_c_bet 0.058333333333333334
 weight_Ks_cbk_Jh_cb_raise plan_Ks_cbk_Jh_cb 1
 weight_Ks_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Jh_cb_raise reply_Kh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_call 0.09166666666666666
 weight_Ks_cbk_Jh_br_fold plan_Ks_cbk_Jh_br 1
 weight_Ks_cbk_Jh_br_fold reply_Qs_cbk_Jh_b_raise 0.058333333333333334
 weight_Ks_cbk_Jh_br_fold reply_Qh_cbk_Jh_b_raise 0.058333333333333334
 weight_Ks_cbk_Jh_br_fold reply_Kh_cbk_Jh_b_raise 0.058333333333333334
 weight_Ks_cbk_Jh_br_fold reply_Js_cbk_Jh_b_raise 0.058333333333333334
 weight_Ks_cbk_Jh_br_call plan_Ks_cbk_Jh_br 1
 weight_Ks_cbk_Jh_br_call reply_Qs_cbk_Jh_b_raise -0.09166666666666666
 weight_Ks_cbk_Jh_br_call reply_Qh_cbk_Jh_b_raise -0.09166666666666666
 weight_Ks_cbk_Jh_br_call reply_Js_cbk_Jh_b_raise 0.09166666666666666
 weight_Ks_cbk_Qs_cb_fold plan_Ks_cbk_Qs_cb 1
 weight_Ks_cbk_Qs_cb_fold reply_Jh_cbk_Qs_c_bet 0.025
 weight_Ks_cbk_Qs_cb_fold reply_Qh_cbk_Qs_c_bet 0.025
 weight_Ks_cbk_Qs_cb_fold reply_Kh_cbk_Qs_c_bet 0.025
 weight_Ks_cbk_Qs_cb_fold reply_Js_cbk_Qs_c_bet 0.025
 weight_Ks_cbk_Qs_cb_call plan_Ks_cbk_Qs_cb 1
 weight_Ks_cbk_Qs_cb_call reply_Jh_cbk_Qs_c_bet -0.058333333333333334
 weight_Ks_cbk_Qs_cb_call reply_Qh_cbk_Qs_c_bet 0.058333333333333334
 weight_Ks_cbk_Qs_cb_call reply_Js_cbk_Qs_c_bet -0.058333333333333334
 weight_Ks_cbk_Qs_cb_raise plan_Ks_cbk_Qs_cb 1
 weight_Ks_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_call -0.09166666666666666
 weight_Ks_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Ks_cbk_Qs_cb_raise reply_Kh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_call -0.09166666666666666
 weight_Ks_cbk_Qs_br_fold plan_Ks_cbk_Qs_br 1
 weight_Ks_cbk_Qs_br_fold reply_Jh_cbk_Qs_b_raise 0.058333333333333334
 weight_Ks_cbk_Qs_br_fold reply_Qh_cbk_Qs_b_raise 0.058333333333333334
 weight_Ks_cbk_Qs_br_fold reply_Kh_cbk_Qs_b_raise 0.058333333333333334
 weight_Ks_cbk_Qs_br_fold reply_Js_cbk_Qs_b_raise 0.058333333333333334
 weight_Ks_cbk_Qs_br_call plan_Ks_cbk_Qs_br 1
 weight_Ks_cbk_Qs_br_call reply_Jh_cbk_Qs_b_raise -0.09166666666666666
 weight_Ks_cbk_Qs_br_call reply_Qh_cbk_Qs_b_raise 0.09166666666666666
 weight_Ks_cbk_Qs_br_call reply_Js_cbk_Qs_b_raise -0.09166666666666666
 weight_Ks_cbk_Qh_cb_fold plan_Ks_cbk_Qh_cb 1
 weight_Ks_cbk_Qh_cb_fold reply_Jh_cbk_Qh_c_bet 0.025
 weight_Ks_cbk_Qh_cb_fold reply_Qs_cbk_Qh_c_bet 0.025
 weight_Ks_cbk_Qh_cb_fold reply_Kh_cbk_Qh_c_bet 0.025
 weight_Ks_cbk_Qh_cb_fold reply_Js_cbk_Qh_c_bet 0.025
 weight_Ks_cbk_Qh_cb_call plan_Ks_cbk_Qh_cb 1
 weight_Ks_cbk_Qh_cb_call reply_Jh_cbk_Qh_c_bet -0.058333333333333334
 weight_Ks_cbk_Qh_cb_call reply_Qs_cbk_Qh_c_bet 0.058333333333333334
 weight_Ks_cbk_Qh_cb_call reply_Js_cbk_Qh_c_bet -0.058333333333333334
 weight_Ks_cbk_Qh_cb_raise plan_Ks_cbk_Qh_cb 1
 weight_Ks_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_call 0.09166666666666666
 weight_Ks_cbk_Qh_cb_raise reply_Kh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Qh_br_fold plan_Ks_cbk_Qh_br 1
 weight_Ks_cbk_Qh_br_fold reply_Jh_cbk_Qh_b_raise 0.058333333333333334
 weight_Ks_cbk_Qh_br_fold reply_Qs_cbk_Qh_b_raise 0.058333333333333334
 weight_Ks_cbk_Qh_br_fold reply_Kh_cbk_Qh_b_raise 0.058333333333333334
 weight_Ks_cbk_Qh_br_fold reply_Js_cbk_Qh_b_raise 0.058333333333333334
 weight_Ks_cbk_Qh_br_call plan_Ks_cbk_Qh_br 1
 weight_Ks_cbk_Qh_br_call reply_Jh_cbk_Qh_b_raise -0.09166666666666666
 weight_Ks_cbk_Qh_br_call reply_Qs_cbk_Qh_b_raise 0.09166666666666666
 weight_Ks_cbk_Qh_br_call reply_Js_cbk_Qh_b_raise -0.09166666666666666
 weight_Ks_cbk_Kh_cb_fold plan_Ks_cbk_Kh_cb 1
 weight_Ks_cbk_Kh_cb_fold reply_Jh_cbk_Kh_c_bet 0.025
 weight_Ks_cbk_Kh_cb_fold reply_Qs_cbk_Kh_c_bet 0.025
 weight_Ks_cbk_Kh_cb_fold reply_Qh_cbk_Kh_c_bet 0.025
 weight_Ks_cbk_Kh_cb_fold reply_Js_cbk_Kh_c_bet 0.025
 weight_Ks_cbk_Kh_cb_call plan_Ks_cbk_Kh_cb 1
 weight_Ks_cbk_Kh_cb_call reply_Jh_cbk_Kh_c_bet -0.058333333333333334
 weight_Ks_cbk_Kh_cb_call reply_Qs_cbk_Kh_c_bet -0.058333333333333334
 weight_Ks_cbk_Kh_cb_call reply_Qh_cbk_Kh_c_bet -0.058333333333333334
 weight_Ks_cbk_Kh_cb_call reply_Js_cbk_Kh_c_bet -0.058333333333333334
 weight_Ks_cbk_Kh_cb_raise plan_Ks_cbk_Kh_cb 1
 weight_Ks_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Kh_cb_raise reply_Jh_cbk_Kh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Kh_cb_raise reply_Qs_cbk_Kh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Kh_cb_raise reply_Qh_cbk_Kh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Kh_cb_raise reply_Js_cbk_Kh_cbr_call -0.09166666666666666
 weight_Ks_cbk_Kh_br_fold plan_Ks_cbk_Kh_br 1
 weight_Ks_cbk_Kh_br_fold reply_Jh_cbk_Kh_b_raise 0.058333333333333334
 weight_Ks_cbk_Kh_br_fold reply_Qs_cbk_Kh_b_raise 0.058333333333333334
 weight_Ks_cbk_Kh_br_fold reply_Qh_cbk_Kh_b_raise 0.058333333333333334
 weight_Ks_cbk_Kh_br_fold reply_Js_cbk_Kh_b_raise 0.058333333333333334
 weight_Ks_cbk_Kh_br_call plan_Ks_cbk_Kh_br 1
 weight_Ks_cbk_Kh_br_call reply_Jh_cbk_Kh_b_raise -0.09166666666666666
 weight_Ks_cbk_Kh_br_call reply_Qs_cbk_Kh_b_raise -0.09166666666666666
 weight_Ks_cbk_Kh_br_call reply_Qh_cbk_Kh_b_raise -0.09166666666666666
 weight_Ks_cbk_Kh_br_call reply_Js_cbk_Kh_b_raise -0.09166666666666666
 weight_Ks_brk_Jh_cb_fold plan_Ks_brk_Jh_cb 1
 weight_Ks_brk_Jh_cb_fold reply_Qs_brk_Jh_c_bet 0.041666666666666664
 weight_Ks_brk_Jh_cb_fold reply_Qh_brk_Jh_c_bet 0.041666666666666664
 weight_Ks_brk_Jh_cb_fold reply_Kh_brk_Jh_c_bet 0.041666666666666664
 weight_Ks_brk_Jh_cb_fold reply_Js_brk_Jh_c_bet 0.041666666666666664
 weight_Ks_brk_Jh_cb_call plan_Ks_brk_Jh_cb 1
 weight_Ks_brk_Jh_cb_call reply_Qs_brk_Jh_c_bet -0.075
 weight_Ks_brk_Jh_cb_call reply_Qh_brk_Jh_c_bet -0.075
 weight_Ks_brk_Jh_cb_call reply_Js_brk_Jh_c_bet 0.075
 weight_Ks_brk_Jh_cb_raise plan_Ks_brk_Jh_cb 1
 weight_Ks_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_fold -0.075
 weight_Ks_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_call -0.10833333333333334
 weight_Ks_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_fold -0.075
 weight_Ks_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_call -0.10833333333333334
 weight_Ks_brk_Jh_cb_raise reply_Kh_brk_Jh_cbr_fold -0.075
 weight_Ks_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_fold -0.075
 weight_Ks_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_call 0.10833333333333334
 weight_Ks_brk_Jh_br_fold plan_Ks_brk_Jh_br 1
 weight_Ks_brk_Jh_br_fold reply_Qs_brk_Jh_b_raise 0.075
 weight_Ks_brk_Jh_br_fold reply_Qh_brk_Jh_b_raise 0.075
 weight_Ks_brk_Jh_br_fold reply_Kh_brk_Jh_b_raise 0.075
 weight_Ks_brk_Jh_br_fold reply_Js_brk_Jh_b_raise 0.075
 weight_Ks_brk_Jh_br_call plan_Ks_brk_Jh_br 1
 weight_Ks_brk_Jh_br_call reply_Qs_brk_Jh_b_raise -0.10833333333333334
 weight_Ks_brk_Jh_br_call reply_Qh_brk_Jh_b_raise -0.10833333333333334
 weight_Ks_brk_Jh_br_call reply_Js_brk_Jh_b_raise 0.10833333333333334
 weight_Ks_brk_Qs_cb_fold plan_Ks_brk_Qs_cb 1
 weight_Ks_brk_Qs_cb_fold reply_Jh_brk_Qs_c_bet 0.041666666666666664
 weight_Ks_brk_Qs_cb_fold reply_Qh_brk_Qs_c_bet 0.041666666666666664
 weight_Ks_brk_Qs_cb_fold reply_Kh_brk_Qs_c_bet 0.041666666666666664
 weight_Ks_brk_Qs_cb_fold reply_Js_brk_Qs_c_bet 0.041666666666666664
 weight_Ks_brk_Qs_cb_call plan_Ks_brk_Qs_cb 1
 weight_Ks_brk_Qs_cb_call reply_Jh_brk_Qs_c_bet -0.075
 weight_Ks_brk_Qs_cb_call reply_Qh_brk_Qs_c_bet 0.075
 weight_Ks_brk_Qs_cb_call reply_Js_brk_Qs_c_bet -0.075
 weight_Ks_brk_Qs_cb_raise plan_Ks_brk_Qs_cb 1
 weight_Ks_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_fold -0.075
 weight_Ks_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_call -0.10833333333333334
 weight_Ks_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_fold -0.075
 weight_Ks_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_call 0.10833333333333334
 weight_Ks_brk_Qs_cb_raise reply_Kh_brk_Qs_cbr_fold -0.075
 weight_Ks_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_fold -0.075
 weight_Ks_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_call -0.10833333333333334
 weight_Ks_brk_Qs_br_fold plan_Ks_brk_Qs_br 1
 weight_Ks_brk_Qs_br_fold reply_Jh_brk_Qs_b_raise 0.075
 weight_Ks_brk_Qs_br_fold reply_Qh_brk_Qs_b_raise 0.075
 weight_Ks_brk_Qs_br_fold reply_Kh_brk_Qs_b_raise 0.075
 weight_Ks_brk_Qs_br_fold reply_Js_brk_Qs_b_raise 0.075
 weight_Ks_brk_Qs_br_call plan_Ks_brk_Qs_br 1
 weight_Ks_brk_Qs_br_call reply_Jh_brk_Qs_b_raise -0.10833333333333334
 weight_Ks_brk_Qs_br_call reply_Qh_brk_Qs_b_raise 0.10833333333333334
 weight_Ks_brk_Qs_br_call reply_Js_brk_Qs_b_raise -0.10833333333333334
 weight_Ks_brk_Qh_cb_fold plan_Ks_brk_Qh_cb 1
 weight_Ks_brk_Qh_cb_fold reply_Jh_brk_Qh_c_bet 0.041666666666666664
 weight_Ks_brk_Qh_cb_fold reply_Qs_brk_Qh_c_bet 0.041666666666666664
 weight_Ks_brk_Qh_cb_fold reply_Kh_brk_Qh_c_bet 0.041666666666666664
 weight_Ks_brk_Qh_cb_fold reply_Js_brk_Qh_c_bet 0.041666666666666664
 weight_Ks_brk_Qh_cb_call plan_Ks_brk_Qh_cb 1
 weight_Ks_brk_Qh_cb_call reply_Jh_brk_Qh_c_bet -0.075
 weight_Ks_brk_Qh_cb_call reply_Qs_brk_Qh_c_bet 0.075
 weight_Ks_brk_Qh_cb_call reply_Js_brk_Qh_c_bet -0.075
 weight_Ks_brk_Qh_cb_raise plan_Ks_brk_Qh_cb 1
 weight_Ks_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_fold -0.075
 weight_Ks_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_call -0.10833333333333334
 weight_Ks_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_fold -0.075
 weight_Ks_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_call 0.10833333333333334
 weight_Ks_brk_Qh_cb_raise reply_Kh_brk_Qh_cbr_fold -0.075
 weight_Ks_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_fold -0.075
 weight_Ks_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_call -0.10833333333333334
 weight_Ks_brk_Qh_br_fold plan_Ks_brk_Qh_br 1
 weight_Ks_brk_Qh_br_fold reply_Jh_brk_Qh_b_raise 0.075
 weight_Ks_brk_Qh_br_fold reply_Qs_brk_Qh_b_raise 0.075
 weight_Ks_brk_Qh_br_fold reply_Kh_brk_Qh_b_raise 0.075
 weight_Ks_brk_Qh_br_fold reply_Js_brk_Qh_b_raise 0.075
 weight_Ks_brk_Qh_br_call plan_Ks_brk_Qh_br 1
 weight_Ks_brk_Qh_br_call reply_Jh_brk_Qh_b_raise -0.10833333333333334
 weight_Ks_brk_Qh_br_call reply_Qs_brk_Qh_b_raise 0.10833333333333334
 weight_Ks_brk_Qh_br_call reply_Js_brk_Qh_b_raise -0.10833333333333334
 weight_Ks_brk_Kh_cb_fold plan_Ks_brk_Kh_cb 1
 weight_Ks_brk_Kh_cb_fold reply_Jh_brk_Kh_c_bet 0.041666666666666664
 weight_Ks_brk_Kh_cb_fold reply_Qs_brk_Kh_c_bet 0.041666666666666664
 weight_Ks_brk_Kh_cb_fold reply_Qh_brk_Kh_c_bet 0.041666666666666664
 weight_Ks_brk_Kh_cb_fold reply_Js_brk_Kh_c_bet 0.041666666666666664
 weight_Ks_brk_Kh_cb_call plan_Ks_brk_Kh_cb 1
 weight_Ks_brk_Kh_cb_call reply_Jh_brk_Kh_c_bet -0.075
 weight_Ks_brk_Kh_cb_call reply_Qs_brk_Kh_c_bet -0.075
 weight_Ks_brk_Kh_cb_call reply_Qh_brk_Kh_c_bet -0.075
 weight_Ks_brk_Kh_cb_call reply_Js_brk_Kh_c_bet -0.075
 weight_Ks_brk_Kh_cb_raise plan_Ks_brk_Kh_cb 1
 weight_Ks_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_fold -0.075
 weight_Ks_brk_Kh_cb_raise reply_Jh_brk_Kh_cbr_call -0.10833333333333334
 weight_Ks_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_fold -0.075
 weight_Ks_brk_Kh_cb_raise reply_Qs_brk_Kh_cbr_call -0.10833333333333334
 weight_Ks_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_fold -0.075
 weight_Ks_brk_Kh_cb_raise reply_Qh_brk_Kh_cbr_call -0.10833333333333334
 weight_Ks_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_fold -0.075
 weight_Ks_brk_Kh_cb_raise reply_Js_brk_Kh_cbr_call -0.10833333333333334
 weight_Ks_brk_Kh_br_fold plan_Ks_brk_Kh_br 1
 weight_Ks_brk_Kh_br_fold reply_Jh_brk_Kh_b_raise 0.075
 weight_Ks_brk_Kh_br_fold reply_Qs_brk_Kh_b_raise 0.075
 weight_Ks_brk_Kh_br_fold reply_Qh_brk_Kh_b_raise 0.075
 weight_Ks_brk_Kh_br_fold reply_Js_brk_Kh_b_raise 0.075
 weight_Ks_brk_Kh_br_call plan_Ks_brk_Kh_br 1
 weight_Ks_brk_Kh_br_call reply_Jh_brk_Kh_b_raise -0.10833333333333334
 weight_Ks_brk_Kh_br_call reply_Qs_brk_Kh_b_raise -0.10833333333333334
 weight_Ks_brk_Kh_br_call reply_Qh_brk_Kh_b_raise -0.10833333333333334
 weight_Ks_brk_Kh_br_call reply_Js_brk_Kh_b_raise -0.10833333333333334
 weight_Ks_cbk_Js_cb_fold plan_Ks_cbk_Js_cb 1
 weight_Ks_cbk_Js_cb_fold reply_Qs_cbk_Js_c_bet 0.025
 weight_Ks_cbk_Js_cb_fold reply_Qh_cbk_Js_c_bet 0.025
 weight_Ks_cbk_Js_cb_fold reply_Kh_cbk_Js_c_bet 0.025
 weight_Ks_cbk_Js_cb_fold reply_Jh_cbk_Js_c_bet 0.025
 weight_Ks_cbk_Js_cb_call plan_Ks_cbk_Js_cb 1
 weight_Ks_cbk_Js_cb_call reply_Qs_cbk_Js_c_bet -0.058333333333333334
 weight_Ks_cbk_Js_cb_call reply_Qh_cbk_Js_c_bet -0.058333333333333334
 weight_Ks_cbk_Js_cb_call reply_Jh_cbk_Js_c_bet 0.058333333333333334
 weight_Ks_cbk_Js_cb_raise plan_Ks_cbk_Js_cb 1
 weight_Ks_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_call -0.09166666666666666
 weight_Ks_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_call -0.09166666666666666
 weight_Ks_cbk_Js_cb_raise reply_Kh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Ks_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_call 0.09166666666666666
 weight_Ks_cbk_Js_br_fold plan_Ks_cbk_Js_br 1
 weight_Ks_cbk_Js_br_fold reply_Qs_cbk_Js_b_raise 0.058333333333333334
 weight_Ks_cbk_Js_br_fold reply_Qh_cbk_Js_b_raise 0.058333333333333334
 weight_Ks_cbk_Js_br_fold reply_Kh_cbk_Js_b_raise 0.058333333333333334
 weight_Ks_cbk_Js_br_fold reply_Jh_cbk_Js_b_raise 0.058333333333333334
 weight_Ks_cbk_Js_br_call plan_Ks_cbk_Js_br 1
 weight_Ks_cbk_Js_br_call reply_Qs_cbk_Js_b_raise -0.09166666666666666
 weight_Ks_cbk_Js_br_call reply_Qh_cbk_Js_b_raise -0.09166666666666666
 weight_Ks_cbk_Js_br_call reply_Jh_cbk_Js_b_raise 0.09166666666666666
 weight_Ks_brk_Js_cb_fold plan_Ks_brk_Js_cb 1
 weight_Ks_brk_Js_cb_fold reply_Qs_brk_Js_c_bet 0.041666666666666664
 weight_Ks_brk_Js_cb_fold reply_Qh_brk_Js_c_bet 0.041666666666666664
 weight_Ks_brk_Js_cb_fold reply_Kh_brk_Js_c_bet 0.041666666666666664
 weight_Ks_brk_Js_cb_fold reply_Jh_brk_Js_c_bet 0.041666666666666664
 weight_Ks_brk_Js_cb_call plan_Ks_brk_Js_cb 1
 weight_Ks_brk_Js_cb_call reply_Qs_brk_Js_c_bet -0.075
 weight_Ks_brk_Js_cb_call reply_Qh_brk_Js_c_bet -0.075
 weight_Ks_brk_Js_cb_call reply_Jh_brk_Js_c_bet 0.075
 weight_Ks_brk_Js_cb_raise plan_Ks_brk_Js_cb 1
 weight_Ks_brk_Js_cb_raise reply_Qs_brk_Js_cbr_fold -0.075
 weight_Ks_brk_Js_cb_raise reply_Qs_brk_Js_cbr_call -0.10833333333333334
 weight_Ks_brk_Js_cb_raise reply_Qh_brk_Js_cbr_fold -0.075
 weight_Ks_brk_Js_cb_raise reply_Qh_brk_Js_cbr_call -0.10833333333333334
 weight_Ks_brk_Js_cb_raise reply_Kh_brk_Js_cbr_fold -0.075
 weight_Ks_brk_Js_cb_raise reply_Jh_brk_Js_cbr_fold -0.075
 weight_Ks_brk_Js_cb_raise reply_Jh_brk_Js_cbr_call 0.10833333333333334
 weight_Ks_brk_Js_br_fold plan_Ks_brk_Js_br 1
 weight_Ks_brk_Js_br_fold reply_Qs_brk_Js_b_raise 0.075
 weight_Ks_brk_Js_br_fold reply_Qh_brk_Js_b_raise 0.075
 weight_Ks_brk_Js_br_fold reply_Kh_brk_Js_b_raise 0.075
 weight_Ks_brk_Js_br_fold reply_Jh_brk_Js_b_raise 0.075
 weight_Ks_brk_Js_br_call plan_Ks_brk_Js_br 1
 weight_Ks_brk_Js_br_call reply_Qs_brk_Js_b_raise -0.10833333333333334
 weight_Ks_brk_Js_br_call reply_Qh_brk_Js_b_raise -0.10833333333333334
 weight_Ks_brk_Js_br_call reply_Jh_brk_Js_b_raise 0.10833333333333334
 weight_Kh_cbk_Jh_cb_fold plan_Kh_cbk_Jh_cb 1
 weight_Kh_cbk_Jh_cb_fold reply_Qs_cbk_Jh_c_bet 0.025
 weight_Kh_cbk_Jh_cb_fold reply_Qh_cbk_Jh_c_bet 0.025
 weight_Kh_cbk_Jh_cb_fold reply_Ks_cbk_Jh_c_bet 0.025
 weight_Kh_cbk_Jh_cb_fold reply_Js_cbk_Jh_c_bet 0.025
 weight_Kh_cbk_Jh_cb_call plan_Kh_cbk_Jh_cb 1
 weight_Kh_cbk_Jh_cb_call reply_Qs_cbk_Jh_c_bet -0.058333333333333334
 weight_Kh_cbk_Jh_cb_call reply_Qh_cbk_Jh_c_bet -0.058333333333333334
 weight_Kh_cbk_Jh_cb_call reply_Js_cbk_Jh_c_bet 0.058333333333333334
 weight_Kh_cbk_Jh_cb_raise plan_Kh_cbk_Jh_cb 1
 weight_Kh_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Jh_cb_raise reply_Qs_cbk_Jh_cbr_call -0.09166666666666666
 weight_Kh_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Jh_cb_raise reply_Qh_cbk_Jh_cbr_call -0.09166666666666666
 weight_Kh_cbk_Jh_cb_raise reply_Ks_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Jh_cb_raise reply_Js_cbk_Jh_cbr_call 0.09166666666666666
 weight_Kh_cbk_Jh_br_fold plan_Kh_cbk_Jh_br 1
 weight_Kh_cbk_Jh_br_fold reply_Qs_cbk_Jh_b_raise 0.058333333333333334
 weight_Kh_cbk_Jh_br_fold reply_Qh_cbk_Jh_b_raise 0.058333333333333334
 weight_Kh_cbk_Jh_br_fold reply_Ks_cbk_Jh_b_raise 0.058333333333333334
 weight_Kh_cbk_Jh_br_fold reply_Js_cbk_Jh_b_raise 0.058333333333333334
 weight_Kh_cbk_Jh_br_call plan_Kh_cbk_Jh_br 1
 weight_Kh_cbk_Jh_br_call reply_Qs_cbk_Jh_b_raise -0.09166666666666666
 weight_Kh_cbk_Jh_br_call reply_Qh_cbk_Jh_b_raise -0.09166666666666666
 weight_Kh_cbk_Jh_br_call reply_Js_cbk_Jh_b_raise 0.09166666666666666
 weight_Kh_cbk_Qs_cb_fold plan_Kh_cbk_Qs_cb 1
 weight_Kh_cbk_Qs_cb_fold reply_Jh_cbk_Qs_c_bet 0.025
 weight_Kh_cbk_Qs_cb_fold reply_Qh_cbk_Qs_c_bet 0.025
 weight_Kh_cbk_Qs_cb_fold reply_Ks_cbk_Qs_c_bet 0.025
 weight_Kh_cbk_Qs_cb_fold reply_Js_cbk_Qs_c_bet 0.025
 weight_Kh_cbk_Qs_cb_call plan_Kh_cbk_Qs_cb 1
 weight_Kh_cbk_Qs_cb_call reply_Jh_cbk_Qs_c_bet -0.058333333333333334
 weight_Kh_cbk_Qs_cb_call reply_Qh_cbk_Qs_c_bet 0.058333333333333334
 weight_Kh_cbk_Qs_cb_call reply_Js_cbk_Qs_c_bet -0.058333333333333334
 weight_Kh_cbk_Qs_cb_raise plan_Kh_cbk_Qs_cb 1
 weight_Kh_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qs_cb_raise reply_Jh_cbk_Qs_cbr_call -0.09166666666666666
 weight_Kh_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qs_cb_raise reply_Qh_cbk_Qs_cbr_call 0.09166666666666666
 weight_Kh_cbk_Qs_cb_raise reply_Ks_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qs_cb_raise reply_Js_cbk_Qs_cbr_call -0.09166666666666666
 weight_Kh_cbk_Qs_br_fold plan_Kh_cbk_Qs_br 1
 weight_Kh_cbk_Qs_br_fold reply_Jh_cbk_Qs_b_raise 0.058333333333333334
 weight_Kh_cbk_Qs_br_fold reply_Qh_cbk_Qs_b_raise 0.058333333333333334
 weight_Kh_cbk_Qs_br_fold reply_Ks_cbk_Qs_b_raise 0.058333333333333334
 weight_Kh_cbk_Qs_br_fold reply_Js_cbk_Qs_b_raise 0.058333333333333334
 weight_Kh_cbk_Qs_br_call plan_Kh_cbk_Qs_br 1
 weight_Kh_cbk_Qs_br_call reply_Jh_cbk_Qs_b_raise -0.09166666666666666
 weight_Kh_cbk_Qs_br_call reply_Qh_cbk_Qs_b_raise 0.09166666666666666
 weight_Kh_cbk_Qs_br_call reply_Js_cbk_Qs_b_raise -0.09166666666666666
 weight_Kh_cbk_Qh_cb_fold plan_Kh_cbk_Qh_cb 1
 weight_Kh_cbk_Qh_cb_fold reply_Jh_cbk_Qh_c_bet 0.025
 weight_Kh_cbk_Qh_cb_fold reply_Qs_cbk_Qh_c_bet 0.025
 weight_Kh_cbk_Qh_cb_fold reply_Ks_cbk_Qh_c_bet 0.025
 weight_Kh_cbk_Qh_cb_fold reply_Js_cbk_Qh_c_bet 0.025
 weight_Kh_cbk_Qh_cb_call plan_Kh_cbk_Qh_cb 1
 weight_Kh_cbk_Qh_cb_call reply_Jh_cbk_Qh_c_bet -0.058333333333333334
 weight_Kh_cbk_Qh_cb_call reply_Qs_cbk_Qh_c_bet 0.058333333333333334
 weight_Kh_cbk_Qh_cb_call reply_Js_cbk_Qh_c_bet -0.058333333333333334
 weight_Kh_cbk_Qh_cb_raise plan_Kh_cbk_Qh_cb 1
 weight_Kh_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qh_cb_raise reply_Jh_cbk_Qh_cbr_call -0.09166666666666666
 weight_Kh_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qh_cb_raise reply_Qs_cbk_Qh_cbr_call 0.09166666666666666
 weight_Kh_cbk_Qh_cb_raise reply_Ks_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Qh_cb_raise reply_Js_cbk_Qh_cbr_call -0.09166666666666666
 weight_Kh_cbk_Qh_br_fold plan_Kh_cbk_Qh_br 1
 weight_Kh_cbk_Qh_br_fold reply_Jh_cbk_Qh_b_raise 0.058333333333333334
 weight_Kh_cbk_Qh_br_fold reply_Qs_cbk_Qh_b_raise 0.058333333333333334
 weight_Kh_cbk_Qh_br_fold reply_Ks_cbk_Qh_b_raise 0.058333333333333334
 weight_Kh_cbk_Qh_br_fold reply_Js_cbk_Qh_b_raise 0.058333333333333334
 weight_Kh_cbk_Qh_br_call plan_Kh_cbk_Qh_br 1
 weight_Kh_cbk_Qh_br_call reply_Jh_cbk_Qh_b_raise -0.09166666666666666
 weight_Kh_cbk_Qh_br_call reply_Qs_cbk_Qh_b_raise 0.09166666666666666
 weight_Kh_cbk_Qh_br_call reply_Js_cbk_Qh_b_raise -0.09166666666666666
 weight_Kh_cbk_Ks_cb_fold plan_Kh_cbk_Ks_cb 1
 weight_Kh_cbk_Ks_cb_fold reply_Jh_cbk_Ks_c_bet 0.025
 weight_Kh_cbk_Ks_cb_fold reply_Qs_cbk_Ks_c_bet 0.025
 weight_Kh_cbk_Ks_cb_fold reply_Qh_cbk_Ks_c_bet 0.025
 weight_Kh_cbk_Ks_cb_fold reply_Js_cbk_Ks_c_bet 0.025
 weight_Kh_cbk_Ks_cb_call plan_Kh_cbk_Ks_cb 1
 weight_Kh_cbk_Ks_cb_call reply_Jh_cbk_Ks_c_bet -0.058333333333333334
 weight_Kh_cbk_Ks_cb_call reply_Qs_cbk_Ks_c_bet -0.058333333333333334
 weight_Kh_cbk_Ks_cb_call reply_Qh_cbk_Ks_c_bet -0.058333333333333334
 weight_Kh_cbk_Ks_cb_call reply_Js_cbk_Ks_c_bet -0.058333333333333334
 weight_Kh_cbk_Ks_cb_raise plan_Kh_cbk_Ks_cb 1
 weight_Kh_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Ks_cb_raise reply_Jh_cbk_Ks_cbr_call -0.09166666666666666
 weight_Kh_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Ks_cb_raise reply_Qs_cbk_Ks_cbr_call -0.09166666666666666
 weight_Kh_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Ks_cb_raise reply_Qh_cbk_Ks_cbr_call -0.09166666666666666
 weight_Kh_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Ks_cb_raise reply_Js_cbk_Ks_cbr_call -0.09166666666666666
 weight_Kh_cbk_Ks_br_fold plan_Kh_cbk_Ks_br 1
 weight_Kh_cbk_Ks_br_fold reply_Jh_cbk_Ks_b_raise 0.058333333333333334
 weight_Kh_cbk_Ks_br_fold reply_Qs_cbk_Ks_b_raise 0.058333333333333334
 weight_Kh_cbk_Ks_br_fold reply_Qh_cbk_Ks_b_raise 0.058333333333333334
 weight_Kh_cbk_Ks_br_fold reply_Js_cbk_Ks_b_raise 0.058333333333333334
 weight_Kh_cbk_Ks_br_call plan_Kh_cbk_Ks_br 1
 weight_Kh_cbk_Ks_br_call reply_Jh_cbk_Ks_b_raise -0.09166666666666666
 weight_Kh_cbk_Ks_br_call reply_Qs_cbk_Ks_b_raise -0.09166666666666666
 weight_Kh_cbk_Ks_br_call reply_Qh_cbk_Ks_b_raise -0.09166666666666666
 weight_Kh_cbk_Ks_br_call reply_Js_cbk_Ks_b_raise -0.09166666666666666
 weight_Kh_brk_Jh_cb_fold plan_Kh_brk_Jh_cb 1
 weight_Kh_brk_Jh_cb_fold reply_Qs_brk_Jh_c_bet 0.041666666666666664
 weight_Kh_brk_Jh_cb_fold reply_Qh_brk_Jh_c_bet 0.041666666666666664
 weight_Kh_brk_Jh_cb_fold reply_Ks_brk_Jh_c_bet 0.041666666666666664
 weight_Kh_brk_Jh_cb_fold reply_Js_brk_Jh_c_bet 0.041666666666666664
 weight_Kh_brk_Jh_cb_call plan_Kh_brk_Jh_cb 1
 weight_Kh_brk_Jh_cb_call reply_Qs_brk_Jh_c_bet -0.075
 weight_Kh_brk_Jh_cb_call reply_Qh_brk_Jh_c_bet -0.075
 weight_Kh_brk_Jh_cb_call reply_Js_brk_Jh_c_bet 0.075
 weight_Kh_brk_Jh_cb_raise plan_Kh_brk_Jh_cb 1
 weight_Kh_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_fold -0.075
 weight_Kh_brk_Jh_cb_raise reply_Qs_brk_Jh_cbr_call -0.10833333333333334
 weight_Kh_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_fold -0.075
 weight_Kh_brk_Jh_cb_raise reply_Qh_brk_Jh_cbr_call -0.10833333333333334
 weight_Kh_brk_Jh_cb_raise reply_Ks_brk_Jh_cbr_fold -0.075
 weight_Kh_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_fold -0.075
 weight_Kh_brk_Jh_cb_raise reply_Js_brk_Jh_cbr_call 0.10833333333333334
 weight_Kh_brk_Jh_br_fold plan_Kh_brk_Jh_br 1
 weight_Kh_brk_Jh_br_fold reply_Qs_brk_Jh_b_raise 0.075
 weight_Kh_brk_Jh_br_fold reply_Qh_brk_Jh_b_raise 0.075
 weight_Kh_brk_Jh_br_fold reply_Ks_brk_Jh_b_raise 0.075
 weight_Kh_brk_Jh_br_fold reply_Js_brk_Jh_b_raise 0.075
 weight_Kh_brk_Jh_br_call plan_Kh_brk_Jh_br 1
 weight_Kh_brk_Jh_br_call reply_Qs_brk_Jh_b_raise -0.10833333333333334
 weight_Kh_brk_Jh_br_call reply_Qh_brk_Jh_b_raise -0.10833333333333334
 weight_Kh_brk_Jh_br_call reply_Js_brk_Jh_b_raise 0.10833333333333334
 weight_Kh_brk_Qs_cb_fold plan_Kh_brk_Qs_cb 1
 weight_Kh_brk_Qs_cb_fold reply_Jh_brk_Qs_c_bet 0.041666666666666664
 weight_Kh_brk_Qs_cb_fold reply_Qh_brk_Qs_c_bet 0.041666666666666664
 weight_Kh_brk_Qs_cb_fold reply_Ks_brk_Qs_c_bet 0.041666666666666664
 weight_Kh_brk_Qs_cb_fold reply_Js_brk_Qs_c_bet 0.041666666666666664
 weight_Kh_brk_Qs_cb_call plan_Kh_brk_Qs_cb 1
 weight_Kh_brk_Qs_cb_call reply_Jh_brk_Qs_c_bet -0.075
 weight_Kh_brk_Qs_cb_call reply_Qh_brk_Qs_c_bet 0.075
 weight_Kh_brk_Qs_cb_call reply_Js_brk_Qs_c_bet -0.075
 weight_Kh_brk_Qs_cb_raise plan_Kh_brk_Qs_cb 1
 weight_Kh_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_fold -0.075
 weight_Kh_brk_Qs_cb_raise reply_Jh_brk_Qs_cbr_call -0.10833333333333334
 weight_Kh_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_fold -0.075
 weight_Kh_brk_Qs_cb_raise reply_Qh_brk_Qs_cbr_call 0.10833333333333334
 weight_Kh_brk_Qs_cb_raise reply_Ks_brk_Qs_cbr_fold -0.075
 weight_Kh_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_fold -0.075
 weight_Kh_brk_Qs_cb_raise reply_Js_brk_Qs_cbr_call -0.10833333333333334
 weight_Kh_brk_Qs_br_fold plan_Kh_brk_Qs_br 1
 weight_Kh_brk_Qs_br_fold reply_Jh_brk_Qs_b_raise 0.075
 weight_Kh_brk_Qs_br_fold reply_Qh_brk_Qs_b_raise 0.075
 weight_Kh_brk_Qs_br_fold reply_Ks_brk_Qs_b_raise 0.075
 weight_Kh_brk_Qs_br_fold reply_Js_brk_Qs_b_raise 0.075
 weight_Kh_brk_Qs_br_call plan_Kh_brk_Qs_br 1
 weight_Kh_brk_Qs_br_call reply_Jh_brk_Qs_b_raise -0.10833333333333334
 weight_Kh_brk_Qs_br_call reply_Qh_brk_Qs_b_raise 0.10833333333333334
 weight_Kh_brk_Qs_br_call reply_Js_brk_Qs_b_raise -0.10833333333333334
 weight_Kh_brk_Qh_cb_fold plan_Kh_brk_Qh_cb 1
 weight_Kh_brk_Qh_cb_fold reply_Jh_brk_Qh_c_bet 0.041666666666666664
 weight_Kh_brk_Qh_cb_fold reply_Qs_brk_Qh_c_bet 0.041666666666666664
 weight_Kh_brk_Qh_cb_fold reply_Ks_brk_Qh_c_bet 0.041666666666666664
 weight_Kh_brk_Qh_cb_fold reply_Js_brk_Qh_c_bet 0.041666666666666664
 weight_Kh_brk_Qh_cb_call plan_Kh_brk_Qh_cb 1
 weight_Kh_brk_Qh_cb_call reply_Jh_brk_Qh_c_bet -0.075
 weight_Kh_brk_Qh_cb_call reply_Qs_brk_Qh_c_bet 0.075
 weight_Kh_brk_Qh_cb_call reply_Js_brk_Qh_c_bet -0.075
 weight_Kh_brk_Qh_cb_raise plan_Kh_brk_Qh_cb 1
 weight_Kh_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_fold -0.075
 weight_Kh_brk_Qh_cb_raise reply_Jh_brk_Qh_cbr_call -0.10833333333333334
 weight_Kh_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_fold -0.075
 weight_Kh_brk_Qh_cb_raise reply_Qs_brk_Qh_cbr_call 0.10833333333333334
 weight_Kh_brk_Qh_cb_raise reply_Ks_brk_Qh_cbr_fold -0.075
 weight_Kh_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_fold -0.075
 weight_Kh_brk_Qh_cb_raise reply_Js_brk_Qh_cbr_call -0.10833333333333334
 weight_Kh_brk_Qh_br_fold plan_Kh_brk_Qh_br 1
 weight_Kh_brk_Qh_br_fold reply_Jh_brk_Qh_b_raise 0.075
 weight_Kh_brk_Qh_br_fold reply_Qs_brk_Qh_b_raise 0.075
 weight_Kh_brk_Qh_br_fold reply_Ks_brk_Qh_b_raise 0.075
 weight_Kh_brk_Qh_br_fold reply_Js_brk_Qh_b_raise 0.075
 weight_Kh_brk_Qh_br_call plan_Kh_brk_Qh_br 1
 weight_Kh_brk_Qh_br_call reply_Jh_brk_Qh_b_raise -0.10833333333333334
 weight_Kh_brk_Qh_br_call reply_Qs_brk_Qh_b_raise 0.10833333333333334
 weight_Kh_brk_Qh_br_call reply_Js_brk_Qh_b_raise -0.10833333333333334
 weight_Kh_brk_Ks_cb_fold plan_Kh_brk_Ks_cb 1
 weight_Kh_brk_Ks_cb_fold reply_Jh_brk_Ks_c_bet 0.041666666666666664
 weight_Kh_brk_Ks_cb_fold reply_Qs_brk_Ks_c_bet 0.041666666666666664
 weight_Kh_brk_Ks_cb_fold reply_Qh_brk_Ks_c_bet 0.041666666666666664
 weight_Kh_brk_Ks_cb_fold reply_Js_brk_Ks_c_bet 0.041666666666666664
 weight_Kh_brk_Ks_cb_call plan_Kh_brk_Ks_cb 1
 weight_Kh_brk_Ks_cb_call reply_Jh_brk_Ks_c_bet -0.075
 weight_Kh_brk_Ks_cb_call reply_Qs_brk_Ks_c_bet -0.075
 weight_Kh_brk_Ks_cb_call reply_Qh_brk_Ks_c_bet -0.075
 weight_Kh_brk_Ks_cb_call reply_Js_brk_Ks_c_bet -0.075
 weight_Kh_brk_Ks_cb_raise plan_Kh_brk_Ks_cb 1
 weight_Kh_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_fold -0.075
 weight_Kh_brk_Ks_cb_raise reply_Jh_brk_Ks_cbr_call -0.10833333333333334
 weight_Kh_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_fold -0.075
 weight_Kh_brk_Ks_cb_raise reply_Qs_brk_Ks_cbr_call -0.10833333333333334
 weight_Kh_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_fold -0.075
 weight_Kh_brk_Ks_cb_raise reply_Qh_brk_Ks_cbr_call -0.10833333333333334
 weight_Kh_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_fold -0.075
 weight_Kh_brk_Ks_cb_raise reply_Js_brk_Ks_cbr_call -0.10833333333333334
 weight_Kh_brk_Ks_br_fold plan_Kh_brk_Ks_br 1
 weight_Kh_brk_Ks_br_fold reply_Jh_brk_Ks_b_raise 0.075
 weight_Kh_brk_Ks_br_fold reply_Qs_brk_Ks_b_raise 0.075
 weight_Kh_brk_Ks_br_fold reply_Qh_brk_Ks_b_raise 0.075
 weight_Kh_brk_Ks_br_fold reply_Js_brk_Ks_b_raise 0.075
 weight_Kh_brk_Ks_br_call plan_Kh_brk_Ks_br 1
 weight_Kh_brk_Ks_br_call reply_Jh_brk_Ks_b_raise -0.10833333333333334
 weight_Kh_brk_Ks_br_call reply_Qs_brk_Ks_b_raise -0.10833333333333334
 weight_Kh_brk_Ks_br_call reply_Qh_brk_Ks_b_raise -0.10833333333333334
 weight_Kh_brk_Ks_br_call reply_Js_brk_Ks_b_raise -0.10833333333333334
 weight_Kh_cbk_Js_cb_fold plan_Kh_cbk_Js_cb 1
 weight_Kh_cbk_Js_cb_fold reply_Qs_cbk_Js_c_bet 0.025
 weight_Kh_cbk_Js_cb_fold reply_Qh_cbk_Js_c_bet 0.025
 weight_Kh_cbk_Js_cb_fold reply_Ks_cbk_Js_c_bet 0.025
 weight_Kh_cbk_Js_cb_fold reply_Jh_cbk_Js_c_bet 0.025
 weight_Kh_cbk_Js_cb_call plan_Kh_cbk_Js_cb 1
 weight_Kh_cbk_Js_cb_call reply_Qs_cbk_Js_c_bet -0.058333333333333334
 weight_Kh_cbk_Js_cb_call reply_Qh_cbk_Js_c_bet -0.058333333333333334
 weight_Kh_cbk_Js_cb_call reply_Jh_cbk_Js_c_bet 0.058333333333333334
 weight_Kh_cbk_Js_cb_raise plan_Kh_cbk_Js_cb 1
 weight_Kh_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Js_cb_raise reply_Qs_cbk_Js_cbr_call -0.09166666666666666
 weight_Kh_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Js_cb_raise reply_Qh_cbk_Js_cbr_call -0.09166666666666666
 weight_Kh_cbk_Js_cb_raise reply_Ks_cbk_Js_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_fold -0.058333333333333334
 weight_Kh_cbk_Js_cb_raise reply_Jh_cbk_Js_cbr_call 0.09166666666666666
 weight_Kh_cbk_Js_br_fold plan_Kh_cbk_Js_br 1
 weight_Kh_cbk_Js_br_fold reply_Qs_cbk_Js_b_raise 0.058333333333333334
 weight_Kh_cbk_Js_br_fold reply_Qh_cbk_Js_b_raise 0.058333333333333334
 weight_Kh_cbk_Js_br_fold reply_Ks_cbk_Js_b_raise 0.058333333333333334
 weight_Kh_cbk_Js_br_fold reply_Jh_cbk_Js_b_raise 0.058333333333333334
 weight_Kh_cbk_Js_br_call plan_Kh_cbk_Js_br 1
 weight_Kh_cbk_Js_br_call reply_Qs_cbk_Js_b_raise -0.09166666666666666
 weight_Kh_cbk_Js_br_call reply_Qh_cbk_Js_b_raise -0.09166666666666666
 weight_Kh_cbk_Js_br_call reply_Jh_cbk_Js_b_raise 0.09166666666666666
 weight_Kh_brk_Js_cb_fold plan_Kh_brk_Js_cb 1
 weight_Kh_brk_Js_cb_fold reply_Qs_brk_Js_c_bet 0.041666666666666664
 weight_Kh_brk_Js_cb_fold reply_Qh_brk_Js_c_bet 0.041666666666666664
 weight_Kh_brk_Js_cb_fold reply_Ks_brk_Js_c_bet 0.041666666666666664
 weight_Kh_brk_Js_cb_fold reply_Jh_brk_Js_c_bet 0.041666666666666664
 weight_Kh_brk_Js_cb_call plan_Kh_brk_Js_cb 1
 weight_Kh_brk_Js_cb_call reply_Qs_brk_Js_c_bet -0.075
 weight_Kh_brk_Js_cb_call reply_Qh_brk_Js_c_bet -0.075
 weight_Kh_brk_Js_cb_call reply_Jh_brk_Js_c_bet 0.075
 weight_Kh_brk_Js_cb_raise plan_Kh_brk_Js_cb 1
 weight_Kh_brk_Js_cb_raise reply_Qs_brk_Js_cbr_fold -0.075
 weight_Kh_brk_Js_cb_raise reply_Qs_brk_Js_cbr_call -0.10833333333333334
 weight_Kh_brk_Js_cb_raise reply_Qh_brk_Js_cbr_fold -0.075
 weight_Kh_brk_Js_cb_raise reply_Qh_brk_Js_cbr_call -0.10833333333333334
 weight_Kh_brk_Js_cb_raise reply_Ks_brk_Js_cbr_fold -0.075
 weight_Kh_brk_Js_cb_raise reply_Jh_brk_Js_cbr_fold -0.075
 weight_Kh_brk_Js_cb_raise reply_Jh_brk_Js_cbr_call 0.10833333333333334
 weight_Kh_brk_Js_br_fold plan_Kh_brk_Js_br 1
 weight_Kh_brk_Js_br_fold reply_Qs_brk_Js_b_raise 0.075
 weight_Kh_brk_Js_br_fold reply_Qh_brk_Js_b_raise 0.075
 weight_Kh_brk_Js_br_fold reply_Ks_brk_Js_b_raise 0.075
 weight_Kh_brk_Js_br_fold reply_Jh_brk_Js_b_raise 0.075
 weight_Kh_brk_Js_br_call plan_Kh_brk_Js_br 1
 weight_Kh_brk_Js_br_call reply_Qs_brk_Js_b_raise -0.10833333333333334
 weight_Kh_brk_Js_br_call reply_Qh_brk_Js_b_raise -0.10833333333333334
 weight_Kh_brk_Js_br_call reply_Jh_brk_Js_b_raise 0.10833333333333334
 weight_Js_cbrk_Qs_cb_fold plan_Js_cbrk_Qs_cb 1
 weight_Js_cbrk_Qs_cb_fold reply_Jh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Js_cbrk_Qs_cb_fold reply_Qh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Js_cbrk_Qs_cb_fold reply_Ks_cbrk_Qs_c_bet 0.041666666666666664
 weight_Js_cbrk_Qs_cb_fold reply_Kh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Js_cbrk_Qs_cb_call plan_Js_cbrk_Qs_cb 1
 weight_Js_cbrk_Qs_cb_call reply_Qh_cbrk_Qs_c_bet 0.075
 weight_Js_cbrk_Qs_cb_call reply_Ks_cbrk_Qs_c_bet 0.075
 weight_Js_cbrk_Qs_cb_call reply_Kh_cbrk_Qs_c_bet 0.075
 weight_Js_cbrk_Qs_cb_raise plan_Js_cbrk_Qs_cb 1
 weight_Js_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_fold -0.075
 weight_Js_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_fold -0.075
 weight_Js_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_fold -0.075
 weight_Js_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_fold -0.075
 weight_Js_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qs_br_fold plan_Js_cbrk_Qs_br 1
 weight_Js_cbrk_Qs_br_fold reply_Jh_cbrk_Qs_b_raise 0.075
 weight_Js_cbrk_Qs_br_fold reply_Qh_cbrk_Qs_b_raise 0.075
 weight_Js_cbrk_Qs_br_fold reply_Ks_cbrk_Qs_b_raise 0.075
 weight_Js_cbrk_Qs_br_fold reply_Kh_cbrk_Qs_b_raise 0.075
 weight_Js_cbrk_Qs_br_call plan_Js_cbrk_Qs_br 1
 weight_Js_cbrk_Qs_br_call reply_Qh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Js_cbrk_Qs_br_call reply_Ks_cbrk_Qs_b_raise 0.10833333333333334
 weight_Js_cbrk_Qs_br_call reply_Kh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Js_cbrk_Qh_cb_fold plan_Js_cbrk_Qh_cb 1
 weight_Js_cbrk_Qh_cb_fold reply_Jh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Js_cbrk_Qh_cb_fold reply_Qs_cbrk_Qh_c_bet 0.041666666666666664
 weight_Js_cbrk_Qh_cb_fold reply_Ks_cbrk_Qh_c_bet 0.041666666666666664
 weight_Js_cbrk_Qh_cb_fold reply_Kh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Js_cbrk_Qh_cb_call plan_Js_cbrk_Qh_cb 1
 weight_Js_cbrk_Qh_cb_call reply_Qs_cbrk_Qh_c_bet 0.075
 weight_Js_cbrk_Qh_cb_call reply_Ks_cbrk_Qh_c_bet 0.075
 weight_Js_cbrk_Qh_cb_call reply_Kh_cbrk_Qh_c_bet 0.075
 weight_Js_cbrk_Qh_cb_raise plan_Js_cbrk_Qh_cb 1
 weight_Js_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_fold -0.075
 weight_Js_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_fold -0.075
 weight_Js_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_fold -0.075
 weight_Js_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_fold -0.075
 weight_Js_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Qh_br_fold plan_Js_cbrk_Qh_br 1
 weight_Js_cbrk_Qh_br_fold reply_Jh_cbrk_Qh_b_raise 0.075
 weight_Js_cbrk_Qh_br_fold reply_Qs_cbrk_Qh_b_raise 0.075
 weight_Js_cbrk_Qh_br_fold reply_Ks_cbrk_Qh_b_raise 0.075
 weight_Js_cbrk_Qh_br_fold reply_Kh_cbrk_Qh_b_raise 0.075
 weight_Js_cbrk_Qh_br_call plan_Js_cbrk_Qh_br 1
 weight_Js_cbrk_Qh_br_call reply_Qs_cbrk_Qh_b_raise 0.10833333333333334
 weight_Js_cbrk_Qh_br_call reply_Ks_cbrk_Qh_b_raise 0.10833333333333334
 weight_Js_cbrk_Qh_br_call reply_Kh_cbrk_Qh_b_raise 0.10833333333333334
 weight_Js_cbrk_Ks_cb_fold plan_Js_cbrk_Ks_cb 1
 weight_Js_cbrk_Ks_cb_fold reply_Jh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Js_cbrk_Ks_cb_fold reply_Qs_cbrk_Ks_c_bet 0.041666666666666664
 weight_Js_cbrk_Ks_cb_fold reply_Qh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Js_cbrk_Ks_cb_fold reply_Kh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Js_cbrk_Ks_cb_call plan_Js_cbrk_Ks_cb 1
 weight_Js_cbrk_Ks_cb_call reply_Qs_cbrk_Ks_c_bet 0.075
 weight_Js_cbrk_Ks_cb_call reply_Qh_cbrk_Ks_c_bet 0.075
 weight_Js_cbrk_Ks_cb_call reply_Kh_cbrk_Ks_c_bet 0.075
 weight_Js_cbrk_Ks_cb_raise plan_Js_cbrk_Ks_cb 1
 weight_Js_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_fold -0.075
 weight_Js_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_fold -0.075
 weight_Js_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Js_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_fold -0.075
 weight_Js_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Js_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_fold -0.075
 weight_Js_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Js_cbrk_Ks_br_fold plan_Js_cbrk_Ks_br 1
 weight_Js_cbrk_Ks_br_fold reply_Jh_cbrk_Ks_b_raise 0.075
 weight_Js_cbrk_Ks_br_fold reply_Qs_cbrk_Ks_b_raise 0.075
 weight_Js_cbrk_Ks_br_fold reply_Qh_cbrk_Ks_b_raise 0.075
 weight_Js_cbrk_Ks_br_fold reply_Kh_cbrk_Ks_b_raise 0.075
 weight_Js_cbrk_Ks_br_call plan_Js_cbrk_Ks_br 1
 weight_Js_cbrk_Ks_br_call reply_Qs_cbrk_Ks_b_raise 0.10833333333333334
 weight_Js_cbrk_Ks_br_call reply_Qh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Js_cbrk_Ks_br_call reply_Kh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Js_cbrk_Kh_cb_fold plan_Js_cbrk_Kh_cb 1
 weight_Js_cbrk_Kh_cb_fold reply_Jh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Js_cbrk_Kh_cb_fold reply_Qs_cbrk_Kh_c_bet 0.041666666666666664
 weight_Js_cbrk_Kh_cb_fold reply_Qh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Js_cbrk_Kh_cb_fold reply_Ks_cbrk_Kh_c_bet 0.041666666666666664
 weight_Js_cbrk_Kh_cb_call plan_Js_cbrk_Kh_cb 1
 weight_Js_cbrk_Kh_cb_call reply_Qs_cbrk_Kh_c_bet 0.075
 weight_Js_cbrk_Kh_cb_call reply_Qh_cbrk_Kh_c_bet 0.075
 weight_Js_cbrk_Kh_cb_call reply_Ks_cbrk_Kh_c_bet 0.075
 weight_Js_cbrk_Kh_cb_raise plan_Js_cbrk_Kh_cb 1
 weight_Js_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_fold -0.075
 weight_Js_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_fold -0.075
 weight_Js_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_fold -0.075
 weight_Js_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_fold -0.075
 weight_Js_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Js_cbrk_Kh_br_fold plan_Js_cbrk_Kh_br 1
 weight_Js_cbrk_Kh_br_fold reply_Jh_cbrk_Kh_b_raise 0.075
 weight_Js_cbrk_Kh_br_fold reply_Qs_cbrk_Kh_b_raise 0.075
 weight_Js_cbrk_Kh_br_fold reply_Qh_cbrk_Kh_b_raise 0.075
 weight_Js_cbrk_Kh_br_fold reply_Ks_cbrk_Kh_b_raise 0.075
 weight_Js_cbrk_Kh_br_call plan_Js_cbrk_Kh_br 1
 weight_Js_cbrk_Kh_br_call reply_Qs_cbrk_Kh_b_raise 0.10833333333333334
 weight_Js_cbrk_Kh_br_call reply_Qh_cbrk_Kh_b_raise 0.10833333333333334
 weight_Js_cbrk_Kh_br_call reply_Ks_cbrk_Kh_b_raise 0.10833333333333334
 weight_Js_cbrk_Jh_cb_fold plan_Js_cbrk_Jh_cb 1
 weight_Js_cbrk_Jh_cb_fold reply_Qs_cbrk_Jh_c_bet 0.041666666666666664
 weight_Js_cbrk_Jh_cb_fold reply_Qh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Js_cbrk_Jh_cb_fold reply_Ks_cbrk_Jh_c_bet 0.041666666666666664
 weight_Js_cbrk_Jh_cb_fold reply_Kh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Js_cbrk_Jh_cb_call plan_Js_cbrk_Jh_cb 1
 weight_Js_cbrk_Jh_cb_call reply_Qs_cbrk_Jh_c_bet -0.075
 weight_Js_cbrk_Jh_cb_call reply_Qh_cbrk_Jh_c_bet -0.075
 weight_Js_cbrk_Jh_cb_call reply_Ks_cbrk_Jh_c_bet -0.075
 weight_Js_cbrk_Jh_cb_call reply_Kh_cbrk_Jh_c_bet -0.075
 weight_Js_cbrk_Jh_cb_raise plan_Js_cbrk_Jh_cb 1
 weight_Js_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_fold -0.075
 weight_Js_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Js_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_fold -0.075
 weight_Js_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Js_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_fold -0.075
 weight_Js_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Js_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_fold -0.075
 weight_Js_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Js_cbrk_Jh_br_fold plan_Js_cbrk_Jh_br 1
 weight_Js_cbrk_Jh_br_fold reply_Qs_cbrk_Jh_b_raise 0.075
 weight_Js_cbrk_Jh_br_fold reply_Qh_cbrk_Jh_b_raise 0.075
 weight_Js_cbrk_Jh_br_fold reply_Ks_cbrk_Jh_b_raise 0.075
 weight_Js_cbrk_Jh_br_fold reply_Kh_cbrk_Jh_b_raise 0.075
 weight_Js_cbrk_Jh_br_call plan_Js_cbrk_Jh_br 1
 weight_Js_cbrk_Jh_br_call reply_Qs_cbrk_Jh_b_raise -0.10833333333333334
 weight_Js_cbrk_Jh_br_call reply_Qh_cbrk_Jh_b_raise -0.10833333333333334
 weight_Js_cbrk_Jh_br_call reply_Ks_cbrk_Jh_b_raise -0.10833333333333334
 weight_Js_cbrk_Jh_br_call reply_Kh_cbrk_Jh_b_raise -0.10833333333333334
 weight_Jh_cbrk_Qs_cb_fold plan_Jh_cbrk_Qs_cb 1
 weight_Jh_cbrk_Qs_cb_fold reply_Qh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qs_cb_fold reply_Ks_cbrk_Qs_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qs_cb_fold reply_Kh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qs_cb_fold reply_Js_cbrk_Qs_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qs_cb_call plan_Jh_cbrk_Qs_cb 1
 weight_Jh_cbrk_Qs_cb_call reply_Qh_cbrk_Qs_c_bet 0.075
 weight_Jh_cbrk_Qs_cb_call reply_Ks_cbrk_Qs_c_bet 0.075
 weight_Jh_cbrk_Qs_cb_call reply_Kh_cbrk_Qs_c_bet 0.075
 weight_Jh_cbrk_Qs_cb_raise plan_Jh_cbrk_Qs_cb 1
 weight_Jh_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_fold -0.075
 weight_Jh_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_fold -0.075
 weight_Jh_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_fold -0.075
 weight_Jh_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_fold -0.075
 weight_Jh_cbrk_Qs_br_fold plan_Jh_cbrk_Qs_br 1
 weight_Jh_cbrk_Qs_br_fold reply_Qh_cbrk_Qs_b_raise 0.075
 weight_Jh_cbrk_Qs_br_fold reply_Ks_cbrk_Qs_b_raise 0.075
 weight_Jh_cbrk_Qs_br_fold reply_Kh_cbrk_Qs_b_raise 0.075
 weight_Jh_cbrk_Qs_br_fold reply_Js_cbrk_Qs_b_raise 0.075
 weight_Jh_cbrk_Qs_br_call plan_Jh_cbrk_Qs_br 1
 weight_Jh_cbrk_Qs_br_call reply_Qh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Jh_cbrk_Qs_br_call reply_Ks_cbrk_Qs_b_raise 0.10833333333333334
 weight_Jh_cbrk_Qs_br_call reply_Kh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Jh_cbrk_Qh_cb_fold plan_Jh_cbrk_Qh_cb 1
 weight_Jh_cbrk_Qh_cb_fold reply_Qs_cbrk_Qh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qh_cb_fold reply_Ks_cbrk_Qh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qh_cb_fold reply_Kh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qh_cb_fold reply_Js_cbrk_Qh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Qh_cb_call plan_Jh_cbrk_Qh_cb 1
 weight_Jh_cbrk_Qh_cb_call reply_Qs_cbrk_Qh_c_bet 0.075
 weight_Jh_cbrk_Qh_cb_call reply_Ks_cbrk_Qh_c_bet 0.075
 weight_Jh_cbrk_Qh_cb_call reply_Kh_cbrk_Qh_c_bet 0.075
 weight_Jh_cbrk_Qh_cb_raise plan_Jh_cbrk_Qh_cb 1
 weight_Jh_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_fold -0.075
 weight_Jh_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_fold -0.075
 weight_Jh_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_fold -0.075
 weight_Jh_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_fold -0.075
 weight_Jh_cbrk_Qh_br_fold plan_Jh_cbrk_Qh_br 1
 weight_Jh_cbrk_Qh_br_fold reply_Qs_cbrk_Qh_b_raise 0.075
 weight_Jh_cbrk_Qh_br_fold reply_Ks_cbrk_Qh_b_raise 0.075
 weight_Jh_cbrk_Qh_br_fold reply_Kh_cbrk_Qh_b_raise 0.075
 weight_Jh_cbrk_Qh_br_fold reply_Js_cbrk_Qh_b_raise 0.075
 weight_Jh_cbrk_Qh_br_call plan_Jh_cbrk_Qh_br 1
 weight_Jh_cbrk_Qh_br_call reply_Qs_cbrk_Qh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Qh_br_call reply_Ks_cbrk_Qh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Qh_br_call reply_Kh_cbrk_Qh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Ks_cb_fold plan_Jh_cbrk_Ks_cb 1
 weight_Jh_cbrk_Ks_cb_fold reply_Qs_cbrk_Ks_c_bet 0.041666666666666664
 weight_Jh_cbrk_Ks_cb_fold reply_Qh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Jh_cbrk_Ks_cb_fold reply_Kh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Jh_cbrk_Ks_cb_fold reply_Js_cbrk_Ks_c_bet 0.041666666666666664
 weight_Jh_cbrk_Ks_cb_call plan_Jh_cbrk_Ks_cb 1
 weight_Jh_cbrk_Ks_cb_call reply_Qs_cbrk_Ks_c_bet 0.075
 weight_Jh_cbrk_Ks_cb_call reply_Qh_cbrk_Ks_c_bet 0.075
 weight_Jh_cbrk_Ks_cb_call reply_Kh_cbrk_Ks_c_bet 0.075
 weight_Jh_cbrk_Ks_cb_raise plan_Jh_cbrk_Ks_cb 1
 weight_Jh_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_fold -0.075
 weight_Jh_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_fold -0.075
 weight_Jh_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_fold -0.075
 weight_Jh_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_fold -0.075
 weight_Jh_cbrk_Ks_br_fold plan_Jh_cbrk_Ks_br 1
 weight_Jh_cbrk_Ks_br_fold reply_Qs_cbrk_Ks_b_raise 0.075
 weight_Jh_cbrk_Ks_br_fold reply_Qh_cbrk_Ks_b_raise 0.075
 weight_Jh_cbrk_Ks_br_fold reply_Kh_cbrk_Ks_b_raise 0.075
 weight_Jh_cbrk_Ks_br_fold reply_Js_cbrk_Ks_b_raise 0.075
 weight_Jh_cbrk_Ks_br_call plan_Jh_cbrk_Ks_br 1
 weight_Jh_cbrk_Ks_br_call reply_Qs_cbrk_Ks_b_raise 0.10833333333333334
 weight_Jh_cbrk_Ks_br_call reply_Qh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Jh_cbrk_Ks_br_call reply_Kh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Jh_cbrk_Kh_cb_fold plan_Jh_cbrk_Kh_cb 1
 weight_Jh_cbrk_Kh_cb_fold reply_Qs_cbrk_Kh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Kh_cb_fold reply_Qh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Kh_cb_fold reply_Ks_cbrk_Kh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Kh_cb_fold reply_Js_cbrk_Kh_c_bet 0.041666666666666664
 weight_Jh_cbrk_Kh_cb_call plan_Jh_cbrk_Kh_cb 1
 weight_Jh_cbrk_Kh_cb_call reply_Qs_cbrk_Kh_c_bet 0.075
 weight_Jh_cbrk_Kh_cb_call reply_Qh_cbrk_Kh_c_bet 0.075
 weight_Jh_cbrk_Kh_cb_call reply_Ks_cbrk_Kh_c_bet 0.075
 weight_Jh_cbrk_Kh_cb_raise plan_Jh_cbrk_Kh_cb 1
 weight_Jh_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_fold -0.075
 weight_Jh_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_fold -0.075
 weight_Jh_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_fold -0.075
 weight_Jh_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Jh_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_fold -0.075
 weight_Jh_cbrk_Kh_br_fold plan_Jh_cbrk_Kh_br 1
 weight_Jh_cbrk_Kh_br_fold reply_Qs_cbrk_Kh_b_raise 0.075
 weight_Jh_cbrk_Kh_br_fold reply_Qh_cbrk_Kh_b_raise 0.075
 weight_Jh_cbrk_Kh_br_fold reply_Ks_cbrk_Kh_b_raise 0.075
 weight_Jh_cbrk_Kh_br_fold reply_Js_cbrk_Kh_b_raise 0.075
 weight_Jh_cbrk_Kh_br_call plan_Jh_cbrk_Kh_br 1
 weight_Jh_cbrk_Kh_br_call reply_Qs_cbrk_Kh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Kh_br_call reply_Qh_cbrk_Kh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Kh_br_call reply_Ks_cbrk_Kh_b_raise 0.10833333333333334
 weight_Jh_cbrk_Js_cb_fold plan_Jh_cbrk_Js_cb 1
 weight_Jh_cbrk_Js_cb_fold reply_Qs_cbrk_Js_c_bet 0.041666666666666664
 weight_Jh_cbrk_Js_cb_fold reply_Qh_cbrk_Js_c_bet 0.041666666666666664
 weight_Jh_cbrk_Js_cb_fold reply_Ks_cbrk_Js_c_bet 0.041666666666666664
 weight_Jh_cbrk_Js_cb_fold reply_Kh_cbrk_Js_c_bet 0.041666666666666664
 weight_Jh_cbrk_Js_cb_call plan_Jh_cbrk_Js_cb 1
 weight_Jh_cbrk_Js_cb_call reply_Qs_cbrk_Js_c_bet -0.075
 weight_Jh_cbrk_Js_cb_call reply_Qh_cbrk_Js_c_bet -0.075
 weight_Jh_cbrk_Js_cb_call reply_Ks_cbrk_Js_c_bet -0.075
 weight_Jh_cbrk_Js_cb_call reply_Kh_cbrk_Js_c_bet -0.075
 weight_Jh_cbrk_Js_cb_raise plan_Jh_cbrk_Js_cb 1
 weight_Jh_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_fold -0.075
 weight_Jh_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_call -0.10833333333333334
 weight_Jh_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_fold -0.075
 weight_Jh_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_call -0.10833333333333334
 weight_Jh_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_fold -0.075
 weight_Jh_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_call -0.10833333333333334
 weight_Jh_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_fold -0.075
 weight_Jh_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_call -0.10833333333333334
 weight_Jh_cbrk_Js_br_fold plan_Jh_cbrk_Js_br 1
 weight_Jh_cbrk_Js_br_fold reply_Qs_cbrk_Js_b_raise 0.075
 weight_Jh_cbrk_Js_br_fold reply_Qh_cbrk_Js_b_raise 0.075
 weight_Jh_cbrk_Js_br_fold reply_Ks_cbrk_Js_b_raise 0.075
 weight_Jh_cbrk_Js_br_fold reply_Kh_cbrk_Js_b_raise 0.075
 weight_Jh_cbrk_Js_br_call plan_Jh_cbrk_Js_br 1
 weight_Jh_cbrk_Js_br_call reply_Qs_cbrk_Js_b_raise -0.10833333333333334
 weight_Jh_cbrk_Js_br_call reply_Qh_cbrk_Js_b_raise -0.10833333333333334
 weight_Jh_cbrk_Js_br_call reply_Ks_cbrk_Js_b_raise -0.10833333333333334
 weight_Jh_cbrk_Js_br_call reply_Kh_cbrk_Js_b_raise -0.10833333333333334
 weight_Qs_cbrk_Jh_cb_fold plan_Qs_cbrk_Jh_cb 1
 weight_Qs_cbrk_Jh_cb_fold reply_Qh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Jh_cb_fold reply_Ks_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Jh_cb_fold reply_Kh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Jh_cb_fold reply_Js_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Jh_cb_call plan_Qs_cbrk_Jh_cb 1
 weight_Qs_cbrk_Jh_cb_call reply_Ks_cbrk_Jh_c_bet 0.075
 weight_Qs_cbrk_Jh_cb_call reply_Kh_cbrk_Jh_c_bet 0.075
 weight_Qs_cbrk_Jh_cb_call reply_Js_cbrk_Jh_c_bet 0.075
 weight_Qs_cbrk_Jh_cb_raise plan_Qs_cbrk_Jh_cb 1
 weight_Qs_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_fold -0.075
 weight_Qs_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_fold -0.075
 weight_Qs_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_fold -0.075
 weight_Qs_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_fold -0.075
 weight_Qs_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Jh_br_fold plan_Qs_cbrk_Jh_br 1
 weight_Qs_cbrk_Jh_br_fold reply_Qh_cbrk_Jh_b_raise 0.075
 weight_Qs_cbrk_Jh_br_fold reply_Ks_cbrk_Jh_b_raise 0.075
 weight_Qs_cbrk_Jh_br_fold reply_Kh_cbrk_Jh_b_raise 0.075
 weight_Qs_cbrk_Jh_br_fold reply_Js_cbrk_Jh_b_raise 0.075
 weight_Qs_cbrk_Jh_br_call plan_Qs_cbrk_Jh_br 1
 weight_Qs_cbrk_Jh_br_call reply_Ks_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qs_cbrk_Jh_br_call reply_Kh_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qs_cbrk_Jh_br_call reply_Js_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qs_cbrk_Qh_cb_fold plan_Qs_cbrk_Qh_cb 1
 weight_Qs_cbrk_Qh_cb_fold reply_Jh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Qh_cb_fold reply_Ks_cbrk_Qh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Qh_cb_fold reply_Kh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Qh_cb_fold reply_Js_cbrk_Qh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Qh_cb_call plan_Qs_cbrk_Qh_cb 1
 weight_Qs_cbrk_Qh_cb_call reply_Jh_cbrk_Qh_c_bet -0.075
 weight_Qs_cbrk_Qh_cb_call reply_Ks_cbrk_Qh_c_bet -0.075
 weight_Qs_cbrk_Qh_cb_call reply_Kh_cbrk_Qh_c_bet -0.075
 weight_Qs_cbrk_Qh_cb_call reply_Js_cbrk_Qh_c_bet -0.075
 weight_Qs_cbrk_Qh_cb_raise plan_Qs_cbrk_Qh_cb 1
 weight_Qs_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_fold -0.075
 weight_Qs_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_fold -0.075
 weight_Qs_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_fold -0.075
 weight_Qs_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_fold -0.075
 weight_Qs_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Qh_br_fold plan_Qs_cbrk_Qh_br 1
 weight_Qs_cbrk_Qh_br_fold reply_Jh_cbrk_Qh_b_raise 0.075
 weight_Qs_cbrk_Qh_br_fold reply_Ks_cbrk_Qh_b_raise 0.075
 weight_Qs_cbrk_Qh_br_fold reply_Kh_cbrk_Qh_b_raise 0.075
 weight_Qs_cbrk_Qh_br_fold reply_Js_cbrk_Qh_b_raise 0.075
 weight_Qs_cbrk_Qh_br_call plan_Qs_cbrk_Qh_br 1
 weight_Qs_cbrk_Qh_br_call reply_Jh_cbrk_Qh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Qh_br_call reply_Ks_cbrk_Qh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Qh_br_call reply_Kh_cbrk_Qh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Qh_br_call reply_Js_cbrk_Qh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Ks_cb_fold plan_Qs_cbrk_Ks_cb 1
 weight_Qs_cbrk_Ks_cb_fold reply_Jh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qs_cbrk_Ks_cb_fold reply_Qh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qs_cbrk_Ks_cb_fold reply_Kh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qs_cbrk_Ks_cb_fold reply_Js_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qs_cbrk_Ks_cb_call plan_Qs_cbrk_Ks_cb 1
 weight_Qs_cbrk_Ks_cb_call reply_Jh_cbrk_Ks_c_bet -0.075
 weight_Qs_cbrk_Ks_cb_call reply_Kh_cbrk_Ks_c_bet 0.075
 weight_Qs_cbrk_Ks_cb_call reply_Js_cbrk_Ks_c_bet -0.075
 weight_Qs_cbrk_Ks_cb_raise plan_Qs_cbrk_Ks_cb 1
 weight_Qs_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_fold -0.075
 weight_Qs_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_fold -0.075
 weight_Qs_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_fold -0.075
 weight_Qs_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_fold -0.075
 weight_Qs_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Ks_br_fold plan_Qs_cbrk_Ks_br 1
 weight_Qs_cbrk_Ks_br_fold reply_Jh_cbrk_Ks_b_raise 0.075
 weight_Qs_cbrk_Ks_br_fold reply_Qh_cbrk_Ks_b_raise 0.075
 weight_Qs_cbrk_Ks_br_fold reply_Kh_cbrk_Ks_b_raise 0.075
 weight_Qs_cbrk_Ks_br_fold reply_Js_cbrk_Ks_b_raise 0.075
 weight_Qs_cbrk_Ks_br_call plan_Qs_cbrk_Ks_br 1
 weight_Qs_cbrk_Ks_br_call reply_Jh_cbrk_Ks_b_raise -0.10833333333333334
 weight_Qs_cbrk_Ks_br_call reply_Kh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Qs_cbrk_Ks_br_call reply_Js_cbrk_Ks_b_raise -0.10833333333333334
 weight_Qs_cbrk_Kh_cb_fold plan_Qs_cbrk_Kh_cb 1
 weight_Qs_cbrk_Kh_cb_fold reply_Jh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Kh_cb_fold reply_Qh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Kh_cb_fold reply_Ks_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Kh_cb_fold reply_Js_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qs_cbrk_Kh_cb_call plan_Qs_cbrk_Kh_cb 1
 weight_Qs_cbrk_Kh_cb_call reply_Jh_cbrk_Kh_c_bet -0.075
 weight_Qs_cbrk_Kh_cb_call reply_Ks_cbrk_Kh_c_bet 0.075
 weight_Qs_cbrk_Kh_cb_call reply_Js_cbrk_Kh_c_bet -0.075
 weight_Qs_cbrk_Kh_cb_raise plan_Qs_cbrk_Kh_cb 1
 weight_Qs_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_fold -0.075
 weight_Qs_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_fold -0.075
 weight_Qs_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_fold -0.075
 weight_Qs_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_fold -0.075
 weight_Qs_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Qs_cbrk_Kh_br_fold plan_Qs_cbrk_Kh_br 1
 weight_Qs_cbrk_Kh_br_fold reply_Jh_cbrk_Kh_b_raise 0.075
 weight_Qs_cbrk_Kh_br_fold reply_Qh_cbrk_Kh_b_raise 0.075
 weight_Qs_cbrk_Kh_br_fold reply_Ks_cbrk_Kh_b_raise 0.075
 weight_Qs_cbrk_Kh_br_fold reply_Js_cbrk_Kh_b_raise 0.075
 weight_Qs_cbrk_Kh_br_call plan_Qs_cbrk_Kh_br 1
 weight_Qs_cbrk_Kh_br_call reply_Jh_cbrk_Kh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Kh_br_call reply_Ks_cbrk_Kh_b_raise 0.10833333333333334
 weight_Qs_cbrk_Kh_br_call reply_Js_cbrk_Kh_b_raise -0.10833333333333334
 weight_Qs_cbrk_Js_cb_fold plan_Qs_cbrk_Js_cb 1
 weight_Qs_cbrk_Js_cb_fold reply_Qh_cbrk_Js_c_bet 0.041666666666666664
 weight_Qs_cbrk_Js_cb_fold reply_Ks_cbrk_Js_c_bet 0.041666666666666664
 weight_Qs_cbrk_Js_cb_fold reply_Kh_cbrk_Js_c_bet 0.041666666666666664
 weight_Qs_cbrk_Js_cb_fold reply_Jh_cbrk_Js_c_bet 0.041666666666666664
 weight_Qs_cbrk_Js_cb_call plan_Qs_cbrk_Js_cb 1
 weight_Qs_cbrk_Js_cb_call reply_Ks_cbrk_Js_c_bet 0.075
 weight_Qs_cbrk_Js_cb_call reply_Kh_cbrk_Js_c_bet 0.075
 weight_Qs_cbrk_Js_cb_call reply_Jh_cbrk_Js_c_bet 0.075
 weight_Qs_cbrk_Js_cb_raise plan_Qs_cbrk_Js_cb 1
 weight_Qs_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_fold -0.075
 weight_Qs_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_fold -0.075
 weight_Qs_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_fold -0.075
 weight_Qs_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_fold -0.075
 weight_Qs_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qs_cbrk_Js_br_fold plan_Qs_cbrk_Js_br 1
 weight_Qs_cbrk_Js_br_fold reply_Qh_cbrk_Js_b_raise 0.075
 weight_Qs_cbrk_Js_br_fold reply_Ks_cbrk_Js_b_raise 0.075
 weight_Qs_cbrk_Js_br_fold reply_Kh_cbrk_Js_b_raise 0.075
 weight_Qs_cbrk_Js_br_fold reply_Jh_cbrk_Js_b_raise 0.075
 weight_Qs_cbrk_Js_br_call plan_Qs_cbrk_Js_br 1
 weight_Qs_cbrk_Js_br_call reply_Ks_cbrk_Js_b_raise 0.10833333333333334
 weight_Qs_cbrk_Js_br_call reply_Kh_cbrk_Js_b_raise 0.10833333333333334
 weight_Qs_cbrk_Js_br_call reply_Jh_cbrk_Js_b_raise 0.10833333333333334
 weight_Qh_cbrk_Jh_cb_fold plan_Qh_cbrk_Jh_cb 1
 weight_Qh_cbrk_Jh_cb_fold reply_Qs_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Jh_cb_fold reply_Ks_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Jh_cb_fold reply_Kh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Jh_cb_fold reply_Js_cbrk_Jh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Jh_cb_call plan_Qh_cbrk_Jh_cb 1
 weight_Qh_cbrk_Jh_cb_call reply_Ks_cbrk_Jh_c_bet 0.075
 weight_Qh_cbrk_Jh_cb_call reply_Kh_cbrk_Jh_c_bet 0.075
 weight_Qh_cbrk_Jh_cb_call reply_Js_cbrk_Jh_c_bet 0.075
 weight_Qh_cbrk_Jh_cb_raise plan_Qh_cbrk_Jh_cb 1
 weight_Qh_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_fold -0.075
 weight_Qh_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_fold -0.075
 weight_Qh_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_fold -0.075
 weight_Qh_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_fold -0.075
 weight_Qh_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Jh_br_fold plan_Qh_cbrk_Jh_br 1
 weight_Qh_cbrk_Jh_br_fold reply_Qs_cbrk_Jh_b_raise 0.075
 weight_Qh_cbrk_Jh_br_fold reply_Ks_cbrk_Jh_b_raise 0.075
 weight_Qh_cbrk_Jh_br_fold reply_Kh_cbrk_Jh_b_raise 0.075
 weight_Qh_cbrk_Jh_br_fold reply_Js_cbrk_Jh_b_raise 0.075
 weight_Qh_cbrk_Jh_br_call plan_Qh_cbrk_Jh_br 1
 weight_Qh_cbrk_Jh_br_call reply_Ks_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qh_cbrk_Jh_br_call reply_Kh_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qh_cbrk_Jh_br_call reply_Js_cbrk_Jh_b_raise 0.10833333333333334
 weight_Qh_cbrk_Qs_cb_fold plan_Qh_cbrk_Qs_cb 1
 weight_Qh_cbrk_Qs_cb_fold reply_Jh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Qh_cbrk_Qs_cb_fold reply_Ks_cbrk_Qs_c_bet 0.041666666666666664
 weight_Qh_cbrk_Qs_cb_fold reply_Kh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Qh_cbrk_Qs_cb_fold reply_Js_cbrk_Qs_c_bet 0.041666666666666664
 weight_Qh_cbrk_Qs_cb_call plan_Qh_cbrk_Qs_cb 1
 weight_Qh_cbrk_Qs_cb_call reply_Jh_cbrk_Qs_c_bet -0.075
 weight_Qh_cbrk_Qs_cb_call reply_Ks_cbrk_Qs_c_bet -0.075
 weight_Qh_cbrk_Qs_cb_call reply_Kh_cbrk_Qs_c_bet -0.075
 weight_Qh_cbrk_Qs_cb_call reply_Js_cbrk_Qs_c_bet -0.075
 weight_Qh_cbrk_Qs_cb_raise plan_Qh_cbrk_Qs_cb 1
 weight_Qh_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_fold -0.075
 weight_Qh_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_fold -0.075
 weight_Qh_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_fold -0.075
 weight_Qh_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_fold -0.075
 weight_Qh_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Qs_br_fold plan_Qh_cbrk_Qs_br 1
 weight_Qh_cbrk_Qs_br_fold reply_Jh_cbrk_Qs_b_raise 0.075
 weight_Qh_cbrk_Qs_br_fold reply_Ks_cbrk_Qs_b_raise 0.075
 weight_Qh_cbrk_Qs_br_fold reply_Kh_cbrk_Qs_b_raise 0.075
 weight_Qh_cbrk_Qs_br_fold reply_Js_cbrk_Qs_b_raise 0.075
 weight_Qh_cbrk_Qs_br_call plan_Qh_cbrk_Qs_br 1
 weight_Qh_cbrk_Qs_br_call reply_Jh_cbrk_Qs_b_raise -0.10833333333333334
 weight_Qh_cbrk_Qs_br_call reply_Ks_cbrk_Qs_b_raise -0.10833333333333334
 weight_Qh_cbrk_Qs_br_call reply_Kh_cbrk_Qs_b_raise -0.10833333333333334
 weight_Qh_cbrk_Qs_br_call reply_Js_cbrk_Qs_b_raise -0.10833333333333334
 weight_Qh_cbrk_Ks_cb_fold plan_Qh_cbrk_Ks_cb 1
 weight_Qh_cbrk_Ks_cb_fold reply_Jh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qh_cbrk_Ks_cb_fold reply_Qs_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qh_cbrk_Ks_cb_fold reply_Kh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qh_cbrk_Ks_cb_fold reply_Js_cbrk_Ks_c_bet 0.041666666666666664
 weight_Qh_cbrk_Ks_cb_call plan_Qh_cbrk_Ks_cb 1
 weight_Qh_cbrk_Ks_cb_call reply_Jh_cbrk_Ks_c_bet -0.075
 weight_Qh_cbrk_Ks_cb_call reply_Kh_cbrk_Ks_c_bet 0.075
 weight_Qh_cbrk_Ks_cb_call reply_Js_cbrk_Ks_c_bet -0.075
 weight_Qh_cbrk_Ks_cb_raise plan_Qh_cbrk_Ks_cb 1
 weight_Qh_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_fold -0.075
 weight_Qh_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_fold -0.075
 weight_Qh_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_fold -0.075
 weight_Qh_cbrk_Ks_cb_raise reply_Kh_cbrk_Ks_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_fold -0.075
 weight_Qh_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Ks_br_fold plan_Qh_cbrk_Ks_br 1
 weight_Qh_cbrk_Ks_br_fold reply_Jh_cbrk_Ks_b_raise 0.075
 weight_Qh_cbrk_Ks_br_fold reply_Qs_cbrk_Ks_b_raise 0.075
 weight_Qh_cbrk_Ks_br_fold reply_Kh_cbrk_Ks_b_raise 0.075
 weight_Qh_cbrk_Ks_br_fold reply_Js_cbrk_Ks_b_raise 0.075
 weight_Qh_cbrk_Ks_br_call plan_Qh_cbrk_Ks_br 1
 weight_Qh_cbrk_Ks_br_call reply_Jh_cbrk_Ks_b_raise -0.10833333333333334
 weight_Qh_cbrk_Ks_br_call reply_Kh_cbrk_Ks_b_raise 0.10833333333333334
 weight_Qh_cbrk_Ks_br_call reply_Js_cbrk_Ks_b_raise -0.10833333333333334
 weight_Qh_cbrk_Kh_cb_fold plan_Qh_cbrk_Kh_cb 1
 weight_Qh_cbrk_Kh_cb_fold reply_Jh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Kh_cb_fold reply_Qs_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Kh_cb_fold reply_Ks_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Kh_cb_fold reply_Js_cbrk_Kh_c_bet 0.041666666666666664
 weight_Qh_cbrk_Kh_cb_call plan_Qh_cbrk_Kh_cb 1
 weight_Qh_cbrk_Kh_cb_call reply_Jh_cbrk_Kh_c_bet -0.075
 weight_Qh_cbrk_Kh_cb_call reply_Ks_cbrk_Kh_c_bet 0.075
 weight_Qh_cbrk_Kh_cb_call reply_Js_cbrk_Kh_c_bet -0.075
 weight_Qh_cbrk_Kh_cb_raise plan_Qh_cbrk_Kh_cb 1
 weight_Qh_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_fold -0.075
 weight_Qh_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_fold -0.075
 weight_Qh_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_fold -0.075
 weight_Qh_cbrk_Kh_cb_raise reply_Ks_cbrk_Kh_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_fold -0.075
 weight_Qh_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Qh_cbrk_Kh_br_fold plan_Qh_cbrk_Kh_br 1
 weight_Qh_cbrk_Kh_br_fold reply_Jh_cbrk_Kh_b_raise 0.075
 weight_Qh_cbrk_Kh_br_fold reply_Qs_cbrk_Kh_b_raise 0.075
 weight_Qh_cbrk_Kh_br_fold reply_Ks_cbrk_Kh_b_raise 0.075
 weight_Qh_cbrk_Kh_br_fold reply_Js_cbrk_Kh_b_raise 0.075
 weight_Qh_cbrk_Kh_br_call plan_Qh_cbrk_Kh_br 1
 weight_Qh_cbrk_Kh_br_call reply_Jh_cbrk_Kh_b_raise -0.10833333333333334
 weight_Qh_cbrk_Kh_br_call reply_Ks_cbrk_Kh_b_raise 0.10833333333333334
 weight_Qh_cbrk_Kh_br_call reply_Js_cbrk_Kh_b_raise -0.10833333333333334
 weight_Qh_cbrk_Js_cb_fold plan_Qh_cbrk_Js_cb 1
 weight_Qh_cbrk_Js_cb_fold reply_Qs_cbrk_Js_c_bet 0.041666666666666664
 weight_Qh_cbrk_Js_cb_fold reply_Ks_cbrk_Js_c_bet 0.041666666666666664
 weight_Qh_cbrk_Js_cb_fold reply_Kh_cbrk_Js_c_bet 0.041666666666666664
 weight_Qh_cbrk_Js_cb_fold reply_Jh_cbrk_Js_c_bet 0.041666666666666664
 weight_Qh_cbrk_Js_cb_call plan_Qh_cbrk_Js_cb 1
 weight_Qh_cbrk_Js_cb_call reply_Ks_cbrk_Js_c_bet 0.075
 weight_Qh_cbrk_Js_cb_call reply_Kh_cbrk_Js_c_bet 0.075
 weight_Qh_cbrk_Js_cb_call reply_Jh_cbrk_Js_c_bet 0.075
 weight_Qh_cbrk_Js_cb_raise plan_Qh_cbrk_Js_cb 1
 weight_Qh_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_fold -0.075
 weight_Qh_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_fold -0.075
 weight_Qh_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_fold -0.075
 weight_Qh_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_fold -0.075
 weight_Qh_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Qh_cbrk_Js_br_fold plan_Qh_cbrk_Js_br 1
 weight_Qh_cbrk_Js_br_fold reply_Qs_cbrk_Js_b_raise 0.075
 weight_Qh_cbrk_Js_br_fold reply_Ks_cbrk_Js_b_raise 0.075
 weight_Qh_cbrk_Js_br_fold reply_Kh_cbrk_Js_b_raise 0.075
 weight_Qh_cbrk_Js_br_fold reply_Jh_cbrk_Js_b_raise 0.075
 weight_Qh_cbrk_Js_br_call plan_Qh_cbrk_Js_br 1
 weight_Qh_cbrk_Js_br_call reply_Ks_cbrk_Js_b_raise 0.10833333333333334
 weight_Qh_cbrk_Js_br_call reply_Kh_cbrk_Js_b_raise 0.10833333333333334
 weight_Qh_cbrk_Js_br_call reply_Jh_cbrk_Js_b_raise 0.10833333333333334
 weight_Ks_cbrk_Jh_cb_fold plan_Ks_cbrk_Jh_cb 1
 weight_Ks_cbrk_Jh_cb_fold reply_Qs_cbrk_Jh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Jh_cb_fold reply_Qh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Jh_cb_fold reply_Kh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Jh_cb_fold reply_Js_cbrk_Jh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Jh_cb_call plan_Ks_cbrk_Jh_cb 1
 weight_Ks_cbrk_Jh_cb_call reply_Qs_cbrk_Jh_c_bet -0.075
 weight_Ks_cbrk_Jh_cb_call reply_Qh_cbrk_Jh_c_bet -0.075
 weight_Ks_cbrk_Jh_cb_call reply_Js_cbrk_Jh_c_bet 0.075
 weight_Ks_cbrk_Jh_cb_raise plan_Ks_cbrk_Jh_cb 1
 weight_Ks_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_fold -0.075
 weight_Ks_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_fold -0.075
 weight_Ks_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Jh_cb_raise reply_Kh_cbrk_Jh_cbr_fold -0.075
 weight_Ks_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_fold -0.075
 weight_Ks_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Ks_cbrk_Jh_br_fold plan_Ks_cbrk_Jh_br 1
 weight_Ks_cbrk_Jh_br_fold reply_Qs_cbrk_Jh_b_raise 0.075
 weight_Ks_cbrk_Jh_br_fold reply_Qh_cbrk_Jh_b_raise 0.075
 weight_Ks_cbrk_Jh_br_fold reply_Kh_cbrk_Jh_b_raise 0.075
 weight_Ks_cbrk_Jh_br_fold reply_Js_cbrk_Jh_b_raise 0.075
 weight_Ks_cbrk_Jh_br_call plan_Ks_cbrk_Jh_br 1
 weight_Ks_cbrk_Jh_br_call reply_Qs_cbrk_Jh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Jh_br_call reply_Qh_cbrk_Jh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Jh_br_call reply_Js_cbrk_Jh_b_raise 0.10833333333333334
 weight_Ks_cbrk_Qs_cb_fold plan_Ks_cbrk_Qs_cb 1
 weight_Ks_cbrk_Qs_cb_fold reply_Jh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qs_cb_fold reply_Qh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qs_cb_fold reply_Kh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qs_cb_fold reply_Js_cbrk_Qs_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qs_cb_call plan_Ks_cbrk_Qs_cb 1
 weight_Ks_cbrk_Qs_cb_call reply_Jh_cbrk_Qs_c_bet -0.075
 weight_Ks_cbrk_Qs_cb_call reply_Qh_cbrk_Qs_c_bet 0.075
 weight_Ks_cbrk_Qs_cb_call reply_Js_cbrk_Qs_c_bet -0.075
 weight_Ks_cbrk_Qs_cb_raise plan_Ks_cbrk_Qs_cb 1
 weight_Ks_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_fold -0.075
 weight_Ks_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_fold -0.075
 weight_Ks_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Ks_cbrk_Qs_cb_raise reply_Kh_cbrk_Qs_cbr_fold -0.075
 weight_Ks_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_fold -0.075
 weight_Ks_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Qs_br_fold plan_Ks_cbrk_Qs_br 1
 weight_Ks_cbrk_Qs_br_fold reply_Jh_cbrk_Qs_b_raise 0.075
 weight_Ks_cbrk_Qs_br_fold reply_Qh_cbrk_Qs_b_raise 0.075
 weight_Ks_cbrk_Qs_br_fold reply_Kh_cbrk_Qs_b_raise 0.075
 weight_Ks_cbrk_Qs_br_fold reply_Js_cbrk_Qs_b_raise 0.075
 weight_Ks_cbrk_Qs_br_call plan_Ks_cbrk_Qs_br 1
 weight_Ks_cbrk_Qs_br_call reply_Jh_cbrk_Qs_b_raise -0.10833333333333334
 weight_Ks_cbrk_Qs_br_call reply_Qh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Ks_cbrk_Qs_br_call reply_Js_cbrk_Qs_b_raise -0.10833333333333334
 weight_Ks_cbrk_Qh_cb_fold plan_Ks_cbrk_Qh_cb 1
 weight_Ks_cbrk_Qh_cb_fold reply_Jh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qh_cb_fold reply_Qs_cbrk_Qh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qh_cb_fold reply_Kh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qh_cb_fold reply_Js_cbrk_Qh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Qh_cb_call plan_Ks_cbrk_Qh_cb 1
 weight_Ks_cbrk_Qh_cb_call reply_Jh_cbrk_Qh_c_bet -0.075
 weight_Ks_cbrk_Qh_cb_call reply_Qs_cbrk_Qh_c_bet 0.075
 weight_Ks_cbrk_Qh_cb_call reply_Js_cbrk_Qh_c_bet -0.075
 weight_Ks_cbrk_Qh_cb_raise plan_Ks_cbrk_Qh_cb 1
 weight_Ks_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_fold -0.075
 weight_Ks_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_fold -0.075
 weight_Ks_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Ks_cbrk_Qh_cb_raise reply_Kh_cbrk_Qh_cbr_fold -0.075
 weight_Ks_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_fold -0.075
 weight_Ks_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Qh_br_fold plan_Ks_cbrk_Qh_br 1
 weight_Ks_cbrk_Qh_br_fold reply_Jh_cbrk_Qh_b_raise 0.075
 weight_Ks_cbrk_Qh_br_fold reply_Qs_cbrk_Qh_b_raise 0.075
 weight_Ks_cbrk_Qh_br_fold reply_Kh_cbrk_Qh_b_raise 0.075
 weight_Ks_cbrk_Qh_br_fold reply_Js_cbrk_Qh_b_raise 0.075
 weight_Ks_cbrk_Qh_br_call plan_Ks_cbrk_Qh_br 1
 weight_Ks_cbrk_Qh_br_call reply_Jh_cbrk_Qh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Qh_br_call reply_Qs_cbrk_Qh_b_raise 0.10833333333333334
 weight_Ks_cbrk_Qh_br_call reply_Js_cbrk_Qh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Kh_cb_fold plan_Ks_cbrk_Kh_cb 1
 weight_Ks_cbrk_Kh_cb_fold reply_Jh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Kh_cb_fold reply_Qs_cbrk_Kh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Kh_cb_fold reply_Qh_cbrk_Kh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Kh_cb_fold reply_Js_cbrk_Kh_c_bet 0.041666666666666664
 weight_Ks_cbrk_Kh_cb_call plan_Ks_cbrk_Kh_cb 1
 weight_Ks_cbrk_Kh_cb_call reply_Jh_cbrk_Kh_c_bet -0.075
 weight_Ks_cbrk_Kh_cb_call reply_Qs_cbrk_Kh_c_bet -0.075
 weight_Ks_cbrk_Kh_cb_call reply_Qh_cbrk_Kh_c_bet -0.075
 weight_Ks_cbrk_Kh_cb_call reply_Js_cbrk_Kh_c_bet -0.075
 weight_Ks_cbrk_Kh_cb_raise plan_Ks_cbrk_Kh_cb 1
 weight_Ks_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_fold -0.075
 weight_Ks_cbrk_Kh_cb_raise reply_Jh_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_fold -0.075
 weight_Ks_cbrk_Kh_cb_raise reply_Qs_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_fold -0.075
 weight_Ks_cbrk_Kh_cb_raise reply_Qh_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_fold -0.075
 weight_Ks_cbrk_Kh_cb_raise reply_Js_cbrk_Kh_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Kh_br_fold plan_Ks_cbrk_Kh_br 1
 weight_Ks_cbrk_Kh_br_fold reply_Jh_cbrk_Kh_b_raise 0.075
 weight_Ks_cbrk_Kh_br_fold reply_Qs_cbrk_Kh_b_raise 0.075
 weight_Ks_cbrk_Kh_br_fold reply_Qh_cbrk_Kh_b_raise 0.075
 weight_Ks_cbrk_Kh_br_fold reply_Js_cbrk_Kh_b_raise 0.075
 weight_Ks_cbrk_Kh_br_call plan_Ks_cbrk_Kh_br 1
 weight_Ks_cbrk_Kh_br_call reply_Jh_cbrk_Kh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Kh_br_call reply_Qs_cbrk_Kh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Kh_br_call reply_Qh_cbrk_Kh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Kh_br_call reply_Js_cbrk_Kh_b_raise -0.10833333333333334
 weight_Ks_cbrk_Js_cb_fold plan_Ks_cbrk_Js_cb 1
 weight_Ks_cbrk_Js_cb_fold reply_Qs_cbrk_Js_c_bet 0.041666666666666664
 weight_Ks_cbrk_Js_cb_fold reply_Qh_cbrk_Js_c_bet 0.041666666666666664
 weight_Ks_cbrk_Js_cb_fold reply_Kh_cbrk_Js_c_bet 0.041666666666666664
 weight_Ks_cbrk_Js_cb_fold reply_Jh_cbrk_Js_c_bet 0.041666666666666664
 weight_Ks_cbrk_Js_cb_call plan_Ks_cbrk_Js_cb 1
 weight_Ks_cbrk_Js_cb_call reply_Qs_cbrk_Js_c_bet -0.075
 weight_Ks_cbrk_Js_cb_call reply_Qh_cbrk_Js_c_bet -0.075
 weight_Ks_cbrk_Js_cb_call reply_Jh_cbrk_Js_c_bet 0.075
 weight_Ks_cbrk_Js_cb_raise plan_Ks_cbrk_Js_cb 1
 weight_Ks_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_fold -0.075
 weight_Ks_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_fold -0.075
 weight_Ks_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_call -0.10833333333333334
 weight_Ks_cbrk_Js_cb_raise reply_Kh_cbrk_Js_cbr_fold -0.075
 weight_Ks_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_fold -0.075
 weight_Ks_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Ks_cbrk_Js_br_fold plan_Ks_cbrk_Js_br 1
 weight_Ks_cbrk_Js_br_fold reply_Qs_cbrk_Js_b_raise 0.075
 weight_Ks_cbrk_Js_br_fold reply_Qh_cbrk_Js_b_raise 0.075
 weight_Ks_cbrk_Js_br_fold reply_Kh_cbrk_Js_b_raise 0.075
 weight_Ks_cbrk_Js_br_fold reply_Jh_cbrk_Js_b_raise 0.075
 weight_Ks_cbrk_Js_br_call plan_Ks_cbrk_Js_br 1
 weight_Ks_cbrk_Js_br_call reply_Qs_cbrk_Js_b_raise -0.10833333333333334
 weight_Ks_cbrk_Js_br_call reply_Qh_cbrk_Js_b_raise -0.10833333333333334
 weight_Ks_cbrk_Js_br_call reply_Jh_cbrk_Js_b_raise 0.10833333333333334
 weight_Kh_cbrk_Jh_cb_fold plan_Kh_cbrk_Jh_cb 1
 weight_Kh_cbrk_Jh_cb_fold reply_Qs_cbrk_Jh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Jh_cb_fold reply_Qh_cbrk_Jh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Jh_cb_fold reply_Ks_cbrk_Jh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Jh_cb_fold reply_Js_cbrk_Jh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Jh_cb_call plan_Kh_cbrk_Jh_cb 1
 weight_Kh_cbrk_Jh_cb_call reply_Qs_cbrk_Jh_c_bet -0.075
 weight_Kh_cbrk_Jh_cb_call reply_Qh_cbrk_Jh_c_bet -0.075
 weight_Kh_cbrk_Jh_cb_call reply_Js_cbrk_Jh_c_bet 0.075
 weight_Kh_cbrk_Jh_cb_raise plan_Kh_cbrk_Jh_cb 1
 weight_Kh_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_fold -0.075
 weight_Kh_cbrk_Jh_cb_raise reply_Qs_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_fold -0.075
 weight_Kh_cbrk_Jh_cb_raise reply_Qh_cbrk_Jh_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Jh_cb_raise reply_Ks_cbrk_Jh_cbr_fold -0.075
 weight_Kh_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_fold -0.075
 weight_Kh_cbrk_Jh_cb_raise reply_Js_cbrk_Jh_cbr_call 0.10833333333333334
 weight_Kh_cbrk_Jh_br_fold plan_Kh_cbrk_Jh_br 1
 weight_Kh_cbrk_Jh_br_fold reply_Qs_cbrk_Jh_b_raise 0.075
 weight_Kh_cbrk_Jh_br_fold reply_Qh_cbrk_Jh_b_raise 0.075
 weight_Kh_cbrk_Jh_br_fold reply_Ks_cbrk_Jh_b_raise 0.075
 weight_Kh_cbrk_Jh_br_fold reply_Js_cbrk_Jh_b_raise 0.075
 weight_Kh_cbrk_Jh_br_call plan_Kh_cbrk_Jh_br 1
 weight_Kh_cbrk_Jh_br_call reply_Qs_cbrk_Jh_b_raise -0.10833333333333334
 weight_Kh_cbrk_Jh_br_call reply_Qh_cbrk_Jh_b_raise -0.10833333333333334
 weight_Kh_cbrk_Jh_br_call reply_Js_cbrk_Jh_b_raise 0.10833333333333334
 weight_Kh_cbrk_Qs_cb_fold plan_Kh_cbrk_Qs_cb 1
 weight_Kh_cbrk_Qs_cb_fold reply_Jh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qs_cb_fold reply_Qh_cbrk_Qs_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qs_cb_fold reply_Ks_cbrk_Qs_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qs_cb_fold reply_Js_cbrk_Qs_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qs_cb_call plan_Kh_cbrk_Qs_cb 1
 weight_Kh_cbrk_Qs_cb_call reply_Jh_cbrk_Qs_c_bet -0.075
 weight_Kh_cbrk_Qs_cb_call reply_Qh_cbrk_Qs_c_bet 0.075
 weight_Kh_cbrk_Qs_cb_call reply_Js_cbrk_Qs_c_bet -0.075
 weight_Kh_cbrk_Qs_cb_raise plan_Kh_cbrk_Qs_cb 1
 weight_Kh_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_fold -0.075
 weight_Kh_cbrk_Qs_cb_raise reply_Jh_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_fold -0.075
 weight_Kh_cbrk_Qs_cb_raise reply_Qh_cbrk_Qs_cbr_call 0.10833333333333334
 weight_Kh_cbrk_Qs_cb_raise reply_Ks_cbrk_Qs_cbr_fold -0.075
 weight_Kh_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_fold -0.075
 weight_Kh_cbrk_Qs_cb_raise reply_Js_cbrk_Qs_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Qs_br_fold plan_Kh_cbrk_Qs_br 1
 weight_Kh_cbrk_Qs_br_fold reply_Jh_cbrk_Qs_b_raise 0.075
 weight_Kh_cbrk_Qs_br_fold reply_Qh_cbrk_Qs_b_raise 0.075
 weight_Kh_cbrk_Qs_br_fold reply_Ks_cbrk_Qs_b_raise 0.075
 weight_Kh_cbrk_Qs_br_fold reply_Js_cbrk_Qs_b_raise 0.075
 weight_Kh_cbrk_Qs_br_call plan_Kh_cbrk_Qs_br 1
 weight_Kh_cbrk_Qs_br_call reply_Jh_cbrk_Qs_b_raise -0.10833333333333334
 weight_Kh_cbrk_Qs_br_call reply_Qh_cbrk_Qs_b_raise 0.10833333333333334
 weight_Kh_cbrk_Qs_br_call reply_Js_cbrk_Qs_b_raise -0.10833333333333334
 weight_Kh_cbrk_Qh_cb_fold plan_Kh_cbrk_Qh_cb 1
 weight_Kh_cbrk_Qh_cb_fold reply_Jh_cbrk_Qh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qh_cb_fold reply_Qs_cbrk_Qh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qh_cb_fold reply_Ks_cbrk_Qh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qh_cb_fold reply_Js_cbrk_Qh_c_bet 0.041666666666666664
 weight_Kh_cbrk_Qh_cb_call plan_Kh_cbrk_Qh_cb 1
 weight_Kh_cbrk_Qh_cb_call reply_Jh_cbrk_Qh_c_bet -0.075
 weight_Kh_cbrk_Qh_cb_call reply_Qs_cbrk_Qh_c_bet 0.075
 weight_Kh_cbrk_Qh_cb_call reply_Js_cbrk_Qh_c_bet -0.075
 weight_Kh_cbrk_Qh_cb_raise plan_Kh_cbrk_Qh_cb 1
 weight_Kh_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_fold -0.075
 weight_Kh_cbrk_Qh_cb_raise reply_Jh_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_fold -0.075
 weight_Kh_cbrk_Qh_cb_raise reply_Qs_cbrk_Qh_cbr_call 0.10833333333333334
 weight_Kh_cbrk_Qh_cb_raise reply_Ks_cbrk_Qh_cbr_fold -0.075
 weight_Kh_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_fold -0.075
 weight_Kh_cbrk_Qh_cb_raise reply_Js_cbrk_Qh_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Qh_br_fold plan_Kh_cbrk_Qh_br 1
 weight_Kh_cbrk_Qh_br_fold reply_Jh_cbrk_Qh_b_raise 0.075
 weight_Kh_cbrk_Qh_br_fold reply_Qs_cbrk_Qh_b_raise 0.075
 weight_Kh_cbrk_Qh_br_fold reply_Ks_cbrk_Qh_b_raise 0.075
 weight_Kh_cbrk_Qh_br_fold reply_Js_cbrk_Qh_b_raise 0.075
 weight_Kh_cbrk_Qh_br_call plan_Kh_cbrk_Qh_br 1
 weight_Kh_cbrk_Qh_br_call reply_Jh_cbrk_Qh_b_raise -0.10833333333333334
 weight_Kh_cbrk_Qh_br_call reply_Qs_cbrk_Qh_b_raise 0.10833333333333334
 weight_Kh_cbrk_Qh_br_call reply_Js_cbrk_Qh_b_raise -0.10833333333333334
 weight_Kh_cbrk_Ks_cb_fold plan_Kh_cbrk_Ks_cb 1
 weight_Kh_cbrk_Ks_cb_fold reply_Jh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Kh_cbrk_Ks_cb_fold reply_Qs_cbrk_Ks_c_bet 0.041666666666666664
 weight_Kh_cbrk_Ks_cb_fold reply_Qh_cbrk_Ks_c_bet 0.041666666666666664
 weight_Kh_cbrk_Ks_cb_fold reply_Js_cbrk_Ks_c_bet 0.041666666666666664
 weight_Kh_cbrk_Ks_cb_call plan_Kh_cbrk_Ks_cb 1
 weight_Kh_cbrk_Ks_cb_call reply_Jh_cbrk_Ks_c_bet -0.075
 weight_Kh_cbrk_Ks_cb_call reply_Qs_cbrk_Ks_c_bet -0.075
 weight_Kh_cbrk_Ks_cb_call reply_Qh_cbrk_Ks_c_bet -0.075
 weight_Kh_cbrk_Ks_cb_call reply_Js_cbrk_Ks_c_bet -0.075
 weight_Kh_cbrk_Ks_cb_raise plan_Kh_cbrk_Ks_cb 1
 weight_Kh_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_fold -0.075
 weight_Kh_cbrk_Ks_cb_raise reply_Jh_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_fold -0.075
 weight_Kh_cbrk_Ks_cb_raise reply_Qs_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_fold -0.075
 weight_Kh_cbrk_Ks_cb_raise reply_Qh_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_fold -0.075
 weight_Kh_cbrk_Ks_cb_raise reply_Js_cbrk_Ks_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Ks_br_fold plan_Kh_cbrk_Ks_br 1
 weight_Kh_cbrk_Ks_br_fold reply_Jh_cbrk_Ks_b_raise 0.075
 weight_Kh_cbrk_Ks_br_fold reply_Qs_cbrk_Ks_b_raise 0.075
 weight_Kh_cbrk_Ks_br_fold reply_Qh_cbrk_Ks_b_raise 0.075
 weight_Kh_cbrk_Ks_br_fold reply_Js_cbrk_Ks_b_raise 0.075
 weight_Kh_cbrk_Ks_br_call plan_Kh_cbrk_Ks_br 1
 weight_Kh_cbrk_Ks_br_call reply_Jh_cbrk_Ks_b_raise -0.10833333333333334
 weight_Kh_cbrk_Ks_br_call reply_Qs_cbrk_Ks_b_raise -0.10833333333333334
 weight_Kh_cbrk_Ks_br_call reply_Qh_cbrk_Ks_b_raise -0.10833333333333334
 weight_Kh_cbrk_Ks_br_call reply_Js_cbrk_Ks_b_raise -0.10833333333333334
 weight_Kh_cbrk_Js_cb_fold plan_Kh_cbrk_Js_cb 1
 weight_Kh_cbrk_Js_cb_fold reply_Qs_cbrk_Js_c_bet 0.041666666666666664
 weight_Kh_cbrk_Js_cb_fold reply_Qh_cbrk_Js_c_bet 0.041666666666666664
 weight_Kh_cbrk_Js_cb_fold reply_Ks_cbrk_Js_c_bet 0.041666666666666664
 weight_Kh_cbrk_Js_cb_fold reply_Jh_cbrk_Js_c_bet 0.041666666666666664
 weight_Kh_cbrk_Js_cb_call plan_Kh_cbrk_Js_cb 1
 weight_Kh_cbrk_Js_cb_call reply_Qs_cbrk_Js_c_bet -0.075
 weight_Kh_cbrk_Js_cb_call reply_Qh_cbrk_Js_c_bet -0.075
 weight_Kh_cbrk_Js_cb_call reply_Jh_cbrk_Js_c_bet 0.075
 weight_Kh_cbrk_Js_cb_raise plan_Kh_cbrk_Js_cb 1
 weight_Kh_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_fold -0.075
 weight_Kh_cbrk_Js_cb_raise reply_Qs_cbrk_Js_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_fold -0.075
 weight_Kh_cbrk_Js_cb_raise reply_Qh_cbrk_Js_cbr_call -0.10833333333333334
 weight_Kh_cbrk_Js_cb_raise reply_Ks_cbrk_Js_cbr_fold -0.075
 weight_Kh_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_fold -0.075
 weight_Kh_cbrk_Js_cb_raise reply_Jh_cbrk_Js_cbr_call 0.10833333333333334
 weight_Kh_cbrk_Js_br_fold plan_Kh_cbrk_Js_br 1
 weight_Kh_cbrk_Js_br_fold reply_Qs_cbrk_Js_b_raise 0.075
 weight_Kh_cbrk_Js_br_fold reply_Qh_cbrk_Js_b_raise 0.075
 weight_Kh_cbrk_Js_br_fold reply_Ks_cbrk_Js_b_raise 0.075
 weight_Kh_cbrk_Js_br_fold reply_Jh_cbrk_Js_b_raise 0.075
 weight_Kh_cbrk_Js_br_call plan_Kh_cbrk_Js_br 1
 weight_Kh_cbrk_Js_br_call reply_Qs_cbrk_Js_b_raise -0.10833333333333334
 weight_Kh_cbrk_Js_br_call reply_Qh_cbrk_Js_b_raise -0.10833333333333334
 weight_Kh_cbrk_Js_br_call reply_Jh_cbrk_Js_b_raise 0.10833333333333334
 value__ objective 1
 value__ reply__ 1
 value_Jh_c reply__ -1
 value_Jh_c reply_Jh_c_check 1
 value_Jh_c reply_Jh_c_bet 1
 value_Jh_b reply__ -1
 value_Jh_b reply_Jh_b_fold 1
 value_Jh_b reply_Jh_b_call 1
 value_Jh_b reply_Jh_b_raise 1
 value_Qs_c reply__ -1
 value_Qs_c reply_Qs_c_check 1
 value_Qs_c reply_Qs_c_bet 1
 value_Qs_b reply__ -1
 value_Qs_b reply_Qs_b_fold 1
 value_Qs_b reply_Qs_b_call 1
 value_Qs_b reply_Qs_b_raise 1
 value_Qh_c reply__ -1
 value_Qh_c reply_Qh_c_check 1
 value_Qh_c reply_Qh_c_bet 1
 value_Qh_b reply__ -1
 value_Qh_b reply_Qh_b_fold 1
 value_Qh_b reply_Qh_b_call 1
 value_Qh_b reply_Qh_b_raise 1
 value_Ks_c reply__ -1
 value_Ks_c reply_Ks_c_check 1
 value_Ks_c reply_Ks_c_bet 1
 value_Ks_b reply__ -1
 value_Ks_b reply_Ks_b_fold 1
 value_Ks_b reply_Ks_b_call 1
 value_Ks_b reply_Ks_b_raise 1
 value_Kh_c reply__ -1
 value_Kh_c reply_Kh_c_check 1
 value_Kh_c reply_Kh_c_bet 1
 value_Kh_b reply__ -1
 value_Kh_b reply_Kh_b_fold 1
 value_Kh_b reply_Kh_b_call 1
 value_Kh_b reply_Kh_b_raise 1
 value_Js_c reply__ -1
 value_Js_c reply_Js_c_check 1
 value_Js_c reply_Js_c_bet 1
 value_Js_b reply__ -1
 value_Js_b reply_Js_b_fold 1
 value_Js_b reply_Js_b_call 1
 value_Js_b reply_Js_b_raise 1
 value_Jh_cbr reply_Jh_c_bet -1
 value_Jh_cbr reply_Jh_cbr_fold 1
 value_Jh_cbr reply_Jh_cbr_call 1
 value_Qs_cbr reply_Qs_c_bet -1
 value_Qs_cbr reply_Qs_cbr_fold 1
 value_Qs_cbr reply_Qs_cbr_call 1
 value_Qh_cbr reply_Qh_c_bet -1
 value_Qh_cbr reply_Qh_cbr_fold 1
 value_Qh_cbr reply_Qh_cbr_call 1
 value_Ks_cbr reply_Ks_c_bet -1
 value_Ks_cbr reply_Ks_cbr_fold 1
 value_Ks_cbr reply_Ks_cbr_call 1
 value_Kh_cbr reply_Kh_c_bet -1
 value_Kh_cbr reply_Kh_cbr_fold 1
 value_Kh_cbr reply_Kh_cbr_call 1
 value_Js_cbr reply_Js_c_bet -1
 value_Js_cbr reply_Js_cbr_fold 1
 value_Js_cbr reply_Js_cbr_call 1
 value_Jh_cc_Qs_c reply_Jh_c_check -1
 value_Jh_cc_Qs_c reply_Jh_cc_Qs_c_check 1
 value_Jh_cc_Qs_c reply_Jh_cc_Qs_c_bet 1
 value_Jh_cc_Qs_b reply_Jh_c_check -1
 value_Jh_cc_Qs_b reply_Jh_cc_Qs_b_fold 1
 value_Jh_cc_Qs_b reply_Jh_cc_Qs_b_call 1
 value_Jh_cc_Qs_b reply_Jh_cc_Qs_b_raise 1
 value_Jh_cc_Qh_c reply_Jh_c_check -1
 value_Jh_cc_Qh_c reply_Jh_cc_Qh_c_check 1
 value_Jh_cc_Qh_c reply_Jh_cc_Qh_c_bet 1
 value_Jh_cc_Qh_b reply_Jh_c_check -1
 value_Jh_cc_Qh_b reply_Jh_cc_Qh_b_fold 1
 value_Jh_cc_Qh_b reply_Jh_cc_Qh_b_call 1
 value_Jh_cc_Qh_b reply_Jh_cc_Qh_b_raise 1
 value_Jh_cc_Ks_c reply_Jh_c_check -1
 value_Jh_cc_Ks_c reply_Jh_cc_Ks_c_check 1
 value_Jh_cc_Ks_c reply_Jh_cc_Ks_c_bet 1
 value_Jh_cc_Ks_b reply_Jh_c_check -1
 value_Jh_cc_Ks_b reply_Jh_cc_Ks_b_fold 1
 value_Jh_cc_Ks_b reply_Jh_cc_Ks_b_call 1
 value_Jh_cc_Ks_b reply_Jh_cc_Ks_b_raise 1
 value_Jh_cc_Kh_c reply_Jh_c_check -1
 value_Jh_cc_Kh_c reply_Jh_cc_Kh_c_check 1
 value_Jh_cc_Kh_c reply_Jh_cc_Kh_c_bet 1
 value_Jh_cc_Kh_b reply_Jh_c_check -1
 value_Jh_cc_Kh_b reply_Jh_cc_Kh_b_fold 1
 value_Jh_cc_Kh_b reply_Jh_cc_Kh_b_call 1
 value_Jh_cc_Kh_b reply_Jh_cc_Kh_b_raise 1
 value_Jh_bk_Qs_c reply_Jh_b_call -1
 value_Jh_bk_Qs_c reply_Jh_bk_Qs_c_check 1
 value_Jh_bk_Qs_c reply_Jh_bk_Qs_c_bet 1
 value_Jh_bk_Qs_b reply_Jh_b_call -1
 value_Jh_bk_Qs_b reply_Jh_bk_Qs_b_fold 1
 value_Jh_bk_Qs_b reply_Jh_bk_Qs_b_call 1
 value_Jh_bk_Qs_b reply_Jh_bk_Qs_b_raise 1
 value_Jh_bk_Qh_c reply_Jh_b_call -1
 value_Jh_bk_Qh_c reply_Jh_bk_Qh_c_check 1
 value_Jh_bk_Qh_c reply_Jh_bk_Qh_c_bet 1
 value_Jh_bk_Qh_b reply_Jh_b_call -1
 value_Jh_bk_Qh_b reply_Jh_bk_Qh_b_fold 1
 value_Jh_bk_Qh_b reply_Jh_bk_Qh_b_call 1
 value_Jh_bk_Qh_b reply_Jh_bk_Qh_b_raise 1
 value_Jh_bk_Ks_c reply_Jh_b_call -1
 value_Jh_bk_Ks_c reply_Jh_bk_Ks_c_check 1
 value_Jh_bk_Ks_c reply_Jh_bk_Ks_c_bet 1
 value_Jh_bk_Ks_b reply_Jh_b_call -1
 value_Jh_bk_Ks_b reply_Jh_bk_Ks_b_fold 1
 value_Jh_bk_Ks_b reply_Jh_bk_Ks_b_call 1
 value_Jh_bk_Ks_b reply_Jh_bk_Ks_b_raise 1
 value_Jh_bk_Kh_c reply_Jh_b_call -1
 value_Jh_bk_Kh_c reply_Jh_bk_Kh_c_check 1
 value_Jh_bk_Kh_c reply_Jh_bk_Kh_c_bet 1
 value_Jh_bk_Kh_b reply_Jh_b_call -1
 value_Jh_bk_Kh_b reply_Jh_bk_Kh_b_fold 1
 value_Jh_bk_Kh_b reply_Jh_bk_Kh_b_call 1
 value_Jh_bk_Kh_b reply_Jh_bk_Kh_b_raise 1
 value_Qs_cc_Jh_c reply_Qs_c_check -1
 value_Qs_cc_Jh_c reply_Qs_cc_Jh_c_check 1
 value_Qs_cc_Jh_c reply_Qs_cc_Jh_c_bet 1
 value_Qs_cc_Jh_b reply_Qs_c_check -1
 value_Qs_cc_Jh_b reply_Qs_cc_Jh_b_fold 1
 value_Qs_cc_Jh_b reply_Qs_cc_Jh_b_call 1
 value_Qs_cc_Jh_b reply_Qs_cc_Jh_b_raise 1
 value_Qs_cc_Qh_c reply_Qs_c_check -1
 value_Qs_cc_Qh_c reply_Qs_cc_Qh_c_check 1
 value_Qs_cc_Qh_c reply_Qs_cc_Qh_c_bet 1
 value_Qs_cc_Qh_b reply_Qs_c_check -1
 value_Qs_cc_Qh_b reply_Qs_cc_Qh_b_fold 1
 value_Qs_cc_Qh_b reply_Qs_cc_Qh_b_call 1
 value_Qs_cc_Qh_b reply_Qs_cc_Qh_b_raise 1
 value_Qs_cc_Ks_c reply_Qs_c_check -1
 value_Qs_cc_Ks_c reply_Qs_cc_Ks_c_check 1
 value_Qs_cc_Ks_c reply_Qs_cc_Ks_c_bet 1
 value_Qs_cc_Ks_b reply_Qs_c_check -1
 value_Qs_cc_Ks_b reply_Qs_cc_Ks_b_fold 1
 value_Qs_cc_Ks_b reply_Qs_cc_Ks_b_call 1
 value_Qs_cc_Ks_b reply_Qs_cc_Ks_b_raise 1
 value_Qs_cc_Kh_c reply_Qs_c_check -1
 value_Qs_cc_Kh_c reply_Qs_cc_Kh_c_check 1
 value_Qs_cc_Kh_c reply_Qs_cc_Kh_c_bet 1
 value_Qs_cc_Kh_b reply_Qs_c_check -1
 value_Qs_cc_Kh_b reply_Qs_cc_Kh_b_fold 1
 value_Qs_cc_Kh_b reply_Qs_cc_Kh_b_call 1
 value_Qs_cc_Kh_b reply_Qs_cc_Kh_b_raise 1
 value_Qs_bk_Jh_c reply_Qs_b_call -1
 value_Qs_bk_Jh_c reply_Qs_bk_Jh_c_check 1
 value_Qs_bk_Jh_c reply_Qs_bk_Jh_c_bet 1
 value_Qs_bk_Jh_b reply_Qs_b_call -1
 value_Qs_bk_Jh_b reply_Qs_bk_Jh_b_fold 1
 value_Qs_bk_Jh_b reply_Qs_bk_Jh_b_call 1
 value_Qs_bk_Jh_b reply_Qs_bk_Jh_b_raise 1
 value_Qs_bk_Qh_c reply_Qs_b_call -1
 value_Qs_bk_Qh_c reply_Qs_bk_Qh_c_check 1
 value_Qs_bk_Qh_c reply_Qs_bk_Qh_c_bet 1
 value_Qs_bk_Qh_b reply_Qs_b_call -1
 value_Qs_bk_Qh_b reply_Qs_bk_Qh_b_fold 1
 value_Qs_bk_Qh_b reply_Qs_bk_Qh_b_call 1
 value_Qs_bk_Qh_b reply_Qs_bk_Qh_b_raise 1
 value_Qs_bk_Ks_c reply_Qs_b_call -1
 value_Qs_bk_Ks_c reply_Qs_bk_Ks_c_check 1
 value_Qs_bk_Ks_c reply_Qs_bk_Ks_c_bet 1
 value_Qs_bk_Ks_b reply_Qs_b_call -1
 value_Qs_bk_Ks_b reply_Qs_bk_Ks_b_fold 1
 value_Qs_bk_Ks_b reply_Qs_bk_Ks_b_call 1
 value_Qs_bk_Ks_b reply_Qs_bk_Ks_b_raise 1
 value_Qs_bk_Kh_c reply_Qs_b_call -1
 value_Qs_bk_Kh_c reply_Qs_bk_Kh_c_check 1
 value_Qs_bk_Kh_c reply_Qs_bk_Kh_c_bet 1
 value_Qs_bk_Kh_b reply_Qs_b_call -1
 value_Qs_bk_Kh_b reply_Qs_bk_Kh_b_fold 1
 value_Qs_bk_Kh_b reply_Qs_bk_Kh_b_call 1
 value_Qs_bk_Kh_b reply_Qs_bk_Kh_b_raise 1
 value_Qh_cc_Jh_c reply_Qh_c_check -1
 value_Qh_cc_Jh_c reply_Qh_cc_Jh_c_check 1
 value_Qh_cc_Jh_c reply_Qh_cc_Jh_c_bet 1
 value_Qh_cc_Jh_b reply_Qh_c_check -1
 value_Qh_cc_Jh_b reply_Qh_cc_Jh_b_fold 1
 value_Qh_cc_Jh_b reply_Qh_cc_Jh_b_call 1
 value_Qh_cc_Jh_b reply_Qh_cc_Jh_b_raise 1
 value_Qh_cc_Qs_c reply_Qh_c_check -1
 value_Qh_cc_Qs_c reply_Qh_cc_Qs_c_check 1
 value_Qh_cc_Qs_c reply_Qh_cc_Qs_c_bet 1
 value_Qh_cc_Qs_b reply_Qh_c_check -1
 value_Qh_cc_Qs_b reply_Qh_cc_Qs_b_fold 1
 value_Qh_cc_Qs_b reply_Qh_cc_Qs_b_call 1
 value_Qh_cc_Qs_b reply_Qh_cc_Qs_b_raise 1
 value_Qh_cc_Ks_c reply_Qh_c_check -1
 value_Qh_cc_Ks_c reply_Qh_cc_Ks_c_check 1
 value_Qh_cc_Ks_c reply_Qh_cc_Ks_c_bet 1
 value_Qh_cc_Ks_b reply_Qh_c_check -1
 value_Qh_cc_Ks_b reply_Qh_cc_Ks_b_fold 1
 value_Qh_cc_Ks_b reply_Qh_cc_Ks_b_call 1
 value_Qh_cc_Ks_b reply_Qh_cc_Ks_b_raise 1
 value_Qh_cc_Kh_c reply_Qh_c_check -1
 value_Qh_cc_Kh_c reply_Qh_cc_Kh_c_check 1
 value_Qh_cc_Kh_c reply_Qh_cc_Kh_c_bet 1
 value_Qh_cc_Kh_b reply_Qh_c_check -1
 value_Qh_cc_Kh_b reply_Qh_cc_Kh_b_fold 1
 value_Qh_cc_Kh_b reply_Qh_cc_Kh_b_call 1
 value_Qh_cc_Kh_b reply_Qh_cc_Kh_b_raise 1
 value_Qh_bk_Jh_c reply_Qh_b_call -1
 value_Qh_bk_Jh_c reply_Qh_bk_Jh_c_check 1
 value_Qh_bk_Jh_c reply_Qh_bk_Jh_c_bet 1
 value_Qh_bk_Jh_b reply_Qh_b_call -1
 value_Qh_bk_Jh_b reply_Qh_bk_Jh_b_fold 1
 value_Qh_bk_Jh_b reply_Qh_bk_Jh_b_call 1
 value_Qh_bk_Jh_b reply_Qh_bk_Jh_b_raise 1
 value_Qh_bk_Qs_c reply_Qh_b_call -1
 value_Qh_bk_Qs_c reply_Qh_bk_Qs_c_check 1
 value_Qh_bk_Qs_c reply_Qh_bk_Qs_c_bet 1
 value_Qh_bk_Qs_b reply_Qh_b_call -1
 value_Qh_bk_Qs_b reply_Qh_bk_Qs_b_fold 1
 value_Qh_bk_Qs_b reply_Qh_bk_Qs_b_call 1
 value_Qh_bk_Qs_b reply_Qh_bk_Qs_b_raise 1
 value_Qh_bk_Ks_c reply_Qh_b_call -1
 value_Qh_bk_Ks_c reply_Qh_bk_Ks_c_check 1
 value_Qh_bk_Ks_c reply_Qh_bk_Ks_c_bet 1
 value_Qh_bk_Ks_b reply_Qh_b_call -1
 value_Qh_bk_Ks_b reply_Qh_bk_Ks_b_fold 1
 value_Qh_bk_Ks_b reply_Qh_bk_Ks_b_call 1
 value_Qh_bk_Ks_b reply_Qh_bk_Ks_b_raise 1
 value_Qh_bk_Kh_c reply_Qh_b_call -1
 value_Qh_bk_Kh_c reply_Qh_bk_Kh_c_check 1
 value_Qh_bk_Kh_c reply_Qh_bk_Kh_c_bet 1
 value_Qh_bk_Kh_b reply_Qh_b_call -1
 value_Qh_bk_Kh_b reply_Qh_bk_Kh_b_fold 1
 value_Qh_bk_Kh_b reply_Qh_bk_Kh_b_call 1
 value_Qh_bk_Kh_b reply_Qh_bk_Kh_b_raise 1
 value_Ks_cc_Jh_c reply_Ks_c_check -1
 value_Ks_cc_Jh_c reply_Ks_cc_Jh_c_check 1
 value_Ks_cc_Jh_c reply_Ks_cc_Jh_c_bet 1
 value_Ks_cc_Jh_b reply_Ks_c_check -1
 value_Ks_cc_Jh_b reply_Ks_cc_Jh_b_fold 1
 value_Ks_cc_Jh_b reply_Ks_cc_Jh_b_call 1
 value_Ks_cc_Jh_b reply_Ks_cc_Jh_b_raise 1
 value_Ks_cc_Qs_c reply_Ks_c_check -1
 value_Ks_cc_Qs_c reply_Ks_cc_Qs_c_check 1
 value_Ks_cc_Qs_c reply_Ks_cc_Qs_c_bet 1
 value_Ks_cc_Qs_b reply_Ks_c_check -1
 value_Ks_cc_Qs_b reply_Ks_cc_Qs_b_fold 1
 value_Ks_cc_Qs_b reply_Ks_cc_Qs_b_call 1
 value_Ks_cc_Qs_b reply_Ks_cc_Qs_b_raise 1
 value_Ks_cc_Qh_c reply_Ks_c_check -1
 value_Ks_cc_Qh_c reply_Ks_cc_Qh_c_check 1
 value_Ks_cc_Qh_c reply_Ks_cc_Qh_c_bet 1
 value_Ks_cc_Qh_b reply_Ks_c_check -1
 value_Ks_cc_Qh_b reply_Ks_cc_Qh_b_fold 1
 value_Ks_cc_Qh_b reply_Ks_cc_Qh_b_call 1
 value_Ks_cc_Qh_b reply_Ks_cc_Qh_b_raise 1
 value_Ks_cc_Kh_c reply_Ks_c_check -1
 value_Ks_cc_Kh_c reply_Ks_cc_Kh_c_check 1
 value_Ks_cc_Kh_c reply_Ks_cc_Kh_c_bet 1
 value_Ks_cc_Kh_b reply_Ks_c_check -1
 value_Ks_cc_Kh_b reply_Ks_cc_Kh_b_fold 1
 value_Ks_cc_Kh_b reply_Ks_cc_Kh_b_call 1
 value_Ks_cc_Kh_b reply_Ks_cc_Kh_b_raise 1
 value_Ks_bk_Jh_c reply_Ks_b_call -1
 value_Ks_bk_Jh_c reply_Ks_bk_Jh_c_check 1
 value_Ks_bk_Jh_c reply_Ks_bk_Jh_c_bet 1
 value_Ks_bk_Jh_b reply_Ks_b_call -1
 value_Ks_bk_Jh_b reply_Ks_bk_Jh_b_fold 1
 value_Ks_bk_Jh_b reply_Ks_bk_Jh_b_call 1
 value_Ks_bk_Jh_b reply_Ks_bk_Jh_b_raise 1
 value_Ks_bk_Qs_c reply_Ks_b_call -1
 value_Ks_bk_Qs_c reply_Ks_bk_Qs_c_check 1
 value_Ks_bk_Qs_c reply_Ks_bk_Qs_c_bet 1
 value_Ks_bk_Qs_b reply_Ks_b_call -1
 value_Ks_bk_Qs_b reply_Ks_bk_Qs_b_fold 1
 value_Ks_bk_Qs_b reply_Ks_bk_Qs_b_call 1
 value_Ks_bk_Qs_b reply_Ks_bk_Qs_b_raise 1
 value_Ks_bk_Qh_c reply_Ks_b_call -1
 value_Ks_bk_Qh_c reply_Ks_bk_Qh_c_check 1
 value_Ks_bk_Qh_c reply_Ks_bk_Qh_c_bet 1
 value_Ks_bk_Qh_b reply_Ks_b_call -1
 value_Ks_bk_Qh_b reply_Ks_bk_Qh_b_fold 1
 value_Ks_bk_Qh_b reply_Ks_bk_Qh_b_call 1
 value_Ks_bk_Qh_b reply_Ks_bk_Qh_b_raise 1
 value_Ks_bk_Kh_c reply_Ks_b_call -1
 value_Ks_bk_Kh_c reply_Ks_bk_Kh_c_check 1
 value_Ks_bk_Kh_c reply_Ks_bk_Kh_c_bet 1
 value_Ks_bk_Kh_b reply_Ks_b_call -1
 value_Ks_bk_Kh_b reply_Ks_bk_Kh_b_fold 1
 value_Ks_bk_Kh_b reply_Ks_bk_Kh_b_call 1
 value_Ks_bk_Kh_b reply_Ks_bk_Kh_b_raise 1
 value_Kh_cc_Jh_c reply_Kh_c_check -1
 value_Kh_cc_Jh_c reply_Kh_cc_Jh_c_check 1
 value_Kh_cc_Jh_c reply_Kh_cc_Jh_c_bet 1
 value_Kh_cc_Jh_b reply_Kh_c_check -1
 value_Kh_cc_Jh_b reply_Kh_cc_Jh_b_fold 1
 value_Kh_cc_Jh_b reply_Kh_cc_Jh_b_call 1
 value_Kh_cc_Jh_b reply_Kh_cc_Jh_b_raise 1
 value_Kh_cc_Qs_c reply_Kh_c_check -1
 value_Kh_cc_Qs_c reply_Kh_cc_Qs_c_check 1
 value_Kh_cc_Qs_c reply_Kh_cc_Qs_c_bet 1
 value_Kh_cc_Qs_b reply_Kh_c_check -1
 value_Kh_cc_Qs_b reply_Kh_cc_Qs_b_fold 1
 value_Kh_cc_Qs_b reply_Kh_cc_Qs_b_call 1
 value_Kh_cc_Qs_b reply_Kh_cc_Qs_b_raise 1
 value_Kh_cc_Qh_c reply_Kh_c_check -1
 value_Kh_cc_Qh_c reply_Kh_cc_Qh_c_check 1
 value_Kh_cc_Qh_c reply_Kh_cc_Qh_c_bet 1
 value_Kh_cc_Qh_b reply_Kh_c_check -1
 value_Kh_cc_Qh_b reply_Kh_cc_Qh_b_fold 1
 value_Kh_cc_Qh_b reply_Kh_cc_Qh_b_call 1
 value_Kh_cc_Qh_b reply_Kh_cc_Qh_b_raise 1
 value_Kh_cc_Ks_c reply_Kh_c_check -1
 value_Kh_cc_Ks_c reply_Kh_cc_Ks_c_check 1
 value_Kh_cc_Ks_c reply_Kh_cc_Ks_c_bet 1
 value_Kh_cc_Ks_b reply_Kh_c_check -1
 value_Kh_cc_Ks_b reply_Kh_cc_Ks_b_fold 1
 value_Kh_cc_Ks_b reply_Kh_cc_Ks_b_call 1
 value_Kh_cc_Ks_b reply_Kh_cc_Ks_b_raise 1
 value_Kh_bk_Jh_c reply_Kh_b_call -1
 value_Kh_bk_Jh_c reply_Kh_bk_Jh_c_check 1
 value_Kh_bk_Jh_c reply_Kh_bk_Jh_c_bet 1
 value_Kh_bk_Jh_b reply_Kh_b_call -1
 value_Kh_bk_Jh_b reply_Kh_bk_Jh_b_fold 1
 value_Kh_bk_Jh_b reply_Kh_bk_Jh_b_call 1
 value_Kh_bk_Jh_b reply_Kh_bk_Jh_b_raise 1
 value_Kh_bk_Qs_c reply_Kh_b_call -1
 value_Kh_bk_Qs_c reply_Kh_bk_Qs_c_check 1
 value_Kh_bk_Qs_c reply_Kh_bk_Qs_c_bet 1
 value_Kh_bk_Qs_b reply_Kh_b_call -1
 value_Kh_bk_Qs_b reply_Kh_bk_Qs_b_fold 1
 value_Kh_bk_Qs_b reply_Kh_bk_Qs_b_call 1
 value_Kh_bk_Qs_b reply_Kh_bk_Qs_b_raise 1
 value_Kh_bk_Qh_c reply_Kh_b_call -1
 value_Kh_bk_Qh_c reply_Kh_bk_Qh_c_check 1
 value_Kh_bk_Qh_c reply_Kh_bk_Qh_c_bet 1
 value_Kh_bk_Qh_b reply_Kh_b_call -1
 value_Kh_bk_Qh_b reply_Kh_bk_Qh_b_fold 1
 value_Kh_bk_Qh_b reply_Kh_bk_Qh_b_call 1
 value_Kh_bk_Qh_b reply_Kh_bk_Qh_b_raise 1
 value_Kh_bk_Ks_c reply_Kh_b_call -1
 value_Kh_bk_Ks_c reply_Kh_bk_Ks_c_check 1
 value_Kh_bk_Ks_c reply_Kh_bk_Ks_c_bet 1
 value_Kh_bk_Ks_b reply_Kh_b_call -1
 value_Kh_bk_Ks_b reply_Kh_bk_Ks_b_fold 1
 value_Kh_bk_Ks_b reply_Kh_bk_Ks_b_call 1
 value_Kh_bk_Ks_b reply_Kh_bk_Ks_b_raise 1
 value_Js_cc_Qs_c reply_Js_c_check -1
 value_Js_cc_Qs_c reply_Js_cc_Qs_c_check 1
 value_Js_cc_Qs_c reply_Js_cc_Qs_c_bet 1
 value_Js_cc_Qs_b reply_Js_c_check -1
 value_Js_cc_Qs_b reply_Js_cc_Qs_b_fold 1
 value_Js_cc_Qs_b reply_Js_cc_Qs_b_call 1
 value_Js_cc_Qs_b reply_Js_cc_Qs_b_raise 1
 value_Js_cc_Qh_c reply_Js_c_check -1
 value_Js_cc_Qh_c reply_Js_cc_Qh_c_check 1
 value_Js_cc_Qh_c reply_Js_cc_Qh_c_bet 1
 value_Js_cc_Qh_b reply_Js_c_check -1
 value_Js_cc_Qh_b reply_Js_cc_Qh_b_fold 1
 value_Js_cc_Qh_b reply_Js_cc_Qh_b_call 1
 value_Js_cc_Qh_b reply_Js_cc_Qh_b_raise 1
 value_Js_cc_Ks_c reply_Js_c_check -1
 value_Js_cc_Ks_c reply_Js_cc_Ks_c_check 1
 value_Js_cc_Ks_c reply_Js_cc_Ks_c_bet 1
 value_Js_cc_Ks_b reply_Js_c_check -1
 value_Js_cc_Ks_b reply_Js_cc_Ks_b_fold 1
 value_Js_cc_Ks_b reply_Js_cc_Ks_b_call 1
 value_Js_cc_Ks_b reply_Js_cc_Ks_b_raise 1
 value_Js_cc_Kh_c reply_Js_c_check -1
 value_Js_cc_Kh_c reply_Js_cc_Kh_c_check 1
 value_Js_cc_Kh_c reply_Js_cc_Kh_c_bet 1
 value_Js_cc_Kh_b reply_Js_c_check -1
 value_Js_cc_Kh_b reply_Js_cc_Kh_b_fold 1
 value_Js_cc_Kh_b reply_Js_cc_Kh_b_call 1
 value_Js_cc_Kh_b reply_Js_cc_Kh_b_raise 1
 value_Js_bk_Qs_c reply_Js_b_call -1
 value_Js_bk_Qs_c reply_Js_bk_Qs_c_check 1
 value_Js_bk_Qs_c reply_Js_bk_Qs_c_bet 1
 value_Js_bk_Qs_b reply_Js_b_call -1
 value_Js_bk_Qs_b reply_Js_bk_Qs_b_fold 1
 value_Js_bk_Qs_b reply_Js_bk_Qs_b_call 1
 value_Js_bk_Qs_b reply_Js_bk_Qs_b_raise 1
 value_Js_bk_Qh_c reply_Js_b_call -1
 value_Js_bk_Qh_c reply_Js_bk_Qh_c_check 1
 value_Js_bk_Qh_c reply_Js_bk_Qh_c_bet 1
 value_Js_bk_Qh_b reply_Js_b_call -1
 value_Js_bk_Qh_b reply_Js_bk_Qh_b_fold 1
 value_Js_bk_Qh_b reply_Js_bk_Qh_b_call 1
 value_Js_bk_Qh_b reply_Js_bk_Qh_b_raise 1
 value_Js_bk_Ks_c reply_Js_b_call -1
 value_Js_bk_Ks_c reply_Js_bk_Ks_c_check 1
 value_Js_bk_Ks_c reply_Js_bk_Ks_c_bet 1
 value_Js_bk_Ks_b reply_Js_b_call -1
 value_Js_bk_Ks_b reply_Js_bk_Ks_b_fold 1
 value_Js_bk_Ks_b reply_Js_bk_Ks_b_call 1
 value_Js_bk_Ks_b reply_Js_bk_Ks_b_raise 1
 value_Js_bk_Kh_c reply_Js_b_call -1
 value_Js_bk_Kh_c reply_Js_bk_Kh_c_check 1
 value_Js_bk_Kh_c reply_Js_bk_Kh_c_bet 1
 value_Js_bk_Kh_b reply_Js_b_call -1
 value_Js_bk_Kh_b reply_Js_bk_Kh_b_fold 1
 value_Js_bk_Kh_b reply_Js_bk_Kh_b_call 1
 value_Js_bk_Kh_b reply_Js_bk_Kh_b_raise 1
 value_Qs_cc_Js_c reply_Qs_c_check -1
 value_Qs_cc_Js_c reply_Qs_cc_Js_c_check 1
 value_Qs_cc_Js_c reply_Qs_cc_Js_c_bet 1
 value_Qs_cc_Js_b reply_Qs_c_check -1
 value_Qs_cc_Js_b reply_Qs_cc_Js_b_fold 1
 value_Qs_cc_Js_b reply_Qs_cc_Js_b_call 1
 value_Qs_cc_Js_b reply_Qs_cc_Js_b_raise 1
 value_Qs_bk_Js_c reply_Qs_b_call -1
 value_Qs_bk_Js_c reply_Qs_bk_Js_c_check 1
 value_Qs_bk_Js_c reply_Qs_bk_Js_c_bet 1
 value_Qs_bk_Js_b reply_Qs_b_call -1
 value_Qs_bk_Js_b reply_Qs_bk_Js_b_fold 1
 value_Qs_bk_Js_b reply_Qs_bk_Js_b_call 1
 value_Qs_bk_Js_b reply_Qs_bk_Js_b_raise 1
 value_Qh_cc_Js_c reply_Qh_c_check -1
 value_Qh_cc_Js_c reply_Qh_cc_Js_c_check 1
 value_Qh_cc_Js_c reply_Qh_cc_Js_c_bet 1
 value_Qh_cc_Js_b reply_Qh_c_check -1
 value_Qh_cc_Js_b reply_Qh_cc_Js_b_fold 1
 value_Qh_cc_Js_b reply_Qh_cc_Js_b_call 1
 value_Qh_cc_Js_b reply_Qh_cc_Js_b_raise 1
 value_Qh_bk_Js_c reply_Qh_b_call -1
 value_Qh_bk_Js_c reply_Qh_bk_Js_c_check 1
 value_Qh_bk_Js_c reply_Qh_bk_Js_c_bet 1
 value_Qh_bk_Js_b reply_Qh_b_call -1
 value_Qh_bk_Js_b reply_Qh_bk_Js_b_fold 1
 value_Qh_bk_Js_b reply_Qh_bk_Js_b_call 1
 value_Qh_bk_Js_b reply_Qh_bk_Js_b_raise 1
 value_Ks_cc_Js_c reply_Ks_c_check -1
 value_Ks_cc_Js_c reply_Ks_cc_Js_c_check 1
 value_Ks_cc_Js_c reply_Ks_cc_Js_c_bet 1
 value_Ks_cc_Js_b reply_Ks_c_check -1
 value_Ks_cc_Js_b reply_Ks_cc_Js_b_fold 1
 value_Ks_cc_Js_b reply_Ks_cc_Js_b_call 1
 value_Ks_cc_Js_b reply_Ks_cc_Js_b_raise 1
 value_Ks_bk_Js_c reply_Ks_b_call -1
 value_Ks_bk_Js_c reply_Ks_bk_Js_c_check 1
 value_Ks_bk_Js_c reply_Ks_bk_Js_c_bet 1
 value_Ks_bk_Js_b reply_Ks_b_call -1
 value_Ks_bk_Js_b reply_Ks_bk_Js_b_fold 1
 value_Ks_bk_Js_b reply_Ks_bk_Js_b_call 1
 value_Ks_bk_Js_b reply_Ks_bk_Js_b_raise 1
 value_Kh_cc_Js_c reply_Kh_c_check -1
 value_Kh_cc_Js_c reply_Kh_cc_Js_c_check 1
 value_Kh_cc_Js_c reply_Kh_cc_Js_c_bet 1
 value_Kh_cc_Js_b reply_Kh_c_check -1
 value_Kh_cc_Js_b reply_Kh_cc_Js_b_fold 1
 value_Kh_cc_Js_b reply_Kh_cc_Js_b_call 1
 value_Kh_cc_Js_b reply_Kh_cc_Js_b_raise 1
 value_Kh_bk_Js_c reply_Kh_b_call -1
 value_Kh_bk_Js_c reply_Kh_bk_Js_c_check 1
 value_Kh_bk_Js_c reply_Kh_bk_Js_c_bet 1
 value_Kh_bk_Js_b reply_Kh_b_call -1
 value_Kh_bk_Js_b reply_Kh_bk_Js_b_fold 1
 value_Kh_bk_Js_b reply_Kh_bk_Js_b_call 1
 value_Kh_bk_Js_b reply_Kh_bk_Js_b_raise 1
 value_Js_cc_Jh_c reply_Js_c_check -1
 value_Js_cc_Jh_c reply_Js_cc_Jh_c_check 1
 value_Js_cc_Jh_c reply_Js_cc_Jh_c_bet 1
 value_Js_cc_Jh_b reply_Js_c_check -1
 value_Js_cc_Jh_b reply_Js_cc_Jh_b_fold 1
 value_Js_cc_Jh_b reply_Js_cc_Jh_b_call 1
 value_Js_cc_Jh_b reply_Js_cc_Jh_b_raise 1
 value_Js_bk_Jh_c reply_Js_b_call -1
 value_Js_bk_Jh_c reply_Js_bk_Jh_c_check 1
 value_Js_bk_Jh_c reply_Js_bk_Jh_c_bet 1
 value_Js_bk_Jh_b reply_Js_b_call -1
 value_Js_bk_Jh_b reply_Js_bk_Jh_b_fold 1
 value_Js_bk_Jh_b reply_Js_bk_Jh_b_call 1
 value_Js_bk_Jh_b reply_Js_bk_Jh_b_raise 1
 value_Jh_cc_Js_c reply_Jh_c_check -1
 value_Jh_cc_Js_c reply_Jh_cc_Js_c_check 1
 value_Jh_cc_Js_c reply_Jh_cc_Js_c_bet 1
 value_Jh_cc_Js_b reply_Jh_c_check -1
 value_Jh_cc_Js_b reply_Jh_cc_Js_b_fold 1
 value_Jh_cc_Js_b reply_Jh_cc_Js_b_call 1
 value_Jh_cc_Js_b reply_Jh_cc_Js_b_raise 1
 value_Jh_bk_Js_c reply_Jh_b_call -1
 value_Jh_bk_Js_c reply_Jh_bk_Js_c_check 1
 value_Jh_bk_Js_c reply_Jh_bk_Js_c_bet 1
 value_Jh_bk_Js_b reply_Jh_b_call -1
 value_Jh_bk_Js_b reply_Jh_bk_Js_b_fold 1
 value_Jh_bk_Js_b reply_Jh_bk_Js_b_call 1
 value_Jh_bk_Js_b reply_Jh_bk_Js_b_raise 1
 value_Jh_cbk_Qs_c reply_Jh_c_bet -1
 value_Jh_cbk_Qs_c reply_Jh_cbk_Qs_c_check 1
 value_Jh_cbk_Qs_c reply_Jh_cbk_Qs_c_bet 1
 value_Jh_cbk_Qs_b reply_Jh_c_bet -1
 value_Jh_cbk_Qs_b reply_Jh_cbk_Qs_b_fold 1
 value_Jh_cbk_Qs_b reply_Jh_cbk_Qs_b_call 1
 value_Jh_cbk_Qs_b reply_Jh_cbk_Qs_b_raise 1
 value_Jh_cbk_Qh_c reply_Jh_c_bet -1
 value_Jh_cbk_Qh_c reply_Jh_cbk_Qh_c_check 1
 value_Jh_cbk_Qh_c reply_Jh_cbk_Qh_c_bet 1
 value_Jh_cbk_Qh_b reply_Jh_c_bet -1
 value_Jh_cbk_Qh_b reply_Jh_cbk_Qh_b_fold 1
 value_Jh_cbk_Qh_b reply_Jh_cbk_Qh_b_call 1
 value_Jh_cbk_Qh_b reply_Jh_cbk_Qh_b_raise 1
 value_Jh_cbk_Ks_c reply_Jh_c_bet -1
 value_Jh_cbk_Ks_c reply_Jh_cbk_Ks_c_check 1
 value_Jh_cbk_Ks_c reply_Jh_cbk_Ks_c_bet 1
 value_Jh_cbk_Ks_b reply_Jh_c_bet -1
 value_Jh_cbk_Ks_b reply_Jh_cbk_Ks_b_fold 1
 value_Jh_cbk_Ks_b reply_Jh_cbk_Ks_b_call 1
 value_Jh_cbk_Ks_b reply_Jh_cbk_Ks_b_raise 1
 value_Jh_cbk_Kh_c reply_Jh_c_bet -1
 value_Jh_cbk_Kh_c reply_Jh_cbk_Kh_c_check 1
 value_Jh_cbk_Kh_c reply_Jh_cbk_Kh_c_bet 1
 value_Jh_cbk_Kh_b reply_Jh_c_bet -1
 value_Jh_cbk_Kh_b reply_Jh_cbk_Kh_b_fold 1
 value_Jh_cbk_Kh_b reply_Jh_cbk_Kh_b_call 1
 value_Jh_cbk_Kh_b reply_Jh_cbk_Kh_b_raise 1
 value_Jh_brk_Qs_c reply_Jh_b_raise -1
 value_Jh_brk_Qs_c reply_Jh_brk_Qs_c_check 1
 value_Jh_brk_Qs_c reply_Jh_brk_Qs_c_bet 1
 value_Jh_brk_Qs_b reply_Jh_b_raise -1
 value_Jh_brk_Qs_b reply_Jh_brk_Qs_b_fold 1
 value_Jh_brk_Qs_b reply_Jh_brk_Qs_b_call 1
 value_Jh_brk_Qs_b reply_Jh_brk_Qs_b_raise 1
 value_Jh_brk_Qh_c reply_Jh_b_raise -1
 value_Jh_brk_Qh_c reply_Jh_brk_Qh_c_check 1
 value_Jh_brk_Qh_c reply_Jh_brk_Qh_c_bet 1
 value_Jh_brk_Qh_b reply_Jh_b_raise -1
 value_Jh_brk_Qh_b reply_Jh_brk_Qh_b_fold 1
 value_Jh_brk_Qh_b reply_Jh_brk_Qh_b_call 1
 value_Jh_brk_Qh_b reply_Jh_brk_Qh_b_raise 1
 value_Jh_brk_Ks_c reply_Jh_b_raise -1
 value_Jh_brk_Ks_c reply_Jh_brk_Ks_c_check 1
 value_Jh_brk_Ks_c reply_Jh_brk_Ks_c_bet 1
 value_Jh_brk_Ks_b reply_Jh_b_raise -1
 value_Jh_brk_Ks_b reply_Jh_brk_Ks_b_fold 1
 value_Jh_brk_Ks_b reply_Jh_brk_Ks_b_call 1
 value_Jh_brk_Ks_b reply_Jh_brk_Ks_b_raise 1
 value_Jh_brk_Kh_c reply_Jh_b_raise -1
 value_Jh_brk_Kh_c reply_Jh_brk_Kh_c_check 1
 value_Jh_brk_Kh_c reply_Jh_brk_Kh_c_bet 1
 value_Jh_brk_Kh_b reply_Jh_b_raise -1
 value_Jh_brk_Kh_b reply_Jh_brk_Kh_b_fold 1
 value_Jh_brk_Kh_b reply_Jh_brk_Kh_b_call 1
 value_Jh_brk_Kh_b reply_Jh_brk_Kh_b_raise 1
 value_Qs_cbk_Jh_c reply_Qs_c_bet -1
 value_Qs_cbk_Jh_c reply_Qs_cbk_Jh_c_check 1
 value_Qs_cbk_Jh_c reply_Qs_cbk_Jh_c_bet 1
 value_Qs_cbk_Jh_b reply_Qs_c_bet -1
 value_Qs_cbk_Jh_b reply_Qs_cbk_Jh_b_fold 1
 value_Qs_cbk_Jh_b reply_Qs_cbk_Jh_b_call 1
 value_Qs_cbk_Jh_b reply_Qs_cbk_Jh_b_raise 1
 value_Qs_cbk_Qh_c reply_Qs_c_bet -1
 value_Qs_cbk_Qh_c reply_Qs_cbk_Qh_c_check 1
 value_Qs_cbk_Qh_c reply_Qs_cbk_Qh_c_bet 1
 value_Qs_cbk_Qh_b reply_Qs_c_bet -1
 value_Qs_cbk_Qh_b reply_Qs_cbk_Qh_b_fold 1
 value_Qs_cbk_Qh_b reply_Qs_cbk_Qh_b_call 1
 value_Qs_cbk_Qh_b reply_Qs_cbk_Qh_b_raise 1
 value_Qs_cbk_Ks_c reply_Qs_c_bet -1
 value_Qs_cbk_Ks_c reply_Qs_cbk_Ks_c_check 1
 value_Qs_cbk_Ks_c reply_Qs_cbk_Ks_c_bet 1
 value_Qs_cbk_Ks_b reply_Qs_c_bet -1
 value_Qs_cbk_Ks_b reply_Qs_cbk_Ks_b_fold 1
 value_Qs_cbk_Ks_b reply_Qs_cbk_Ks_b_call 1
 value_Qs_cbk_Ks_b reply_Qs_cbk_Ks_b_raise 1
 value_Qs_cbk_Kh_c reply_Qs_c_bet -1
 value_Qs_cbk_Kh_c reply_Qs_cbk_Kh_c_check 1
 value_Qs_cbk_Kh_c reply_Qs_cbk_Kh_c_bet 1
 value_Qs_cbk_Kh_b reply_Qs_c_bet -1
 value_Qs_cbk_Kh_b reply_Qs_cbk_Kh_b_fold 1
 value_Qs_cbk_Kh_b reply_Qs_cbk_Kh_b_call 1
 value_Qs_cbk_Kh_b reply_Qs_cbk_Kh_b_raise 1
 value_Qs_brk_Jh_c reply_Qs_b_raise -1
 value_Qs_brk_Jh_c reply_Qs_brk_Jh_c_check 1
 value_Qs_brk_Jh_c reply_Qs_brk_Jh_c_bet 1
 value_Qs_brk_Jh_b reply_Qs_b_raise -1
 value_Qs_brk_Jh_b reply_Qs_brk_Jh_b_fold 1
 value_Qs_brk_Jh_b reply_Qs_brk_Jh_b_call 1
 value_Qs_brk_Jh_b reply_Qs_brk_Jh_b_raise 1
 value_Qs_brk_Qh_c reply_Qs_b_raise -1
 value_Qs_brk_Qh_c reply_Qs_brk_Qh_c_check 1
 value_Qs_brk_Qh_c reply_Qs_brk_Qh_c_bet 1
 value_Qs_brk_Qh_b reply_Qs_b_raise -1
 value_Qs_brk_Qh_b reply_Qs_brk_Qh_b_fold 1
 value_Qs_brk_Qh_b reply_Qs_brk_Qh_b_call 1
 value_Qs_brk_Qh_b reply_Qs_brk_Qh_b_raise 1
 value_Qs_brk_Ks_c reply_Qs_b_raise -1
 value_Qs_brk_Ks_c reply_Qs_brk_Ks_c_check 1
 value_Qs_brk_Ks_c reply_Qs_brk_Ks_c_bet 1
 value_Qs_brk_Ks_b reply_Qs_b_raise -1
 value_Qs_brk_Ks_b reply_Qs_brk_Ks_b_fold 1
 value_Qs_brk_Ks_b reply_Qs_brk_Ks_b_call 1
 value_Qs_brk_Ks_b reply_Qs_brk_Ks_b_raise 1
 value_Qs_brk_Kh_c reply_Qs_b_raise -1
 value_Qs_brk_Kh_c reply_Qs_brk_Kh_c_check 1
 value_Qs_brk_Kh_c reply_Qs_brk_Kh_c_bet 1
 value_Qs_brk_Kh_b reply_Qs_b_raise -1
 value_Qs_brk_Kh_b reply_Qs_brk_Kh_b_fold 1
 value_Qs_brk_Kh_b reply_Qs_brk_Kh_b_call 1
 value_Qs_brk_Kh_b reply_Qs_brk_Kh_b_raise 1
 value_Qh_cbk_Jh_c reply_Qh_c_bet -1
 value_Qh_cbk_Jh_c reply_Qh_cbk_Jh_c_check 1
 value_Qh_cbk_Jh_c reply_Qh_cbk_Jh_c_bet 1
 value_Qh_cbk_Jh_b reply_Qh_c_bet -1
 value_Qh_cbk_Jh_b reply_Qh_cbk_Jh_b_fold 1
 value_Qh_cbk_Jh_b reply_Qh_cbk_Jh_b_call 1
 value_Qh_cbk_Jh_b reply_Qh_cbk_Jh_b_raise 1
 value_Qh_cbk_Qs_c reply_Qh_c_bet -1
 value_Qh_cbk_Qs_c reply_Qh_cbk_Qs_c_check 1
 value_Qh_cbk_Qs_c reply_Qh_cbk_Qs_c_bet 1
 value_Qh_cbk_Qs_b reply_Qh_c_bet -1
 value_Qh_cbk_Qs_b reply_Qh_cbk_Qs_b_fold 1
 value_Qh_cbk_Qs_b reply_Qh_cbk_Qs_b_call 1
 value_Qh_cbk_Qs_b reply_Qh_cbk_Qs_b_raise 1
 value_Qh_cbk_Ks_c reply_Qh_c_bet -1
 value_Qh_cbk_Ks_c reply_Qh_cbk_Ks_c_check 1
 value_Qh_cbk_Ks_c reply_Qh_cbk_Ks_c_bet 1
 value_Qh_cbk_Ks_b reply_Qh_c_bet -1
 value_Qh_cbk_Ks_b reply_Qh_cbk_Ks_b_fold 1
 value_Qh_cbk_Ks_b reply_Qh_cbk_Ks_b_call 1
 value_Qh_cbk_Ks_b reply_Qh_cbk_Ks_b_raise 1
 value_Qh_cbk_Kh_c reply_Qh_c_bet -1
 value_Qh_cbk_Kh_c reply_Qh_cbk_Kh_c_check 1
 value_Qh_cbk_Kh_c reply_Qh_cbk_Kh_c_bet 1
 value_Qh_cbk_Kh_b reply_Qh_c_bet -1
 value_Qh_cbk_Kh_b reply_Qh_cbk_Kh_b_fold 1
 value_Qh_cbk_Kh_b reply_Qh_cbk_Kh_b_call 1
 value_Qh_cbk_Kh_b reply_Qh_cbk_Kh_b_raise 1
 value_Qh_brk_Jh_c reply_Qh_b_raise -1
 value_Qh_brk_Jh_c reply_Qh_brk_Jh_c_check 1
 value_Qh_brk_Jh_c reply_Qh_brk_Jh_c_bet 1
 value_Qh_brk_Jh_b reply_Qh_b_raise -1
 value_Qh_brk_Jh_b reply_Qh_brk_Jh_b_fold 1
 value_Qh_brk_Jh_b reply_Qh_brk_Jh_b_call 1
 value_Qh_brk_Jh_b reply_Qh_brk_Jh_b_raise 1
 value_Qh_brk_Qs_c reply_Qh_b_raise -1
 value_Qh_brk_Qs_c reply_Qh_brk_Qs_c_check 1
 value_Qh_brk_Qs_c reply_Qh_brk_Qs_c_bet 1
 value_Qh_brk_Qs_b reply_Qh_b_raise -1
 value_Qh_brk_Qs_b reply_Qh_brk_Qs_b_fold 1
 value_Qh_brk_Qs_b reply_Qh_brk_Qs_b_call 1
 value_Qh_brk_Qs_b reply_Qh_brk_Qs_b_raise 1
 value_Qh_brk_Ks_c reply_Qh_b_raise -1
 value_Qh_brk_Ks_c reply_Qh_brk_Ks_c_check 1
 value_Qh_brk_Ks_c reply_Qh_brk_Ks_c_bet 1
 value_Qh_brk_Ks_b reply_Qh_b_raise -1
 value_Qh_brk_Ks_b reply_Qh_brk_Ks_b_fold 1
 value_Qh_brk_Ks_b reply_Qh_brk_Ks_b_call 1
 value_Qh_brk_Ks_b reply_Qh_brk_Ks_b_raise 1
 value_Qh_brk_Kh_c reply_Qh_b_raise -1
 value_Qh_brk_Kh_c reply_Qh_brk_Kh_c_check 1
 value_Qh_brk_Kh_c reply_Qh_brk_Kh_c_bet 1
 value_Qh_brk_Kh_b reply_Qh_b_raise -1
 value_Qh_brk_Kh_b reply_Qh_brk_Kh_b_fold 1
 value_Qh_brk_Kh_b reply_Qh_brk_Kh_b_call 1
 value_Qh_brk_Kh_b reply_Qh_brk_Kh_b_raise 1
 value_Ks_cbk_Jh_c reply_Ks_c_bet -1
 value_Ks_cbk_Jh_c reply_Ks_cbk_Jh_c_check 1
 value_Ks_cbk_Jh_c reply_Ks_cbk_Jh_c_bet 1
 value_Ks_cbk_Jh_b reply_Ks_c_bet -1
 value_Ks_cbk_Jh_b reply_Ks_cbk_Jh_b_fold 1
 value_Ks_cbk_Jh_b reply_Ks_cbk_Jh_b_call 1
 value_Ks_cbk_Jh_b reply_Ks_cbk_Jh_b_raise 1
 value_Ks_cbk_Qs_c reply_Ks_c_bet -1
 value_Ks_cbk_Qs_c reply_Ks_cbk_Qs_c_check 1
 value_Ks_cbk_Qs_c reply_Ks_cbk_Qs_c_bet 1
 value_Ks_cbk_Qs_b reply_Ks_c_bet -1
 value_Ks_cbk_Qs_b reply_Ks_cbk_Qs_b_fold 1
 value_Ks_cbk_Qs_b reply_Ks_cbk_Qs_b_call 1
 value_Ks_cbk_Qs_b reply_Ks_cbk_Qs_b_raise 1
 value_Ks_cbk_Qh_c reply_Ks_c_bet -1
 value_Ks_cbk_Qh_c reply_Ks_cbk_Qh_c_check 1
 value_Ks_cbk_Qh_c reply_Ks_cbk_Qh_c_bet 1
 value_Ks_cbk_Qh_b reply_Ks_c_bet -1
 value_Ks_cbk_Qh_b reply_Ks_cbk_Qh_b_fold 1
 value_Ks_cbk_Qh_b reply_Ks_cbk_Qh_b_call 1
 value_Ks_cbk_Qh_b reply_Ks_cbk_Qh_b_raise 1
 value_Ks_cbk_Kh_c reply_Ks_c_bet -1
 value_Ks_cbk_Kh_c reply_Ks_cbk_Kh_c_check 1
 value_Ks_cbk_Kh_c reply_Ks_cbk_Kh_c_bet 1
 value_Ks_cbk_Kh_b reply_Ks_c_bet -1
 value_Ks_cbk_Kh_b reply_Ks_cbk_Kh_b_fold 1
 value_Ks_cbk_Kh_b reply_Ks_cbk_Kh_b_call 1
 value_Ks_cbk_Kh_b reply_Ks_cbk_Kh_b_raise 1
 value_Ks_brk_Jh_c reply_Ks_b_raise -1
 value_Ks_brk_Jh_c reply_Ks_brk_Jh_c_check 1
 value_Ks_brk_Jh_c reply_Ks_brk_Jh_c_bet 1
 value_Ks_brk_Jh_b reply_Ks_b_raise -1
 value_Ks_brk_Jh_b reply_Ks_brk_Jh_b_fold 1
 value_Ks_brk_Jh_b reply_Ks_brk_Jh_b_call 1
 value_Ks_brk_Jh_b reply_Ks_brk_Jh_b_raise 1
 value_Ks_brk_Qs_c reply_Ks_b_raise -1
 value_Ks_brk_Qs_c reply_Ks_brk_Qs_c_check 1
 value_Ks_brk_Qs_c reply_Ks_brk_Qs_c_bet 1
 value_Ks_brk_Qs_b reply_Ks_b_raise -1
 value_Ks_brk_Qs_b reply_Ks_brk_Qs_b_fold 1
 value_Ks_brk_Qs_b reply_Ks_brk_Qs_b_call 1
 value_Ks_brk_Qs_b reply_Ks_brk_Qs_b_raise 1
 value_Ks_brk_Qh_c reply_Ks_b_raise -1
 value_Ks_brk_Qh_c reply_Ks_brk_Qh_c_check 1
 value_Ks_brk_Qh_c reply_Ks_brk_Qh_c_bet 1
 value_Ks_brk_Qh_b reply_Ks_b_raise -1
 value_Ks_brk_Qh_b reply_Ks_brk_Qh_b_fold 1
 value_Ks_brk_Qh_b reply_Ks_brk_Qh_b_call 1
 value_Ks_brk_Qh_b reply_Ks_brk_Qh_b_raise 1
 value_Ks_brk_Kh_c reply_Ks_b_raise -1
 value_Ks_brk_Kh_c reply_Ks_brk_Kh_c_check 1
 value_Ks_brk_Kh_c reply_Ks_brk_Kh_c_bet 1
 value_Ks_brk_Kh_b reply_Ks_b_raise -1
 value_Ks_brk_Kh_b reply_Ks_brk_Kh_b_fold 1
 value_Ks_brk_Kh_b reply_Ks_brk_Kh_b_call 1
 value_Ks_brk_Kh_b reply_Ks_brk_Kh_b_raise 1
 value_Kh_cbk_Jh_c reply_Kh_c_bet -1
 value_Kh_cbk_Jh_c reply_Kh_cbk_Jh_c_check 1
 value_Kh_cbk_Jh_c reply_Kh_cbk_Jh_c_bet 1
 value_Kh_cbk_Jh_b reply_Kh_c_bet -1
 value_Kh_cbk_Jh_b reply_Kh_cbk_Jh_b_fold 1
 value_Kh_cbk_Jh_b reply_Kh_cbk_Jh_b_call 1
 value_Kh_cbk_Jh_b reply_Kh_cbk_Jh_b_raise 1
 value_Kh_cbk_Qs_c reply_Kh_c_bet -1
 value_Kh_cbk_Qs_c reply_Kh_cbk_Qs_c_check 1
 value_Kh_cbk_Qs_c reply_Kh_cbk_Qs_c_bet 1
 value_Kh_cbk_Qs_b reply_Kh_c_bet -1
 value_Kh_cbk_Qs_b reply_Kh_cbk_Qs_b_fold 1
 value_Kh_cbk_Qs_b reply_Kh_cbk_Qs_b_call 1
 value_Kh_cbk_Qs_b reply_Kh_cbk_Qs_b_raise 1
 value_Kh_cbk_Qh_c reply_Kh_c_bet -1
 value_Kh_cbk_Qh_c reply_Kh_cbk_Qh_c_check 1
 value_Kh_cbk_Qh_c reply_Kh_cbk_Qh_c_bet 1
 value_Kh_cbk_Qh_b reply_Kh_c_bet -1
 value_Kh_cbk_Qh_b reply_Kh_cbk_Qh_b_fold 1
 value_Kh_cbk_Qh_b reply_Kh_cbk_Qh_b_call 1
 value_Kh_cbk_Qh_b reply_Kh_cbk_Qh_b_raise 1
 value_Kh_cbk_Ks_c reply_Kh_c_bet -1
 value_Kh_cbk_Ks_c reply_Kh_cbk_Ks_c_check 1
 value_Kh_cbk_Ks_c reply_Kh_cbk_Ks_c_bet 1
 value_Kh_cbk_Ks_b reply_Kh_c_bet -1
 value_Kh_cbk_Ks_b reply_Kh_cbk_Ks_b_fold 1
 value_Kh_cbk_Ks_b reply_Kh_cbk_Ks_b_call 1
 value_Kh_cbk_Ks_b reply_Kh_cbk_Ks_b_raise 1
 value_Kh_brk_Jh_c reply_Kh_b_raise -1
 value_Kh_brk_Jh_c reply_Kh_brk_Jh_c_check 1
 value_Kh_brk_Jh_c reply_Kh_brk_Jh_c_bet 1
 value_Kh_brk_Jh_b reply_Kh_b_raise -1
 value_Kh_brk_Jh_b reply_Kh_brk_Jh_b_fold 1
 value_Kh_brk_Jh_b reply_Kh_brk_Jh_b_call 1
 value_Kh_brk_Jh_b reply_Kh_brk_Jh_b_raise 1
 value_Kh_brk_Qs_c reply_Kh_b_raise -1
 value_Kh_brk_Qs_c reply_Kh_brk_Qs_c_check 1
 value_Kh_brk_Qs_c reply_Kh_brk_Qs_c_bet 1
 value_Kh_brk_Qs_b reply_Kh_b_raise -1
 value_Kh_brk_Qs_b reply_Kh_brk_Qs_b_fold 1
 value_Kh_brk_Qs_b reply_Kh_brk_Qs_b_call 1
 value_Kh_brk_Qs_b reply_Kh_brk_Qs_b_raise 1
 value_Kh_brk_Qh_c reply_Kh_b_raise -1
 value_Kh_brk_Qh_c reply_Kh_brk_Qh_c_check 1
 value_Kh_brk_Qh_c reply_Kh_brk_Qh_c_bet 1
 value_Kh_brk_Qh_b reply_Kh_b_raise -1
 value_Kh_brk_Qh_b reply_Kh_brk_Qh_b_fold 1
 value_Kh_brk_Qh_b reply_Kh_brk_Qh_b_call 1
 value_Kh_brk_Qh_b reply_Kh_brk_Qh_b_raise 1
 value_Kh_brk_Ks_c reply_Kh_b_raise -1
 value_Kh_brk_Ks_c reply_Kh_brk_Ks_c_check 1
 value_Kh_brk_Ks_c reply_Kh_brk_Ks_c_bet 1
 value_Kh_brk_Ks_b reply_Kh_b_raise -1
 value_Kh_brk_Ks_b reply_Kh_brk_Ks_b_fold 1
 value_Kh_brk_Ks_b reply_Kh_brk_Ks_b_call 1
 value_Kh_brk_Ks_b reply_Kh_brk_Ks_b_raise 1
 value_Js_cbk_Qs_c reply_Js_c_bet -1
 value_Js_cbk_Qs_c reply_Js_cbk_Qs_c_check 1
 value_Js_cbk_Qs_c reply_Js_cbk_Qs_c_bet 1
 value_Js_cbk_Qs_b reply_Js_c_bet -1
 value_Js_cbk_Qs_b reply_Js_cbk_Qs_b_fold 1
 value_Js_cbk_Qs_b reply_Js_cbk_Qs_b_call 1
 value_Js_cbk_Qs_b reply_Js_cbk_Qs_b_raise 1
 value_Js_cbk_Qh_c reply_Js_c_bet -1
 value_Js_cbk_Qh_c reply_Js_cbk_Qh_c_check 1
 value_Js_cbk_Qh_c reply_Js_cbk_Qh_c_bet 1
 value_Js_cbk_Qh_b reply_Js_c_bet -1
 value_Js_cbk_Qh_b reply_Js_cbk_Qh_b_fold 1
 value_Js_cbk_Qh_b reply_Js_cbk_Qh_b_call 1
 value_Js_cbk_Qh_b reply_Js_cbk_Qh_b_raise 1
 value_Js_cbk_Ks_c reply_Js_c_bet -1
 value_Js_cbk_Ks_c reply_Js_cbk_Ks_c_check 1
 value_Js_cbk_Ks_c reply_Js_cbk_Ks_c_bet 1
 value_Js_cbk_Ks_b reply_Js_c_bet -1
 value_Js_cbk_Ks_b reply_Js_cbk_Ks_b_fold 1
 value_Js_cbk_Ks_b reply_Js_cbk_Ks_b_call 1
 value_Js_cbk_Ks_b reply_Js_cbk_Ks_b_raise 1
 value_Js_cbk_Kh_c reply_Js_c_bet -1
 value_Js_cbk_Kh_c reply_Js_cbk_Kh_c_check 1
 value_Js_cbk_Kh_c reply_Js_cbk_Kh_c_bet 1
 value_Js_cbk_Kh_b reply_Js_c_bet -1
 value_Js_cbk_Kh_b reply_Js_cbk_Kh_b_fold 1
 value_Js_cbk_Kh_b reply_Js_cbk_Kh_b_call 1
 value_Js_cbk_Kh_b reply_Js_cbk_Kh_b_raise 1
 value_Js_brk_Qs_c reply_Js_b_raise -1
 value_Js_brk_Qs_c reply_Js_brk_Qs_c_check 1
 value_Js_brk_Qs_c reply_Js_brk_Qs_c_bet 1
 value_Js_brk_Qs_b reply_Js_b_raise -1
 value_Js_brk_Qs_b reply_Js_brk_Qs_b_fold 1
 value_Js_brk_Qs_b reply_Js_brk_Qs_b_call 1
 value_Js_brk_Qs_b reply_Js_brk_Qs_b_raise 1
 value_Js_brk_Qh_c reply_Js_b_raise -1
 value_Js_brk_Qh_c reply_Js_brk_Qh_c_check 1
 value_Js_brk_Qh_c reply_Js_brk_Qh_c_bet 1
 value_Js_brk_Qh_b reply_Js_b_raise -1
 value_Js_brk_Qh_b reply_Js_brk_Qh_b_fold 1
 value_Js_brk_Qh_b reply_Js_brk_Qh_b_call 1
 value_Js_brk_Qh_b reply_Js_brk_Qh_b_raise 1
 value_Js_brk_Ks_c reply_Js_b_raise -1
 value_Js_brk_Ks_c reply_Js_brk_Ks_c_check 1
 value_Js_brk_Ks_c reply_Js_brk_Ks_c_bet 1
 value_Js_brk_Ks_b reply_Js_b_raise -1
 value_Js_brk_Ks_b reply_Js_brk_Ks_b_fold 1
 value_Js_brk_Ks_b reply_Js_brk_Ks_b_call 1
 value_Js_brk_Ks_b reply_Js_brk_Ks_b_raise 1
 value_Js_brk_Kh_c reply_Js_b_raise -1
 value_Js_brk_Kh_c reply_Js_brk_Kh_c_check 1
 value_Js_brk_Kh_c reply_Js_brk_Kh_c_bet 1
 value_Js_brk_Kh_b reply_Js_b_raise -1
 value_Js_brk_Kh_b reply_Js_brk_Kh_b_fold 1
 value_Js_brk_Kh_b reply_Js_brk_Kh_b_call 1
 value_Js_brk_Kh_b reply_Js_brk_Kh_b_raise 1
 value_Qs_cbk_Js_c reply_Qs_c_bet -1
 value_Qs_cbk_Js_c reply_Qs_cbk_Js_c_check 1
 value_Qs_cbk_Js_c reply_Qs_cbk_Js_c_bet 1
 value_Qs_cbk_Js_b reply_Qs_c_bet -1
 value_Qs_cbk_Js_b reply_Qs_cbk_Js_b_fold 1
 value_Qs_cbk_Js_b reply_Qs_cbk_Js_b_call 1
 value_Qs_cbk_Js_b reply_Qs_cbk_Js_b_raise 1
 value_Qs_brk_Js_c reply_Qs_b_raise -1
 value_Qs_brk_Js_c reply_Qs_brk_Js_c_check 1
 value_Qs_brk_Js_c reply_Qs_brk_Js_c_bet 1
 value_Qs_brk_Js_b reply_Qs_b_raise -1
 value_Qs_brk_Js_b reply_Qs_brk_Js_b_fold 1
 value_Qs_brk_Js_b reply_Qs_brk_Js_b_call 1
 value_Qs_brk_Js_b reply_Qs_brk_Js_b_raise 1
 value_Qh_cbk_Js_c reply_Qh_c_bet -1
 value_Qh_cbk_Js_c reply_Qh_cbk_Js_c_check 1
 value_Qh_cbk_Js_c reply_Qh_cbk_Js_c_bet 1
 value_Qh_cbk_Js_b reply_Qh_c_bet -1
 value_Qh_cbk_Js_b reply_Qh_cbk_Js_b_fold 1
 value_Qh_cbk_Js_b reply_Qh_cbk_Js_b_call 1
 value_Qh_cbk_Js_b reply_Qh_cbk_Js_b_raise 1
 value_Qh_brk_Js_c reply_Qh_b_raise -1
 value_Qh_brk_Js_c reply_Qh_brk_Js_c_check 1
 value_Qh_brk_Js_c reply_Qh_brk_Js_c_bet 1
 value_Qh_brk_Js_b reply_Qh_b_raise -1
 value_Qh_brk_Js_b reply_Qh_brk_Js_b_fold 1
 value_Qh_brk_Js_b reply_Qh_brk_Js_b_call 1
 value_Qh_brk_Js_b reply_Qh_brk_Js_b_raise 1
 value_Ks_cbk_Js_c reply_Ks_c_bet -1
 value_Ks_cbk_Js_c reply_Ks_cbk_Js_c_check 1
 value_Ks_cbk_Js_c reply_Ks_cbk_Js_c_bet 1
 value_Ks_cbk_Js_b reply_Ks_c_bet -1
 value_Ks_cbk_Js_b reply_Ks_cbk_Js_b_fold 1
 value_Ks_cbk_Js_b reply_Ks_cbk_Js_b_call 1
 value_Ks_cbk_Js_b reply_Ks_cbk_Js_b_raise 1
 value_Ks_brk_Js_c reply_Ks_b_raise -1
 value_Ks_brk_Js_c reply_Ks_brk_Js_c_check 1
 value_Ks_brk_Js_c reply_Ks_brk_Js_c_bet 1
 value_Ks_brk_Js_b reply_Ks_b_raise -1
 value_Ks_brk_Js_b reply_Ks_brk_Js_b_fold 1
 value_Ks_brk_Js_b reply_Ks_brk_Js_b_call 1
 value_Ks_brk_Js_b reply_Ks_brk_Js_b_raise 1
 value_Kh_cbk_Js_c reply_Kh_c_bet -1
 value_Kh_cbk_Js_c reply_Kh_cbk_Js_c_check 1
 value_Kh_cbk_Js_c reply_Kh_cbk_Js_c_bet 1
 value_Kh_cbk_Js_b reply_Kh_c_bet -1
 value_Kh_cbk_Js_b reply_Kh_cbk_Js_b_fold 1
 value_Kh_cbk_Js_b reply_Kh_cbk_Js_b_call 1
 value_Kh_cbk_Js_b reply_Kh_cbk_Js_b_raise 1
 value_Kh_brk_Js_c reply_Kh_b_raise -1
 value_Kh_brk_Js_c reply_Kh_brk_Js_c_check 1
 value_Kh_brk_Js_c reply_Kh_brk_Js_c_bet 1
 value_Kh_brk_Js_b reply_Kh_b_raise -1
 value_Kh_brk_Js_b reply_Kh_brk_Js_b_fold 1
 value_Kh_brk_Js_b reply_Kh_brk_Js_b_call 1
 value_Kh_brk_Js_b reply_Kh_brk_Js_b_raise 1
 value_Js_cbk_Jh_c reply_Js_c_bet -1
 value_Js_cbk_Jh_c reply_Js_cbk_Jh_c_check 1
 value_Js_cbk_Jh_c reply_Js_cbk_Jh_c_bet 1
 value_Js_cbk_Jh_b reply_Js_c_bet -1
 value_Js_cbk_Jh_b reply_Js_cbk_Jh_b_fold 1
 value_Js_cbk_Jh_b reply_Js_cbk_Jh_b_call 1
 value_Js_cbk_Jh_b reply_Js_cbk_Jh_b_raise 1
 value_Js_brk_Jh_c reply_Js_b_raise -1
 value_Js_brk_Jh_c reply_Js_brk_Jh_c_check 1
 value_Js_brk_Jh_c reply_Js_brk_Jh_c_bet 1
 value_Js_brk_Jh_b reply_Js_b_raise -1
 value_Js_brk_Jh_b reply_Js_brk_Jh_b_fold 1
 value_Js_brk_Jh_b reply_Js_brk_Jh_b_call 1
 value_Js_brk_Jh_b reply_Js_brk_Jh_b_raise 1
 value_Jh_cbk_Js_c reply_Jh_c_bet -1
 value_Jh_cbk_Js_c reply_Jh_cbk_Js_c_check 1
 value_Jh_cbk_Js_c reply_Jh_cbk_Js_c_bet 1
 value_Jh_cbk_Js_b reply_Jh_c_bet -1
 value_Jh_cbk_Js_b reply_Jh_cbk_Js_b_fold 1
 value_Jh_cbk_Js_b reply_Jh_cbk_Js_b_call 1
 value_Jh_cbk_Js_b reply_Jh_cbk_Js_b_raise 1
 value_Jh_brk_Js_c reply_Jh_b_raise -1
 value_Jh_brk_Js_c reply_Jh_brk_Js_c_check 1
 value_Jh_brk_Js_c reply_Jh_brk_Js_c_bet 1
 value_Jh_brk_Js_b reply_Jh_b_raise -1
 value_Jh_brk_Js_b reply_Jh_brk_Js_b_fold 1
 value_Jh_brk_Js_b reply_Jh_brk_Js_b_call 1
 value_Jh_brk_Js_b reply_Jh_brk_Js_b_raise 1
 value_Jh_cc_Qs_cbr reply_Jh_cc_Qs_c_bet -1
 value_Jh_cc_Qs_cbr reply_Jh_cc_Qs_cbr_fold 1
 value_Jh_cc_Qs_cbr reply_Jh_cc_Qs_cbr_call 1
 value_Jh_cc_Qh_cbr reply_Jh_cc_Qh_c_bet -1
 value_Jh_cc_Qh_cbr reply_Jh_cc_Qh_cbr_fold 1
 value_Jh_cc_Qh_cbr reply_Jh_cc_Qh_cbr_call 1
 value_Jh_cc_Ks_cbr reply_Jh_cc_Ks_c_bet -1
 value_Jh_cc_Ks_cbr reply_Jh_cc_Ks_cbr_fold 1
 value_Jh_cc_Ks_cbr reply_Jh_cc_Ks_cbr_call 1
 value_Jh_cc_Kh_cbr reply_Jh_cc_Kh_c_bet -1
 value_Jh_cc_Kh_cbr reply_Jh_cc_Kh_cbr_fold 1
 value_Jh_cc_Kh_cbr reply_Jh_cc_Kh_cbr_call 1
 value_Jh_cbrk_Qs_c reply_Jh_cbr_call -1
 value_Jh_cbrk_Qs_c reply_Jh_cbrk_Qs_c_check 1
 value_Jh_cbrk_Qs_c reply_Jh_cbrk_Qs_c_bet 1
 value_Jh_cbrk_Qs_b reply_Jh_cbr_call -1
 value_Jh_cbrk_Qs_b reply_Jh_cbrk_Qs_b_fold 1
 value_Jh_cbrk_Qs_b reply_Jh_cbrk_Qs_b_call 1
 value_Jh_cbrk_Qs_b reply_Jh_cbrk_Qs_b_raise 1
 value_Jh_cbrk_Qh_c reply_Jh_cbr_call -1
 value_Jh_cbrk_Qh_c reply_Jh_cbrk_Qh_c_check 1
 value_Jh_cbrk_Qh_c reply_Jh_cbrk_Qh_c_bet 1
 value_Jh_cbrk_Qh_b reply_Jh_cbr_call -1
 value_Jh_cbrk_Qh_b reply_Jh_cbrk_Qh_b_fold 1
 value_Jh_cbrk_Qh_b reply_Jh_cbrk_Qh_b_call 1
 value_Jh_cbrk_Qh_b reply_Jh_cbrk_Qh_b_raise 1
 value_Jh_cbrk_Ks_c reply_Jh_cbr_call -1
 value_Jh_cbrk_Ks_c reply_Jh_cbrk_Ks_c_check 1
 value_Jh_cbrk_Ks_c reply_Jh_cbrk_Ks_c_bet 1
 value_Jh_cbrk_Ks_b reply_Jh_cbr_call -1
 value_Jh_cbrk_Ks_b reply_Jh_cbrk_Ks_b_fold 1
 value_Jh_cbrk_Ks_b reply_Jh_cbrk_Ks_b_call 1
 value_Jh_cbrk_Ks_b reply_Jh_cbrk_Ks_b_raise 1
 value_Jh_cbrk_Kh_c reply_Jh_cbr_call -1
 value_Jh_cbrk_Kh_c reply_Jh_cbrk_Kh_c_check 1
 value_Jh_cbrk_Kh_c reply_Jh_cbrk_Kh_c_bet 1
 value_Jh_cbrk_Kh_b reply_Jh_cbr_call -1
 value_Jh_cbrk_Kh_b reply_Jh_cbrk_Kh_b_fold 1
 value_Jh_cbrk_Kh_b reply_Jh_cbrk_Kh_b_call 1
 value_Jh_cbrk_Kh_b reply_Jh_cbrk_Kh_b_raise 1
 value_Jh_bk_Qs_cbr reply_Jh_bk_Qs_c_bet -1
 value_Jh_bk_Qs_cbr reply_Jh_bk_Qs_cbr_fold 1
 value_Jh_bk_Qs_cbr reply_Jh_bk_Qs_cbr_call 1
 value_Jh_bk_Qh_cbr reply_Jh_bk_Qh_c_bet -1
 value_Jh_bk_Qh_cbr reply_Jh_bk_Qh_cbr_fold 1
 value_Jh_bk_Qh_cbr reply_Jh_bk_Qh_cbr_call 1
 value_Jh_bk_Ks_cbr reply_Jh_bk_Ks_c_bet -1
 value_Jh_bk_Ks_cbr reply_Jh_bk_Ks_cbr_fold 1
 value_Jh_bk_Ks_cbr reply_Jh_bk_Ks_cbr_call 1
 value_Jh_bk_Kh_cbr reply_Jh_bk_Kh_c_bet -1
 value_Jh_bk_Kh_cbr reply_Jh_bk_Kh_cbr_fold 1
 value_Jh_bk_Kh_cbr reply_Jh_bk_Kh_cbr_call 1
 value_Qs_cc_Jh_cbr reply_Qs_cc_Jh_c_bet -1
 value_Qs_cc_Jh_cbr reply_Qs_cc_Jh_cbr_fold 1
 value_Qs_cc_Jh_cbr reply_Qs_cc_Jh_cbr_call 1
 value_Qs_cc_Qh_cbr reply_Qs_cc_Qh_c_bet -1
 value_Qs_cc_Qh_cbr reply_Qs_cc_Qh_cbr_fold 1
 value_Qs_cc_Qh_cbr reply_Qs_cc_Qh_cbr_call 1
 value_Qs_cc_Ks_cbr reply_Qs_cc_Ks_c_bet -1
 value_Qs_cc_Ks_cbr reply_Qs_cc_Ks_cbr_fold 1
 value_Qs_cc_Ks_cbr reply_Qs_cc_Ks_cbr_call 1
 value_Qs_cc_Kh_cbr reply_Qs_cc_Kh_c_bet -1
 value_Qs_cc_Kh_cbr reply_Qs_cc_Kh_cbr_fold 1
 value_Qs_cc_Kh_cbr reply_Qs_cc_Kh_cbr_call 1
 value_Qs_cbrk_Jh_c reply_Qs_cbr_call -1
 value_Qs_cbrk_Jh_c reply_Qs_cbrk_Jh_c_check 1
 value_Qs_cbrk_Jh_c reply_Qs_cbrk_Jh_c_bet 1
 value_Qs_cbrk_Jh_b reply_Qs_cbr_call -1
 value_Qs_cbrk_Jh_b reply_Qs_cbrk_Jh_b_fold 1
 value_Qs_cbrk_Jh_b reply_Qs_cbrk_Jh_b_call 1
 value_Qs_cbrk_Jh_b reply_Qs_cbrk_Jh_b_raise 1
 value_Qs_cbrk_Qh_c reply_Qs_cbr_call -1
 value_Qs_cbrk_Qh_c reply_Qs_cbrk_Qh_c_check 1
 value_Qs_cbrk_Qh_c reply_Qs_cbrk_Qh_c_bet 1
 value_Qs_cbrk_Qh_b reply_Qs_cbr_call -1
 value_Qs_cbrk_Qh_b reply_Qs_cbrk_Qh_b_fold 1
 value_Qs_cbrk_Qh_b reply_Qs_cbrk_Qh_b_call 1
 value_Qs_cbrk_Qh_b reply_Qs_cbrk_Qh_b_raise 1
 value_Qs_cbrk_Ks_c reply_Qs_cbr_call -1
 value_Qs_cbrk_Ks_c reply_Qs_cbrk_Ks_c_check 1
 value_Qs_cbrk_Ks_c reply_Qs_cbrk_Ks_c_bet 1
 value_Qs_cbrk_Ks_b reply_Qs_cbr_call -1
 value_Qs_cbrk_Ks_b reply_Qs_cbrk_Ks_b_fold 1
 value_Qs_cbrk_Ks_b reply_Qs_cbrk_Ks_b_call 1
 value_Qs_cbrk_Ks_b reply_Qs_cbrk_Ks_b_raise 1
 value_Qs_cbrk_Kh_c reply_Qs_cbr_call -1
 value_Qs_cbrk_Kh_c reply_Qs_cbrk_Kh_c_check 1
 value_Qs_cbrk_Kh_c reply_Qs_cbrk_Kh_c_bet 1
 value_Qs_cbrk_Kh_b reply_Qs_cbr_call -1
 value_Qs_cbrk_Kh_b reply_Qs_cbrk_Kh_b_fold 1
 value_Qs_cbrk_Kh_b reply_Qs_cbrk_Kh_b_call 1
 value_Qs_cbrk_Kh_b reply_Qs_cbrk_Kh_b_raise 1
 value_Qs_bk_Jh_cbr reply_Qs_bk_Jh_c_bet -1
 value_Qs_bk_Jh_cbr reply_Qs_bk_Jh_cbr_fold 1
 value_Qs_bk_Jh_cbr reply_Qs_bk_Jh_cbr_call 1
 value_Qs_bk_Qh_cbr reply_Qs_bk_Qh_c_bet -1
 value_Qs_bk_Qh_cbr reply_Qs_bk_Qh_cbr_fold 1
 value_Qs_bk_Qh_cbr reply_Qs_bk_Qh_cbr_call 1
 value_Qs_bk_Ks_cbr reply_Qs_bk_Ks_c_bet -1
 value_Qs_bk_Ks_cbr reply_Qs_bk_Ks_cbr_fold 1
 value_Qs_bk_Ks_cbr reply_Qs_bk_Ks_cbr_call 1
 value_Qs_bk_Kh_cbr reply_Qs_bk_Kh_c_bet -1
 value_Qs_bk_Kh_cbr reply_Qs_bk_Kh_cbr_fold 1
 value_Qs_bk_Kh_cbr reply_Qs_bk_Kh_cbr_call 1
 value_Qh_cc_Jh_cbr reply_Qh_cc_Jh_c_bet -1
 value_Qh_cc_Jh_cbr reply_Qh_cc_Jh_cbr_fold 1
 value_Qh_cc_Jh_cbr reply_Qh_cc_Jh_cbr_call 1
 value_Qh_cc_Qs_cbr reply_Qh_cc_Qs_c_bet -1
 value_Qh_cc_Qs_cbr reply_Qh_cc_Qs_cbr_fold 1
 value_Qh_cc_Qs_cbr reply_Qh_cc_Qs_cbr_call 1
 value_Qh_cc_Ks_cbr reply_Qh_cc_Ks_c_bet -1
 value_Qh_cc_Ks_cbr reply_Qh_cc_Ks_cbr_fold 1
 value_Qh_cc_Ks_cbr reply_Qh_cc_Ks_cbr_call 1
 value_Qh_cc_Kh_cbr reply_Qh_cc_Kh_c_bet -1
 value_Qh_cc_Kh_cbr reply_Qh_cc_Kh_cbr_fold 1
 value_Qh_cc_Kh_cbr reply_Qh_cc_Kh_cbr_call 1
 value_Qh_cbrk_Jh_c reply_Qh_cbr_call -1
 value_Qh_cbrk_Jh_c reply_Qh_cbrk_Jh_c_check 1
 value_Qh_cbrk_Jh_c reply_Qh_cbrk_Jh_c_bet 1
 value_Qh_cbrk_Jh_b reply_Qh_cbr_call -1
 value_Qh_cbrk_Jh_b reply_Qh_cbrk_Jh_b_fold 1
 value_Qh_cbrk_Jh_b reply_Qh_cbrk_Jh_b_call 1
 value_Qh_cbrk_Jh_b reply_Qh_cbrk_Jh_b_raise 1
 value_Qh_cbrk_Qs_c reply_Qh_cbr_call -1
 value_Qh_cbrk_Qs_c reply_Qh_cbrk_Qs_c_check 1
 value_Qh_cbrk_Qs_c reply_Qh_cbrk_Qs_c_bet 1
 value_Qh_cbrk_Qs_b reply_Qh_cbr_call -1
 value_Qh_cbrk_Qs_b reply_Qh_cbrk_Qs_b_fold 1
 value_Qh_cbrk_Qs_b reply_Qh_cbrk_Qs_b_call 1
 value_Qh_cbrk_Qs_b reply_Qh_cbrk_Qs_b_raise 1
 value_Qh_cbrk_Ks_c reply_Qh_cbr_call -1
 value_Qh_cbrk_Ks_c reply_Qh_cbrk_Ks_c_check 1
 value_Qh_cbrk_Ks_c reply_Qh_cbrk_Ks_c_bet 1
 value_Qh_cbrk_Ks_b reply_Qh_cbr_call -1
 value_Qh_cbrk_Ks_b reply_Qh_cbrk_Ks_b_fold 1
 value_Qh_cbrk_Ks_b reply_Qh_cbrk_Ks_b_call 1
 value_Qh_cbrk_Ks_b reply_Qh_cbrk_Ks_b_raise 1
 value_Qh_cbrk_Kh_c reply_Qh_cbr_call -1
 value_Qh_cbrk_Kh_c reply_Qh_cbrk_Kh_c_check 1
 value_Qh_cbrk_Kh_c reply_Qh_cbrk_Kh_c_bet 1
 value_Qh_cbrk_Kh_b reply_Qh_cbr_call -1
 value_Qh_cbrk_Kh_b reply_Qh_cbrk_Kh_b_fold 1
 value_Qh_cbrk_Kh_b reply_Qh_cbrk_Kh_b_call 1
 value_Qh_cbrk_Kh_b reply_Qh_cbrk_Kh_b_raise 1
 value_Qh_bk_Jh_cbr reply_Qh_bk_Jh_c_bet -1
 value_Qh_bk_Jh_cbr reply_Qh_bk_Jh_cbr_fold 1
 value_Qh_bk_Jh_cbr reply_Qh_bk_Jh_cbr_call 1
 value_Qh_bk_Qs_cbr reply_Qh_bk_Qs_c_bet -1
 value_Qh_bk_Qs_cbr reply_Qh_bk_Qs_cbr_fold 1
 value_Qh_bk_Qs_cbr reply_Qh_bk_Qs_cbr_call 1
 value_Qh_bk_Ks_cbr reply_Qh_bk_Ks_c_bet -1
 value_Qh_bk_Ks_cbr reply_Qh_bk_Ks_cbr_fold 1
 value_Qh_bk_Ks_cbr reply_Qh_bk_Ks_cbr_call 1
 value_Qh_bk_Kh_cbr reply_Qh_bk_Kh_c_bet -1
 value_Qh_bk_Kh_cbr reply_Qh_bk_Kh_cbr_fold 1
 value_Qh_bk_Kh_cbr reply_Qh_bk_Kh_cbr_call 1
 value_Ks_cc_Jh_cbr reply_Ks_cc_Jh_c_bet -1
 value_Ks_cc_Jh_cbr reply_Ks_cc_Jh_cbr_fold 1
 value_Ks_cc_Jh_cbr reply_Ks_cc_Jh_cbr_call 1
 value_Ks_cc_Qs_cbr reply_Ks_cc_Qs_c_bet -1
 value_Ks_cc_Qs_cbr reply_Ks_cc_Qs_cbr_fold 1
 value_Ks_cc_Qs_cbr reply_Ks_cc_Qs_cbr_call 1
 value_Ks_cc_Qh_cbr reply_Ks_cc_Qh_c_bet -1
 value_Ks_cc_Qh_cbr reply_Ks_cc_Qh_cbr_fold 1
 value_Ks_cc_Qh_cbr reply_Ks_cc_Qh_cbr_call 1
 value_Ks_cc_Kh_cbr reply_Ks_cc_Kh_c_bet -1
 value_Ks_cc_Kh_cbr reply_Ks_cc_Kh_cbr_fold 1
 value_Ks_cc_Kh_cbr reply_Ks_cc_Kh_cbr_call 1
 value_Ks_cbrk_Jh_c reply_Ks_cbr_call -1
 value_Ks_cbrk_Jh_c reply_Ks_cbrk_Jh_c_check 1
 value_Ks_cbrk_Jh_c reply_Ks_cbrk_Jh_c_bet 1
 value_Ks_cbrk_Jh_b reply_Ks_cbr_call -1
 value_Ks_cbrk_Jh_b reply_Ks_cbrk_Jh_b_fold 1
 value_Ks_cbrk_Jh_b reply_Ks_cbrk_Jh_b_call 1
 value_Ks_cbrk_Jh_b reply_Ks_cbrk_Jh_b_raise 1
 value_Ks_cbrk_Qs_c reply_Ks_cbr_call -1
 value_Ks_cbrk_Qs_c reply_Ks_cbrk_Qs_c_check 1
 value_Ks_cbrk_Qs_c reply_Ks_cbrk_Qs_c_bet 1
 value_Ks_cbrk_Qs_b reply_Ks_cbr_call -1
 value_Ks_cbrk_Qs_b reply_Ks_cbrk_Qs_b_fold 1
 value_Ks_cbrk_Qs_b reply_Ks_cbrk_Qs_b_call 1
 value_Ks_cbrk_Qs_b reply_Ks_cbrk_Qs_b_raise 1
 value_Ks_cbrk_Qh_c reply_Ks_cbr_call -1
 value_Ks_cbrk_Qh_c reply_Ks_cbrk_Qh_c_check 1
 value_Ks_cbrk_Qh_c reply_Ks_cbrk_Qh_c_bet 1
 value_Ks_cbrk_Qh_b reply_Ks_cbr_call -1
 value_Ks_cbrk_Qh_b reply_Ks_cbrk_Qh_b_fold 1
 value_Ks_cbrk_Qh_b reply_Ks_cbrk_Qh_b_call 1
 value_Ks_cbrk_Qh_b reply_Ks_cbrk_Qh_b_raise 1
 value_Ks_cbrk_Kh_c reply_Ks_cbr_call -1
 value_Ks_cbrk_Kh_c reply_Ks_cbrk_Kh_c_check 1
 value_Ks_cbrk_Kh_c reply_Ks_cbrk_Kh_c_bet 1
 value_Ks_cbrk_Kh_b reply_Ks_cbr_call -1
 value_Ks_cbrk_Kh_b reply_Ks_cbrk_Kh_b_fold 1
 value_Ks_cbrk_Kh_b reply_Ks_cbrk_Kh_b_call 1
 value_Ks_cbrk_Kh_b reply_Ks_cbrk_Kh_b_raise 1
 value_Ks_bk_Jh_cbr reply_Ks_bk_Jh_c_bet -1
 value_Ks_bk_Jh_cbr reply_Ks_bk_Jh_cbr_fold 1
 value_Ks_bk_Jh_cbr reply_Ks_bk_Jh_cbr_call 1
 value_Ks_bk_Qs_cbr reply_Ks_bk_Qs_c_bet -1
 value_Ks_bk_Qs_cbr reply_Ks_bk_Qs_cbr_fold 1
 value_Ks_bk_Qs_cbr reply_Ks_bk_Qs_cbr_call 1
 value_Ks_bk_Qh_cbr reply_Ks_bk_Qh_c_bet -1
 value_Ks_bk_Qh_cbr reply_Ks_bk_Qh_cbr_fold 1
 value_Ks_bk_Qh_cbr reply_Ks_bk_Qh_cbr_call 1
 value_Ks_bk_Kh_cbr reply_Ks_bk_Kh_c_bet -1
 value_Ks_bk_Kh_cbr reply_Ks_bk_Kh_cbr_fold 1
 value_Ks_bk_Kh_cbr reply_Ks_bk_Kh_cbr_call 1
 value_Kh_cc_Jh_cbr reply_Kh_cc_Jh_c_bet -1
 value_Kh_cc_Jh_cbr reply_Kh_cc_Jh_cbr_fold 1
 value_Kh_cc_Jh_cbr reply_Kh_cc_Jh_cbr_call 1
 value_Kh_cc_Qs_cbr reply_Kh_cc_Qs_c_bet -1
 value_Kh_cc_Qs_cbr reply_Kh_cc_Qs_cbr_fold 1
 value_Kh_cc_Qs_cbr reply_Kh_cc_Qs_cbr_call 1
 value_Kh_cc_Qh_cbr reply_Kh_cc_Qh_c_bet -1
 value_Kh_cc_Qh_cbr reply_Kh_cc_Qh_cbr_fold 1
 value_Kh_cc_Qh_cbr reply_Kh_cc_Qh_cbr_call 1
 value_Kh_cc_Ks_cbr reply_Kh_cc_Ks_c_bet -1
 value_Kh_cc_Ks_cbr reply_Kh_cc_Ks_cbr_fold 1
 value_Kh_cc_Ks_cbr reply_Kh_cc_Ks_cbr_call 1
 value_Kh_cbrk_Jh_c reply_Kh_cbr_call -1
 value_Kh_cbrk_Jh_c reply_Kh_cbrk_Jh_c_check 1
 value_Kh_cbrk_Jh_c reply_Kh_cbrk_Jh_c_bet 1
 value_Kh_cbrk_Jh_b reply_Kh_cbr_call -1
 value_Kh_cbrk_Jh_b reply_Kh_cbrk_Jh_b_fold 1
 value_Kh_cbrk_Jh_b reply_Kh_cbrk_Jh_b_call 1
 value_Kh_cbrk_Jh_b reply_Kh_cbrk_Jh_b_raise 1
 value_Kh_cbrk_Qs_c reply_Kh_cbr_call -1
 value_Kh_cbrk_Qs_c reply_Kh_cbrk_Qs_c_check 1
 value_Kh_cbrk_Qs_c reply_Kh_cbrk_Qs_c_bet 1
 value_Kh_cbrk_Qs_b reply_Kh_cbr_call -1
 value_Kh_cbrk_Qs_b reply_Kh_cbrk_Qs_b_fold 1
 value_Kh_cbrk_Qs_b reply_Kh_cbrk_Qs_b_call 1
 value_Kh_cbrk_Qs_b reply_Kh_cbrk_Qs_b_raise 1
 value_Kh_cbrk_Qh_c reply_Kh_cbr_call -1
 value_Kh_cbrk_Qh_c reply_Kh_cbrk_Qh_c_check 1
 value_Kh_cbrk_Qh_c reply_Kh_cbrk_Qh_c_bet 1
 value_Kh_cbrk_Qh_b reply_Kh_cbr_call -1
 value_Kh_cbrk_Qh_b reply_Kh_cbrk_Qh_b_fold 1
 value_Kh_cbrk_Qh_b reply_Kh_cbrk_Qh_b_call 1
 value_Kh_cbrk_Qh_b reply_Kh_cbrk_Qh_b_raise 1
 value_Kh_cbrk_Ks_c reply_Kh_cbr_call -1
 value_Kh_cbrk_Ks_c reply_Kh_cbrk_Ks_c_check 1
 value_Kh_cbrk_Ks_c reply_Kh_cbrk_Ks_c_bet 1
 value_Kh_cbrk_Ks_b reply_Kh_cbr_call -1
 value_Kh_cbrk_Ks_b reply_Kh_cbrk_Ks_b_fold 1
 value_Kh_cbrk_Ks_b reply_Kh_cbrk_Ks_b_call 1
 value_Kh_cbrk_Ks_b reply_Kh_cbrk_Ks_b_raise 1
 value_Kh_bk_Jh_cbr reply_Kh_bk_Jh_c_bet -1
 value_Kh_bk_Jh_cbr reply_Kh_bk_Jh_cbr_fold 1
 value_Kh_bk_Jh_cbr reply_Kh_bk_Jh_cbr_call 1
 value_Kh_bk_Qs_cbr reply_Kh_bk_Qs_c_bet -1
 value_Kh_bk_Qs_cbr reply_Kh_bk_Qs_cbr_fold 1
 value_Kh_bk_Qs_cbr reply_Kh_bk_Qs_cbr_call 1
 value_Kh_bk_Qh_cbr reply_Kh_bk_Qh_c_bet -1
 value_Kh_bk_Qh_cbr reply_Kh_bk_Qh_cbr_fold 1
 value_Kh_bk_Qh_cbr reply_Kh_bk_Qh_cbr_call 1
 value_Kh_bk_Ks_cbr reply_Kh_bk_Ks_c_bet -1
 value_Kh_bk_Ks_cbr reply_Kh_bk_Ks_cbr_fold 1
 value_Kh_bk_Ks_cbr reply_Kh_bk_Ks_cbr_call 1
 value_Js_cc_Qs_cbr reply_Js_cc_Qs_c_bet -1
 value_Js_cc_Qs_cbr reply_Js_cc_Qs_cbr_fold 1
 value_Js_cc_Qs_cbr reply_Js_cc_Qs_cbr_call 1
 value_Js_cc_Qh_cbr reply_Js_cc_Qh_c_bet -1
 value_Js_cc_Qh_cbr reply_Js_cc_Qh_cbr_fold 1
 value_Js_cc_Qh_cbr reply_Js_cc_Qh_cbr_call 1
 value_Js_cc_Ks_cbr reply_Js_cc_Ks_c_bet -1
 value_Js_cc_Ks_cbr reply_Js_cc_Ks_cbr_fold 1
 value_Js_cc_Ks_cbr reply_Js_cc_Ks_cbr_call 1
 value_Js_cc_Kh_cbr reply_Js_cc_Kh_c_bet -1
 value_Js_cc_Kh_cbr reply_Js_cc_Kh_cbr_fold 1
 value_Js_cc_Kh_cbr reply_Js_cc_Kh_cbr_call 1
 value_Js_cbrk_Qs_c reply_Js_cbr_call -1
 value_Js_cbrk_Qs_c reply_Js_cbrk_Qs_c_check 1
 value_Js_cbrk_Qs_c reply_Js_cbrk_Qs_c_bet 1
 value_Js_cbrk_Qs_b reply_Js_cbr_call -1
 value_Js_cbrk_Qs_b reply_Js_cbrk_Qs_b_fold 1
 value_Js_cbrk_Qs_b reply_Js_cbrk_Qs_b_call 1
 value_Js_cbrk_Qs_b reply_Js_cbrk_Qs_b_raise 1
 value_Js_cbrk_Qh_c reply_Js_cbr_call -1
 value_Js_cbrk_Qh_c reply_Js_cbrk_Qh_c_check 1
 value_Js_cbrk_Qh_c reply_Js_cbrk_Qh_c_bet 1
 value_Js_cbrk_Qh_b reply_Js_cbr_call -1
 value_Js_cbrk_Qh_b reply_Js_cbrk_Qh_b_fold 1
 value_Js_cbrk_Qh_b reply_Js_cbrk_Qh_b_call 1
 value_Js_cbrk_Qh_b reply_Js_cbrk_Qh_b_raise 1
 value_Js_cbrk_Ks_c reply_Js_cbr_call -1
 value_Js_cbrk_Ks_c reply_Js_cbrk_Ks_c_check 1
 value_Js_cbrk_Ks_c reply_Js_cbrk_Ks_c_bet 1
 value_Js_cbrk_Ks_b reply_Js_cbr_call -1
 value_Js_cbrk_Ks_b reply_Js_cbrk_Ks_b_fold 1
 value_Js_cbrk_Ks_b reply_Js_cbrk_Ks_b_call 1
 value_Js_cbrk_Ks_b reply_Js_cbrk_Ks_b_raise 1
 value_Js_cbrk_Kh_c reply_Js_cbr_call -1
 value_Js_cbrk_Kh_c reply_Js_cbrk_Kh_c_check 1
 value_Js_cbrk_Kh_c reply_Js_cbrk_Kh_c_bet 1
 value_Js_cbrk_Kh_b reply_Js_cbr_call -1
 value_Js_cbrk_Kh_b reply_Js_cbrk_Kh_b_fold 1
 value_Js_cbrk_Kh_b reply_Js_cbrk_Kh_b_call 1
 value_Js_cbrk_Kh_b reply_Js_cbrk_Kh_b_raise 1
 value_Js_bk_Qs_cbr reply_Js_bk_Qs_c_bet -1
 value_Js_bk_Qs_cbr reply_Js_bk_Qs_cbr_fold 1
 value_Js_bk_Qs_cbr reply_Js_bk_Qs_cbr_call 1
 value_Js_bk_Qh_cbr reply_Js_bk_Qh_c_bet -1
 value_Js_bk_Qh_cbr reply_Js_bk_Qh_cbr_fold 1
 value_Js_bk_Qh_cbr reply_Js_bk_Qh_cbr_call 1
 value_Js_bk_Ks_cbr reply_Js_bk_Ks_c_bet -1
 value_Js_bk_Ks_cbr reply_Js_bk_Ks_cbr_fold 1
 value_Js_bk_Ks_cbr reply_Js_bk_Ks_cbr_call 1
 value_Js_bk_Kh_cbr reply_Js_bk_Kh_c_bet -1
 value_Js_bk_Kh_cbr reply_Js_bk_Kh_cbr_fold 1
 value_Js_bk_Kh_cbr reply_Js_bk_Kh_cbr_call 1
 value_Qs_cc_Js_cbr reply_Qs_cc_Js_c_bet -1
 value_Qs_cc_Js_cbr reply_Qs_cc_Js_cbr_fold 1
 value_Qs_cc_Js_cbr reply_Qs_cc_Js_cbr_call 1
 value_Qs_cbrk_Js_c reply_Qs_cbr_call -1
 value_Qs_cbrk_Js_c reply_Qs_cbrk_Js_c_check 1
 value_Qs_cbrk_Js_c reply_Qs_cbrk_Js_c_bet 1
 value_Qs_cbrk_Js_b reply_Qs_cbr_call -1
 value_Qs_cbrk_Js_b reply_Qs_cbrk_Js_b_fold 1
 value_Qs_cbrk_Js_b reply_Qs_cbrk_Js_b_call 1
 value_Qs_cbrk_Js_b reply_Qs_cbrk_Js_b_raise 1
 value_Qs_bk_Js_cbr reply_Qs_bk_Js_c_bet -1
 value_Qs_bk_Js_cbr reply_Qs_bk_Js_cbr_fold 1
 value_Qs_bk_Js_cbr reply_Qs_bk_Js_cbr_call 1
 value_Qh_cc_Js_cbr reply_Qh_cc_Js_c_bet -1
 value_Qh_cc_Js_cbr reply_Qh_cc_Js_cbr_fold 1
 value_Qh_cc_Js_cbr reply_Qh_cc_Js_cbr_call 1
 value_Qh_cbrk_Js_c reply_Qh_cbr_call -1
 value_Qh_cbrk_Js_c reply_Qh_cbrk_Js_c_check 1
 value_Qh_cbrk_Js_c reply_Qh_cbrk_Js_c_bet 1
 value_Qh_cbrk_Js_b reply_Qh_cbr_call -1
 value_Qh_cbrk_Js_b reply_Qh_cbrk_Js_b_fold 1
 value_Qh_cbrk_Js_b reply_Qh_cbrk_Js_b_call 1
 value_Qh_cbrk_Js_b reply_Qh_cbrk_Js_b_raise 1
 value_Qh_bk_Js_cbr reply_Qh_bk_Js_c_bet -1
 value_Qh_bk_Js_cbr reply_Qh_bk_Js_cbr_fold 1
 value_Qh_bk_Js_cbr reply_Qh_bk_Js_cbr_call 1
 value_Ks_cc_Js_cbr reply_Ks_cc_Js_c_bet -1
 value_Ks_cc_Js_cbr reply_Ks_cc_Js_cbr_fold 1
 value_Ks_cc_Js_cbr reply_Ks_cc_Js_cbr_call 1
 value_Ks_cbrk_Js_c reply_Ks_cbr_call -1
 value_Ks_cbrk_Js_c reply_Ks_cbrk_Js_c_check 1
 value_Ks_cbrk_Js_c reply_Ks_cbrk_Js_c_bet 1
 value_Ks_cbrk_Js_b reply_Ks_cbr_call -1
 value_Ks_cbrk_Js_b reply_Ks_cbrk_Js_b_fold 1
 value_Ks_cbrk_Js_b reply_Ks_cbrk_Js_b_call 1
 value_Ks_cbrk_Js_b reply_Ks_cbrk_Js_b_raise 1
 value_Ks_bk_Js_cbr reply_Ks_bk_Js_c_bet -1
 value_Ks_bk_Js_cbr reply_Ks_bk_Js_cbr_fold 1
 value_Ks_bk_Js_cbr reply_Ks_bk_Js_cbr_call 1
 value_Kh_cc_Js_cbr reply_Kh_cc_Js_c_bet -1
 value_Kh_cc_Js_cbr reply_Kh_cc_Js_cbr_fold 1
 value_Kh_cc_Js_cbr reply_Kh_cc_Js_cbr_call 1
 value_Kh_cbrk_Js_c reply_Kh_cbr_call -1
 value_Kh_cbrk_Js_c reply_Kh_cbrk_Js_c_check 1
 value_Kh_cbrk_Js_c reply_Kh_cbrk_Js_c_bet 1
 value_Kh_cbrk_Js_b reply_Kh_cbr_call -1
 value_Kh_cbrk_Js_b reply_Kh_cbrk_Js_b_fold 1
 value_Kh_cbrk_Js_b reply_Kh_cbrk_Js_b_call 1
 value_Kh_cbrk_Js_b reply_Kh_cbrk_Js_b_raise 1
 value_Kh_bk_Js_cbr reply_Kh_bk_Js_c_bet -1
 value_Kh_bk_Js_cbr reply_Kh_bk_Js_cbr_fold 1
 value_Kh_bk_Js_cbr reply_Kh_bk_Js_cbr_call 1
 value_Js_cc_Jh_cbr reply_Js_cc_Jh_c_bet -1
 value_Js_cc_Jh_cbr reply_Js_cc_Jh_cbr_fold 1
 value_Js_cc_Jh_cbr reply_Js_cc_Jh_cbr_call 1
 value_Js_cbrk_Jh_c reply_Js_cbr_call -1
 value_Js_cbrk_Jh_c reply_Js_cbrk_Jh_c_check 1
 value_Js_cbrk_Jh_c reply_Js_cbrk_Jh_c_bet 1
 value_Js_cbrk_Jh_b reply_Js_cbr_call -1
 value_Js_cbrk_Jh_b reply_Js_cbrk_Jh_b_fold 1
 value_Js_cbrk_Jh_b reply_Js_cbrk_Jh_b_call 1
 value_Js_cbrk_Jh_b reply_Js_cbrk_Jh_b_raise 1
 value_Js_bk_Jh_cbr reply_Js_bk_Jh_c_bet -1
 value_Js_bk_Jh_cbr reply_Js_bk_Jh_cbr_fold 1
 value_Js_bk_Jh_cbr reply_Js_bk_Jh_cbr_call 1
 value_Jh_cc_Js_cbr reply_Jh_cc_Js_c_bet -1
 value_Jh_cc_Js_cbr reply_Jh_cc_Js_cbr_fold 1
 value_Jh_cc_Js_cbr reply_Jh_cc_Js_cbr_call 1
 value_Jh_cbrk_Js_c reply_Jh_cbr_call -1
 value_Jh_cbrk_Js_c reply_Jh_cbrk_Js_c_check 1
 value_Jh_cbrk_Js_c reply_Jh_cbrk_Js_c_bet 1
 value_Jh_cbrk_Js_b reply_Jh_cbr_call -1
 value_Jh_cbrk_Js_b reply_Jh_cbrk_Js_b_fold 1
 value_Jh_cbrk_Js_b reply_Jh_cbrk_Js_b_call 1
 value_Jh_cbrk_Js_b reply_Jh_cbrk_Js_b_raise 1
 value_Jh_bk_Js_cbr reply_Jh_bk_Js_c_bet -1
 value_Jh_bk_Js_cbr reply_Jh_bk_Js_cbr_fold 1
 value_Jh_bk_Js_cbr reply_Jh_bk_Js_cbr_call 1
 value_Jh_cbk_Qs_cbr reply_Jh_cbk_Qs_c_bet -1
 value_Jh_cbk_Qs_cbr reply_Jh_cbk_Qs_cbr_fold 1
 value_Jh_cbk_Qs_cbr reply_Jh_cbk_Qs_cbr_call 1
 value_Jh_cbk_Qh_cbr reply_Jh_cbk_Qh_c_bet -1
 value_Jh_cbk_Qh_cbr reply_Jh_cbk_Qh_cbr_fold 1
 value_Jh_cbk_Qh_cbr reply_Jh_cbk_Qh_cbr_call 1
 value_Jh_cbk_Ks_cbr reply_Jh_cbk_Ks_c_bet -1
 value_Jh_cbk_Ks_cbr reply_Jh_cbk_Ks_cbr_fold 1
 value_Jh_cbk_Ks_cbr reply_Jh_cbk_Ks_cbr_call 1
 value_Jh_cbk_Kh_cbr reply_Jh_cbk_Kh_c_bet -1
 value_Jh_cbk_Kh_cbr reply_Jh_cbk_Kh_cbr_fold 1
 value_Jh_cbk_Kh_cbr reply_Jh_cbk_Kh_cbr_call 1
 value_Jh_brk_Qs_cbr reply_Jh_brk_Qs_c_bet -1
 value_Jh_brk_Qs_cbr reply_Jh_brk_Qs_cbr_fold 1
 value_Jh_brk_Qs_cbr reply_Jh_brk_Qs_cbr_call 1
 value_Jh_brk_Qh_cbr reply_Jh_brk_Qh_c_bet -1
 value_Jh_brk_Qh_cbr reply_Jh_brk_Qh_cbr_fold 1
 value_Jh_brk_Qh_cbr reply_Jh_brk_Qh_cbr_call 1
 value_Jh_brk_Ks_cbr reply_Jh_brk_Ks_c_bet -1
 value_Jh_brk_Ks_cbr reply_Jh_brk_Ks_cbr_fold 1
 value_Jh_brk_Ks_cbr reply_Jh_brk_Ks_cbr_call 1
 value_Jh_brk_Kh_cbr reply_Jh_brk_Kh_c_bet -1
 value_Jh_brk_Kh_cbr reply_Jh_brk_Kh_cbr_fold 1
 value_Jh_brk_Kh_cbr reply_Jh_brk_Kh_cbr_call 1
 value_Qs_cbk_Jh_cbr reply_Qs_cbk_Jh_c_bet -1
 value_Qs_cbk_Jh_cbr reply_Qs_cbk_Jh_cbr_fold 1
 value_Qs_cbk_Jh_cbr reply_Qs_cbk_Jh_cbr_call 1
 value_Qs_cbk_Qh_cbr reply_Qs_cbk_Qh_c_bet -1
 value_Qs_cbk_Qh_cbr reply_Qs_cbk_Qh_cbr_fold 1
 value_Qs_cbk_Qh_cbr reply_Qs_cbk_Qh_cbr_call 1
 value_Qs_cbk_Ks_cbr reply_Qs_cbk_Ks_c_bet -1
 value_Qs_cbk_Ks_cbr reply_Qs_cbk_Ks_cbr_fold 1
 value_Qs_cbk_Ks_cbr reply_Qs_cbk_Ks_cbr_call 1
 value_Qs_cbk_Kh_cbr reply_Qs_cbk_Kh_c_bet -1
 value_Qs_cbk_Kh_cbr reply_Qs_cbk_Kh_cbr_fold 1
 value_Qs_cbk_Kh_cbr reply_Qs_cbk_Kh_cbr_call 1
 value_Qs_brk_Jh_cbr reply_Qs_brk_Jh_c_bet -1
 value_Qs_brk_Jh_cbr reply_Qs_brk_Jh_cbr_fold 1
 value_Qs_brk_Jh_cbr reply_Qs_brk_Jh_cbr_call 1
 value_Qs_brk_Qh_cbr reply_Qs_brk_Qh_c_bet -1
 value_Qs_brk_Qh_cbr reply_Qs_brk_Qh_cbr_fold 1
 value_Qs_brk_Qh_cbr reply_Qs_brk_Qh_cbr_call 1
 value_Qs_brk_Ks_cbr reply_Qs_brk_Ks_c_bet -1
 value_Qs_brk_Ks_cbr reply_Qs_brk_Ks_cbr_fold 1
 value_Qs_brk_Ks_cbr reply_Qs_brk_Ks_cbr_call 1
 value_Qs_brk_Kh_cbr reply_Qs_brk_Kh_c_bet -1
 value_Qs_brk_Kh_cbr reply_Qs_brk_Kh_cbr_fold 1
 value_Qs_brk_Kh_cbr reply_Qs_brk_Kh_cbr_call 1
 value_Qh_cbk_Jh_cbr reply_Qh_cbk_Jh_c_bet -1
 value_Qh_cbk_Jh_cbr reply_Qh_cbk_Jh_cbr_fold 1
 value_Qh_cbk_Jh_cbr reply_Qh_cbk_Jh_cbr_call 1
 value_Qh_cbk_Qs_cbr reply_Qh_cbk_Qs_c_bet -1
 value_Qh_cbk_Qs_cbr reply_Qh_cbk_Qs_cbr_fold 1
 value_Qh_cbk_Qs_cbr reply_Qh_cbk_Qs_cbr_call 1
 value_Qh_cbk_Ks_cbr reply_Qh_cbk_Ks_c_bet -1
 value_Qh_cbk_Ks_cbr reply_Qh_cbk_Ks_cbr_fold 1
 value_Qh_cbk_Ks_cbr reply_Qh_cbk_Ks_cbr_call 1
 value_Qh_cbk_Kh_cbr reply_Qh_cbk_Kh_c_bet -1
 value_Qh_cbk_Kh_cbr reply_Qh_cbk_Kh_cbr_fold 1
 value_Qh_cbk_Kh_cbr reply_Qh_cbk_Kh_cbr_call 1
 value_Qh_brk_Jh_cbr reply_Qh_brk_Jh_c_bet -1
 value_Qh_brk_Jh_cbr reply_Qh_brk_Jh_cbr_fold 1
 value_Qh_brk_Jh_cbr reply_Qh_brk_Jh_cbr_call 1
 value_Qh_brk_Qs_cbr reply_Qh_brk_Qs_c_bet -1
 value_Qh_brk_Qs_cbr reply_Qh_brk_Qs_cbr_fold 1
 value_Qh_brk_Qs_cbr reply_Qh_brk_Qs_cbr_call 1
 value_Qh_brk_Ks_cbr reply_Qh_brk_Ks_c_bet -1
 value_Qh_brk_Ks_cbr reply_Qh_brk_Ks_cbr_fold 1
 value_Qh_brk_Ks_cbr reply_Qh_brk_Ks_cbr_call 1
 value_Qh_brk_Kh_cbr reply_Qh_brk_Kh_c_bet -1
 value_Qh_brk_Kh_cbr reply_Qh_brk_Kh_cbr_fold 1
 value_Qh_brk_Kh_cbr reply_Qh_brk_Kh_cbr_call 1
 value_Ks_cbk_Jh_cbr reply_Ks_cbk_Jh_c_bet -1
 value_Ks_cbk_Jh_cbr reply_Ks_cbk_Jh_cbr_fold 1
 value_Ks_cbk_Jh_cbr reply_Ks_cbk_Jh_cbr_call 1
 value_Ks_cbk_Qs_cbr reply_Ks_cbk_Qs_c_bet -1
 value_Ks_cbk_Qs_cbr reply_Ks_cbk_Qs_cbr_fold 1
 value_Ks_cbk_Qs_cbr reply_Ks_cbk_Qs_cbr_call 1
 value_Ks_cbk_Qh_cbr reply_Ks_cbk_Qh_c_bet -1
 value_Ks_cbk_Qh_cbr reply_Ks_cbk_Qh_cbr_fold 1
 value_Ks_cbk_Qh_cbr reply_Ks_cbk_Qh_cbr_call 1
 value_Ks_cbk_Kh_cbr reply_Ks_cbk_Kh_c_bet -1
 value_Ks_cbk_Kh_cbr reply_Ks_cbk_Kh_cbr_fold 1
 value_Ks_cbk_Kh_cbr reply_Ks_cbk_Kh_cbr_call 1
 value_Ks_brk_Jh_cbr reply_Ks_brk_Jh_c_bet -1
 value_Ks_brk_Jh_cbr reply_Ks_brk_Jh_cbr_fold 1
 value_Ks_brk_Jh_cbr reply_Ks_brk_Jh_cbr_call 1
 value_Ks_brk_Qs_cbr reply_Ks_brk_Qs_c_bet -1
 value_Ks_brk_Qs_cbr reply_Ks_brk_Qs_cbr_fold 1
 value_Ks_brk_Qs_cbr reply_Ks_brk_Qs_cbr_call 1
 value_Ks_brk_Qh_cbr reply_Ks_brk_Qh_c_bet -1
 value_Ks_brk_Qh_cbr reply_Ks_brk_Qh_cbr_fold 1
 value_Ks_brk_Qh_cbr reply_Ks_brk_Qh_cbr_call 1
 value_Ks_brk_Kh_cbr reply_Ks_brk_Kh_c_bet -1
 value_Ks_brk_Kh_cbr reply_Ks_brk_Kh_cbr_fold 1
 value_Ks_brk_Kh_cbr reply_Ks_brk_Kh_cbr_call 1
 value_Kh_cbk_Jh_cbr reply_Kh_cbk_Jh_c_bet -1
 value_Kh_cbk_Jh_cbr reply_Kh_cbk_Jh_cbr_fold 1
 value_Kh_cbk_Jh_cbr reply_Kh_cbk_Jh_cbr_call 1
 value_Kh_cbk_Qs_cbr reply_Kh_cbk_Qs_c_bet -1
 value_Kh_cbk_Qs_cbr reply_Kh_cbk_Qs_cbr_fold 1
 value_Kh_cbk_Qs_cbr reply_Kh_cbk_Qs_cbr_call 1
 value_Kh_cbk_Qh_cbr reply_Kh_cbk_Qh_c_bet -1
 value_Kh_cbk_Qh_cbr reply_Kh_cbk_Qh_cbr_fold 1
 value_Kh_cbk_Qh_cbr reply_Kh_cbk_Qh_cbr_call 1
 value_Kh_cbk_Ks_cbr reply_Kh_cbk_Ks_c_bet -1
 value_Kh_cbk_Ks_cbr reply_Kh_cbk_Ks_cbr_fold 1
 value_Kh_cbk_Ks_cbr reply_Kh_cbk_Ks_cbr_call 1
 value_Kh_brk_Jh_cbr reply_Kh_brk_Jh_c_bet -1
 value_Kh_brk_Jh_cbr reply_Kh_brk_Jh_cbr_fold 1
 value_Kh_brk_Jh_cbr reply_Kh_brk_Jh_cbr_call 1
 value_Kh_brk_Qs_cbr reply_Kh_brk_Qs_c_bet -1
 value_Kh_brk_Qs_cbr reply_Kh_brk_Qs_cbr_fold 1
 value_Kh_brk_Qs_cbr reply_Kh_brk_Qs_cbr_call 1
 value_Kh_brk_Qh_cbr reply_Kh_brk_Qh_c_bet -1
 value_Kh_brk_Qh_cbr reply_Kh_brk_Qh_cbr_fold 1
 value_Kh_brk_Qh_cbr reply_Kh_brk_Qh_cbr_call 1
 value_Kh_brk_Ks_cbr reply_Kh_brk_Ks_c_bet -1
 value_Kh_brk_Ks_cbr reply_Kh_brk_Ks_cbr_fold 1
 value_Kh_brk_Ks_cbr reply_Kh_brk_Ks_cbr_call 1
 value_Js_cbk_Qs_cbr reply_Js_cbk_Qs_c_bet -1
 value_Js_cbk_Qs_cbr reply_Js_cbk_Qs_cbr_fold 1
 value_Js_cbk_Qs_cbr reply_Js_cbk_Qs_cbr_call 1
 value_Js_cbk_Qh_cbr reply_Js_cbk_Qh_c_bet -1
 value_Js_cbk_Qh_cbr reply_Js_cbk_Qh_cbr_fold 1
 value_Js_cbk_Qh_cbr reply_Js_cbk_Qh_cbr_call 1
 value_Js_cbk_Ks_cbr reply_Js_cbk_Ks_c_bet -1
 value_Js_cbk_Ks_cbr reply_Js_cbk_Ks_cbr_fold 1
 value_Js_cbk_Ks_cbr reply_Js_cbk_Ks_cbr_call 1
 value_Js_cbk_Kh_cbr reply_Js_cbk_Kh_c_bet -1
 value_Js_cbk_Kh_cbr reply_Js_cbk_Kh_cbr_fold 1
 value_Js_cbk_Kh_cbr reply_Js_cbk_Kh_cbr_call 1
 value_Js_brk_Qs_cbr reply_Js_brk_Qs_c_bet -1
 value_Js_brk_Qs_cbr reply_Js_brk_Qs_cbr_fold 1
 value_Js_brk_Qs_cbr reply_Js_brk_Qs_cbr_call 1
 value_Js_brk_Qh_cbr reply_Js_brk_Qh_c_bet -1
 value_Js_brk_Qh_cbr reply_Js_brk_Qh_cbr_fold 1
 value_Js_brk_Qh_cbr reply_Js_brk_Qh_cbr_call 1
 value_Js_brk_Ks_cbr reply_Js_brk_Ks_c_bet -1
 value_Js_brk_Ks_cbr reply_Js_brk_Ks_cbr_fold 1
 value_Js_brk_Ks_cbr reply_Js_brk_Ks_cbr_call 1
 value_Js_brk_Kh_cbr reply_Js_brk_Kh_c_bet -1
 value_Js_brk_Kh_cbr reply_Js_brk_Kh_cbr_fold 1
 value_Js_brk_Kh_cbr reply_Js_brk_Kh_cbr_call 1
 value_Qs_cbk_Js_cbr reply_Qs_cbk_Js_c_bet -1
 value_Qs_cbk_Js_cbr reply_Qs_cbk_Js_cbr_fold 1
 value_Qs_cbk_Js_cbr reply_Qs_cbk_Js_cbr_call 1
 value_Qs_brk_Js_cbr reply_Qs_brk_Js_c_bet -1
 value_Qs_brk_Js_cbr reply_Qs_brk_Js_cbr_fold 1
 value_Qs_brk_Js_cbr reply_Qs_brk_Js_cbr_call 1
 value_Qh_cbk_Js_cbr reply_Qh_cbk_Js_c_bet -1
 value_Qh_cbk_Js_cbr reply_Qh_cbk_Js_cbr_fold 1
 value_Qh_cbk_Js_cbr reply_Qh_cbk_Js_cbr_call 1
 value_Qh_brk_Js_cbr reply_Qh_brk_Js_c_bet -1
 value_Qh_brk_Js_cbr reply_Qh_brk_Js_cbr_fold 1
 value_Qh_brk_Js_cbr reply_Qh_brk_Js_cbr_call 1
 value_Ks_cbk_Js_cbr reply_Ks_cbk_Js_c_bet -1
 value_Ks_cbk_Js_cbr reply_Ks_cbk_Js_cbr_fold 1
 value_Ks_cbk_Js_cbr reply_Ks_cbk_Js_cbr_call 1
 value_Ks_brk_Js_cbr reply_Ks_brk_Js_c_bet -1
 value_Ks_brk_Js_cbr reply_Ks_brk_Js_cbr_fold 1
 value_Ks_brk_Js_cbr reply_Ks_brk_Js_cbr_call 1
 value_Kh_cbk_Js_cbr reply_Kh_cbk_Js_c_bet -1
 value_Kh_cbk_Js_cbr reply_Kh_cbk_Js_cbr_fold 1
 value_Kh_cbk_Js_cbr reply_Kh_cbk_Js_cbr_call 1
 value_Kh_brk_Js_cbr reply_Kh_brk_Js_c_bet -1
 value_Kh_brk_Js_cbr reply_Kh_brk_Js_cbr_fold 1
 value_Kh_brk_Js_cbr reply_Kh_brk_Js_cbr_call 1
 value_Js_cbk_Jh_cbr reply_Js_cbk_Jh_c_bet -1
 value_Js_cbk_Jh_cbr reply_Js_cbk_Jh_cbr_fold 1
 value_Js_cbk_Jh_cbr reply_Js_cbk_Jh_cbr_call 1
 value_Js_brk_Jh_cbr reply_Js_brk_Jh_c_bet -1
 value_Js_brk_Jh_cbr reply_Js_brk_Jh_cbr_fold 1
 value_Js_brk_Jh_cbr reply_Js_brk_Jh_cbr_call 1
 value_Jh_cbk_Js_cbr reply_Jh_cbk_Js_c_bet -1
 value_Jh_cbk_Js_cbr reply_Jh_cbk_Js_cbr_fold 1
 value_Jh_cbk_Js_cbr reply_Jh_cbk_Js_cbr_call 1
 value_Jh_brk_Js_cbr reply_Jh_brk_Js_c_bet -1
 value_Jh_brk_Js_cbr reply_Jh_brk_Js_cbr_fold 1
 value_Jh_brk_Js_cbr reply_Jh_brk_Js_cbr_call 1
 value_Jh_cbrk_Qs_cbr reply_Jh_cbrk_Qs_c_bet -1
 value_Jh_cbrk_Qs_cbr reply_Jh_cbrk_Qs_cbr_fold 1
 value_Jh_cbrk_Qs_cbr reply_Jh_cbrk_Qs_cbr_call 1
 value_Jh_cbrk_Qh_cbr reply_Jh_cbrk_Qh_c_bet -1
 value_Jh_cbrk_Qh_cbr reply_Jh_cbrk_Qh_cbr_fold 1
 value_Jh_cbrk_Qh_cbr reply_Jh_cbrk_Qh_cbr_call 1
 value_Jh_cbrk_Ks_cbr reply_Jh_cbrk_Ks_c_bet -1
 value_Jh_cbrk_Ks_cbr reply_Jh_cbrk_Ks_cbr_fold 1
 value_Jh_cbrk_Ks_cbr reply_Jh_cbrk_Ks_cbr_call 1
 value_Jh_cbrk_Kh_cbr reply_Jh_cbrk_Kh_c_bet -1
 value_Jh_cbrk_Kh_cbr reply_Jh_cbrk_Kh_cbr_fold 1
 value_Jh_cbrk_Kh_cbr reply_Jh_cbrk_Kh_cbr_call 1
 value_Qs_cbrk_Jh_cbr reply_Qs_cbrk_Jh_c_bet -1
 value_Qs_cbrk_Jh_cbr reply_Qs_cbrk_Jh_cbr_fold 1
 value_Qs_cbrk_Jh_cbr reply_Qs_cbrk_Jh_cbr_call 1
 value_Qs_cbrk_Qh_cbr reply_Qs_cbrk_Qh_c_bet -1
 value_Qs_cbrk_Qh_cbr reply_Qs_cbrk_Qh_cbr_fold 1
 value_Qs_cbrk_Qh_cbr reply_Qs_cbrk_Qh_cbr_call 1
 value_Qs_cbrk_Ks_cbr reply_Qs_cbrk_Ks_c_bet -1
 value_Qs_cbrk_Ks_cbr reply_Qs_cbrk_Ks_cbr_fold 1
 value_Qs_cbrk_Ks_cbr reply_Qs_cbrk_Ks_cbr_call 1
 value_Qs_cbrk_Kh_cbr reply_Qs_cbrk_Kh_c_bet -1
 value_Qs_cbrk_Kh_cbr reply_Qs_cbrk_Kh_cbr_fold 1
 value_Qs_cbrk_Kh_cbr reply_Qs_cbrk_Kh_cbr_call 1
 value_Qh_cbrk_Jh_cbr reply_Qh_cbrk_Jh_c_bet -1
 value_Qh_cbrk_Jh_cbr reply_Qh_cbrk_Jh_cbr_fold 1
 value_Qh_cbrk_Jh_cbr reply_Qh_cbrk_Jh_cbr_call 1
 value_Qh_cbrk_Qs_cbr reply_Qh_cbrk_Qs_c_bet -1
 value_Qh_cbrk_Qs_cbr reply_Qh_cbrk_Qs_cbr_fold 1
 value_Qh_cbrk_Qs_cbr reply_Qh_cbrk_Qs_cbr_call 1
 value_Qh_cbrk_Ks_cbr reply_Qh_cbrk_Ks_c_bet -1
 value_Qh_cbrk_Ks_cbr reply_Qh_cbrk_Ks_cbr_fold 1
 value_Qh_cbrk_Ks_cbr reply_Qh_cbrk_Ks_cbr_call 1
 value_Qh_cbrk_Kh_cbr reply_Qh_cbrk_Kh_c_bet -1
 value_Qh_cbrk_Kh_cbr reply_Qh_cbrk_Kh_cbr_fold 1
 value_Qh_cbrk_Kh_cbr reply_Qh_cbrk_Kh_cbr_call 1
 value_Ks_cbrk_Jh_cbr reply_Ks_cbrk_Jh_c_bet -1
 value_Ks_cbrk_Jh_cbr reply_Ks_cbrk_Jh_cbr_fold 1
 value_Ks_cbrk_Jh_cbr reply_Ks_cbrk_Jh_cbr_call 1
 value_Ks_cbrk_Qs_cbr reply_Ks_cbrk_Qs_c_bet -1
 value_Ks_cbrk_Qs_cbr reply_Ks_cbrk_Qs_cbr_fold 1
 value_Ks_cbrk_Qs_cbr reply_Ks_cbrk_Qs_cbr_call 1
 value_Ks_cbrk_Qh_cbr reply_Ks_cbrk_Qh_c_bet -1
 value_Ks_cbrk_Qh_cbr reply_Ks_cbrk_Qh_cbr_fold 1
 value_Ks_cbrk_Qh_cbr reply_Ks_cbrk_Qh_cbr_call 1
 value_Ks_cbrk_Kh_cbr reply_Ks_cbrk_Kh_c_bet -1
 value_Ks_cbrk_Kh_cbr reply_Ks_cbrk_Kh_cbr_fold 1
 value_Ks_cbrk_Kh_cbr reply_Ks_cbrk_Kh_cbr_call 1
 value_Kh_cbrk_Jh_cbr reply_Kh_cbrk_Jh_c_bet -1
 value_Kh_cbrk_Jh_cbr reply_Kh_cbrk_Jh_cbr_fold 1
 value_Kh_cbrk_Jh_cbr reply_Kh_cbrk_Jh_cbr_call 1
 value_Kh_cbrk_Qs_cbr reply_Kh_cbrk_Qs_c_bet -1
 value_Kh_cbrk_Qs_cbr reply_Kh_cbrk_Qs_cbr_fold 1
 value_Kh_cbrk_Qs_cbr reply_Kh_cbrk_Qs_cbr_call 1
 value_Kh_cbrk_Qh_cbr reply_Kh_cbrk_Qh_c_bet -1
 value_Kh_cbrk_Qh_cbr reply_Kh_cbrk_Qh_cbr_fold 1
 value_Kh_cbrk_Qh_cbr reply_Kh_cbrk_Qh_cbr_call 1
 value_Kh_cbrk_Ks_cbr reply_Kh_cbrk_Ks_c_bet -1
 value_Kh_cbrk_Ks_cbr reply_Kh_cbrk_Ks_cbr_fold 1
 value_Kh_cbrk_Ks_cbr reply_Kh_cbrk_Ks_cbr_call 1
 value_Js_cbrk_Qs_cbr reply_Js_cbrk_Qs_c_bet -1
 value_Js_cbrk_Qs_cbr reply_Js_cbrk_Qs_cbr_fold 1
 value_Js_cbrk_Qs_cbr reply_Js_cbrk_Qs_cbr_call 1
 value_Js_cbrk_Qh_cbr reply_Js_cbrk_Qh_c_bet -1
 value_Js_cbrk_Qh_cbr reply_Js_cbrk_Qh_cbr_fold 1
 value_Js_cbrk_Qh_cbr reply_Js_cbrk_Qh_cbr_call 1
 value_Js_cbrk_Ks_cbr reply_Js_cbrk_Ks_c_bet -1
 value_Js_cbrk_Ks_cbr reply_Js_cbrk_Ks_cbr_fold 1
 value_Js_cbrk_Ks_cbr reply_Js_cbrk_Ks_cbr_call 1
 value_Js_cbrk_Kh_cbr reply_Js_cbrk_Kh_c_bet -1
 value_Js_cbrk_Kh_cbr reply_Js_cbrk_Kh_cbr_fold 1
 value_Js_cbrk_Kh_cbr reply_Js_cbrk_Kh_cbr_call 1
 value_Qs_cbrk_Js_cbr reply_Qs_cbrk_Js_c_bet -1
 value_Qs_cbrk_Js_cbr reply_Qs_cbrk_Js_cbr_fold 1
 value_Qs_cbrk_Js_cbr reply_Qs_cbrk_Js_cbr_call 1
 value_Qh_cbrk_Js_cbr reply_Qh_cbrk_Js_c_bet -1
 value_Qh_cbrk_Js_cbr reply_Qh_cbrk_Js_cbr_fold 1
 value_Qh_cbrk_Js_cbr reply_Qh_cbrk_Js_cbr_call 1
 value_Ks_cbrk_Js_cbr reply_Ks_cbrk_Js_c_bet -1
 value_Ks_cbrk_Js_cbr reply_Ks_cbrk_Js_cbr_fold 1
 value_Ks_cbrk_Js_cbr reply_Ks_cbrk_Js_cbr_call 1
 value_Kh_cbrk_Js_cbr reply_Kh_cbrk_Js_c_bet -1
 value_Kh_cbrk_Js_cbr reply_Kh_cbrk_Js_cbr_fold 1
 value_Kh_cbrk_Js_cbr reply_Kh_cbrk_Js_cbr_call 1
 value_Js_cbrk_Jh_cbr reply_Js_cbrk_Jh_c_bet -1
 value_Js_cbrk_Jh_cbr reply_Js_cbrk_Jh_cbr_fold 1
 value_Js_cbrk_Jh_cbr reply_Js_cbrk_Jh_cbr_call 1
 value_Jh_cbrk_Js_cbr reply_Jh_cbrk_Js_c_bet -1
 value_Jh_cbrk_Js_cbr reply_Jh_cbrk_Js_cbr_fold 1
 value_Jh_cbrk_Js_cbr reply_Jh_cbrk_Js_cbr_call 1
RHS
 RHS plan__ 1
RANGES
BOUNDS
 FR BND value__
 FR BND value_Jh_c
 FR BND value_Jh_b
 FR BND value_Qs_c
 FR BND value_Qs_b
 FR BND value_Qh_c
 FR BND value_Qh_b
 FR BND value_Ks_c
 FR BND value_Ks_b
 FR BND value_Kh_c
 FR BND value_Kh_b
 FR BND value_Js_c
 FR BND value_Js_b
 FR BND value_Jh_cbr
 FR BND value_Qs_cbr
 FR BND value_Qh_cbr
 FR BND value_Ks_cbr
 FR BND value_Kh_cbr
 FR BND value_Js_cbr
 FR BND value_Jh_cc_Qs_c
 FR BND value_Jh_cc_Qs_b
 FR BND value_Jh_cc_Qh_c
 FR BND value_Jh_cc_Qh_b
 FR BND value_Jh_cc_Ks_c
 FR BND value_Jh_cc_Ks_b
 FR BND value_Jh_cc_Kh_c
 FR BND value_Jh_cc_Kh_b
 FR BND value_Jh_bk_Qs_c
 FR BND value_Jh_bk_Qs_b
 FR BND value_Jh_bk_Qh_c
 FR BND value_Jh_bk_Qh_b
 FR BND value_Jh_bk_Ks_c
 FR BND value_Jh_bk_Ks_b
 FR BND value_Jh_bk_Kh_c
 FR BND value_Jh_bk_Kh_b
 FR BND value_Qs_cc_Jh_c
 FR BND value_Qs_cc_Jh_b
 FR BND value_Qs_cc_Qh_c
 FR BND value_Qs_cc_Qh_b
 FR BND value_Qs_cc_Ks_c
 FR BND value_Qs_cc_Ks_b
 FR BND value_Qs_cc_Kh_c
 FR BND value_Qs_cc_Kh_b
 FR BND value_Qs_bk_Jh_c
 FR BND value_Qs_bk_Jh_b
 FR BND value_Qs_bk_Qh_c
 FR BND value_Qs_bk_Qh_b
 FR BND value_Qs_bk_Ks_c
 FR BND value_Qs_bk_Ks_b
 FR BND value_Qs_bk_Kh_c
 FR BND value_Qs_bk_Kh_b
 FR BND value_Qh_cc_Jh_c
 FR BND value_Qh_cc_Jh_b
 FR BND value_Qh_cc_Qs_c
 FR BND value_Qh_cc_Qs_b
 FR BND value_Qh_cc_Ks_c
 FR BND value_Qh_cc_Ks_b
 FR BND value_Qh_cc_Kh_c
 FR BND value_Qh_cc_Kh_b
 FR BND value_Qh_bk_Jh_c
 FR BND value_Qh_bk_Jh_b
 FR BND value_Qh_bk_Qs_c
 FR BND value_Qh_bk_Qs_b
 FR BND value_Qh_bk_Ks_c
 FR BND value_Qh_bk_Ks_b
 FR BND value_Qh_bk_Kh_c
 FR BND value_Qh_bk_Kh_b
 FR BND value_Ks_cc_Jh_c
 FR BND value_Ks_cc_Jh_b
 FR BND value_Ks_cc_Qs_c
 FR BND value_Ks_cc_Qs_b
 FR BND value_Ks_cc_Qh_c
 FR BND value_Ks_cc_Qh_b
 FR BND value_Ks_cc_Kh_c
 FR BND value_Ks_cc_Kh_b
 FR BND value_Ks_bk_Jh_c
 FR BND value_Ks_bk_Jh_b
 FR BND value_Ks_bk_Qs_c
 FR BND value_Ks_bk_Qs_b
 FR BND value_Ks_bk_Qh_c
 FR BND value_Ks_bk_Qh_b
 FR BND value_Ks_bk_Kh_c
 FR BND value_Ks_bk_Kh_b
 FR BND value_Kh_cc_Jh_c
 FR BND value_Kh_cc_Jh_b
 FR BND value_Kh_cc_Qs_c
 FR BND value_Kh_cc_Qs_b
 FR BND value_Kh_cc_Qh_c
 FR BND value_Kh_cc_Qh_b
 FR BND value_Kh_cc_Ks_c
 FR BND value_Kh_cc_Ks_b
 FR BND value_Kh_bk_Jh_c
 FR BND value_Kh_bk_Jh_b
 FR BND value_Kh_bk_Qs_c
 FR BND value_Kh_bk_Qs_b
 FR BND value_Kh_bk_Qh_c
 FR BND value_Kh_bk_Qh_b
 FR BND value_Kh_bk_Ks_c
 FR BND value_Kh_bk_Ks_b
 FR BND value_Js_cc_Qs_c
 FR BND value_Js_cc_Qs_b
 FR BND value_Js_cc_Qh_c
 FR BND value_Js_cc_Qh_b
 FR BND value_Js_cc_Ks_c
 FR BND value_Js_cc_Ks_b
 FR BND value_Js_cc_Kh_c
 FR BND value_Js_cc_Kh_b
 FR BND value_Js_bk_Qs_c
 FR BND value_Js_bk_Qs_b
 FR BND value_Js_bk_Qh_c
 FR BND value_Js_bk_Qh_b
 FR BND value_Js_bk_Ks_c
 FR BND value_Js_bk_Ks_b
 FR BND value_Js_bk_Kh_c
 FR BND value_Js_bk_Kh_b
 FR BND value_Qs_cc_Js_c
 FR BND value_Qs_cc_Js_b
 FR BND value_Qs_bk_Js_c
 FR BND value_Qs_bk_Js_b
 FR BND value_Qh_cc_Js_c
 FR BND value_Qh_cc_Js_b
 FR BND value_Qh_bk_Js_c
 FR BND value_Qh_bk_Js_b
 FR BND value_Ks_cc_Js_c
 FR BND value_Ks_cc_Js_b
 FR BND value_Ks_bk_Js_c
 FR BND value_Ks_bk_Js_b
 FR BND value_Kh_cc_Js_c
 FR BND value_Kh_cc_Js_b
 FR BND value_Kh_bk_Js_c
 FR BND value_Kh_bk_Js_b
 FR BND value_Js_cc_Jh_c
 FR BND value_Js_cc_Jh_b
 FR BND value_Js_bk_Jh_c
 FR BND value_Js_bk_Jh_b
 FR BND value_Jh_cc_Js_c
 FR BND value_Jh_cc_Js_b
 FR BND value_Jh_bk_Js_c
 FR BND value_Jh_bk_Js_b
 FR BND value_Jh_cbk_Qs_c
 FR BND value_Jh_cbk_Qs_b
 FR BND value_Jh_cbk_Qh_c
 FR BND value_Jh_cbk_Qh_b
 FR BND value_Jh_cbk_Ks_c
 FR BND value_Jh_cbk_Ks_b
 FR BND value_Jh_cbk_Kh_c
 FR BND value_Jh_cbk_Kh_b
 FR BND value_Jh_brk_Qs_c
 FR BND value_Jh_brk_Qs_b
 FR BND value_Jh_brk_Qh_c
 FR BND value_Jh_brk_Qh_b
 FR BND value_Jh_brk_Ks_c
 FR BND value_Jh_brk_Ks_b
 FR BND value_Jh_brk_Kh_c
 FR BND value_Jh_brk_Kh_b
 FR BND value_Qs_cbk_Jh_c
 FR BND value_Qs_cbk_Jh_b
 FR BND value_Qs_cbk_Qh_c
 FR BND value_Qs_cbk_Qh_b
 FR BND value_Qs_cbk_Ks_c
 FR BND value_Qs_cbk_Ks_b
 FR BND value_Qs_cbk_Kh_c
 FR BND value_Qs_cbk_Kh_b
 FR BND value_Qs_brk_Jh_c
 FR BND value_Qs_brk_Jh_b
 FR BND value_Qs_brk_Qh_c
 FR BND value_Qs_brk_Qh_b
 FR BND value_Qs_brk_Ks_c
 FR BND value_Qs_brk_Ks_b
 FR BND value_Qs_brk_Kh_c
 FR BND value_Qs_brk_Kh_b
 FR BND value_Qh_cbk_Jh_c
 FR BND value_Qh_cbk_Jh_b
 FR BND value_Qh_cbk_Qs_c
 FR BND value_Qh_cbk_Qs_b
 FR BND value_Qh_cbk_Ks_c
 FR BND value_Qh_cbk_Ks_b
 FR BND value_Qh_cbk_Kh_c
 FR BND value_Qh_cbk_Kh_b
 FR BND value_Qh_brk_Jh_c
 FR BND value_Qh_brk_Jh_b
 FR BND value_Qh_brk_Qs_c
 FR BND value_Qh_brk_Qs_b
 FR BND value_Qh_brk_Ks_c
 FR BND value_Qh_brk_Ks_b
 FR BND value_Qh_brk_Kh_c
 FR BND value_Qh_brk_Kh_b
 FR BND value_Ks_cbk_Jh_c
 FR BND value_Ks_cbk_Jh_b
 FR BND value_Ks_cbk_Qs_c
 FR BND value_Ks_cbk_Qs_b
 FR BND value_Ks_cbk_Qh_c
 FR BND value_Ks_cbk_Qh_b
 FR BND value_Ks_cbk_Kh_c
 FR BND value_Ks_cbk_Kh_b
 FR BND value_Ks_brk_Jh_c
 FR BND value_Ks_brk_Jh_b
 FR BND value_Ks_brk_Qs_c
 FR BND value_Ks_brk_Qs_b
 FR BND value_Ks_brk_Qh_c
 FR BND value_Ks_brk_Qh_b
 FR BND value_Ks_brk_Kh_c
 FR BND value_Ks_brk_Kh_b
 FR BND value_Kh_cbk_Jh_c
 FR BND value_Kh_cbk_Jh_b
 FR BND value_Kh_cbk_Qs_c
 FR BND value_Kh_cbk_Qs_b
 FR BND value_Kh_cbk_Qh_c
 FR BND value_Kh_cbk_Qh_b
 FR BND value_Kh_cbk_Ks_c
 FR BND value_Kh_cbk_Ks_b
 FR BND value_Kh_brk_Jh_c
 FR BND value_Kh_brk_Jh_b
 FR BND value_Kh_brk_Qs_c
 FR BND value_Kh_brk_Qs_b
 FR BND value_Kh_brk_Qh_c
 FR BND value_Kh_brk_Qh_b
 FR BND value_Kh_brk_Ks_c
 FR BND value_Kh_brk_Ks_b
 FR BND value_Js_cbk_Qs_c
 FR BND value_Js_cbk_Qs_b
 FR BND value_Js_cbk_Qh_c
 FR BND value_Js_cbk_Qh_b
 FR BND value_Js_cbk_Ks_c
 FR BND value_Js_cbk_Ks_b
 FR BND value_Js_cbk_Kh_c
 FR BND value_Js_cbk_Kh_b
 FR BND value_Js_brk_Qs_c
 FR BND value_Js_brk_Qs_b
 FR BND value_Js_brk_Qh_c
 FR BND value_Js_brk_Qh_b
 FR BND value_Js_brk_Ks_c
 FR BND value_Js_brk_Ks_b
 FR BND value_Js_brk_Kh_c
 FR BND value_Js_brk_Kh_b
 FR BND value_Qs_cbk_Js_c
 FR BND value_Qs_cbk_Js_b
 FR BND value_Qs_brk_Js_c
 FR BND value_Qs_brk_Js_b
 FR BND value_Qh_cbk_Js_c
 FR BND value_Qh_cbk_Js_b
 FR BND value_Qh_brk_Js_c
 FR BND value_Qh_brk_Js_b
 FR BND value_Ks_cbk_Js_c
 FR BND value_Ks_cbk_Js_b
 FR BND value_Ks_brk_Js_c
 FR BND value_Ks_brk_Js_b
 FR BND value_Kh_cbk_Js_c
 FR BND value_Kh_cbk_Js_b
 FR BND value_Kh_brk_Js_c
 FR BND value_Kh_brk_Js_b
 FR BND value_Js_cbk_Jh_c
 FR BND value_Js_cbk_Jh_b
 FR BND value_Js_brk_Jh_c
 FR BND value_Js_brk_Jh_b
 FR BND value_Jh_cbk_Js_c
 FR BND value_Jh_cbk_Js_b
 FR BND value_Jh_brk_Js_c
 FR BND value_Jh_brk_Js_b
 FR BND value_Jh_cc_Qs_cbr
 FR BND value_Jh_cc_Qh_cbr
 FR BND value_Jh_cc_Ks_cbr
 FR BND value_Jh_cc_Kh_cbr
 FR BND value_Jh_cbrk_Qs_c
 FR BND value_Jh_cbrk_Qs_b
 FR BND value_Jh_cbrk_Qh_c
 FR BND value_Jh_cbrk_Qh_b
 FR BND value_Jh_cbrk_Ks_c
 FR BND value_Jh_cbrk_Ks_b
 FR BND value_Jh_cbrk_Kh_c
 FR BND value_Jh_cbrk_Kh_b
 FR BND value_Jh_bk_Qs_cbr
 FR BND value_Jh_bk_Qh_cbr
 FR BND value_Jh_bk_Ks_cbr
 FR BND value_Jh_bk_Kh_cbr
 FR BND value_Qs_cc_Jh_cbr
 FR BND value_Qs_cc_Qh_cbr
 FR BND value_Qs_cc_Ks_cbr
 FR BND value_Qs_cc_Kh_cbr
 FR BND value_Qs_cbrk_Jh_c
 FR BND value_Qs_cbrk_Jh_b
 FR BND value_Qs_cbrk_Qh_c
 FR BND value_Qs_cbrk_Qh_b
 FR BND value_Qs_cbrk_Ks_c
 FR BND value_Qs_cbrk_Ks_b
 FR BND value_Qs_cbrk_Kh_c
 FR BND value_Qs_cbrk_Kh_b
 FR BND value_Qs_bk_Jh_cbr
 FR BND value_Qs_bk_Qh_cbr
 FR BND value_Qs_bk_Ks_cbr
 FR BND value_Qs_bk_Kh_cbr
 FR BND value_Qh_cc_Jh_cbr
 FR BND value_Qh_cc_Qs_cbr
 FR BND value_Qh_cc_Ks_cbr
 FR BND value_Qh_cc_Kh_cbr
 FR BND value_Qh_cbrk_Jh_c
 FR BND value_Qh_cbrk_Jh_b
 FR BND value_Qh_cbrk_Qs_c
 FR BND value_Qh_cbrk_Qs_b
 FR BND value_Qh_cbrk_Ks_c
 FR BND value_Qh_cbrk_Ks_b
 FR BND value_Qh_cbrk_Kh_c
 FR BND value_Qh_cbrk_Kh_b
 FR BND value_Qh_bk_Jh_cbr
 FR BND value_Qh_bk_Qs_cbr
 FR BND value_Qh_bk_Ks_cbr
 FR BND value_Qh_bk_Kh_cbr
 FR BND value_Ks_cc_Jh_cbr
 FR BND value_Ks_cc_Qs_cbr
 FR BND value_Ks_cc_Qh_cbr
 FR BND value_Ks_cc_Kh_cbr
 FR BND value_Ks_cbrk_Jh_c
 FR BND value_Ks_cbrk_Jh_b
 FR BND value_Ks_cbrk_Qs_c
 FR BND value_Ks_cbrk_Qs_b
 FR BND value_Ks_cbrk_Qh_c
 FR BND value_Ks_cbrk_Qh_b
 FR BND value_Ks_cbrk_Kh_c
 FR BND value_Ks_cbrk_Kh_b
 FR BND value_Ks_bk_Jh_cbr
 FR BND value_Ks_bk_Qs_cbr
 FR BND value_Ks_bk_Qh_cbr
 FR BND value_Ks_bk_Kh_cbr
 FR BND value_Kh_cc_Jh_cbr
 FR BND value_Kh_cc_Qs_cbr
 FR BND value_Kh_cc_Qh_cbr
 FR BND value_Kh_cc_Ks_cbr
 FR BND value_Kh_cbrk_Jh_c
 FR BND value_Kh_cbrk_Jh_b
 FR BND value_Kh_cbrk_Qs_c
 FR BND value_Kh_cbrk_Qs_b
 FR BND value_Kh_cbrk_Qh_c
 FR BND value_Kh_cbrk_Qh_b
 FR BND value_Kh_cbrk_Ks_c
 FR BND value_Kh_cbrk_Ks_b
 FR BND value_Kh_bk_Jh_cbr
 FR BND value_Kh_bk_Qs_cbr
 FR BND value_Kh_bk_Qh_cbr
 FR BND value_Kh_bk_Ks_cbr
 FR BND value_Js_cc_Qs_cbr
 FR BND value_Js_cc_Qh_cbr
 FR BND value_Js_cc_Ks_cbr
 FR BND value_Js_cc_Kh_cbr
 FR BND value_Js_cbrk_Qs_c
 FR BND value_Js_cbrk_Qs_b
 FR BND value_Js_cbrk_Qh_c
 FR BND value_Js_cbrk_Qh_b
 FR BND value_Js_cbrk_Ks_c
 FR BND value_Js_cbrk_Ks_b
 FR BND value_Js_cbrk_Kh_c
 FR BND value_Js_cbrk_Kh_b
 FR BND value_Js_bk_Qs_cbr
 FR BND value_Js_bk_Qh_cbr
 FR BND value_Js_bk_Ks_cbr
 FR BND value_Js_bk_Kh_cbr
 FR BND value_Qs_cc_Js_cbr
 FR BND value_Qs_cbrk_Js_c
 FR BND value_Qs_cbrk_Js_b
 FR BND value_Qs_bk_Js_cbr
 FR BND value_Qh_cc_Js_cbr
 FR BND value_Qh_cbrk_Js_c
 FR BND value_Qh_cbrk_Js_b
 FR BND value_Qh_bk_Js_cbr
 FR BND value_Ks_cc_Js_cbr
 FR BND value_Ks_cbrk_Js_c
 FR BND value_Ks_cbrk_Js_b
 FR BND value_Ks_bk_Js_cbr
 FR BND value_Kh_cc_Js_cbr
 FR BND value_Kh_cbrk_Js_c
 FR BND value_Kh_cbrk_Js_b
 FR BND value_Kh_bk_Js_cbr
 FR BND value_Js_cc_Jh_cbr
 FR BND value_Js_cbrk_Jh_c
 FR BND value_Js_cbrk_Jh_b
 FR BND value_Js_bk_Jh_cbr
 FR BND value_Jh_cc_Js_cbr
 FR BND value_Jh_cbrk_Js_c
 FR BND value_Jh_cbrk_Js_b
 FR BND value_Jh_bk_Js_cbr
 FR BND value_Jh_cbk_Qs_cbr
 FR BND value_Jh_cbk_Qh_cbr
 FR BND value_Jh_cbk_Ks_cbr
 FR BND value_Jh_cbk_Kh_cbr
 FR BND value_Jh_brk_Qs_cbr
 FR BND value_Jh_brk_Qh_cbr
 FR BND value_Jh_brk_Ks_cbr
 FR BND value_Jh_brk_Kh_cbr
 FR BND value_Qs_cbk_Jh_cbr
 FR BND value_Qs_cbk_Qh_cbr
 FR BND value_Qs_cbk_Ks_cbr
 FR BND value_Qs_cbk_Kh_cbr
 FR BND value_Qs_brk_Jh_cbr
 FR BND value_Qs_brk_Qh_cbr
 FR BND value_Qs_brk_Ks_cbr
 FR BND value_Qs_brk_Kh_cbr
 FR BND value_Qh_cbk_Jh_cbr
 FR BND value_Qh_cbk_Qs_cbr
 FR BND value_Qh_cbk_Ks_cbr
 FR BND value_Qh_cbk_Kh_cbr
 FR BND value_Qh_brk_Jh_cbr
 FR BND value_Qh_brk_Qs_cbr
 FR BND value_Qh_brk_Ks_cbr
 FR BND value_Qh_brk_Kh_cbr
 FR BND value_Ks_cbk_Jh_cbr
 FR BND value_Ks_cbk_Qs_cbr
 FR BND value_Ks_cbk_Qh_cbr
 FR BND value_Ks_cbk_Kh_cbr
 FR BND value_Ks_brk_Jh_cbr
 FR BND value_Ks_brk_Qs_cbr
 FR BND value_Ks_brk_Qh_cbr
 FR BND value_Ks_brk_Kh_cbr
 FR BND value_Kh_cbk_Jh_cbr
 FR BND value_Kh_cbk_Qs_cbr
 FR BND value_Kh_cbk_Qh_cbr
 FR BND value_Kh_cbk_Ks_cbr
 FR BND value_Kh_brk_Jh_cbr
 FR BND value_Kh_brk_Qs_cbr
 FR BND value_Kh_brk_Qh_cbr
 FR BND value_Kh_brk_Ks_cbr
 FR BND value_Js_cbk_Qs_cbr
 FR BND value_Js_cbk_Qh_cbr
 FR BND value_Js_cbk_Ks_cbr
 FR BND value_Js_cbk_Kh_cbr
 FR BND value_Js_brk_Qs_cbr
 FR BND value_Js_brk_Qh_cbr
 FR BND value_Js_brk_Ks_cbr
 FR BND value_Js_brk_Kh_cbr
 FR BND value_Qs_cbk_Js_cbr
 FR BND value_Qs_brk_Js_cbr
 FR BND value_Qh_cbk_Js_cbr
 FR BND value_Qh_brk_Js_cbr
 FR BND value_Ks_cbk_Js_cbr
 FR BND value_Ks_brk_Js_cbr
 FR BND value_Kh_cbk_Js_cbr
 FR BND value_Kh_brk_Js_cbr
 FR BND value_Js_cbk_Jh_cbr
 FR BND value_Js_brk_Jh_cbr
 FR BND value_Jh_cbk_Js_cbr
 FR BND value_Jh_brk_Js_cbr
 FR BND value_Jh_cbrk_Qs_cbr
 FR BND value_Jh_cbrk_Qh_cbr
 FR BND value_Jh_cbrk_Ks_cbr
 FR BND value_Jh_cbrk_Kh_cbr
 FR BND value_Qs_cbrk_Jh_cbr
 FR BND value_Qs_cbrk_Qh_cbr
 FR BND value_Qs_cbrk_Ks_cbr
 FR BND value_Qs_cbrk_Kh_cbr
 FR BND value_Qh_cbrk_Jh_cbr
 FR BND value_Qh_cbrk_Qs_cbr
 FR BND value_Qh_cbrk_Ks_cbr
 FR BND value_Qh_cbrk_Kh_cbr
 FR BND value_Ks_cbrk_Jh_cbr
 FR BND value_Ks_cbrk_Qs_cbr
 FR BND value_Ks_cbrk_Qh_cbr
 FR BND value_Ks_cbrk_Kh_cbr
 FR BND value_Kh_cbrk_Jh_cbr
 FR BND value_Kh_cbrk_Qs_cbr
 FR BND value_Kh_cbrk_Qh_cbr
 FR BND value_Kh_cbrk_Ks_cbr
 FR BND value_Js_cbrk_Qs_cbr
 FR BND value_Js_cbrk_Qh_cbr
 FR BND value_Js_cbrk_Ks_cbr
 FR BND value_Js_cbrk_Kh_cbr
 FR BND value_Qs_cbrk_Js_cbr
 FR BND value_Qh_cbrk_Js_cbr
 FR BND value_Ks_cbrk_Js_cbr
 FR BND value_Kh_cbrk_Js_cbr
 FR BND value_Js_cbrk_Jh_cbr
 FR BND value_Jh_cbrk_Js_cbr
ENDATA
