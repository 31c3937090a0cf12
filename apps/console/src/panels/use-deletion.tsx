import { resourceIdOf } from '@keyhold/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { refresh } from '#api/query-client.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { toastWithUndo } from '#ui/undo-toast.tsx';
import { RecentChanges } from './recent-changes.tsx';

interface Deletable {
  rn: string;
  'updated-on': string;
}

/** How things of a kind are deleted, and brought back. */
export interface Deletion<Thing extends Deletable> {
  /** The kind, as the sentences and the query keys name it: `user`. */
  item: string;
  nameOf: (thing: Thing) => string;
  words: {
    /** What goes with it. */
    deletionTakes: string;
    deleted: string;
    restored: string;
  };
  /** Asks for the thing with that id, and its version. */
  read: (id: string) => Promise<{ etag: string | null }>;
  remove: (id: string, headers: Record<string, string>) => Promise<unknown>;
  restore: (id: string) => Promise<unknown>;
}

/**
 * Deletes things of a list, after asking: `ask` opens the question, and `dialog` is it. What was deleted can be brought
 * back for as long as its toast stays.
 *
 * @param kind how it is done; the same object at every render.
 * @param onDeleted is told of each that was deleted.
 */
export function useDeletion<Thing extends Deletable>(
  kind: Deletion<Thing>,
  onDeleted?: (thing: Thing) => void,
): { ask: (thing: Thing) => void; dialog: ReactNode } {
  const [target, setTarget] = useState<Thing | null>(null);
  const { item, words } = kind;
  const guard = useVersionGuard(kind.read);
  const ask = useCallback(
    (thing: Thing) => {
      guard.see(resourceIdOf(thing.rn));
      setTarget(thing);
    },
    [guard],
  );
  const remove = async (thing: Thing): Promise<void> => {
    const id = resourceIdOf(thing.rn);
    await guard.send(id, (headers) => kind.remove(id, headers));
    onDeleted?.(thing);
    toastWithUndo(words.deleted, words.restored, async () => {
      await kind.restore(id);
      await refresh(item);
    });
    await refresh(item);
  };
  const dialog = (
    <DeleteDialog
      item={item}
      target={target}
      nameOf={kind.nameOf}
      consequences={words.deletionTakes}
      changes={(thing) => <RecentChanges rn={thing.rn} since={thing['updated-on']} />}
      onDelete={remove}
      onClose={() => setTarget(null)}
    />
  );
  return { ask, dialog };
}
