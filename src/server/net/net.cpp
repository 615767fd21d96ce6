#include "server/net/net.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/url/parse.hpp>
#include <chrono>
#include <deque>

#include "server/app/log.h"

namespace remise::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using std::chrono::seconds;
// One thread: no locks inside Asio, no type erasure of executors.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using Stream = beast::basic_stream<tcp, Executor, beast::simple_rate_policy>;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;
using FileResponse = http::response<http::span_body<const char>>;  // over memory that outlives every answer
using Parser = http::request_parser<http::string_body>;
using Patience = std::chrono::milliseconds;

constexpr std::uint32_t header_limit = 16 * 1024;
constexpr auto idle_time = seconds(60);              // between requests
constexpr auto websocket_idle = seconds(50);         // pings keep it alive
constexpr std::size_t websocket_bytes = 256 * 1024;  // read from one in a second; whatever the frames are
constexpr std::size_t rest_bytes = 4 * 1024 * 1024;  // of a request that was refused
constexpr int unsent_bytes = 128 * 1024;  // of a large answer the system takes so much ahead; more would hide who reads

const auto await = asio::as_tuple(asio::use_awaitable_t<Executor>{});

class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(asio::io_context& context) : context_(context) {}
  std::int64_t now() override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  std::int64_t microseconds() override {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void post(std::function<void()> work) override { asio::post(context_, std::move(work)); }
  void after(std::int64_t milliseconds, std::function<void()> work) override {
    auto timer = std::make_shared<asio::steady_timer>(context_, std::chrono::milliseconds(milliseconds));
    timer->async_wait([timer, work = std::move(work)](boost::system::error_code fault) {
      if (!fault) work();
    });
  }

 private:
  asio::io_context& context_;
};

// What limits are counted by: an IPv4 address, or the network of an IPv6 address (one household has 2^64 of those).
std::string address_key(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  const auto v6 = address.to_v6();
  if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  if (v6.is_loopback()) return "::1";
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

// How many there are, in all and of each address.
struct Tally {
  std::size_t all = 0;
  std::unordered_map<std::string, std::size_t> by_address;

  std::size_t of(const std::string& address) const {
    const auto found = by_address.find(address);
    return found == by_address.end() ? 0 : found->second;
  }
};

struct Shared {
  App& app;
  const StaticFiles& files;
  const Config& config;
  bool trust_proxy;
  Tally connections, websockets;
};

// Counts as one more as long as it lives.
class Counted {
 public:
  Counted(Tally& tally, std::string address) : tally_(tally), address_(std::move(address)) {
    ++tally_.all;
    ++tally_.by_address[address_];
  }
  ~Counted() {
    --tally_.all;
    if (const auto at = tally_.by_address.find(address_); --at->second == 0) tally_.by_address.erase(at);
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  const std::string& address() const { return address_; }

 private:
  Tally& tally_;
  std::string address_;
};

class WebSocketConnection final : public Connection, public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(Shared& shared, Stream stream) : shared_(shared), ws_(std::move(stream)) {}

  websocket::stream<Stream, false>& stream() { return ws_; }
  void attach(ClientId id) { id_ = id; }

  void send(std::string frame) override {
    if (closed_) return;
    waiting_ += frame.size();
    frames_.push_back(std::move(frame));
    if (!writing_) write();
  }
  std::size_t waiting_bytes() const override { return waiting_; }
  void close(int code) override {
    if (std::exchange(closed_, true)) return;
    // One that does not read will not read the farewell either.
    if (waiting_ > shared_.config.slow_bytes) return hang_up();
    ws_.async_close(websocket::close_reason(static_cast<websocket::close_code>(code)),
                    [self = shared_from_this()](boost::system::error_code) {});
  }
  void hang_up() {
    closed_ = true;
    boost::system::error_code ignored;
    beast::get_lowest_layer(ws_).socket().close(ignored);
  }

 private:
  void write() {
    writing_ = true;
    ws_.async_write(asio::buffer(frames_.front()),
                    [self = shared_from_this()](boost::system::error_code fault, std::size_t) {
                      self->writing_ = false;
                      self->waiting_ -= self->frames_.front().size();
                      self->frames_.pop_front();
                      if (fault) {
                        self->closed_ = true;
                        self->frames_.clear();
                        self->waiting_ = 0;
                        return;
                      }
                      if (!self->frames_.empty()) return self->write();
                      if (self->id_ != 0) self->shared_.app.clients().drained(self->id_);
                    });
  }

  Shared& shared_;
  websocket::stream<Stream, false> ws_;
  std::deque<std::string> frames_;
  std::size_t waiting_ = 0;
  bool writing_ = false;
  bool closed_ = false;
  ClientId id_ = 0;
};

std::string text_of(boost::core::string_view text) { return {text.data(), text.size()}; }

// All lines of a header as one.
template <class Name>
std::string joined(const http::fields& from, Name name) {
  std::string all;
  const auto [first, last] = from.equal_range(name);
  for (auto line = first; line != last; ++line) all += (line == first ? "" : ", ") + text_of(line->value());
  return all;
}

// One length, one encoding, one host, one asker: what a proxy and we could read differently is refused.
bool is_sound(const HttpRequest& from) {
  for (const auto once :
       {http::field::host, http::field::content_length, http::field::transfer_encoding, http::field::content_type,
        http::field::origin, http::field::authorization, http::field::cookie})
    if (from.count(once) > 1) return false;
  if (from.count("Sec-Fetch-Site") > 1 || has_doubled_cookie(text_of(from[http::field::cookie]))) return false;
  const bool modern = from.version() >= 11;
  const auto host = from.find(http::field::host);
  if (host == from.end() && modern) return false;
  const auto of_host = [](unsigned char c) { return std::isalnum(c) || std::string_view("-._:[]").contains(c); };
  if (host != from.end() && (host->value().empty() || !std::ranges::all_of(host->value(), of_host))) return false;
  const auto encoding = from.find(http::field::transfer_encoding);
  if (encoding != from.end() && (!modern || !same_word(text_of(encoding->value()), "chunked"))) return false;
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return std::ranges::all_of(from[http::field::content_length], digit);
}

std::optional<Request> read_request(const HttpRequest& from, const std::string& address, bool trust_proxy) {
  Request request;
  const auto url = boost::urls::parse_origin_form(from.target());
  if (!url) return std::nullopt;
  request.method = text_of(from.method_string());
  request.path = url->path();
  if (!is_clean(request.path)) return std::nullopt;
  for (const auto& param : url->params()) {
    if (!is_clean(param.key) || !is_clean(param.value)) return std::nullopt;
    request.query[std::string(param.key)] = std::string(param.value);
  }
  request.host = text_of(from[http::field::host]);
  request.origin = text_of(from[http::field::origin]);
  request.fetch_site = text_of(from["Sec-Fetch-Site"]);
  request.cookie = text_of(from[http::field::cookie]);
  request.authorization = text_of(from[http::field::authorization]);
  request.content_type = text_of(from[http::field::content_type]);
  request.body = from.body();
  request.address = address;
  request.forwarded = from.count("X-Forwarded-For") > 0;
  if (trust_proxy && request.forwarded) {
    // The proxy in front of us appended the last one, in the last line; the others are the client's word.
    const std::string forwarded = joined(from, "X-Forwarded-For");
    const auto last = trimmed(std::string_view(forwarded).substr(forwarded.rfind(',') + 1));
    boost::system::error_code fault;
    const auto parsed = asio::ip::make_address(last, fault);
    if (!fault) request.address = address_key(parsed);
  }
  return request;
}

void harden(http::fields& response) {
  response.set("Content-Security-Policy",
               "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src "
               "'self' data: blob:; "
               "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
               "frame-ancestors 'none'");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
}

FileResponse static_response(const StaticFile& file, const HttpRequest& request) {
  const Encoded& encoded = file.chosen(joined(request, http::field::accept_encoding));
  const auto size = encoded.bytes.size();
  FileResponse response{http::status::ok, request.version()};
  response.set(http::field::content_type, file.type);
  response.set(http::field::etag, encoded.etag);
  response.set(http::field::cache_control, file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  response.set(http::field::vary, "Accept-Encoding");
  response.set(http::field::accept_ranges, "bytes");
  if (names_tag(joined(request, http::field::if_none_match), encoded.etag)) {
    response.result(http::status::not_modified);
    return response;
  }
  const bool same = request.count(http::field::if_range) == 0 || request[http::field::if_range] == encoded.etag;
  const bool parted = request.method() == http::verb::get && same;
  const Part part = part_of(parted ? joined(request, http::field::range) : "", size);
  if (part.kind == Part::Kind::none) {
    response.result(http::status::range_not_satisfiable);
    response.set(http::field::content_range, "bytes */" + std::to_string(size));
    return response;
  }
  if (part.kind == Part::Kind::some) {
    response.result(http::status::partial_content);
    response.set(http::field::content_range, "bytes " + std::to_string(part.first) + "-" +
                                                 std::to_string(part.first + part.size - 1) + "/" +
                                                 std::to_string(size));
  }
  if (!encoded.name.empty()) response.set(http::field::content_encoding, encoded.name);
  response.body() = {encoded.bytes.data() + part.first, part.size};
  return response;
}

HttpResponse to_http(Response&& from, unsigned version) {
  HttpResponse response{static_cast<http::status>(from.status), version};
  response.set(http::field::content_type, from.content_type);
  for (const auto& [name, value] : from.headers) response.insert(name, value);
  response.body() = std::move(from.body);
  return response;
}

// Waits for a callback of the app.
template <class T, class Start>
auto wait_for(Executor executor, Start start) {
  return asio::async_initiate<const asio::use_awaitable_t<Executor>, void(T)>(
      [executor, start = std::move(start)](auto handler) mutable {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        start([executor, shared](T value) {
          asio::post(executor, [shared, value = std::move(value)]() mutable { std::move (*shared)(std::move(value)); });
        });
      },
      asio::use_awaitable_t<Executor>{});
}

using Awaitable = asio::awaitable<void, Executor>;

// A whole request, or why there is none.
asio::awaitable<boost::system::error_code, Executor> read_message(Stream& stream, beast::flat_buffer& buffer,
                                                                  Parser& parser) {
  if (auto [fault, size] = co_await http::async_read_header(stream, buffer, parser, await); fault) co_return fault;
  const HttpRequest& request = parser.get();
  if (!is_sound(request)) co_return http::make_error_code(http::error::bad_value);
  if (parser.is_done()) co_return boost::system::error_code();
  const auto headers = std::distance(request.begin(), request.end());
  if (auto [fault, size] = co_await http::async_read(stream, buffer, parser, await); fault) co_return fault;
  // What follows the body is no header: it would be believed like one.
  if (std::distance(request.begin(), request.end()) != headers) co_return http::make_error_code(http::error::bad_field);
  co_return boost::system::error_code();
}

// As fast as it is taken: the limit is progress, not the time of the whole. False when the connection is of no more
// use.
template <class Body>
asio::awaitable<bool, Executor> write_answer(Stream& stream, http::response<Body>& response, bool keep_alive, bool head,
                                             Patience patience) {
  harden(response);
  response.keep_alive(keep_alive);
  response.prepare_payload();
  if (!head && Body::size(response.body()) > static_cast<std::size_t>(unsent_bytes))
    ::setsockopt(stream.socket().native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_bytes, sizeof unsent_bytes);
  http::response_serializer<Body> serializer(response);
  serializer.split(head);
  while (head ? !serializer.is_header_done() : !serializer.is_done()) {
    stream.expires_after(patience);
    if (auto [fault, size] = co_await http::async_write_some(stream, serializer, await); fault) co_return false;
  }
  co_return keep_alive;
}

// The rest of a request that was refused before it was read is taken and thrown away, in bounds. If we closed before,
// the system would reset the connection, and whoever still sends would not hear the answer.
Awaitable take_the_rest(Stream& stream, Patience patience) {
  stream.expires_after(patience);
  std::vector<char> rest(16 * 1024);
  for (std::size_t taken = 0; taken < rest_bytes;) {
    auto [fault, size] = co_await stream.async_read_some(asio::buffer(rest), await);
    if (fault) co_return;
    taken += size;
  }
}

Awaitable talk_websocket(Shared& shared, Stream stream, HttpRequest upgrade, Identity who) {
  auto connection = std::make_shared<WebSocketConnection>(shared, std::move(stream));
  auto& ws = connection->stream();
  beast::get_lowest_layer(ws).expires_never();
  websocket::stream_base::timeout timeouts{Patience(shared.config.request_time), websocket_idle, true};
  ws.set_option(timeouts);
  ws.read_message_max(shared.config.max_frame);
  ws.write_buffer_bytes(1024);
  ws.auto_fragment(false);  // one message, one frame
  beast::get_lowest_layer(ws).rate_policy().read_limit(websocket_bytes);
  Bucket pings;
  ws.control_callback([&, flooded = false](websocket::frame_type kind, beast::string_view) mutable {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    if (flooded || kind == websocket::frame_type::close) return;
    flooded = !pings.take(shared.config.messages, std::chrono::duration_cast<Patience>(now).count());
    if (flooded) asio::post(ws.get_executor(), [connection] { connection->hang_up(); });
  });
  if (auto [fault] = co_await ws.async_accept(upgrade, await); fault) co_return;
  upgrade = {};
  ws.text(true);
  const ClientId id = shared.app.clients().add(std::move(who), *connection);
  connection->attach(id);
  {
    beast::flat_buffer buffer;
    for (;;) {
      auto [fault, size] = co_await ws.async_read(buffer, await);
      if (fault) break;
      if (!ws.got_text()) {
        connection->close(1003);
        continue;
      }
      const auto data = buffer.data();
      shared.app.clients().received(id, {static_cast<const char*>(data.data()), data.size()});
      buffer.consume(buffer.size());
      if (buffer.capacity() > 4096) buffer = beast::flat_buffer();
    }
  }
  connection->attach(0);
  connection->hang_up();
  shared.app.clients().remove(id);
}

Awaitable talk(Shared& shared, Socket socket, std::string address) {
  const Counted counted(shared.connections, std::move(address));
  const Executor executor = socket.get_executor();
  Stream stream(std::move(socket));
  const Patience patience(shared.config.request_time);
  beast::flat_buffer buffer;
  bool first = true, unread = false;
  for (;;) {
    Parser parser;
    parser.header_limit(header_limit);
    parser.body_limit(shared.config.max_body);
    stream.expires_after(first || buffer.size() > 0 ? patience : Patience(idle_time));
    if (!first && buffer.size() == 0) {
      // Idle between requests; once a request begins it has to arrive in time.
      auto [fault, size] = co_await stream.async_read_some(buffer.prepare(1024), await);
      if (fault) co_return;
      buffer.commit(size);
      stream.expires_after(patience);
    }
    first = false;
    const auto fault = co_await read_message(stream, buffer, parser);
    if (fault == http::error::end_of_stream || fault == beast::error::timeout ||
        (fault && fault.category() != http::make_error_code(http::error::bad_method).category()))
      co_return;
    HttpResponse response;
    bool keep_alive = false;
    bool head = false;
    unread = fault.failed();
    if (unread) {
      const bool large = fault == http::error::body_limit || fault == http::error::header_limit;
      response = to_http(error_response(server_error(large ? ErrorCode::too_large : ErrorCode::bad_request)), 11);
    } else {
      HttpRequest from = parser.release();
      keep_alive = from.keep_alive();
      auto request = read_request(from, counted.address(), shared.trust_proxy);
      head = from.method() == http::verb::head;
      if (head && request) request->method = "GET";
      if (!request) {
        response = to_http(error_response(server_error(ErrorCode::bad_request)), from.version());
      } else if (request->path == "/api/ws" && websocket::is_upgrade(from)) {
        stream.expires_never();
        const Counted open(shared.websockets, request->address);
        std::expected<Identity, Error> who = std::unexpected(server_error(ErrorCode::too_fast));
        // Without a proxy the connections themselves are counted.
        if (!shared.trust_proxy || shared.websockets.of(open.address()) <= shared.config.max_connections_per_address)
          who = co_await wait_for<std::expected<Identity, Error>>(
              executor, [&](auto then) { shared.app.admit(*request, std::move(then)); });
        if (who) {
          co_await talk_websocket(shared, std::move(stream), std::move(from), std::move(*who));
          co_return;
        }
        response = to_http(error_response(who.error()), from.version());
      } else if (const StaticFile* file = request->method == "GET" ? shared.files.find(request->path) : nullptr) {
        FileResponse bytes = static_response(*file, from);
        if (shared.app.admits_file(*request, head ? 0 : bytes.body().size())) {
          if (co_await write_answer(stream, bytes, keep_alive, head, patience)) continue;
          break;
        }
        response = to_http(error_response(server_error(ErrorCode::too_fast)), from.version());
      } else {
        stream.expires_never();
        const unsigned version = from.version();
        auto answered = co_await wait_for<Response>(
            executor, [&](auto then) { shared.app.http(std::move(*request), std::move(then)); });
        response = to_http(std::move(answered), version);
      }
    }
    if (!co_await write_answer(stream, response, keep_alive, head, patience)) break;
  }
  boost::system::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  if (unread) co_await take_the_rest(stream, Patience(shared.config.rest_time));
}

class AsioNet final : public Net {
 public:
  AsioNet() : loop_(context_), acceptor_(context_), signals_(context_, SIGTERM, SIGINT) {}

  Loop& loop() override { return loop_; }
  void post(std::function<void()> work) override { asio::post(context_, std::move(work)); }

  std::expected<int, std::string> listen(const std::string& address, int port) override {
    boost::system::error_code fault;
    const auto parsed = asio::ip::make_address(address, fault);
    if (fault) return std::unexpected(address + ": " + fault.message());
    const tcp::endpoint endpoint(parsed, static_cast<std::uint16_t>(port));
    acceptor_.open(endpoint.protocol(), fault);
    if (!fault) acceptor_.set_option(asio::socket_base::reuse_address(true), fault);
    if (!fault) acceptor_.bind(endpoint, fault);
    if (!fault) acceptor_.listen(4096, fault);
    if (fault) return std::unexpected(address + ":" + std::to_string(port) + ": " + fault.message());
    return acceptor_.local_endpoint().port();
  }

  void serve(App& app, const StaticFiles& files, const Config& config, bool trust_proxy) override {
    shared_ = std::make_unique<Shared>(Shared{app, files, config, trust_proxy, {}, {}});
    asio::co_spawn(context_, accept(), asio::detached);
    signals_.async_wait([this](boost::system::error_code fault, int) {
      if (!fault) stop();
    });
  }

  void run() override {
    auto guard = asio::make_work_guard(context_);
    context_.run();
  }

  // Whoever waits is answered, running commits end, then the loop.
  void stop() override {
    if (std::exchange(stopping_, true)) return;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    if (shared_) shared_->app.stop();
    loop_.after(200, [this] { context_.stop(); });
  }

 private:
  Awaitable accept() {
    while (acceptor_.is_open()) {
      auto [fault, socket] = co_await acceptor_.async_accept(await);
      if (fault == asio::error::operation_aborted) co_return;
      if (fault) {  // out of descriptors, most likely: wait until some are free
        asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>
            wait(context_, std::chrono::milliseconds(100));
        co_await wait.async_wait(await);
        continue;
      }
      boost::system::error_code unknown;
      const auto peer = socket.remote_endpoint(unknown);
      if (unknown) continue;
      socket.set_option(tcp::no_delay(true), unknown);
      const std::string address = address_key(peer.address());
      const bool crowded =
          !shared_->trust_proxy && shared_->connections.of(address) >= shared_->config.max_connections_per_address;
      if (crowded || shared_->connections.all >= shared_->config.max_connections) continue;  // closes it
      asio::co_spawn(context_, talk(*shared_, std::move(socket), address), [](const std::exception_ptr& fault_in) {
        if (!fault_in) return;
        try {
          std::rethrow_exception(fault_in);
        } catch (const std::exception& what) {
          log_line(LogLevel::error, "connection_failed", {{"what", what.what()}});
        }
      });
    }
  }

  std::unique_ptr<Shared> shared_;  // outlives the connections, which end with the context
  asio::io_context context_{1};
  AsioLoop loop_;
  asio::basic_socket_acceptor<tcp, Executor> acceptor_;
  asio::signal_set signals_;
  bool stopping_ = false;
};

}  // namespace

std::unique_ptr<Net> make_net() { return std::make_unique<AsioNet>(); }

}  // namespace remise::server
