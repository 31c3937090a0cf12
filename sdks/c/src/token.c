/* Verification of tokens (compact JWS, Ed25519) by OpenSSL. */
#include "internal.h"
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

char *kh_base64url(const unsigned char *bytes, size_t size) {
  char *text = kh_alloc(4 * ((size + 2) / 3) + 1);
  EVP_EncodeBlock((unsigned char *)text, bytes, (int)size);
  for (char *at = text; *at; ++at) {
    if (*at == '+') *at = '-';
    if (*at == '/') *at = '_';
    if (*at == '=') *at = '\0';
  }
  return text;
}

/** The bytes of a text in base64url, with a zero behind them, or NULL. */
static unsigned char *bytes_of(const char *text, size_t length, size_t *size) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  if (length == 0 || length % 4 == 1 || strspn(text, alphabet) < length) return NULL;
  size_t padding = (4 - length % 4) % 4;
  unsigned char *padded = kh_alloc(length + padding + 1);
  memcpy(padded, text, length);
  memset(padded + length, '=', padding);
  for (size_t index = 0; index < length; ++index) {
    if (padded[index] == '-') padded[index] = '+';
    if (padded[index] == '_') padded[index] = '/';
  }
  unsigned char *bytes = kh_alloc(length + padding + 1);
  int decoded = EVP_DecodeBlock(bytes, padded, (int)(length + padding));
  free(padded);
  if (decoded < 0) {
    free(bytes);
    return NULL;
  }
  *size = (size_t)decoded - padding;
  bytes[*size] = '\0';
  return bytes;
}

static json_t *object_of(const char *text, size_t length) {
  size_t size;
  unsigned char *bytes = bytes_of(text, length, &size);
  if (!bytes) return NULL;
  json_t *object = json_loadb((const char *)bytes, size, 0, NULL);
  free(bytes);
  if (!json_is_object(object)) {
    json_decref(object);
    return NULL;
  }
  return object;
}

/** The header (0) or the content (1) of a token, not verified; NULL when it is none. */
json_t *kh_token_part(const char *token, int part) {
  const char *dot = strchr(token, '.');
  const char *second = dot ? strchr(dot + 1, '.') : NULL;
  if (!second) return NULL;
  return part == 0 ? object_of(token, (size_t)(dot - token)) : object_of(dot + 1, (size_t)(second - dot - 1));
}

bool kh_is_product(const char *rn, const char *named) {
  if (strcmp(rn, named) == 0) return true;
  char *ending = kh_print(":product:%s", named);
  size_t length = strlen(ending), whole = strlen(rn);
  bool is = !strchr(named, ':') && whole >= length && strcmp(rn + whole - length, ending) == 0;
  free(ending);
  return is;
}

bool kh_is_api_token(const char *token) { return strncmp(token, "kh_", 3) == 0; }

bool kh_is_service_account(const char *rn) {
  for (int part = 0; part < 3 && rn; ++part) {
    rn = strchr(rn, ':');
    if (rn) ++rn;
  }
  return rn && strncmp(rn, "service-account:", strlen("service-account:")) == 0;
}

json_t *kh_key_in(const json_t *keys, const json_t *header) {
  size_t index;
  json_t *key;
  json_array_foreach(keys, index, key) {
    json_t *use = json_object_get(key, "use");
    bool is_named = json_is_string(json_object_get(header, "kid")) &&
                    json_equal(json_object_get(key, "kid"), json_object_get(header, "kid"));
    if (is_named && (!use || strcmp(kh_text(key, "use"), "sig") == 0)) return key;
  }
  return NULL;
}

static bool is_signed(const char *token, const char *second, const json_t *key) {
  size_t key_size = 0, size = 0;
  const char *x = kh_text(key, "x");
  unsigned char *public = bytes_of(x, strlen(x), &key_size);
  unsigned char *signature = bytes_of(second + 1, strlen(second + 1), &size);
  EVP_PKEY *loaded = public ? EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public, key_size) : NULL;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool is = loaded && signature && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, loaded) == 1 &&
            EVP_DigestVerify(context, signature, size, (const unsigned char *)token, (size_t)(second - token)) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(loaded);
  free(public);
  free(signature);
  return is;
}

/** The content of a token, whose algorithm and type are the only ones accepted; NULL with the failure. */
json_t *kh_signed_content(const char *token, const json_t *key, const char *type, keyhold_error *error) {
  json_t *header = kh_token_part(token, 0);
  const char *algorithm = kh_text(header, "alg");
  bool is_accepted = (strcmp(algorithm, "Ed25519") == 0 || strcmp(algorithm, "EdDSA") == 0) &&
                     strcmp(kh_text(header, "typ"), type) == 0 && !json_object_get(header, "crit");
  json_decref(header);
  bool is_key = strcmp(kh_text(key, "kty"), "OKP") == 0 && strcmp(kh_text(key, "crv"), "Ed25519") == 0;
  const char *second = is_accepted ? strchr(strchr(token, '.') + 1, '.') : NULL;
  json_t *content = is_key && second && is_signed(token, second, key) ? kh_token_part(token, 1) : NULL;
  if (!content) kh_invalid(error, "The token is not signed by this license server.");
  return content;
}

static bool is_text_or_null(const json_t *object, const char *name) {
  const json_t *value = json_object_get(object, name);
  return json_is_string(value) || json_is_null(value);
}

static bool is_whole(const json_t *claims) {
  static const char *const texts[] = {"iss", "aud", "sub", "jti", "lic", "dev", "stream", "mode"};
  static const char *const numbers[] = {"iat", "nbf", "exp", "epoch", "seq", "grace-exp"};
  for (size_t one = 0; one < sizeof texts / sizeof *texts; ++one) {
    if (!json_is_string(json_object_get(claims, texts[one]))) return false;
  }
  for (size_t one = 0; one < sizeof numbers / sizeof *numbers; ++one) {
    if (!json_is_number(json_object_get(claims, numbers[one]))) return false;
  }
  const json_t *cert = json_object_get(claims, "cert"), *addons = json_object_get(claims, "addons");
  const char *type = kh_text(cert, "type"), *mode = kh_text(claims, "mode");
  size_t index;
  json_t *addon;
  json_array_foreach(addons, index, addon) if (!json_is_string(addon)) return false;
  return json_is_array(addons) && json_is_string(json_object_get(cert, "product")) &&
         json_is_string(json_object_get(cert, "version")) && is_text_or_null(cert, "expiry") &&
         is_text_or_null(cert, "maintenance-end") && is_text_or_null(claims, "nonce") &&
         (strcmp(mode, "online") == 0 || strcmp(mode, "offline") == 0) &&
         (strcmp(type, "Perpetual") == 0 || strcmp(type, "Subscription") == 0 || strcmp(type, "Trial") == 0);
}

/** Requires every claim, and that those of the request match. */
keyhold_result kh_check_claims(const json_t *claims, const json_t *expected, keyhold_error *error) {
  if (!is_whole(claims)) return kh_invalid(error, "The lease token has not every claim.");
  const char *name;
  json_t *wanted;
  json_object_foreach((json_t *)expected, name, wanted) {
    const json_t *claim = json_object_get(claims, name);
    bool is_same = json_is_number(wanted) && json_is_number(claim)
                       ? json_number_value(wanted) == json_number_value(claim)
                       : json_equal(wanted, claim);
    if (strcmp(name, "aud") == 0) is_same = kh_is_product(kh_text(claims, name), kh_text(expected, name));
    if (!is_same) {
      return kh_fail(error, KEYHOLD_INVALID_REPLY, "invalid-reply", "The lease token is about another %s.", name);
    }
  }
  return KEYHOLD_OK;
}

/** The claims of an offline lease, verified by the root key that is built into the application; NULL with the failure. */
json_t *kh_verify_offline(const char *token, const json_t *root, keyhold_error *error) {
  json_t *header = kh_token_part(token, 0);
  json_t *certified = kh_signed_content(kh_text(header, "key-cert"), root, "key+jwt", error);
  json_decref(header);
  if (!certified) return NULL;
  const json_t *ends = json_object_get(certified, "exp");
  json_t *claims = kh_signed_content(token, json_object_get(certified, "jwk"), "lease+jwt", error);
  json_t *expected = json_pack("{s:s}", "mode", "offline");
  bool is_valid = claims && kh_check_claims(claims, expected, error) == KEYHOLD_OK;
  if (is_valid && (!json_is_number(ends) ||
                   json_number_value(json_object_get(claims, "exp")) > json_number_value(ends))) {
    kh_invalid(error, "The certificate of the offline lease ends before the lease does.");
    is_valid = false;
  }
  json_decref(expected);
  json_decref(certified);
  if (!is_valid) json_decref(claims);
  return is_valid ? claims : NULL;
}
