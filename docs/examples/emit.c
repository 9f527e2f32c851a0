/* Writes a heapconv sample log of a toy allocator that samples each byte with probability 1/T. cc emit.c -lm */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define T 4099 /* mean bytes between two samples */

static double until_sample; /* bytes to go until the next sampled one */

static double exponential(void) {
  return -T * log((rand() + 1.0) / (RAND_MAX + 2.0));
}

/* Call for every allocation; writes a record when one of its bytes was sampled. */
static int on_alloc(const void *address, size_t size, int stack) {
  if (until_sample >= size) {
    until_sample -= size;
    return 0;
  }
  size_t hit = (size_t)until_sample; /* 0 .. size - 1 */
  printf("{\"alloc\":\"0x%llx\",\"size\":%zu,\"to_sample\":%zu,\"stack\":%d}\n",
         (unsigned long long)(uintptr_t)address, size, size - 1 - hit, stack);
  until_sample = exponential(); /* one sample per allocation: the rest is to_sample */
  return 1;
}

/* Call for the free of an allocation that on_alloc recorded. */
static void on_free(const void *address) {
  printf("{\"free\":\"0x%llx\"}\n", (unsigned long long)(uintptr_t)address);
}

int main(void) {
  srand(1);
  until_sample = exponential();
  printf("{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":%d,\"process\":\"emit\",\"heap\":\"toy\"}\n", T);
  printf("{\"stack\":1,\"frames\":[\"small\",\"main\"]}\n{\"stack\":2,\"frames\":[\"large\",\"main\"]}\n");
  for (int i = 0; i < 20000; i++) {
    char *p = (char *)0x10000 + 64 * (uintptr_t)i;
    int recorded = on_alloc(p, i % 10 ? 100 : 5000, i % 10 ? 1 : 2);
    if (recorded && i % 2) on_free(p);
  }
  printf("{\"dump\":\"end\"}\n");
  return 0;
}
