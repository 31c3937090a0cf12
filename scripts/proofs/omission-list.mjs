/** @param {string} file */
const unit = (file) => ['vitest', 'run', file];
const journeys = ['e2e', 'texts.spec', '--grep', 'add-on license'];
const types = ['tsc', '-p', 'tsconfig.json'];
const consoleTypes = ['tsc', '-p', 'apps/console/tsconfig.json'];
const texts = unit('apps/server/test/contract/texts.test.ts');

/** The omissions: the text that is removed from a file, its replacement, and the check that must fail. */
export const omissions = [
  {
    forgotten: 'a searched column is not indexed',
    file: 'apps/server/src/db/migrations/0049-order-references.ts',
    text: 'await rebuildSearchText(db, table);',
    check: unit('apps/server/src/db/searched-columns.test.ts'),
  },
  {
    forgotten: 'it is not searched in the browser',
    file: 'apps/console/src/parts/addons/addon-columns.tsx',
    text: ', ...own]',
    instead: ']',
    check: journeys,
  },
  {
    forgotten: 'it has no name in the audit log',
    file: 'apps/console/src/i18n/messages/en/general/fields.ts',
    text: "  'order-reference': 'Order reference',\n",
    check: consoleTypes,
  },
  {
    forgotten: 'the command does not set it',
    file: 'packages/cli/src/commands/licensing/addon-licenses.ts',
    text: "addTextOptions(changing, resources.addonLicense, 'update').action(change)",
    instead: 'changing.action(change)',
    check: unit('packages/cli/src/output/texts.test.ts'),
  },
  {
    forgotten: 'the command does not list it',
    file: 'packages/cli/src/output/texts.ts',
    text: "return textsWith(one, 'listed').map((name) => String(values[name]));",
    instead: 'return values ? [] : [];',
    check: unit('apps/server/src/operator/texts.test.ts'),
  },
  {
    forgotten: 'it is dropped on create',
    file: 'apps/server/src/modules/licenses/issue/issue-licenses.ts',
    text: '        ...textsIn(resources.addonLicense, body),\n',
    check: texts,
  },
  {
    forgotten: 'it is dropped on update',
    file: 'apps/server/src/modules/licenses/addons/addon-licenses.ts',
    text: 'textsIn(resources.addonLicense, body)',
    instead: '{}',
    check: texts,
  },
  {
    forgotten: "it is dropped by the console's create form",
    file: 'apps/console/src/features/licenses/terms/issue-forms.tsx',
    text: ' ...written,',
    check: journeys,
  },
  {
    forgotten: "it is dropped by the console's update form",
    file: 'apps/console/src/parts/addons/addons.data.ts',
    text: '  query: addonLicenseQuery,\n',
    instead: "  query: addonLicenseQuery,\n  body: (texts) => ({ ...texts, 'order-reference': '' }),\n",
    check: journeys,
  },
  {
    forgotten: "it has no example in the API's document",
    file: 'packages/contract/src/resources/licensing/license-resources.ts',
    text: "    example: 'PO-2026-1187',\n",
    check: types,
  },
  {
    forgotten: 'the demo says nothing in it',
    file: 'apps/demo/src/rows/license-rows.ts',
    text: "return type === 'Trial' ? '' : ",
    instead: "return type ? '' : ",
    check: unit('apps/demo/src/demo.test.ts'),
  },
  {
    forgotten: 'it has no bound',
    file: 'packages/contract/src/resources/licensing/license-resources.ts',
    text: "optionalLineSchema('The order reference', 60)",
    instead: "z.string().default('')",
    check: texts,
  },
  {
    forgotten: 'a number has no bound',
    file: 'packages/contract/src/resources/licensing/lease-times.ts',
    text: 'wholeNumberSchema(least, most, message)',
    instead: 'wholeNumberSchema(least, 1e9, message)',
    check: texts,
  },
  {
    forgotten: 'a number is dropped on update',
    file: 'apps/server/src/modules/catalogue/catalogue.ts',
    text: "updateRow(tx, 'products', row.id, { ...fields, shared })",
    instead: "updateRow(tx, 'products', row.id, { ...fields, shared, 'grace-seconds': row['grace-seconds'] })",
    check: texts,
  },
  {
    forgotten: 'choices are dropped on update',
    file: 'apps/server/src/modules/webhooks/webhooks.ts',
    text: '{ ...body, failures: 0',
    instead: '{ ...body, events: row.events, failures: 0',
    check: texts,
  },
  {
    forgotten: 'a date is dropped on create',
    file: 'apps/server/src/modules/service-accounts/service-account-tokens.ts',
    text: '      ...body,\n',
    instead: "      ...body,\n      'expires-on': new Date(Date.now() + 60_000).toISOString(),\n",
    check: texts,
  },
  {
    forgotten: 'a number is not shown in replies',
    file: 'apps/server/src/records/resources.ts',
    text: 'if (!(name in values)) continue;',
    instead: "if (!(name in values) || name === 'lease-seconds') continue;",
    check: texts,
  },
];
