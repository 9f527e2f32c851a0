#define _GNU_SOURCE
#include <stdlib.h>
#include <dlfcn.h>
#define T __attribute__((noinline,noclone)) void
void*__libc_malloc(size_t);
static void*(*real)(size_t)=__libc_malloc; static void*(*realnew)(size_t)=__libc_malloc;
void *volatile sk;
__attribute__((noinline,visibility("default"))) void* malloc(size_t n){ return real(n+16); }
__attribute__((noinline,visibility("default"))) void* _Znwm(size_t n){ return realnew(n+16); }
T no_malloc_in_program(void){ sk=malloc(48); }
T no_new_in_program(void){ sk=_Znwm(48); }
int main(){ real=dlsym(RTLD_NEXT,"malloc"); realnew=dlsym(RTLD_NEXT,"_Znwm"); for(int i=0;i<20000;i++){ no_malloc_in_program(); no_new_in_program(); } return 0; }
