import { calls, type Tag } from '@keyhold/contract';
import { actionMutation, bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { currentOf } from '#api/record-query.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { tagsText } from '#text/tags.ts';

export const createTag = bodyMutation(calls.createTag, { invalidates: ['tag'], success: tagsText.created });

export const updateTag = recordMutation(calls.updateTag, { query: tagQuery, success: tagsText.updated });

export const restoreTag = actionMutation(calls.restoreTag, { invalidates: ['tag'], success: tagsText.restored });

export const tagDeletion: Deletion<Tag> = {
  item: 'tag',
  nameOf: ({ name }) => name,
  words: tagsText,
  current: currentOf(tagQuery),
  remove: (tag, headers) => client.send(calls.deleteTag, { params: paramsOf(tag), headers }),
  restore: restoreTag,
};
