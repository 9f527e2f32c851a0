#define _GNU_SOURCE
#include <stdlib.h>
#include <dlfcn.h>
#define N __attribute__((noinline,noclone))
#define T N void
int soflip(void); void sokeep(void*); void g_assertion_message(const char*,const char*,int,const char*,const char*); void*_Znwm(size_t);
#define g_assert(x) 
T no_gassert(void){ size_t s=48; if(soflip()){ g_assertion_message("a","b",1,"c","d"); s=64; } sokeep(malloc(s)); }
/* a wrapper that jumps to one of two allocators; one of them jumps on to the other */
N void* new_or_malloc(int x){ return x ? _Znwm(64) : malloc(48); }
T no_new_or_malloc(void){ sokeep(new_or_malloc(soflip())); }
N void* ra(void*p,int x){ return x ? reallocarray(p,8,8) : realloc(p,48); }
T no_reallocarray(void){ sokeep(ra(0,soflip())); }
/* as OpenSSL: a hook of the program with a header, without a frame of its own */
N void* my_malloc(size_t n,const char*f,int l); 
typedef void*(*mf)(size_t,const char*,int); void*CRYPTO_malloc(size_t n,const char*f,int l);
static mf impl=CRYPTO_malloc;
__attribute__((noinline,noclone,noipa)) void set(mf f){ impl=f; }
__attribute__((noipa)) void*CRYPTO_malloc(size_t n,const char*f,int l){ if(impl!=CRYPTO_malloc) return impl(n,f,l); if(!n) return 0; return malloc(n); }
__attribute__((noipa)) void* my_malloc(size_t n,const char*f,int l){ return malloc(n+16); }
T no_hook(void){ sokeep(CRYPTO_malloc(40,"x",1)); }
int main(int c,char**v){ set(my_malloc); for(int i=0;i<20000;i++){ no_gassert(); no_new_or_malloc(); no_reallocarray(); no_hook(); } return 0; }
