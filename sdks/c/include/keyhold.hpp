/* The Keyhold SDK for C++17: handles that release themselves, over keyhold.h. */
#ifndef KEYHOLD_HPP
#define KEYHOLD_HPP

#include "keyhold.h"
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace keyhold {

/** A failure: `what()` is a sentence for users, `code()` is stable and for programs. */
class Error : public std::runtime_error {
 public:
  explicit Error(const keyhold_error &details) : std::runtime_error(details.message), details_(details) {}
  std::string code() const { return details_.code; }
  const keyhold_error &details() const { return details_; }

 private:
  keyhold_error details_;
};

namespace internal {
inline void check(keyhold_result result, const keyhold_error &error) {
  if (result != KEYHOLD_OK) throw Error(error);
}
struct Text {
  void operator()(char *text) const { keyhold_free(text); }
};
inline std::string take(char *text) {
  std::unique_ptr<char, Text> held(text);
  return held ? std::string(held.get()) : std::string();
}
inline const char *optional(const std::string &text) { return text.empty() ? nullptr : text.c_str(); }
}  // namespace internal

/** The sentence for users of a failure, in their language: `en`, `de` or `fr`. */
inline std::string sentence_for(const Error &error, const std::string &language) {
  return keyhold_sentence_for(&error.details(), language.c_str());
}
/** The sentence for users of the event `released`. */
inline std::string sentence_for(const keyhold_event &released, const std::string &language) {
  return keyhold_released_sentence(&released, language.c_str());
}

/** Empty texts are those that are not needed. */
struct Options {
  std::string base_url = {}, token = {}, application = {}, root_key = {}, folder = {}, device_name = {};
};

/** Called in a thread of the lease. An exception of it is swallowed: it must not end the heartbeats. */
using Listener = std::function<void(const keyhold_event &)>;

/** A place in line; its copies are the same place. */
class Place {
 public:
  /** 1 is the next. */
  int number() const { return keyhold_place_number(handle_.get()); }
  /** How long others have waited from this place, in milliseconds, or -1. */
  double estimate_ms() const { return keyhold_place_estimate_ms(handle_.get()); }
  /** Says something to at most three holders, and returns to how many it was sent. */
  int ask(const std::string &message) const {
    int asked = 0;
    keyhold_error error{};
    internal::check(keyhold_place_ask(handle_.get(), message.c_str(), &asked, &error), error);
    return asked;
  }
  /** Leaves the line, from any thread: `consume` throws the code `left`. */
  void leave() const { keyhold_place_leave(handle_.get()); }

 private:
  friend class Client;
  explicit Place(keyhold_place *place) : handle_(keyhold_place_keep(place), keyhold_place_free) {}
  std::shared_ptr<keyhold_place> handle_;
};

struct Request {
  std::string product = {}, name = {}, version = {}, license = {}, device_id = {};
  Listener listener = nullptr;
  /** With 60 to 86,400 the lease ends by itself then, with the reason `time-over`. */
  int max_seconds = 0;
  /** Waits in line where no seat is free; `on_place` gets the place, at first and with each change. */
  bool waits = false;
  std::function<void(const Place &)> on_place = nullptr;
  /** Takes this user's own seat of another device, which saves first. */
  bool takes_over = false;
  /** For how many milliseconds the user has not touched the application; called in a thread of the lease. */
  std::function<double()> idle_ms = nullptr;
  /** When this version was released, ISO 8601; a perpetual license covers versions released in its maintenance. */
  std::string released_on = {};
};

/** A seat that an earlier run checked out; its copies are the same one. */
class Offline {
 public:
  bool entitled() const { return keyhold_offline_entitled(handle_.get()); }
  std::string license() const { return keyhold_offline_license(handle_.get()); }
  /** In milliseconds since 1970. */
  double until_ms() const { return keyhold_offline_until_ms(handle_.get()); }
  /** The rns of the add-ons, a JSON array. */
  std::string addons() const { return internal::take(keyhold_offline_addons(handle_.get())); }
  /** The terms of the license, a JSON object. */
  std::string certificate() const { return internal::take(keyhold_offline_certificate(handle_.get())); }
  /** Returns the seat; the application must stop working. */
  void give_back() {
    keyhold_error error{};
    internal::check(keyhold_offline_give_back(handle_.get(), &error), error);
  }

 private:
  friend class Client;
  explicit Offline(keyhold_offline *offline) : handle_(offline, keyhold_offline_free) {}
  std::shared_ptr<keyhold_offline> handle_;
};

/** A seat, which is released by the destructor. */
class Lease {
 public:
  keyhold_state state() const { return keyhold_lease_state(handle_.get()); }
  bool entitled() const { return state().entitled; }
  std::string license() const { return state().license; }
  std::string standing() const { return keyhold_standing_name(state().standing); }
  /** The rns of the add-ons, a JSON array. */
  std::string addons() const { return internal::take(keyhold_lease_addons(handle_.get())); }
  /** The terms of the license, a JSON object. */
  std::string certificate() const { return internal::take(keyhold_lease_certificate(handle_.get())); }
  void release() { call(keyhold_lease_release); }
  /** Checks the seat out for some days; the lease goes on as offline. */
  void take_offline(int days) {
    keyhold_error error{};
    internal::check(keyhold_lease_take_offline(handle_.get(), days, &error), error);
  }
  /** Returns the seat of a lease that is checked out. */
  void give_back() { call(keyhold_lease_give_back); }

 private:
  friend class Client;
  struct Free {
    void operator()(keyhold_lease *lease) const { keyhold_lease_free(lease); }
  };
  void call(keyhold_result (*function)(keyhold_lease *, keyhold_error *)) {
    keyhold_error error{};
    internal::check(function(handle_.get(), &error), error);
  }
  /* Destroyed after the handle, whose threads call its functions. */
  std::unique_ptr<Request> request_;
  std::unique_ptr<keyhold_lease, Free> handle_;
};

/** The connection of an application to its license server. */
class Client {
 public:
  explicit Client(const Options &options) {
    keyhold_options given{};
    given.base_url = options.base_url.c_str();
    given.token = internal::optional(options.token);
    given.application = internal::optional(options.application);
    given.root_key = internal::optional(options.root_key);
    given.folder = internal::optional(options.folder);
    given.device_name = internal::optional(options.device_name);
    keyhold_client *client = nullptr;
    keyhold_error error{};
    internal::check(keyhold_open(&given, &client, &error), error);
    handle_.reset(client);
  }

  /** Takes a seat, or opens the offline lease that this user checked out on this device. */
  Lease consume(const Request &request) {
    Lease lease;
    lease.request_ = std::make_unique<Request>(request);
    keyhold_request given{};
    given.product = request.product.c_str();
    given.name = request.name.c_str();
    given.version = request.version.c_str();
    given.license = internal::optional(request.license);
    given.released_on = internal::optional(request.released_on);
    given.device_id = internal::optional(request.device_id);
    given.max_seconds = request.max_seconds;
    given.context = lease.request_.get();
    if (request.listener) given.listener = hear;
    given.waits = request.waits;
    given.takes_over = request.takes_over;
    if (request.on_place) given.on_place = move;
    if (request.idle_ms) given.idle_ms = idle;
    keyhold_lease *taken = nullptr;
    keyhold_error error{};
    internal::check(keyhold_consume(handle_.get(), &given, &taken, &error), error);
    lease.handle_.reset(taken);
    return lease;
  }

  bool restore() { return keyhold_restore(handle_.get()); }
  /** Signs a user in with their browser, which `open` opens at an address. */
  void sign_in(const std::function<void(const std::string &address)> &open) {
    Call<std::function<void(const std::string &)>> call{open, nullptr};
    keyhold_error error{};
    auto on_open = [](const char *address, void *context) {
      auto &made = *static_cast<decltype(call) *>(context);
      made.run([&] { made.function(address); });
    };
    finish(keyhold_sign_in(handle_.get(), on_open, &call, &error), error, call.thrown);
  }
  /** Signs a user in by a code that they enter in a browser elsewhere. */
  void sign_in_by_code(const std::function<void(const std::string &code, const std::string &address)> &show) {
    Call<std::function<void(const std::string &, const std::string &)>> call{show, nullptr};
    keyhold_error error{};
    auto on_code = [](const char *code, const char *address, void *context) {
      auto &made = *static_cast<decltype(call) *>(context);
      made.run([&] { made.function(code, address); });
    };
    finish(keyhold_sign_in_by_code(handle_.get(), on_code, &call, &error), error, call.thrown);
  }
  void sign_out() {
    keyhold_error error{};
    internal::check(keyhold_sign_out(handle_.get(), &error), error);
  }
  /** Uses a session token that the application got elsewhere, or the API token of a machine. */
  void use_token(const std::string &token) { keyhold_use_token(handle_.get(), token.c_str()); }
  /** The rn of the signed-in user or machine. */
  std::string user() {
    char *user = nullptr;
    keyhold_error error{};
    internal::check(keyhold_user(handle_.get(), &user, &error), error);
    return internal::take(user);
  }
  /** Opens the offline lease of a device (empty: this machine), without a server; nothing when there is none. */
  std::optional<Offline> open_offline(const std::string &product, const std::string &device = "") {
    keyhold_offline *offline = nullptr;
    keyhold_error error{};
    internal::check(keyhold_open_offline(handle_.get(), product.c_str(), internal::optional(device), &offline, &error), error);
    return offline ? std::optional<Offline>(Offline(offline)) : std::nullopt;
  }
  std::string access_token() {
    char *token = nullptr;
    keyhold_error error{};
    internal::check(keyhold_access_token(handle_.get(), &token, &error), error);
    return internal::take(token);
  }
  /** The licenses that the user may consume, of a product or of all. */
  std::vector<keyhold_license> consumable(const std::string &product = "") {
    keyhold_license *licenses = nullptr;
    std::size_t count = 0;
    keyhold_error error{};
    internal::check(keyhold_consumable(handle_.get(), internal::optional(product), &licenses, &count, &error), error);
    std::unique_ptr<keyhold_license, void (*)(void *)> held(licenses, keyhold_free);
    return {licenses, licenses + count};
  }

 private:
  template <typename Function>
  struct Call {
    Function function;
    std::exception_ptr thrown;
    template <typename Work>
    void run(Work work) noexcept {
      try {
        work();
      } catch (...) {
        thrown = std::current_exception();
      }
    }
  };
  struct Close {
    void operator()(keyhold_client *client) const { keyhold_close(client); }
  };
  static void finish(keyhold_result result, const keyhold_error &error, const std::exception_ptr &thrown) {
    if (thrown) std::rethrow_exception(thrown);
    internal::check(result, error);
  }
  static void hear(const keyhold_event *event, void *context) noexcept {
    try {
      static_cast<Request *>(context)->listener(*event);
    } catch (...) {
      return;
    }
  }
  static void move(keyhold_place *place, void *context) noexcept {
    try {
      static_cast<Request *>(context)->on_place(Place(place));
    } catch (...) {
      return;
    }
  }
  static double idle(void *context) noexcept {
    try {
      return static_cast<Request *>(context)->idle_ms();
    } catch (...) {
      return 0;
    }
  }
  std::unique_ptr<keyhold_client, Close> handle_;
};

}  // namespace keyhold
#endif
