import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { webhooksPath } from './webhooks.paths.ts';

export const webhookScreens = withRecords({
  path: webhooksPath,
  section: 'iam',
  code: () => import('./webhooks-list.tsx'),
  record: () => import('./webhook-detail.tsx'),
  label: shellText.webhooks,
  actions: [{ label: paletteText.newWebhook, open: 'create' }],
});
