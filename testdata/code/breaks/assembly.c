#include <stdlib.h>
void*volatile sink; extern size_t*gholder; int coin;
int flip(void){ return coin++&1; }
void touch_holder(void){ if(flip()) *gholder=64; }
__asm__(".globl flip_top\nflip_top: .cfi_startproc\n mov coin(%rip),%eax\n incl coin(%rip)\n and $1,%eax\n shl $4,%eax\n add %rax,16(%rsp)\n ret\n.cfi_endproc");
#define X(f) void f(void);
X(no_shared_a)X(shared_b)X(no_second_entry)X(no_local_entry)X(call_local_entry)X(no_outlined)X(no_outlined_slot)X(no_pushed_argument)X(no_xchg_registers)X(no_vector)X(no_own_setjmp)X(no_labels_in_data)
void entry2(size_t);
void call2(void){ entry2(64); }
int main(){ for(int i=0;i<20000;i++){ no_shared_a(); shared_b(); no_second_entry(); call2(); no_local_entry(); call_local_entry(); no_outlined(); no_outlined_slot(); no_pushed_argument(); no_xchg_registers(); no_vector(); no_own_setjmp(); no_labels_in_data(); } return 0; }
