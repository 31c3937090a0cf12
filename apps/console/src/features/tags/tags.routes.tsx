import { IconTag } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { tagsPath } from './tags.paths.ts';

export const tagsFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: tagsPath,
      code: () => import('./tags-list.tsx'),
      label: shellText.tags,
      icon: IconTag,
      onlyShared: true,
      listsAccount: true,
      actions: [{ label: paletteText.newTag, open: 'create' }],
    },
    {
      path: `${tagsPath}/:id`,
      code: () => import('./tag-detail.tsx'),
    },
  ],
};
