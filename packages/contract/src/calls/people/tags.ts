import * as z from 'zod';
import { accountQuery, action, call, idParams, itemOf, itemsOf, listQuery } from '../../call.ts';
import { anyId } from '../../fields/bounds.ts';
import { textsWith } from '../../fields/resource.ts';
import { resources, tagSchema } from '../../resources/resources.ts';

const tagsQuery = listQuery([...textsWith(resources.tag, 'sorted'), 'created-on', 'updated-on']);

export const listTags = call('listTags', 'iam', 'GET /iam/v1/tags', {
  summary: 'The tags of the own account',
  access: action('iam:ListTags'),
  query: tagsQuery,
  output: itemsOf(tagSchema),
});

export const listAccountTags = call('listAccountTags', 'iam', 'GET /iam/v1/admin/tags', {
  summary: 'The tags of any account, for provider staff',
  access: action('iam:ListTags'),
  query: tagsQuery.extend(accountQuery.shape),
  output: itemsOf(tagSchema),
});

export const getTag = call('getTag', 'iam', 'GET /iam/v1/tags/{id}', {
  summary: 'A tag',
  access: action('iam:GetTag'),
  params: idParams,
  output: itemOf(tagSchema),
});

export const createTag = call('createTag', 'iam', 'POST /iam/v1/tags', {
  summary: 'Create a tag',
  access: action('iam:CreateTag'),
  status: 201,
  body: z.strictObject({
    ...resources.tag.create,
    'account-id': anyId('account-id is missing: say which account the tag belongs to.'),
  }),
  output: itemOf(tagSchema),
});

export const updateTag = call('updateTag', 'iam', 'PUT /iam/v1/tags/{id}', {
  summary: 'Change a tag',
  access: action('iam:UpdateTag'),
  params: idParams,
  body: z.strictObject(resources.tag.update),
  output: itemOf(tagSchema),
});

export const deleteTag = call('deleteTag', 'iam', 'DELETE /iam/v1/tags/{id}', {
  summary: 'Delete a tag that no license uses',
  access: action('iam:DeleteTag'),
  params: idParams,
});

export const restoreTag = call('restoreTag', 'iam', 'POST /iam/v1/tags/{id}/restore', {
  summary: 'Restore a deleted tag',
  access: action('iam:DeleteTag'),
  params: idParams,
  body: z.strictObject({}).optional(),
  output: itemOf(tagSchema),
});
