// Bytes as they are, over a socket of one's own: what no proper client would send, or read.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "support/server_process.h"

namespace remise::testing {

class RawSocket {
 public:
  // `window`: room for what arrives, in bytes; 0 leaves it to the system.
  explicit RawSocket(const Address& address, int window = 0) : socket_(server::connect_to(address, 2000)) {
    if (window > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
  }
  ~RawSocket() {
    if (socket_ >= 0) ::close(socket_);
  }
  RawSocket(RawSocket&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  RawSocket& operator=(RawSocket&&) = delete;

  // False when the other side has hung up.
  bool send(std::string_view bytes) const {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  // What comes within the time, at most `most` bytes; `closed` says whether the other side hung up.
  std::string read(int timeout_ms, std::size_t most = 1 << 20) {
    std::string in;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    std::vector<char> bytes(std::min<std::size_t>(most, 65536));
    while (in.size() < most) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      pollfd polled{socket_, POLLIN, 0};
      if (left.count() <= 0 || ::poll(&polled, 1, static_cast<int>(left.count())) <= 0) return in;
      const auto got = ::recv(socket_, bytes.data(), std::min(bytes.size(), most - in.size()), 0);
      if (got <= 0) {
        closed_ = true;
        return in;
      }
      in.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return in;
  }
  void hang_up() const { ::shutdown(socket_, SHUT_RDWR); }
  bool closed() const { return closed_; }

 private:
  int socket_;
  bool closed_ = false;
};

// The answer to these bytes: its status (0: none), and whether the server hung up after it.
struct RawAnswer {
  int status = 0;
  bool closed = false;
};
inline RawAnswer ask_raw(const Address& address, std::string_view text) {
  RawSocket socket(address);
  socket.send(text);
  std::string in = socket.read(5000, 12);  // a busy machine may take its time to begin
  if (!socket.closed()) in += socket.read(300);
  return {in.starts_with("HTTP/1.") ? std::stoi(in.substr(9, 3)) : 0, socket.closed()};
}

// Processor time of a process so far, in seconds.
inline double processor_time(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  double user = 0, system = 0;
  for (int i = 0; i < 13; ++i) in >> word;  // the name of our programs holds no blank
  in >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace remise::testing
