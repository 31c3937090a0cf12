import { type FormErrors, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import type { Version } from '#server/client/version.ts';
import { type Change, subjectOf } from '#server/mutation/change.ts';
import { isStale } from '#ui/feedback/error-status.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { type Conflict, ConflictNotice } from './conflict-notice.tsx';
import { mergeThree, same } from './merge.ts';

export interface RecordFormOptions<Base extends object, Values extends object> {
  /** The record as the server has it. */
  of: Version<Base>;
  /** The fields of the form. */
  valuesOf: (record: Base) => Values;
  /** The labels of the fields, displayed in a conflict. */
  labels: Readonly<Record<keyof Values, string>>;
  /** Shows a value in a conflict; by default as text. */
  show?: (values: Values, field: keyof Values) => ReactNode;
  /** Validation before saving. */
  schema?: Parameters<typeof fieldChecks>[0];
  check?: (values: Values) => FormErrors;
  /** Sends the change and returns the updated record. */
  save: (change: Change<Base, Values>) => Promise<Version<Base>>;
}

/** Changes by others during an edit. */
interface OthersChanges {
  /** Changes after this time are shown. */
  since: string | undefined;
  /** The version whose save was refused; null if none was. */
  refused: string | null;
  /** Whether they changed fields of the form. */
  shown: boolean;
}

/**
 * The form of a record that others may change meanwhile. Typed values are based on one version of the record; a version
 * that arrives later is merged into them, field by field, and becomes the base. If both changed a field, the user
 * chooses a value before saving. After a save the base is the saved version, and what was typed meanwhile stays.
 */
export function useRecordForm<Base extends object, Values extends object>(options: RecordFormOptions<Base, Values>) {
  const { of, valuesOf, labels, schema, check, save } = options;
  const show = options.show ?? ((values, field) => String(values[field] ?? ''));
  const [base, setBase] = useState(() => ({ ...of, values: valuesOf(of.item) }));
  const [conflicts, setConflicts] = useState<readonly (keyof Values)[]>([]);
  const [others, setOthers] = useState<OthersChanges | null>(null);
  const [busy, setBusy] = useState(false);
  /** The version that the last save replaced: a refetch that returns it is out of date. */
  const replaced = useRef<string | null>(null);
  /** Whether a save failed but may have been executed in part: the next version may be the user's own. */
  const mayBeSaved = useRef(false);

  const form = useForm<Values>({
    initialValues: base.values,
    validate: (typed) => ({
      ...(schema && fieldChecks(schema)(typed as Record<string, unknown>)),
      ...check?.(typed),
      ...Object.fromEntries(unresolved(typed).map((field) => [field, formText.choose])),
    }),
  });
  function unresolved(typed: Values): (keyof Values)[] {
    return conflicts.filter((field) => !same(typed[field], base.values[field]));
  }
  const dirty = form.isDirty();

  useEffect(() => {
    if (busy || of.item === base.item) return;
    const version = versionKey(of);
    if (version === replaced.current) return;
    const theirs = valuesOf(of.item);
    setBase({ ...of, values: theirs });
    // A change to other data is not announced, including the user's own by another control. A change to the fields may
    // come without a new version.
    if (!differ(base.values, theirs)) return;
    const merged = mergeThree(base.values, form.getValues(), theirs);
    form.setValues(merged.values);
    form.resetDirty(theirs);
    setConflicts([...new Set([...unresolved(merged.values), ...merged.conflicts])]);
    if (differ(merged.values, theirs) && (!mayBeSaved.current || merged.conflicts.length > 0)) {
      setOthers((last) => ({ since: subjectOf(base.item)['updated-on'], refused: null, ...last, shown: true }));
    }
    mayBeSaved.current = false;
  });
  // An untouched form needs no notice.
  useEffect(() => {
    if (dirty || busy || !others) return;
    setOthers(null);
    setConflicts([]);
  }, [dirty, busy, others]);

  const begin = (typed: Values): Change<Base, Values> => ({ item: base.item, etag: base.etag, intent: typed });
  const submit = async (change: Change<Base, Values>): Promise<void> => {
    setBusy(true);
    try {
      accept(await save(change), change);
    } catch (error) {
      mayBeSaved.current = !isStale(error);
      const since = subjectOf(change.item)['updated-on'];
      if (isStale(error)) setOthers((last) => ({ since, shown: false, ...last, refused: change.etag }));
      setBusy(false);
      throw error;
    }
    setBusy(false);
  };
  /** Makes the saved version the base, and keeps what was typed meanwhile. */
  const accept = (saved: Version<Base>, change: Change<Base, Values>): void => {
    replaced.current = versionKey(change);
    const answered = valuesOf(saved.item);
    form.setValues(mergeThree(change.intent, form.getValues(), answered).values);
    form.resetDirty(answered);
    setBase({ ...saved, values: answered });
    setConflicts([]);
    setOthers(null);
  };

  const resolve = (field: keyof Values): void => {
    setConflicts((all) => all.filter((one) => one !== field));
    form.clearErrors();
  };
  const rows: Conflict[] = unresolved(form.values).map((field) => ({
    label: labels[field],
    mine: show(form.values, field),
    theirs: show(base.values, field),
    keep: () => resolve(field),
    take: () => {
      form.setValues({ [field]: base.values[field] } as Partial<Values>);
      resolve(field);
    },
  }));
  /** Resolves all conflicts with their values; the rest of what was typed stays. */
  const showCurrent = (): void => {
    for (const { take } of rows) take();
    setOthers(null);
  };
  const notice = dirty && others && (
    <ConflictNotice
      rn={subjectOf(base.item).rn}
      since={others.since}
      conflicts={rows}
      onShow={others.shown || rows.length > 0 ? showCurrent : null}
      // A refused save can be repeated once the newer version has arrived.
      again={rows.length === 0 && others.refused !== null && others.refused !== base.etag}
    />
  );
  return { form, dirty, base: base.values, notice, begin, submit };
}

function differ<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((field) => !same(one[field], other[field]));
}

/** Identifies a version of a record. Consuming a license and signing in do not create a new version. */
function versionKey({ item, etag }: Version<object>): string | null {
  return subjectOf(item)['updated-on'] ?? etag;
}
