import { inChunks, sizeOf } from '@keyhold/client/sheet/in-chunks.ts';
import type { PeopleColumn } from '@keyhold/client/sheet/people-columns.ts';
import { type ImportItem, importLimit } from '@keyhold/contract';
import { session } from '#session/session.ts';
import { mapInSlices } from '#ui/in-slices.ts';
import { createStore } from '#ui/store.ts';
import { readFile } from './file/read-file.ts';
import { checkRows, importRows, showImported } from './import.data.ts';
import {
  type Columns,
  cellOf,
  foldedEmail,
  personIn,
  repeatedEmail,
  repeatedRows,
  rowOf,
  rowsToImport,
  type SheetRow,
} from './import-rows.ts';
import { dropParts, keepPart, keptParts } from './kept-import.ts';
import { columnsOf, rememberColumns } from './known-headings.ts';

/** The choices of an import. */
export interface Choices {
  readonly update: boolean;
  readonly invite: boolean;
  readonly 'create-tags': boolean;
}

/** An import that was begun: its rows are sent in this order and these requests, also when it goes on later. */
interface Plan {
  readonly id: string;
  readonly chunks: readonly (readonly number[])[];
  /** The number of requests that are done. */
  readonly sent: number;
}

/** An import of people into an account. */
export interface ImportState {
  readonly phase: 'empty' | 'reading' | 'columns' | 'checking' | 'checked' | 'importing' | 'stopping' | 'stopped';
  readonly name: string;
  readonly heading: readonly string[];
  readonly columns: Columns;
  readonly rows: readonly SheetRow[];
  /** The number of rows that are checked, while they are. */
  readonly checked: number;
  readonly choices: Choices;
  readonly plan: Plan | null;
  readonly error: unknown;
}

const nothing: ImportState = {
  phase: 'empty',
  name: '',
  heading: [],
  columns: [],
  rows: [],
  checked: 0,
  choices: { update: true, invite: false, 'create-tags': false },
  plan: null,
  error: null,
};

/** Rows of a request: few enough for a progress that moves, and for a stop that comes soon. */
const [rowsChecked, rowsImported] = [100, 100];
/** The number of concurrent checks. */
const checksAtOnce = 2;

/** The import of an account, which goes on while its screen is left. */
export type ImportWork = ReturnType<typeof createWork>;

const works = new Map<string, ImportWork>();

// Another user, or nobody, finds no import here.
let last = session.current()?.user.rn;
session.subscribe(({ auth }) => {
  if (auth?.user.rn === last) return;
  last = auth?.user.rn;
  for (const work of works.values()) work.forget();
  works.clear();
});

/** The import of an account. */
export function importWork(account: string): ImportWork {
  const known = works.get(account);
  if (known) return known;
  const work = createWork(account);
  works.set(account, work);
  void work.findKept();
  return work;
}

/** What is kept of an import that was begun. */
type Kept = Pick<ImportState, 'name' | 'heading' | 'columns' | 'rows' | 'choices' | 'plan'>;

/** Notes what became of some rows. */
function note(rows: SheetRow[], indexes: readonly number[], items: readonly ImportItem[], done: boolean): void {
  for (const { row: at, outcome, changes, problems } of items) {
    const index = indexes[at] ?? -1;
    const row = rows[index];
    if (row) rows[index] = { ...row, result: { outcome, changes, problems }, done };
  }
}

function createWork(account: string) {
  const owner = `${session.current()?.user.rn} ${account}`;
  const store = createStore<ImportState>(nothing);
  let checking = new AbortController();
  const change = (part: Partial<ImportState>): void => store.set({ ...store.get(), ...part });
  const fail = (phase: ImportState['phase']) => (error: unknown) => change({ phase, error });

  const body = (indexes: readonly number[]) => {
    const { rows, columns, choices } = store.get();
    return {
      'account-id': account,
      ...choices,
      rows: indexes.map((index) => personIn(rows[index] as SheetRow, columns)),
    };
  };

  /** The rows that were mended and not checked since. */
  const mended = new Set<number>();

  /** Checks rows that are not imported yet: all of them, or those that were mended. */
  const check = async (wanted: ReadonlySet<number> | null, signal: AbortSignal): Promise<void> => {
    const { rows, columns } = store.get();
    change({ phase: 'checking', checked: wanted ? rows.length - wanted.size : 0, error: null });
    const emails = await mapInSlices(rows, (row) => foldedEmail(cellOf(row, columns, 'email')), signal);
    const people = await mapInSlices(rows, (row) => personIn(row, columns), signal);
    const sizes = await mapInSlices(people, sizeOf, signal);
    if (signal.aborted) return;
    const repeated = repeatedRows(emails);
    const open: number[] = [];
    const marked = rows.map((row, index): SheetRow => {
      if (row.done && row.result?.outcome !== 'refuse') return row;
      if (repeated.has(index)) return { ...row, result: repeatedEmail, done: false };
      // A row that is no longer repeated is checked, too.
      if (wanted && !wanted.has(index) && row.result && row.result !== repeatedEmail) return row;
      open.push(index);
      // A mended row shows its problems until it is checked, so that the next cell can be mended meanwhile.
      return { ...row, result: wanted ? row.result : null, done: false };
    });
    change({ rows: marked, checked: rows.length - open.length });
    // Shown at the end: to sort a long list again for every request would hold up the page.
    const results = [...marked];
    // A request counts licenses that are left for its own rows only: those with licenses come first, together.
    const gets = (index: number) => people[index]?.licenses !== undefined;
    const sorted = [...open.filter(gets), ...open.filter((index) => !gets(index))];
    const chunks = inChunks(sorted, rowsChecked, (index) => sizes[index] ?? 0);
    const next = async (): Promise<void> => {
      for (let chunk = chunks.shift(); chunk && !signal.aborted; chunk = chunks.shift()) {
        const items = await checkRows(body(chunk), signal);
        if (signal.aborted) return;
        note(results, chunk, items, false);
        for (const index of chunk) mended.delete(index);
        change({ checked: store.get().checked + chunk.length });
      }
    };
    await Promise.all(Array.from({ length: checksAtOnce }, next));
    if (!signal.aborted) change({ rows: results, phase: 'checked' });
  };

  /** Begins work on the rows, which ends the work before it. */
  const begin = (work: (signal: AbortSignal) => Promise<void>): void => {
    checking.abort();
    const own = new AbortController();
    checking = own;
    void work(own.signal).catch((error: unknown) => {
      if (own.signal.aborted) return;
      own.abort();
      fail('checked')(error);
    });
  };
  const runCheck = (wanted: ReadonlySet<number> | null = null): void => begin((signal) => check(wanted, signal));

  /** Sends what is left of the plan, until it is done or stopped. */
  const send = async (): Promise<void> => {
    const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeClosing);
    // The user signs in again in place, and the import goes on.
    const release = session.keepWhile(() => true);
    const results = [...store.get().rows];
    try {
      for (let { plan, phase } = store.get(); plan && plan.sent < plan.chunks.length; { plan, phase } = store.get()) {
        if (phase !== 'importing') return change({ phase: 'stopped' });
        const chunk = plan.chunks[plan.sent] ?? [];
        const items = await importRows(body(chunk), `${plan.id}-${plan.sent}`);
        note(results, chunk, items, true);
        await keepPart({ owner, id: plan.id }, plan.sent, items);
        change({ plan: { ...plan, sent: plan.sent + 1 } });
      }
      const { plan } = store.get();
      if (plan) await dropParts({ owner, id: plan.id });
      // Another user finds nothing of it.
      if (store.get().plan) change({ phase: 'checked', plan: null });
    } finally {
      release();
      if (store.get().rows.length === results.length) change({ rows: results });
      window.removeEventListener('beforeunload', askBeforeClosing);
      await showImported();
    }
  };
  const runSend = (): void => {
    change({ phase: 'importing', error: null });
    void send().catch(fail('stopped'));
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Reads a file, and checks its rows unless its columns must be chosen first. */
    open(file: Blob, name: string): void {
      checking.abort();
      change({ ...nothing, choices: store.get().choices, phase: 'reading', name });
      const read = async (): Promise<void> => {
        const { heading, records } = await readFile(file);
        const columns = columnsOf(heading.cells);
        change({ heading: heading.cells, columns, rows: await mapInSlices(records, rowOf) });
        if (columns.includes('email')) runCheck();
        else change({ phase: 'columns' });
      };
      void read().catch(fail('empty'));
    },
    /** Opens the choice of columns. */
    askColumns: (): void => change({ phase: 'columns' }),
    chooseColumns(columns: readonly (PeopleColumn | undefined)[]): void {
      const { heading, rows } = store.get();
      rememberColumns(heading, columns);
      change({ columns, rows: rows.map((row) => ({ ...row, result: row.done ? row.result : null })) });
      runCheck();
    },
    choose(choices: Partial<Choices>): void {
      change({ choices: { ...store.get().choices, ...choices } });
      // Whether mails are sent changes nothing of the rows.
      if (Object.keys(choices).some((name) => name !== 'invite')) runCheck();
    },
    /** Mends a cell, and checks its row again. */
    mend(index: number, column: PeopleColumn, text: string): void {
      const rows = [...store.get().rows];
      const row = rows[index];
      if (!row) return;
      rows[index] = { ...row, edits: { ...row.edits, [column]: text } };
      change({ rows });
      mended.add(index);
      runCheck(mended);
    },
    checkAgain: (): void => runCheck(),
    start(): void {
      begin(async (signal) => {
        const { name, heading, columns, rows, choices } = store.get();
        // Nothing of it can be changed until it begins.
        change({ phase: 'checking', checked: rows.length });
        const wanted = rowsToImport(rows);
        const sizes = await mapInSlices(wanted, (index) => sizeOf(personIn(rows[index] as SheetRow, columns)), signal);
        if (signal.aborted) return;
        const sizeBy = new Map(wanted.map((index, at) => [index, sizes[at] ?? 0]));
        const chunks = inChunks(wanted, Math.min(rowsImported, importLimit), (index) => sizeBy.get(index) ?? 0);
        const plan: Plan = { id: newId(), chunks, sent: 0 };
        change({ plan });
        void keepPart({ owner, id: plan.id }, 'table', { name, heading, columns, rows, choices, plan } satisfies Kept);
        runSend();
      });
    },
    /** Finds an import that was begun in this browser, and not finished. */
    async findKept(): Promise<void> {
      const [table, ...replies] = (await keptParts(owner)) as [Kept?, ...(readonly ImportItem[])[]];
      if (!table?.plan || store.get().phase !== 'empty') return;
      // A blank place in a list is kept as null.
      const columns = table.columns.map((column) => column ?? undefined);
      change({ ...table, columns, phase: 'stopped', plan: { ...table.plan, sent: replies.length } });
      const rows = [...table.rows];
      for (const [index, items] of replies.entries()) note(rows, table.plan.chunks[index] ?? [], items, true);
      change({ rows });
    },
    /** Ends the import after the request that is on its way. */
    stop: (): void => change({ phase: 'stopping' }),
    goOn: runSend,
    /** Shows nothing of it any more; what is kept of it stays. */
    forget(): void {
      checking.abort();
      store.set(nothing);
    },
    clear(): void {
      checking.abort();
      const { plan } = store.get();
      if (plan) void dropParts({ owner, id: plan.id });
      store.set({ ...nothing, choices: store.get().choices });
    },
  };
}

/** Not `randomUUID`, which browsers offer only on https. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
