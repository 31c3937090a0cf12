import { calls, type Tag } from '@keyhold/contract';
import { tagQuery } from '#data/roles-and-tags.ts';
import { tagsText } from '#i18n/text/people.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { actionMutation, bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';

export const createTag = bodyMutation(calls.createTag, { invalidates: ['tag'], success: tagsText.created });

export const updateTag = recordMutation(calls.updateTag, { query: tagQuery, success: tagsText.updated });

export const restoreTag = actionMutation(calls.restoreTag, { invalidates: ['tag'], success: tagsText.restored });

export const tagDeletion: Deletion<Tag> = {
  kind: 'tag',
  nameOf: ({ name }) => name,
  words: tagsText,
  current: currentOf(tagQuery),
  remove: (tag, headers) => client.send(calls.deleteTag, { params: paramsOf(tag), headers }),
  restore: restoreTag,
};
