package keyhold.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON (RFC 8259), which the JDK does not read: objects are maps, arrays lists, numbers doubles. */
public final class Json {
  /** Deeper values are refused. */
  private static final int DEEPEST = 64;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Parses a text; throws IllegalArgumentException when it is invalid. */
  public static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    json.space();
    if (json.at != text.length()) throw json.invalid();
    return value;
  }

  /** Parses an object; empty when the text is anything else. */
  public static Map<String, Object> object(String text) {
    try {
      return object(parse(text));
    } catch (IllegalArgumentException invalid) {
      return Map.of();
    }
  }

  /** A value as an object; empty when it is anything else. */
  public static Map<String, Object> object(Object value) {
    Map<String, Object> object = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) map.forEach((name, one) -> object.put((String) name, one));
    return object;
  }

  /** A text, or null when the value is anything else. */
  public static String text(Object value) {
    return value instanceof String text ? text : null;
  }

  /** A number, or null when the value is anything else. */
  public static Double number(Object value) {
    return value instanceof Double number ? number : null;
  }

  private Object value(int depth) {
    space();
    if (depth > DEEPEST || at >= text.length()) throw invalid();
    char first = text.charAt(at);
    if (first == '{') return objectAt(depth);
    if (first == '[') return array(depth);
    if (first == '"') return string();
    for (Object word : new Object[] {true, false, null}) {
      if (text.startsWith(String.valueOf(word), at)) {
        at += String.valueOf(word).length();
        return word;
      }
    }
    return number();
  }

  private Map<String, Object> objectAt(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    if (next('}')) return object;
    do {
      space();
      String name = string();
      if (!next(':')) throw invalid();
      object.put(name, value(depth + 1));
    } while (next(','));
    if (!next('}')) throw invalid();
    return object;
  }

  private List<Object> array(int depth) {
    List<Object> array = new ArrayList<>();
    at++;
    if (next(']')) return array;
    do array.add(value(depth + 1));
    while (next(','));
    if (!next(']')) throw invalid();
    return array;
  }

  private String string() {
    if (at >= text.length() || text.charAt(at) != '"') throw invalid();
    StringBuilder string = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char one = text.charAt(at);
      if (one == '"') {
        at++;
        return string.toString();
      }
      if (one < ' ') throw invalid();
      string.append(one == '\\' ? escape() : one);
    }
    throw invalid();
  }

  private char escape() {
    at++;
    if (at >= text.length()) throw invalid();
    char kind = text.charAt(at);
    if (kind == 'u') {
      if (at + 4 >= text.length()) throw invalid();
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }
    int known = "\"\\/bfnrt".indexOf(kind);
    if (known < 0) throw invalid();
    return "\"\\/\b\f\n\r\t".charAt(known);
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
    return Double.valueOf(text.substring(from, at));
  }

  private boolean next(char wanted) {
    space();
    boolean is = at < text.length() && text.charAt(at) == wanted;
    if (is) at++;
    return is;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private IllegalArgumentException invalid() {
    return new IllegalArgumentException("This is no JSON, at " + at + ".");
  }

  /** Writes maps, lists, texts, numbers, booleans and null. */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        write(entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object one : list) {
        out.append(separator);
        write(one, out);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      quote(text, out);
    } else if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
      out.append(number.longValue());
    } else {
      out.append(value);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (char one : text.toCharArray()) {
      if (one == '"' || one == '\\') out.append('\\').append(one);
      else if (one < ' ') out.append(String.format("\\u%04x", (int) one));
      else out.append(one);
    }
    out.append('"');
  }
}
