import { IconTag } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
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
