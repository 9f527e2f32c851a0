#include <stdlib.h>
int soflip(void); void sokeep(void*); void g_assertion_message(const char*,const char*,int,const char*,const char*);
__attribute__((noinline,noclone)) void no_gassert(void){ size_t s=48; if(__builtin_expect(soflip(),1)){ s=64; g_assertion_message("a","b",1,"c","d"); } sokeep(malloc(s)); }
__attribute__((noinline,noclone)) void no_gassert2(void){ size_t s=48; if(__builtin_expect(soflip(),1)){ s=64; g_assertion_message("a","b",1,"c","d"); } sokeep(0); sokeep(malloc(s)); }
int main(){ for(int i=0;i<20000;i++){ no_gassert(); no_gassert2();} return 0; }
