#include "store/libpq.h"

#include <poll.h>

#include <algorithm>

namespace remise::store {
namespace {

// False when the time is over.
bool wait(PGconn* connection, short events, Deadline until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  pollfd polled{PQsocket(connection), events, 0};
  return polled.fd >= 0 && left.count() > 0 && ::poll(&polled, 1, static_cast<int>(left.count())) != 0;
}

}  // namespace

Connection connect(const std::string& url, Deadline until) {
  Connection made(PQconnectStart(url.c_str()));
  if (!made || PQstatus(made.get()) == CONNECTION_BAD) return made;
  for (auto next = PGRES_POLLING_WRITING; next != PGRES_POLLING_OK; next = PQconnectPoll(made.get()))
    if (next == PGRES_POLLING_FAILED || !wait(made.get(), next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
      return made;
  PQsetnonblocking(made.get(), 1);
  PQsetNoticeProcessor(
      made.get(), [](void*, const char*) {}, nullptr);  // standard error is for our own lines
  return made;
}

Answer answer_to_sent(PGconn* connection, Deadline until) {
  Answer last;
  while (true) {
    for (int unsent = 1; unsent != 0 || PQisBusy(connection);) {
      unsent = PQflush(connection);
      if (unsent < 0) return nullptr;
      if (unsent == 0 && !PQisBusy(connection)) break;
      if (!wait(connection, static_cast<short>(unsent ? POLLIN | POLLOUT : POLLIN), until)) return nullptr;
      if (!PQconsumeInput(connection)) return nullptr;
    }
    Answer next(PQgetResult(connection));
    if (!next) return last;
    last = std::move(next);
  }
}

bool execute(PGconn* connection, const char* sql, Deadline until) {
  if (!PQsendQuery(connection, sql)) return false;
  const auto answer = answer_to_sent(connection, until);
  const auto status = PQresultStatus(answer.get());
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

}  // namespace remise::store
