# hand-written: tails shared by two functions, entries in the middle, arguments popped, outlined code
.text
.macro fn n
.globl \n
.type \n,@function
\n: .cfi_startproc
.endm
.macro nf n
.cfi_endproc
.size \n,.-\n
.endm
# no_shared: entry A has 48, entry B (another function, other FDE) jumps behind the constant
fn no_shared_a
 sub $8,%rsp
 .cfi_def_cfa_offset 16
 mov $48,%edi
.Lshared: call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_shared_a
fn shared_b
 sub $8,%rsp
 .cfi_def_cfa_offset 16
 mov $64,%edi
 jmp .Lshared
nf shared_b
# exported entry within a function
fn no_second_entry
 mov $48,%edi
.globl entry2
.type entry2,@function
entry2: sub $8,%rsp
 .cfi_def_cfa_offset 16
 call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_second_entry
# local entry within a function, called from elsewhere
fn no_local_entry
 mov $48,%edi
.Lentry: sub $8,%rsp
 .cfi_def_cfa_offset 16
 call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_local_entry
fn call_local_entry
 mov $64,%edi
 jmp .Lentry
nf call_local_entry
# outlined: a called fragment changes a callee-saved register, as LLVM's outliner makes them
fn no_outlined
 push %rbx
 .cfi_def_cfa_offset 16
 .cfi_offset 3,-16
 mov $48,%ebx
 call flip
 test %eax,%eax
 je 1f
 call OUTLINED
1: mov %ebx,%edi
 call malloc@plt
 mov %rax,sink(%rip)
 pop %rbx
 .cfi_def_cfa_offset 8
 ret
nf no_outlined
fn OUTLINED
 mov $64,%ebx
 ret
nf OUTLINED
# outlined: writes a slot of its caller
fn no_outlined_slot
 sub $24,%rsp
 .cfi_def_cfa_offset 32
 movq $48,8(%rsp)
 call flip
 test %eax,%eax
 je 1f
 call OUTLINED2
1: mov 8(%rsp),%rdi
 call malloc@plt
 mov %rax,sink(%rip)
 add $24,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_outlined_slot
fn OUTLINED2
 movq $64,16(%rsp)
 ret
nf OUTLINED2
# a callee that changes its own stack argument
fn no_pushed_argument
 sub $8,%rsp
 .cfi_def_cfa_offset 16
 push $48
 .cfi_def_cfa_offset 24
 push $0
 .cfi_def_cfa_offset 32
 call flip_top
 pop %rax
 pop %rdi
 .cfi_def_cfa_offset 16
 call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_pushed_argument
# xchg keeps the address of a slot in a register that is called unknown
fn no_xchg_registers
 push %rbx
 .cfi_def_cfa_offset 16
 .cfi_offset 3,-16
 sub $16,%rsp
 .cfi_def_cfa_offset 32
 movq $48,8(%rsp)
 lea 8(%rsp),%rcx
 mov gholder@GOTPCREL(%rip),%rbx
 xchg %rbx,%rcx
 mov %rbx,(%rcx)
 mov $0,%ebx
 mov $0,%ecx
 call touch_holder
 mov 8(%rsp),%rdi
 call malloc@plt
 mov %rax,sink(%rip)
 add $16,%rsp
 .cfi_def_cfa_offset 16
 pop %rbx
 .cfi_def_cfa_offset 8
 ret
nf no_xchg_registers
# movq to a vector and back
fn no_vector
 push %rbx
 .cfi_def_cfa_offset 16
 .cfi_offset 3,-16
 sub $16,%rsp
 .cfi_def_cfa_offset 32
 movq $48,8(%rsp)
 lea 8(%rsp),%rcx
 movq %rcx,%xmm0
 mov $0,%ecx
 movq %xmm0,gholder(%rip)
 call touch_holder
 mov 8(%rsp),%rdi
 call malloc@plt
 mov %rax,sink(%rip)
 add $16,%rsp
 .cfi_def_cfa_offset 16
 pop %rbx
 .cfi_def_cfa_offset 8
 ret
nf no_vector
# a signal handler's frame is nothing; a static setjmp (own code)
fn no_own_setjmp
 sub $24,%rsp
 .cfi_def_cfa_offset 32
 movq $48,8(%rsp)
 lea jb(%rip),%rdi
 call own_setjmp
 test %eax,%eax
 jne 1f
 call flip
 test %eax,%eax
 je 2f
 movq $64,8(%rsp)
2: lea jb(%rip),%rdi
 call own_longjmp
 ud2
1: mov 8(%rsp),%rdi
 call malloc@plt
 mov %rax,sink(%rip)
 add $24,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_own_setjmp
fn own_setjmp
 mov %rbx,(%rdi)
 mov %rbp,8(%rdi)
 lea 8(%rsp),%rax
 mov %rax,16(%rdi)
 mov (%rsp),%rax
 mov %rax,24(%rdi)
 xor %eax,%eax
 ret
nf own_setjmp
fn own_longjmp
 mov (%rdi),%rbx
 mov 8(%rdi),%rbp
 mov 16(%rdi),%rsp
 mov $1,%eax
 jmp *24(%rdi)
nf own_longjmp
# computed jump, label kept in data; falls from one label into the next
fn no_labels_in_data
 sub $8,%rsp
 .cfi_def_cfa_offset 16
 call flip
 lea labels(%rip),%rdx
 mov (%rdx,%rax,8),%rdx
 mov %rdx,gholder(%rip)
 mov $64,%edi
 sub $16,%rsp
 call nothing
 mov $64,%edi
 add $16,%rsp
 mov gholder(%rip),%rdx
 jmp *%rdx
.LA: mov $48,%edi
.LB: call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_labels_in_data
# the size is read by two instructions that overlap
fn no_overlap
 sub $8,%rsp
 .cfi_def_cfa_offset 16
 call flip
 mov $64,%edi
 test %eax,%eax
 jne .Lov+1
.Lov: .byte 0x3c, 0xbf, 48,0,0,0   # cmp $0xbf,%al; then junk or, at +1, mov $48,%edi
 nop
 call malloc@plt
 mov %rax,sink(%rip)
 add $8,%rsp
 .cfi_def_cfa_offset 8
 ret
nf no_overlap
fn nothing
 ret
nf nothing
.section .data.rel.ro,"aw"
.align 8
labels: .quad .LA,.LB
.bss
.globl gholder
gholder: .zero 8
jb: .zero 64
.section .note.GNU-stack,"",@progbits
