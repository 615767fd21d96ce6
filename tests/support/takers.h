// Small servers on a free port of 127.0.0.1 that take what is sent to them: a mail server, and an HTTP server that
// answers as it is told. Each connection has a thread; all end with the taker.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace remise::testing {

class Taker {
 public:
  // What is said on one connection: reads lines and bytes, sends.
  class Talk {
   public:
    Talk(int socket, const std::atomic<bool>& over) : socket_(socket), over_(over) {}
    bool over() const { return over_; }
    bool send(const std::string& text) {
      const auto n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n > 0) sent_ += static_cast<std::size_t>(n);
      return n == static_cast<ssize_t>(text.size());
    }
    // Until the mark, which is part of it; empty where the other side has gone.
    std::string until(const std::string& mark) {
      for (;;) {
        if (const auto at = waiting_.find(mark); at != std::string::npos) return cut(at + mark.size());
        if (!more()) return "";
      }
    }
    std::string bytes(std::size_t count) {
      while (waiting_.size() < count && more()) {
      }
      return cut(std::min(count, waiting_.size()));
    }
    std::size_t sent() const { return sent_; }

   private:
    std::string cut(std::size_t count) {
      std::string text = waiting_.substr(0, count);
      waiting_.erase(0, count);
      return text;
    }
    bool more() {
      while (!over_) {
        pollfd polled{socket_, POLLIN, 0};
        if (::poll(&polled, 1, 50) <= 0) continue;
        char bytes[4096];
        const auto got = ::recv(socket_, bytes, sizeof bytes, 0);
        if (got <= 0) return false;
        waiting_.append(bytes, static_cast<std::size_t>(got));
        return true;
      }
      return false;
    }
    int socket_;
    const std::atomic<bool>& over_;
    std::string waiting_;
    std::size_t sent_ = 0;
  };
  using Handler = std::function<void(Talk&)>;

  explicit Taker(Handler handler) : handler_(std::move(handler)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&here), size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&here), &size) != 0)
      throw std::runtime_error("no port for a taker");
    port_ = ntohs(here.sin_port);
    thread_ = std::thread([this] { take(); });
  }
  ~Taker() {
    over_ = true;
    thread_.join();
    for (auto& one : talks_) one.join();
    ::close(listener_);
  }
  Taker(const Taker&) = delete;
  Taker& operator=(const Taker&) = delete;

  int port() const { return port_; }
  int connections() const { return connections_; }
  std::vector<std::string> taken() const {
    const std::lock_guard lock(mutex_);
    return taken_;
  }
  void keep(const std::string& text) {
    const std::lock_guard lock(mutex_);
    taken_.push_back(text);
  }

 private:
  void take() {
    while (!over_) {
      pollfd polled{listener_, POLLIN, 0};
      if (::poll(&polled, 1, 50) <= 0) continue;
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) continue;
      ++connections_;
      talks_.emplace_back([this, socket] {
        Talk talk(socket, over_);
        handler_(talk);
        ::close(socket);
      });
    }
  }

  Handler handler_;
  int listener_, port_ = 0;
  std::atomic<bool> over_ = false;
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> taken_;
  std::vector<std::thread> talks_;
  std::thread thread_;
};

// Takes every mail: the receiver, a line break, the text.
class MailTaker {
 public:
  std::string url() const { return "smtp://127.0.0.1:" + std::to_string(taker_.port()); }
  std::vector<std::string> mails() const { return taker_.taken(); }

 private:
  Taker taker_{[this](Taker::Talk& talk) {
    talk.send("220 here\r\n");
    std::string to;
    for (std::string line = talk.until("\r\n"); !line.empty(); line = talk.until("\r\n")) {
      if (line.starts_with("RCPT TO:")) to = line.substr(8);
      if (line.starts_with("DATA")) {
        talk.send("354 go on\r\n");
        taker_.keep(to + talk.until("\r\n.\r\n"));
      }
      talk.send(line.starts_with("QUIT") ? "221 bye\r\n" : "250 good\r\n");
    }
  }};
};

// Takes every request: its first line, a line break, headers and body.
class HttpTaker {
 public:
  using Answer = std::function<void(const std::string& path, Taker::Talk&)>;
  explicit HttpTaker(Answer answer = nullptr) : answer_(std::move(answer)) {}
  std::string url(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(taker_.port()) + path; }
  int port() const { return taker_.port(); }
  int connections() const { return taker_.connections(); }
  std::vector<std::string> requests() const { return taker_.taken(); }

 private:
  Answer answer_;
  Taker taker_{[this](Taker::Talk& talk) {
    const std::string head = talk.until("\r\n\r\n");
    if (head.empty()) return;
    const auto length = head.find("Content-Length: ");
    const std::string body = length == std::string::npos ? "" : talk.bytes(std::stoul(head.substr(length + 16)));
    taker_.keep(head + body);
    const auto from = head.find(' ') + 1;
    const std::string path = head.substr(from, head.find(' ', from) - from);
    if (answer_) return answer_(path, talk);
    talk.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
  }};
};

}  // namespace remise::testing
