// Shows the OpenAPI document by Swagger UI, for reading alone: a token is for programs and is not entered here.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** Description, calls and schemas, without the bars that Swagger UI puts around them. */
function readingLayout({ React: { createElement: h } }) {
  function Layout({ getComponent, specSelectors }) {
    if (specSelectors.loadingStatus() !== 'success') return h('p', null, 'The API is being loaded.');
    const info = specSelectors.info();
    document.title = info.get('title');
    return h(
      'div',
      { className: 'swagger-ui' },
      h('h1', null, info.get('title')),
      h('p', null, `Version ${info.get('version')} · `, h('a', { href: '/openapi.json' }, 'OpenAPI document')),
      h(getComponent('Markdown', true), { source: info.get('description') }),
      h('h2', null, 'Calls'),
      h(getComponent('operations', true)),
      h(getComponent('Models', true)),
    );
  }
  // A call opens by a button, and in a button there can be no link.
  const DeepLink = ({ text }) => h('span', null, text);
  // Its table claims to be a landmark without a name, which hides that it is a table.
  const asTable = (node) => node?.querySelector('.responses-table')?.removeAttribute('role');
  const responses = (Responses) => (properties) => h('div', { ref: asTable }, h(Responses, properties));
  const authorizeOperationBtn = () => null;
  return { components: { Layout, DeepLink, authorizeOperationBtn }, wrapComponents: { responses } };
}

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#page',
  plugins: [readingLayout],
  layout: 'Layout',
  deepLinking: true,
  // The groups are an overview, which all calls at once are not; of so many only those in sight would be drawn, without their headings.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  showCommonExtensions: true,
  supportedSubmitMethods: [],
  syntaxHighlight: false,
  validatorUrl: null,
});
