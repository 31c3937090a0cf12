import type { Language } from '@keyhold/contract';
import { escapeHtml } from '../escape-html.ts';

/** The parts of every mail: some sentences, one link, some more sentences. */
interface Letter {
  readonly language: Language;
  readonly heading: string;
  readonly greeting: string;
  readonly before: readonly string[];
  /** The text before the address of the link. */
  readonly copy: string;
  readonly link: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
}

/** The sender of a mail. */
export interface Sender {
  readonly title: string;
  readonly url: string;
}

/** A letter as plain text; the link stands alone on its line. */
export function writeText(letter: Letter, sender: Sender): string {
  const paragraphs = [
    letter.greeting,
    ...letter.before,
    letter.link.url,
    ...letter.after,
    `${sender.title}\n${sender.url}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** A letter as a self-contained page: styles are inline, where mail programs keep them. */
export function writeHtml(letter: Letter, sender: Sender): string {
  const title = escapeHtml(sender.title);
  const url = escapeHtml(letter.link.url);
  return `<!doctype html>
<html lang="${letter.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(letter.heading)}</title>
</head>
<body style="margin:0;padding:32px 16px;background-color:#f1f3f5">
<div style="max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border:1px solid #dee2e6;border-radius:8px;${type}">
<p style="margin:0 0 24px;font-weight:600;color:#495057">${title}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600">${escapeHtml(letter.heading)}</h1>
${paragraph(letter.greeting)}
${letter.before.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;background-color:#1864ab;border-radius:4px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(letter.link.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#495057">${escapeHtml(letter.copy)}<br><a href="${url}" style="color:#1864ab;word-break:break-all">${url}</a></p>
${letter.after.map(paragraph).join('\n')}
</div>
<p style="max-width:560px;margin:16px auto 0;text-align:center;${type}font-size:13px;color:#495057">${title} · <a href="${escapeHtml(sender.url)}" style="color:#495057">${escapeHtml(sender.url)}</a></p>
</body>
</html>
`;
}

const type =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#212529;";

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}
