import { Text } from '@mantine/core';
import { confirmText } from '#i18n/text/general.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { same } from '#records/form/merge.ts';
import type { Kind } from '#server/cache/kinds.ts';
import type { Version } from '#server/client/version.ts';
import { type Change, mutation, subjectOf } from '#server/mutation/change.ts';
import looks from '#ui/theme/looks.module.css';
import { toastWithUndo } from './toast-with-undo.tsx';

/** The word by which the sentences about a deletion select their kind of record. */
const itemOf = {
  account: 'account',
  addon: 'addon',
  application: 'application',
  pool: 'pool',
  product: 'product',
  'service-account': 'serviceAccount',
  tag: 'tag',
  user: 'user',
  webhook: 'webhook',
} as const satisfies Partial<Record<Kind, string>>;

/** How records of a kind are deleted, and restored. */
export interface Deletion<Item extends object> {
  kind: keyof typeof itemOf;
  nameOf: (item: Item) => string;
  words: {
    /** What is deleted with it. */
    deletionTakes: string;
    deleted: string;
  };
  /** Fetches the current item. */
  current: (item: Item) => Promise<Version<object>>;
  /** Sends the request with the `If-Match` of the headers. */
  remove: (item: Item, headers: Record<string, string>) => Promise<unknown>;
  /** Without it a deletion is final. */
  restore?: (item: Item) => Promise<unknown>;
}

/** A version that no record has: the server refuses a change based on it as stale. */
const outdated = '"outdated"';

/**
 * Deletes rows of a list after a confirmation: `ask` opens the question, `dialog` renders it. A deletion can be undone
 * while its toast is shown.
 *
 * @param deletion how to delete; the same object at every render.
 * @param onDeleted called with each deleted item.
 */
export function useDeletion<Item extends object>(deletion: Deletion<Item>, onDeleted?: (item: Item) => void) {
  const { ask: confirm, dialog } = useConfirmation();
  const ask = (item: Item) => {
    const { words, current, restore } = deletion;
    const neighbour = neighbourOf(document.activeElement);
    const versionOfRow = () => etagOfRow(item, current);
    const prefetchedVersion = versionOfRow().catch(() => null);
    const remove = mutation({
      send: async (change: Change<Item, 'delete'>) =>
        deletion.remove(change.item, {
          'If-Match': change.etag ?? (await prefetchedVersion) ?? (await versionOfRow()),
        }),
      invalidates: [deletion.kind],
      success: restore ? null : words.deleted,
    });
    const send = async (change: Change<Item, 'delete'>): Promise<void> => {
      await remove(change);
      onDeleted?.(item);
      if (restore) toastWithUndo(words.deleted, () => restore(item));
    };
    confirm({
      words: {
        title: confirmText.deleteTitle({ item: itemOf[deletion.kind] }),
        body: (
          <>
            <Text mb={8}>{confirmText.deleteBody({ item: itemOf[deletion.kind] })}</Text>
            <p className={looks.muted}>
              <strong>{deletion.nameOf(item)}</strong>. {words.deletionTakes}
            </p>
          </>
        ),
        confirm: confirmText.delete,
        busy: confirmText.deleting,
        cancel: confirmText.keep,
      },
      danger: true,
      change: { item, etag: null, intent: 'delete' },
      send,
      current: async () => ({ item, etag: (await current(item)).etag }),
      onClosed: () => neighbour?.focus(),
    });
  };
  return { nameOf: deletion.nameOf, ask, dialog };
}

/** The version of a row, which has none in a list: it is fetched, and used only if the row has not changed. */
export async function etagOfRow<Item extends object>(
  item: Item,
  current: (item: Item) => Promise<Version<object>>,
): Promise<string> {
  const now = await current(item);
  return (isCurrent(now.item, item) ? now.etag : null) ?? outdated;
}

/** Whether a row shows the current record; without a time of change, the two are compared as a whole. */
function isCurrent(now: object, row: object): boolean {
  const seen = subjectOf(row)['updated-on'];
  return seen === undefined ? same(now, row) : subjectOf(now)['updated-on'] === seen;
}

/** The button to focus after a row is deleted: in the next row, or else in the previous one. */
function neighbourOf(button: Element | null): HTMLElement | null {
  const row = button?.closest('tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return next?.querySelector<HTMLElement>('[data-actions] button') ?? null;
}
