#include "server/call/carrier.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "server/call/crypto.h"
#include "server/call/guard.h"

namespace remise::server {
namespace {

constexpr long connect_ms = 8000;
constexpr std::size_t most_at_once = 32, most_parcels = 10'000, most_answer = 64 * 1024;

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// One parcel on its way.
struct Transfer {
  Parcel parcel;
  std::function<void(Delivery)> done;
  std::string body;
  std::size_t read = 0, answered = 0;
  bool inside = false;  // an address we do not write to
  bool private_too = false;
  curl_slist *headers = nullptr, *recipients = nullptr, *names = nullptr;
  CURL* curl = nullptr;

  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() {
    curl_easy_cleanup(curl);
    for (curl_slist* list : {headers, recipients, names}) curl_slist_free_all(list);
  }
  void header(const std::string& line) { headers = curl_slist_append(headers, line.c_str()); }
};

std::size_t read_body(char* to, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::size_t n = std::min(size * count, transfer.body.size() - transfer.read);
  std::memcpy(to, transfer.body.data() + transfer.read, n);
  transfer.read += n;
  return n;
}

// Nobody wants to know what they say; who says too much is cut off.
std::size_t pass_over(char*, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  transfer.answered += size * count;
  return transfer.answered > most_answer ? 0 : size * count;
}

curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (!transfer.private_too && !is_public_address(&address->addr)) {
    transfer.inside = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void reach_mail_server(CURL* curl, const CallConfig& config) {
  curl_easy_setopt(curl, CURLOPT_URL, config.smtp.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(curl, CURLOPT_USE_SSL, static_cast<long>(config.smtp_plain ? CURLUSESSL_NONE : CURLUSESSL_ALL));
  if (config.smtp_user.empty()) return;
  curl_easy_setopt(curl, CURLOPT_USERNAME, config.smtp_user.c_str());
  curl_easy_setopt(curl, CURLOPT_PASSWORD, config.smtp_password.c_str());
}

class CurlCarrier final : public Carrier {
 public:
  CurlCarrier(const CallConfig& config, std::function<void(std::function<void()>)> post, std::vector<std::string> names)
      : config_(config), post_(std::move(post)), names_(std::move(names)) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    multi_ = curl_multi_init();
    thread_ = std::thread([this] { work(); });
  }
  ~CurlCarrier() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    curl_multi_wakeup(multi_);
    thread_.join();
    for (auto& [curl, transfer] : running_) curl_multi_remove_handle(multi_, curl);
    running_.clear();
    curl_multi_cleanup(multi_);
  }
  CurlCarrier(const CurlCarrier&) = delete;
  CurlCarrier& operator=(const CurlCarrier&) = delete;

  void send(Parcel parcel, std::function<void(Delivery)> done) override {
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.size() < most_parcels) {
        waiting_.emplace_back(std::move(parcel), std::move(done));
        done = nullptr;
      }
    }
    if (done) return post_([done = std::move(done)] { done({Delivery::Result::later, "too many wait"}); });
    curl_multi_wakeup(multi_);
  }

 private:
  using Waiting = std::pair<Parcel, std::function<void(Delivery)>>;

  void work() {
    for (;;) {
      std::deque<Waiting> fresh;
      {
        const std::lock_guard lock(mutex_);
        if (stop_) return;
        while (!waiting_.empty() && running_.size() + fresh.size() < most_at_once) {
          fresh.push_back(std::move(waiting_.front()));
          waiting_.pop_front();
        }
      }
      for (auto& [parcel, done] : fresh) begin(std::move(parcel), std::move(done));
      int running = 0;
      curl_multi_perform(multi_, &running);
      int left = 0;
      while (const CURLMsg* message = curl_multi_info_read(multi_, &left))
        if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
      curl_multi_poll(multi_, nullptr, 0, 1000, nullptr);
    }
  }

  void begin(Parcel parcel, std::function<void(Delivery)> done) {
    auto transfer = std::make_unique<Transfer>();
    transfer->parcel = std::move(parcel);
    transfer->done = std::move(done);
    transfer->private_too = config_.private_addresses || transfer->parcel.kind == Parcel::Kind::mail;
    transfer->curl = curl_easy_init();
    CURL* curl = transfer->curl;
    if (!curl || !prepare(*transfer)) return tell(*transfer, {Delivery::Result::never, "not well formed"});
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(config_.patience));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_ms);
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &pass_over);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer.get());
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, transfer.get());
    if (!config_.certificates.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, config_.certificates.c_str());
    for (const auto& name : names_) transfer->names = curl_slist_append(transfer->names, name.c_str());
    if (transfer->names) curl_easy_setopt(curl, CURLOPT_RESOLVE, transfer->names);
    curl_multi_add_handle(multi_, curl);
    running_.emplace(curl, std::move(transfer));
  }

  bool prepare(Transfer& transfer) {
    return transfer.parcel.kind == Parcel::Kind::mail ? prepare_mail(transfer) : prepare_post(transfer);
  }

  bool prepare_post(Transfer& transfer) {
    const Parcel& parcel = transfer.parcel;
    if (!checked_url(parcel.to, config_.private_addresses)) return false;
    if (parcel.kind == Parcel::Kind::push) {
      const auto sealed = sealed_push(parcel.body, parcel.key, parcel.secret);
      const auto allowed = push_authorization({config_.push_private, config_.push_public}, origin_of_url(parcel.to),
                                              config_.contact, seconds_now());
      if (!sealed || !allowed) return false;
      transfer.body = *sealed;
      transfer.header("Authorization: " + *allowed);
      transfer.header("Content-Encoding: aes128gcm");
      transfer.header("Content-Type: application/octet-stream");
      transfer.header("TTL: " + std::to_string(parcel.lives_s));
      transfer.header(std::string("Urgency: ") + (parcel.urgent ? "high" : "normal"));
      transfer.header("Topic: " + parcel.topic);
    } else {
      // As standardwebhooks.com has it.
      const std::string time = std::to_string(seconds_now());
      transfer.body = parcel.body;
      transfer.header("Content-Type: application/json");
      transfer.header("webhook-id: " + parcel.id);
      transfer.header("webhook-timestamp: " + time);
      if (const auto key = from_base64url(parcel.secret); key && !key->empty())
        transfer.header("webhook-signature: v1," +
                        base64(hmac_sha256(*key, parcel.id + "." + time + "." + parcel.body)));
    }
    transfer.header("User-Agent: Remise");
    transfer.header("Expect:");
    CURL* curl = transfer.curl;
    curl_easy_setopt(curl, CURLOPT_URL, parcel.to.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, config_.private_addresses ? "https,http" : "https");
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer.body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, transfer.body.data());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, transfer.headers);
    return true;
  }

  bool prepare_mail(Transfer& transfer) {
    CURL* curl = transfer.curl;
    transfer.body = transfer.parcel.body;
    transfer.recipients = curl_slist_append(nullptr, ("<" + transfer.parcel.to + ">").c_str());
    reach_mail_server(curl, config_);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, ("<" + config_.mail_from + ">").c_str());
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, transfer.recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, &read_body);
    curl_easy_setopt(curl, CURLOPT_READDATA, &transfer);
    return true;
  }

  void finish(CURL* curl, CURLcode result) {
    curl_multi_remove_handle(multi_, curl);
    const auto found = running_.extract(curl);
    if (!found) return;
    const Transfer& transfer = *found.mapped();
    tell(transfer, judged(transfer, result));
  }

  static Delivery judged(const Transfer& transfer, CURLcode result) {
    using Result = Delivery::Result;
    long code = 0;
    curl_off_t after = 0;
    curl_easy_getinfo(transfer.curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_getinfo(transfer.curl, CURLINFO_RETRY_AFTER, &after);
    const std::string answer = "answer " + std::to_string(code);
    if (transfer.inside && result != CURLE_OK) return {Result::never, "an address inside"};
    if (transfer.parcel.kind == Parcel::Kind::mail) {
      if (result == CURLE_OK) return {};
      if (code >= 500 && result != CURLE_LOGIN_DENIED) return {Result::never, answer};
      return {Result::later, curl_easy_strerror(result)};
    }
    if (result != CURLE_OK && !(result == CURLE_WRITE_ERROR && code != 0))
      return {Result::later, curl_easy_strerror(result)};
    if (code >= 200 && code < 300) return {};
    // A push service forgets with either; behind a webhook 404 may be somebody who tidies up.
    if (code == 410 || (code == 404 && transfer.parcel.kind == Parcel::Kind::push)) return {Result::gone, answer};
    if (code == 408 || code == 425 || code == 429 || code >= 500)
      return {Result::later, answer, static_cast<std::int64_t>(after) * 1000};
    return {Result::never, answer};
  }

  void tell(const Transfer& transfer, Delivery delivery) {
    post_([done = transfer.done, delivery = std::move(delivery)] { done(delivery); });
  }

  const CallConfig config_;
  std::function<void(std::function<void()>)> post_;
  std::vector<std::string> names_;
  CURLM* multi_ = nullptr;
  std::map<CURL*, std::unique_ptr<Transfer>> running_;
  std::mutex mutex_;
  std::deque<Waiting> waiting_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace

std::string try_mail_server(const CallConfig& config) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (!curl) return "no memory";
  reach_mail_server(curl.get(), config);
  if (!config.certificates.empty()) curl_easy_setopt(curl.get(), CURLOPT_CAINFO, config.certificates.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_CUSTOMREQUEST, "NOOP");
  curl_easy_setopt(curl.get(), CURLOPT_NOBODY, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, connect_ms);
  const CURLcode result = curl_easy_perform(curl.get());
  return result == CURLE_OK ? "" : curl_easy_strerror(result);
}

std::unique_ptr<Carrier> make_carrier(const CallConfig& config, std::function<void(std::function<void()>)> post,
                                      std::vector<std::string> names) {
  return std::make_unique<CurlCarrier>(config, std::move(post), std::move(names));
}

}  // namespace remise::server
