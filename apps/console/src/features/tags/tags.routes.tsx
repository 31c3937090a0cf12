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
      component: () => import('./tags-list.tsx'),
      loader: async () => (await import('./tags.data.ts')).loadTags,
      label: shellText.tags,
      icon: IconTag,
      onlyShared: true,
      listsAccount: true,
      actions: [{ label: paletteText.newTag, open: 'create' }],
    },
    {
      path: `${tagsPath}/:id`,
      component: () => import('./tag-detail.tsx'),
      loader: async () => (await import('./tags.data.ts')).loadTag,
    },
  ],
};
