/** How this server sends mail. */
export interface MailSettings {
  /** The mail server, such as `smtps://user:password@mail.example.com`; without one, mail waits in the outbox. */
  readonly smtpUrl?: string | undefined;
  /** The sender of every mail, such as `Keyhold <no-reply@keyhold.example>`. */
  readonly mailFrom: string;
  /** Whether the text of a mail is kept after it was sent, for the demo's mailbox. */
  readonly keepSentMail?: boolean;
}
