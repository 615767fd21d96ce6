// The client's side of the wire: plain HTTP requests and WebSocket, for the load generator and the tests. No Boost,
// small, so that thousands of clients fit beside the server they try.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace remise::server {

struct Address {
  std::string host = "127.0.0.1";
  int port = 8840;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpAnswer {
  int status = 0;
  std::multimap<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// A connected, blocking socket, or -1.
int connect_to(const Address& address, int timeout_ms);

// A kept connection for one request after the other.
class HttpClient {
 public:
  explicit HttpClient(Address address, int timeout_ms = 10'000) : address_(std::move(address)), timeout_(timeout_ms) {}
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Connects when needed, and once more when the kept connection was closed meanwhile.
  std::expected<HttpAnswer, std::string> ask(std::string_view method, std::string_view path,
                                             const Headers& headers = {}, std::string_view body = "");

 private:
  std::expected<HttpAnswer, std::string> exchange(std::string_view text, bool head);

  Address address_;
  int timeout_;
  int socket_ = -1;
};

class WebSocketClient {
 public:
  WebSocketClient() = default;
  ~WebSocketClient();
  WebSocketClient(WebSocketClient&& other) noexcept;
  WebSocketClient& operator=(WebSocketClient&& other) noexcept;

  // The HTTP status of the answer: 101 is success; 0 where there was none.
  int connect(const Address& address, const Headers& headers, int timeout_ms = 5000);
  bool is_open() const { return socket_ >= 0; }
  int descriptor() const { return socket_; }
  bool send(std::string_view text, int opcode = 1);  // waits until it is handed over
  bool send_raw(std::string_view bytes);
  // Reads what has arrived; false when the connection is gone.
  bool read_some(bool block);
  // The next whole text message that was read. Pings are answered on the way.
  std::optional<std::string> next();
  // Waits for the next message.
  std::optional<std::string> wait(int timeout_ms);
  int close_code() const { return close_code_; }  // as the server said it, or 0
  void close();

 private:
  int socket_ = -1;
  int close_code_ = 0;
  std::string in_;
  std::string parts_;  // of a message that came in several frames
  std::size_t used_ = 0;
};

}  // namespace remise::server
