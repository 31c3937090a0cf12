/** How the page about the API looks, in light and dark. */
export const docsStyle = `
:root { --page: #f1f3f5; --panel: #fff; --line: #dee2e6; --text: #212529; --muted: #495057; --blue: #1864ab; --green: #2b6b34; --orange: #a33b00; --red: #b02525; }
@media (prefers-color-scheme: dark) {
  :root { --page: #141414; --panel: #1f1f1f; --line: #424242; --text: #e9ecef; --muted: #adb5bd; --blue: #74c0fc; --green: #8ce99a; --orange: #ffc078; --red: #ffa8a8; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/22px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: var(--blue); }
code, pre { font: 13px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
main { max-width: 880px; padding: 32px 24px 96px; }
nav { padding: 24px; border-bottom: 1px solid var(--line); background: var(--panel); }
nav ul { display: none; margin: 0; padding: 0; list-style: none; }
nav h2 { display: inline-block; margin: 8px 16px 0 0; font-size: 14px; line-height: 24px; }
nav a { color: var(--text); overflow-wrap: anywhere; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav li a { color: var(--muted); font-size: 14px; }
.title { margin: 0; font-weight: 600; }
@media (min-width: 1000px) {
  body { display: grid; grid-template-columns: 260px minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  nav ul { display: block; }
  nav h2 { display: block; margin: 16px 0 4px; line-height: 20px; }
  main { padding: 40px 40px 96px; }
}
h1 { margin: 0; font-size: 28px; line-height: 36px; font-weight: 600; }
h2 { margin: 40px 0 0; font-size: 20px; line-height: 28px; font-weight: 600; }
h3 { display: inline; margin: 0; font-size: inherit; line-height: inherit; font-weight: 600; overflow-wrap: anywhere; }
h4 { margin: 20px 0 8px; font-size: 14px; line-height: 20px; font-weight: 600; }
p { max-width: 72ch; margin: 8px 0 12px; }
.muted, .summary, .required { color: var(--muted); }
.required { font-size: 12px; font-weight: 400; }
details { margin: 8px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
summary { padding: 10px 16px; cursor: pointer; }
.summary { display: block; padding-left: 72px; }
.inside { padding: 0 16px 16px; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 52px; font: 600 12px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.get { color: var(--blue); } .post { color: var(--green); } .put { color: var(--orange); } .delete { color: var(--red); }
table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 20px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--muted); font-size: 13px; }
tbody th { width: 35%; }
.where { width: 72px; overflow-wrap: normal; }
pre { margin: 8px 0; padding: 12px 16px; border-radius: 6px; background: var(--page); white-space: pre-wrap; overflow-wrap: anywhere; }
.hidden, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: fixed; top: 8px; left: 8px; padding: 8px 16px; background: var(--panel); z-index: 1; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
@media print { nav { display: none; } }
`;
