import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { webhooksPath } from './webhooks.paths.ts';

export const webhooksFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: webhooksPath,
      component: () => import('./webhooks-list.tsx'),
      loader: async () => (await import('./webhooks.data.ts')).loadWebhooks,
      label: shellText.webhooks,
      listsAccount: true,
      actions: [{ label: paletteText.newWebhook, open: 'create' }],
    },
    {
      path: `${webhooksPath}/:id`,
      component: () => import('./webhook-detail.tsx'),
      loader: async () => (await import('./webhooks.data.ts')).loadWebhook,
    },
  ],
};
