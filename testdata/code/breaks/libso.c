#include <stdlib.h>
#include <stdio.h>
static int coin; int soflip(void){ return coin++&1; }
void *volatile sosink; void sokeep(void*p){ sosink=p; }
void g_assertion_message(const char*d,const char*f,int l,const char*fn,const char*m){}
/* replaced in a library of the program, tail calls; both really go to malloc */
void *_Znwm(size_t n){ return malloc(n?n:1); }
