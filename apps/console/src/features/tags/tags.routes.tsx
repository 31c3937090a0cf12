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
      lazy: {
        Component: async () => (await import('./tags-list.tsx')).default,
        loader: async () => (await import('./tags.data.ts')).loadTags,
      },
      label: shellText.tags,
      icon: IconTag,
      onlyShared: true,
      listsAccount: true,
      actions: [{ label: paletteText.newTag, open: 'create' }],
    },
    {
      path: `${tagsPath}/:id`,
      lazy: {
        Component: async () => (await import('./tag-detail.tsx')).default,
        loader: async () => (await import('./tags.data.ts')).loadTag,
      },
    },
  ],
};
