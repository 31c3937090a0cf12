import { escapeHtml } from '@keyhold/server/escape-html';
import type { ProviderPerson } from './people.ts';

/** The page that selects the user who signs in. It has no password, because the users are not real. */
export function pickPage(people: readonly ProviderPerson[], action: string): string {
  const buttons = people.map(
    ({ subject, firstName, lastName, email, about }) =>
      `<li><button name="subject" value="${escapeHtml(subject)}"><strong>${escapeHtml(`${firstName} ${lastName}`)}</strong><span>${escapeHtml(email)}</span><span>${escapeHtml(about)}</span></button></li>`,
  );
  return page(
    'Who are you?',
    `<p>This is the identity provider of Fjord Film, which the demo plays. Pick somebody to sign in as.</p>
<form method="post" action="${escapeHtml(action)}"><ul>${buttons.join('')}</ul></form>
<form method="post" action="${escapeHtml(action)}"><button class="quiet" name="subject" value="">Cancel</button></form>`,
  );
}

/** The sign-out confirmation; the form is the provider's own. */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    `<p>This signs you out here, and of everything that you signed in to from here.</p>
${form}<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );
}

/** A page with one sentence. */
export function sentencePage(title: string, sentence: string): string {
  return page(title, `<p>${escapeHtml(sentence)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Identity provider of the demo</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

const style = `
:root { --page: #f1f3f5; --panel: #fff; --hover: #f8f9fa; --line: #dee2e6; --text: #212529; --muted: #495057; --blue: #1864ab; }
@media (prefers-color-scheme: dark) {
  :root { --page: #141414; --panel: #1f1f1f; --hover: #262626; --line: #424242; --text: #e9ecef; --muted: #adb5bd; --blue: #74c0fc; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); font: 14px/20px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { width: 100%; max-width: 384px; padding: 24px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 8px 0 16px; color: var(--muted); }
ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
button { font: inherit; color: inherit; cursor: pointer; }
li button { display: grid; width: 100%; padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px; background: none; text-align: start; overflow-wrap: anywhere; }
li button:hover { background: var(--hover); }
li span { color: var(--muted); }
.main, .quiet { width: 100%; padding: 8px 16px; border-radius: 6px; }
.main { border: 1px solid var(--line); background: none; font-weight: 600; }
.quiet { margin-top: 12px; border: 0; background: none; color: var(--blue); }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
`;
