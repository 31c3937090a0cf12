/** The Keyhold SDK for Java: what a licensed application embeds to consume a license. */
module keyhold {
  requires java.net.http;
  requires jdk.httpserver;

  exports keyhold;
}
