// libpq with an end to every wait: a database that hangs looks like one that is gone.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <memory>
#include <string>

namespace remise::store {

struct Finish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Finish>;
using Answer = std::unique_ptr<PGresult, Clear>;

using Deadline = std::chrono::steady_clock::time_point;
inline Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

// Look at PQstatus: a connection that is not there tells why.
Connection connect(const std::string& url, Deadline until);
// The last answer to what was sent; null where none came in time, or the connection broke: it is of no use then.
Answer answer_to_sent(PGconn* connection, Deadline until);
// One or more statements without parameters.
bool execute(PGconn* connection, const char* sql, Deadline until);

}  // namespace remise::store
