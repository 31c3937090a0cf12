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
      code: () => import('./webhooks-list.tsx'),
      label: shellText.webhooks,
      listsAccount: true,
      actions: [{ label: paletteText.newWebhook, open: 'create' }],
    },
    {
      path: `${webhooksPath}/:id`,
      code: () => import('./webhook-detail.tsx'),
    },
  ],
};
