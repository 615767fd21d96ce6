#include "sim/post.h"

namespace remise::sim {

server::Delivery SimCarrier::judged(const server::Parcel& parcel, bool& arrives) {
  using Result = server::Delivery::Result;
  arrives = false;
  if (dice_.chance(post_->refused)) return {Result::later, "busy"};
  if (dice_.chance(post_->never)) return {Result::never, "refused"};
  if (parcel.kind == server::Parcel::Kind::push && dice_.chance(post_->gone)) return {Result::gone, "410"};
  arrives = true;
  if (dice_.chance(post_->unsure)) return {Result::later, "no answer"};
  return {};
}

void SimCarrier::send(server::Parcel parcel, std::function<void(server::Delivery)> done) {
  const std::size_t n = post_->sent.size();
  post_->sent.push_back({timeline_.now(), parcel, node_});
  bool arrives = false;
  const auto delivery = judged(parcel, arrives);
  const bool survives = dice_.chance(500);  // what a process has sent when it dies may still arrive
  timeline_.after(dice_.delay(100 * millisecond), [this, n, arrives, survives, post = post_, life = life_, delivery,
                                                   back = dice_.delay(50 * millisecond), done = std::move(done)] {
    post->sent[n].arrived = arrives && (!life->over || survives);
    if (post->sent[n].arrived && post->arrived) post->arrived(SentLetter(post->sent[n]));
    if (life->over) return;
    timeline_.after(back, while_alive(life, [n, post, delivery, done] {
                      post->sent[n].told = true;
                      post->sent[n].answer = delivery.result;
                      done(delivery);
                    }));
  });
}

}  // namespace remise::sim
