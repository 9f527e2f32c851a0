#include <stdlib.h>
#include <pthread.h>
#include <stdint.h>
#include <setjmp.h>
void *volatile sink; 
struct pr { size_t *a, *b; }; struct pr gp; size_t *volatile gq;
volatile int coin;
void keep(void*p){ sink=p; }
/* changes what gp.a points to, every second time */
void touch3(int a,int b,int c,...){ if(coin++&1) *gp.a=64; }
void touchq(int a,int b,int c,...){ if(coin++&1) *gq=64; }
void nop_(int a,int b){}
int flip(void){ return coin++&1; }
void g_assertion_message(const char*m){}
void *xwrap(void*(*f)(size_t)){return f(0);}
_Atomic int flag; _Atomic(size_t*) shared;
static void*thr(void*x){ for(;;){ size_t*p=shared; if(p){ if(coin++&1) __atomic_store_n(p,64,__ATOMIC_RELAXED); shared=0; flag=1; } } return 0; }
void start(void){ pthread_t t; pthread_create(&t,0,thr,0); }
