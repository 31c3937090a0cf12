import { calls } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { idOf } from '../../command/find.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';

/** `tags …` */
export function addTags(program: Command): void {
  const group = defineGroup(program, 'tags', 'Manage the tags of users.', headings.server);
  defineCommand(group, 'restore <ids...>', 'Restore deleted tags (by id or rn). List them with: keyhold deleted', [
    'keyhold tags restore 0198c0de-0000-7000-8000-000000000001',
  ]).action(async (ids: string[], _options: object, command: Command) => {
    const { api } = await connect();
    await doEach(command, 'TAG', ids, async (id) => {
      const { item } = await api.send(calls.restoreTag, { params: { id: idOf(id) } });
      return `Restored ${item.name}`;
    });
  });
}
