package keyhold;

import java.util.List;
import java.util.Locale;

/** Sentences for users, in English, German and French. */
public final class Sentences {
  private static final List<String> LANGUAGES = List.of("en", "de", "fr");

  private Sentences() {}

  /**
   * The sentence for users of an error, in their language. A code without a sentence, which only a developer can cause or a newer
   * server sends, and another language have the message in English.
   */
  public static String sentenceFor(KeyholdException failure, Locale language) {
    String code = failure.is("lease-released") ? failure.reason().orElse("") : failure.code();
    return sentence(code, failure.getMessage(), language);
  }

  /** The sentence for users of a release, in their language. */
  public static String sentenceFor(Released released, Locale language) {
    return sentence(released.reason(), released.message(), language);
  }

  private static String sentence(String code, String message, Locale language) {
    String[] texts = SentenceTable.SENTENCES.get(code);
    int at = LANGUAGES.indexOf(language.getLanguage());
    return texts == null || at < 0 ? message : texts[at];
  }
}
