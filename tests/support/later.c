// For LD_PRELOAD: a program whose clock on the wall is later by as many seconds as the file REMISE_TEST_CLOCK says, at any
// moment; time that is only measured (CLOCK_MONOTONIC) stays as it is. So weeks pass at a real server within a test.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* later;

__attribute__((constructor)) static void find(void) {
  const char* name = getenv("REMISE_TEST_CLOCK");
  const int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void* seconds = mmap(NULL, sizeof *later, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (seconds != MAP_FAILED) later = seconds;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  const long failed = syscall(SYS_clock_gettime, clock, time);
  if (failed == 0 && later && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *later;
  return (int)failed;
}

int gettimeofday(struct timeval* time, void* zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
