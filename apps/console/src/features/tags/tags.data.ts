import { type BodyInputOf, calls, resourceIdOf, type Tag } from '@keyhold/contract';
import { type Change, mutation, paramsOf, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { tagsText } from '#text/tags.ts';

export const createTag = mutation({
  send: (body: BodyInputOf<typeof calls.createTag>) => client.send(calls.createTag, { body }),
  invalidates: ['tag'],
  success: tagsText.created,
});

export const updateTag = mutation({
  send: ({ base, intent }: Change<Tag, BodyInputOf<typeof calls.updateTag>>, headers) =>
    versionOf(client.sendForReply(calls.updateTag, { params: paramsOf(base), body: intent, headers })),
  updates: ({ base }) => tagQuery(resourceIdOf(base.rn)).queryKey,
  invalidates: ['tag'],
  success: tagsText.updated,
});

export const restoreTag = mutation({
  send: (tag: { rn: string }) => client.send(calls.restoreTag, { params: paramsOf(tag), body: {} }),
  invalidates: ['tag'],
  success: tagsText.restored,
});

export const tagDeletion: Deletion<Tag> = {
  item: 'tag',
  nameOf: ({ name }) => name,
  words: tagsText,
  current: ({ rn }) => fetchFresh(tagQuery(resourceIdOf(rn))),
  remove: (tag, headers) => client.send(calls.deleteTag, { params: paramsOf(tag), headers }),
  restore: restoreTag,
};
