import { escapeHtml } from '@keyhold/server/escape-html';

/** A mail as displayed in the mailbox. */
export interface MailboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly 'created-on': string;
}

/** The mailbox as a page without scripts: each mail is a `details` element, the newest is open. */
export function mailboxPage(title: string, mails: readonly MailboxMail[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mailbox · ${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<div><h1>Mailbox</h1><p>${count}. ${escapeHtml(title)} shows every mail here, because it runs as a demo.</p></div>
<a class="refresh" href="/dev/mailbox">Refresh</a>
</header>
${mails.length === 0 ? '<p class="empty">There are no mails yet. Invite a user or reset a password, then refresh.</p>' : mails.map(mailSection).join('\n')}
</main>
</body>
</html>
`;
}

function mailSection(mail: MailboxMail, index: number): string {
  const time = mail['created-on'];
  return `<details${index === 0 ? ' open' : ''}>
<summary><span class="subject">${escapeHtml(mail.subject)}</span><span class="to">To ${escapeHtml(mail.to)}</span><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></summary>
<div class="text">${withLinks(mail.text)}</div>
</details>`;
}

/** Escapes plain text as HTML, with its web addresses as links. */
export function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');
}

const style = `
:root { --page: #f1f3f5; --panel: #fff; --line: #dee2e6; --text: #212529; --muted: #495057; --blue: #1864ab; }
@media (prefers-color-scheme: dark) {
  :root { --page: #141414; --panel: #1f1f1f; --line: #424242; --text: #e9ecef; --muted: #adb5bd; --blue: #74c0fc; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/20px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 800px; margin: 0 auto; padding: 32px 16px; }
header { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; margin-bottom: 24px; }
h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 600; }
header p { margin: 4px 0 0; color: var(--muted); }
a { color: var(--blue); overflow-wrap: anywhere; }
.refresh { flex: none; padding: 8px 16px; border: 1px solid var(--line); border-radius: 4px; background: var(--panel); font-weight: 600; text-decoration: none; }
details, .empty { margin: 0 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.empty { padding: 32px; text-align: center; color: var(--muted); }
summary { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 12px 16px; cursor: pointer; }
.subject { font-weight: 600; }
.to { flex: 1; color: var(--muted); overflow-wrap: anywhere; }
time { color: var(--muted); font-variant-numeric: tabular-nums; }
.text { max-width: 72ch; padding: 0 16px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
`;
