#include "server/people/text.h"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <memory>
#include <stdexcept>

namespace remise::server {
namespace {

constexpr UChar32 joiner = 0x200d, emoji_look = 0xfe0f, blank_braille = 0x2800;
constexpr int most_marks = 3;

void must(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(std::string("ICU: ") + u_errorName(status));
}

icu::UnicodeString from(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}
std::string utf8(const icu::UnicodeString& text) {
  std::string out;
  return text.toUTF8String(out);
}

const icu::Normalizer2& nfc() {
  UErrorCode status = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFCInstance(status);
  must(status);
  return *normalizer;
}
const icu::Normalizer2& casefold() {  // NFKC_Casefold: also takes out what cannot be seen
  UErrorCode status = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
  must(status);
  return *normalizer;
}
icu::UnicodeString apply(const icu::Normalizer2& normalizer, const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  auto result = normalizer.normalize(text, status);
  must(status);
  return result;
}

// Letters, digits and signs that names are made of in the languages of today, and what a keyboard has.
const USpoofChecker& checker() {
  static const auto made = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<USpoofChecker, void (*)(USpoofChecker*)> spoof(uspoof_open(&status), uspoof_close);
    must(status);
    icu::UnicodeSet allowed(0x20, 0x7e);
    allowed.addAll(*uspoof_getRecommendedUnicodeSet(&status)).addAll(*uspoof_getInclusionUnicodeSet(&status));
    uspoof_setAllowedUnicodeSet(spoof.get(), &allowed, &status);
    uspoof_setRestrictionLevel(spoof.get(), USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(spoof.get(),
                     USPOOF_RESTRICTION_LEVEL | USPOOF_CHAR_LIMIT | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS, &status);
    must(status);
    return spoof;
  }();
  return *made;
}

icu::UnicodeString skeleton(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString result;
  uspoof_getSkeletonUnicodeString(&checker(), 0, text, result, &status);
  must(status);
  return result;
}

// Blanks at the ends and after each other do not make another name.
icu::UnicodeString without_spare_blanks(const icu::UnicodeString& text) {
  icu::UnicodeString result;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    const bool blank = u_isUWhiteSpace(c);
    if (blank && (result.isEmpty() || result.endsWith(UChar32{' '}))) continue;
    result.append(blank ? UChar32{' '} : c);
  }
  return result.trim();
}

bool is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }
bool is_picture(UChar32 c) {
  return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) || u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER);
}

// Every character can be seen where it stands. `blanks`: every kind of them, and new lines.
bool is_plain(const icu::UnicodeString& text, bool blanks) {
  int marks = 0;
  UChar32 before = 0, base = 0;  // the character before, and the last one that is no mark and no joiner
  for (std::int32_t i = 0; i < text.length(); before = text.char32At(i), i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    marks = is_mark(c) ? marks + 1 : 0;
    if (marks > most_marks) return false;
    if (c == joiner) {
      const std::int32_t next = text.moveIndex32(i, 1);
      if (before == joiner || !is_picture(base) || next >= text.length() || !is_picture(text.char32At(next)))
        return false;
      continue;
    }
    if (c == emoji_look) {
      if (!u_hasBinaryProperty(before, UCHAR_EMOJI)) return false;
      continue;
    }
    if (!is_mark(c)) base = c;
    if (c == ' ' || (blanks && (c == '\n' || c == '\t' || u_charType(c) == U_SPACE_SEPARATOR))) continue;
    constexpr auto hidden = U_GC_C_MASK | U_GC_Z_MASK;  // control, format, private, unassigned; blanks
    if ((U_GET_GC_MASK(c) & hidden) != 0 || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return false;
    if (c == blank_braille && !blanks) return false;
  }
  return true;
}

}  // namespace

bool is_line(std::string_view text, std::size_t least) {
  const auto read = from(text);
  std::size_t visible = 0;
  for (std::int32_t i = 0; i < read.length(); i = read.moveIndex32(i, 1)) {
    const UChar32 c = read.char32At(i);
    visible += c != ' ' && !is_mark(c);
  }
  return visible >= least && is_plain(read, false);
}

bool is_text(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most && is_plain(from(text), true);
}

std::optional<std::string> account_name(std::string_view name) {
  if (name.size() > 400 || !is_line(name, 2)) return std::nullopt;
  const auto kept = apply(nfc(), from(name));
  const auto length = kept.countChar32();
  if (length < 2 || length > 32 || kept != without_spare_blanks(kept) || is_mark(kept.char32At(0))) return std::nullopt;
  UErrorCode status = U_ZERO_ERROR;
  const auto faults = uspoof_checkUnicodeString(&checker(), kept, nullptr, &status);
  must(status);
  if (faults != 0) return std::nullopt;
  return utf8(kept);
}

std::string name_key(std::string_view name) { return utf8(apply(casefold(), from(name))); }

// A small l is a capital I to the eye, and so an i in another case: to be sure they are all the same letter.
Looks looks(std::string_view name) {
  const auto folded = without_spare_blanks(apply(casefold(), from(name)));
  auto small = skeleton(apply(casefold(), skeleton(folded)));
  small.findAndReplace("i", "l");
  const auto capital = skeleton(icu::UnicodeString(folded).toUpper(icu::Locale::getRoot()));
  return {utf8(small), utf8(capital)};
}

bool texts_ready() {
  try {
    return account_name("ab") && !looks("ab").small.empty() && !name_key("ab").empty();
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace remise::server
