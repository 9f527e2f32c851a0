#include <stdlib.h>
#include <stdint.h>
#include <setjmp.h>
#define T __attribute__((noinline,noclone)) void
extern struct pr { size_t *a, *b; } gp; extern size_t *volatile gq;
void keep(void*); void touch3(int,int,int,...); void touchq(int,int,int,...); int flip(void); void g_assertion_message(const char*); void start(void);
extern _Atomic int flag; extern _Atomic(size_t*) shared;
/* addresses of two locals stored by one vector store */
T no_vec_pair(void){ size_t s=48,t=1; gp=(struct pr){&s,&t}; touch3(1,2,3); keep(malloc(s)); }
/* compare and swap publishes the address */
T no_cas(void){ size_t s=48; size_t *old=0; gq=0; __atomic_compare_exchange_n((size_t**)&gq,&old,&s,0,5,5); touchq(1,2,3); keep(malloc(s)); }
T no_xchg(void){ size_t s=48; __atomic_exchange_n((size_t**)&gq,&s,5); touchq(1,2,3); keep(malloc(s)); }
T no_xadd(void){ size_t s=48; gq=0; __atomic_fetch_add((uintptr_t*)&gq,(uintptr_t)&s,5); touchq(1,2,3); keep(malloc(s)); }
/* tagged and byte-swapped pointers */
T no_bswap(void){ size_t s=48; uintptr_t x=__builtin_bswap64((uintptr_t)&s); gq=(size_t*)x; gq=(size_t*)__builtin_bswap64((uintptr_t)gq); touchq(1,2,3); keep(malloc(s)); }
/* another thread */
T no_thread(void){ _Atomic size_t s=48; flag=0; shared=(size_t*)&s; while(!flag); keep(malloc(s)); }
T no_thread_relaxed(void){ size_t s; __atomic_store_n(&s,48,__ATOMIC_RELAXED); flag=0; shared=(size_t*)&s; while(!flag); keep(malloc(__atomic_load_n(&s,__ATOMIC_RELAXED))); }
/* a function that may return */
T no_gassert(void){ size_t s=48; if(flip()){ g_assertion_message("x"); s=64; } keep(malloc(s)); }
/* setjmp */
static jmp_buf jb; T jump(void){ longjmp(jb,1); }
T no_setjmp(void){ volatile size_t s=48; if(!setjmp(jb)){ if(flip()) s=64; jump(); } keep(malloc(s)); }
/* computed goto through pointers kept in objects, with stack arguments just before */
void many(int,int,int,int,int,int,int,int); 
struct op { void *label; };
T no_threaded(struct op*o){ size_t s=32; static void*const t[]={&&A,&&B,&&C}; if(!o->label){ for(int i=0;i<3;i++) o[i].label=t[i]; return; }
  int k=flip(); s= k?64:80; many(1,2,3,4,5,6,7,8); goto *o[k].label; A: s=48; B: keep(malloc(s)); C:; }
__attribute__((noinline,noclone)) void* wr_goto(struct op*o,size_t s){ static void*const t[]={&&A,&&B,&&C}; if(!o->label){ for(int i=0;i<3;i++) o[i].label=t[i]; return 0; }
  goto *o[s&1].label; A: s=48; B: return malloc(s); C: return 0; }
T no_wr_goto(struct op*o){ keep(wr_goto(o,flip()?65:64)); }
int main(){ start(); static struct op o[3],q[3]; no_threaded(o); wr_goto(q,0);
 for(int i=0;i<20000;i++){ no_vec_pair(); no_cas(); no_xchg(); no_xadd(); no_bswap(); no_gassert(); no_setjmp(); no_threaded(o); no_wr_goto(q); if(i<4000){ no_thread(); no_thread_relaxed(); } } return 0; }
