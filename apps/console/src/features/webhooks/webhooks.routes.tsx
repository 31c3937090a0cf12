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
      lazy: {
        Component: async () => (await import('./webhooks-list.tsx')).default,
        loader: async () => (await import('./webhooks.data.ts')).loadWebhooks,
      },
      label: shellText.webhooks,
      listsAccount: true,
      actions: [{ label: paletteText.newWebhook, open: 'create' }],
    },
    {
      path: `${webhooksPath}/:id`,
      lazy: {
        Component: async () => (await import('./webhook-detail.tsx')).default,
        loader: async () => (await import('./webhooks.data.ts')).loadWebhook,
      },
    },
  ],
};
