import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { createTag, deleteTag, getTag, listAccountTags, listTags, restoreTag, updateTag } from './tags.ts';

export function bindTags(binder: Binder): void {
  binder.operation(calls.listTags, listTags);
  binder.operation(calls.listAccountTags, listAccountTags);
  binder.operation(calls.getTag, getTag);
  binder.operation(calls.createTag, createTag);
  binder.operation(calls.updateTag, updateTag);
  binder.operation(calls.deleteTag, deleteTag);
  binder.operation(calls.restoreTag, restoreTag);
}
