import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
import { webhooksPath } from './webhooks.paths.ts';

export const webhookScreens = withRecords({
  path: webhooksPath,
  section: 'iam',
  code: () => import('./webhooks-list.tsx'),
  record: () => import('./webhook-detail.tsx'),
  label: shellText.webhooks,
  actions: [{ label: paletteText.newWebhook, open: 'create' }],
});
