import { IconTag } from '@tabler/icons-react';
import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
import { tagsPath } from './tags.paths.ts';

export const tagScreens = withRecords({
  path: tagsPath,
  section: 'iam',
  code: () => import('./tags-list.tsx'),
  record: () => import('./tag-detail.tsx'),
  label: shellText.tags,
  icon: IconTag,
  onlyShared: true,
  actions: [{ label: paletteText.newTag, open: 'create' }],
});
