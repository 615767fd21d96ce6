#include "load/wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace remise::server {
namespace {

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) {
      pollfd polled{socket, POLLOUT, 0};
      if (::poll(&polled, 1, 10'000) <= 0) return false;
      continue;
    }
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// Appends what is there; 0: closed, -1: nothing within the time.
long receive(int socket, std::string& to, int timeout_ms) {
  pollfd polled{socket, POLLIN, 0};
  if (::poll(&polled, 1, timeout_ms) <= 0) return -1;
  char bytes[16384];
  const auto got = ::recv(socket, bytes, sizeof bytes, 0);
  if (got < 0) return errno == EAGAIN ? -1 : 0;
  to.append(bytes, static_cast<std::size_t>(got));
  return got;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// The head of an answer, when all of it is there; `size` is its length.
std::optional<HttpAnswer> read_head(std::string_view text, std::size_t& size) {
  const auto end = text.find("\r\n\r\n");
  if (end == std::string_view::npos || text.size() < 12) return std::nullopt;
  size = end + 4;
  HttpAnswer answer;
  std::from_chars(text.data() + 9, text.data() + 12, answer.status);
  for (auto at = text.find("\r\n") + 2; at < end;) {
    const auto stop = text.find("\r\n", at);
    const auto line = text.substr(at, stop - at);
    if (const auto colon = line.find(':'); colon != std::string_view::npos) {
      auto value = line.substr(colon + 1);
      while (value.starts_with(' ')) value.remove_prefix(1);
      answer.headers.emplace(lower(line.substr(0, colon)), value);
    }
    at = stop + 2;
  }
  return answer;
}

std::string request_text(std::string_view method, std::string_view path, const Address& address, const Headers& headers,
                         std::string_view body) {
  std::string text = std::string(method) + " " + std::string(path) + " HTTP/1.1\r\n";
  bool host = false;
  for (const auto& [name, value] : headers) host = host || lower(name) == "host";
  if (!host) text += "Host: " + address.host + ":" + std::to_string(address.port) + "\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  if (!body.empty() || method == "POST" || method == "PUT")
    text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + std::string(body);
}

}  // namespace

int connect_to(const Address& address, int timeout_ms) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found) != 0) return -1;
  const int fd = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  timeval limit{timeout_ms / 1000, timeout_ms % 1000 * 1000};
  ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  const bool connected = fd >= 0 && ::connect(fd, found->ai_addr, found->ai_addrlen) == 0;
  ::freeaddrinfo(found);
  if (!connected) {
    if (fd >= 0) ::close(fd);
    return -1;
  }
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

HttpClient::~HttpClient() {
  if (socket_ >= 0) ::close(socket_);
}

std::expected<HttpAnswer, std::string> HttpClient::ask(std::string_view method, std::string_view path,
                                                       const Headers& headers, std::string_view body) {
  const std::string text = request_text(method, path, address_, headers, body);
  const bool kept = socket_ >= 0;
  auto answer = exchange(text, method == "HEAD");
  if (!answer && kept) answer = exchange(text, method == "HEAD");
  return answer;
}

std::expected<HttpAnswer, std::string> HttpClient::exchange(std::string_view text, bool head) {
  const auto fail = [&](const char* why) {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
    return std::unexpected(std::string(why));
  };
  if (socket_ < 0) socket_ = connect_to(address_, timeout_);
  if (socket_ < 0) return fail("no connection");
  if (!send_all(socket_, text)) return fail("cannot send");
  std::string in;
  std::size_t size = 0;
  std::optional<HttpAnswer> answer;
  while (!(answer = read_head(in, size)))
    if (receive(socket_, in, timeout_) <= 0) return fail("no answer");
  const auto length = answer->headers.find("content-length");
  const std::size_t body = length == answer->headers.end() || head ? 0 : std::stoul(length->second);
  while (in.size() < size + body)
    if (receive(socket_, in, timeout_) <= 0) return fail("half an answer");
  answer->body = in.substr(size, body);
  const auto connection = answer->headers.find("connection");
  if (connection != answer->headers.end() && lower(connection->second) == "close") {
    ::close(socket_);
    socket_ = -1;
  }
  return *answer;
}

WebSocketClient::~WebSocketClient() { close(); }

WebSocketClient::WebSocketClient(WebSocketClient&& other) noexcept { *this = std::move(other); }

WebSocketClient& WebSocketClient::operator=(WebSocketClient&& other) noexcept {
  if (this == &other) return *this;
  close();
  socket_ = std::exchange(other.socket_, -1);
  close_code_ = other.close_code_;
  in_ = std::move(other.in_);
  parts_ = std::move(other.parts_);
  used_ = other.used_;
  return *this;
}

void WebSocketClient::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

int WebSocketClient::connect(const Address& address, const Headers& headers, int timeout_ms) {
  close();
  in_.clear();
  parts_.clear();
  used_ = 0;
  close_code_ = 0;
  socket_ = connect_to(address, timeout_ms);
  if (socket_ < 0) return 0;
  Headers all{{"Upgrade", "websocket"},
              {"Connection", "Upgrade"},
              {"Sec-WebSocket-Version", "13"},
              {"Sec-WebSocket-Key", "cmVtaXNlIHJlbWlzZSByZQ=="}};
  all.insert(all.end(), headers.begin(), headers.end());
  std::size_t size = 0;
  std::optional<HttpAnswer> answer;
  if (send_all(socket_, request_text("GET", "/api/ws", address, all, "")))
    while (!(answer = read_head(in_, size)))
      if (receive(socket_, in_, timeout_ms) <= 0) break;
  const int status = answer ? answer->status : 0;
  if (status == 101) {
    in_.erase(0, size);
    ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
  } else {
    close();
  }
  return status;
}

bool WebSocketClient::send_raw(std::string_view bytes) { return socket_ >= 0 && send_all(socket_, bytes); }

// The mask is zero: it guards old proxies from hostile pages, and here is neither.
bool WebSocketClient::send(std::string_view text, int opcode) {
  std::string frame(1, static_cast<char>(0x80 | opcode));
  if (text.size() < 126) {
    frame += static_cast<char>(0x80 | text.size());
  } else if (text.size() < 65536) {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(text.size() >> 8);
    frame += static_cast<char>(text.size() & 0xff);
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(text.size() >> shift & 0xff);
  }
  frame.append(4, '\0');
  frame += text;
  return send_raw(frame);
}

bool WebSocketClient::read_some(bool block) {
  if (socket_ < 0) return false;
  bool any = false;
  for (;;) {
    const auto got = receive(socket_, in_, block && !any ? 10'000 : 0);
    if (got == 0) {
      close();
      return false;
    }
    if (got < 0) return true;
    any = true;
    if (got < 16384) return true;
  }
}

std::optional<std::string> WebSocketClient::next() {
  for (;;) {
    const std::string_view rest = std::string_view(in_).substr(used_);
    if (rest.size() < 2) break;
    const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(rest[i])); };
    const int opcode = static_cast<int>(byte(0) & 15);
    std::uint64_t size = byte(1) & 127;
    std::size_t head = 2;
    if (size == 126) head = 4;
    if (size == 127) head = 10;
    if (rest.size() < head) break;
    if (head > 2) size = 0;
    for (std::size_t i = 2; i < head; ++i) size = size << 8 | byte(i);
    if (rest.size() < head + size) break;
    std::string payload(rest.substr(head, size));
    const bool last = (byte(0) & 0x80) != 0;
    used_ += head + size;
    if (opcode <= 2) {  // a message, or a further part of one
      parts_ += payload;
      if (last) return std::exchange(parts_, {});
    }
    if (opcode == 9) send(payload, 10);
    if (opcode == 8) {
      close_code_ = payload.size() >= 2 ? static_cast<int>(static_cast<unsigned char>(payload[0])) << 8 |
                                              static_cast<unsigned char>(payload[1])
                                        : 1005;
      close();
    }
  }
  in_.erase(0, used_);
  used_ = 0;
  if (in_.empty() && in_.capacity() > 65536) in_.shrink_to_fit();
  return std::nullopt;
}

std::optional<std::string> WebSocketClient::wait(int timeout_ms) {
  for (;;) {
    if (auto message = next()) return message;
    if (socket_ < 0) return std::nullopt;
    pollfd polled{socket_, POLLIN, 0};
    if (::poll(&polled, 1, timeout_ms) <= 0) return std::nullopt;
    if (!read_some(false)) return next();
  }
}

}  // namespace remise::server
