import { type AnyResource, type AnyText, type TextField, type TextOf, textsWith } from '@keyhold/contract';
import type { ReactNode } from 'react';
import { relativeTime } from '#locale/formats.ts';
import { fieldNames } from '#text/fields.ts';
import { listText } from '#text/lists.ts';
import { wireWord } from '#text/wire.ts';
import { DeleteButton } from '#ui/button/delete-button.tsx';
import { exactTime } from '#ui/date/dates.ts';
import { relativeDate } from '#ui/date/relative-date.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import type { Column } from './column.ts';
import { RowLink } from './row-link.tsx';

const textLooks = {
  /** A row shows three lines of it. */
  muted: `${looks.lines} ${looks.muted}`,
  strong: looks.strong,
  mono: `${looks.cut} ${looks.mono}`,
  numbers: looks.numbers,
};

interface TextOptions<Row> extends Partial<Omit<Column<Row>, 'id' | 'header' | 'text' | 'actions'>> {
  look?: keyof typeof textLooks;
  /** Where the text is a link to. */
  to?: (row: Row) => string;
  /** What stands beside the text, such as a badge. */
  aside?: (row: Row) => ReactNode;
}

/** A column of plain text or links, which orders the list unless `sort` says otherwise, and is shown as it is unless `cell` does. */
export function textColumn<Row>(
  id: string,
  header: string,
  text: (row: Row) => string,
  { look, to, aside, ...column }: TextOptions<Row> = {},
): Column<Row> {
  const shown = (row: Row): ReactNode => {
    if (to) {
      return (
        <RowLink to={to(row)} mono={look === 'mono'}>
          {text(row)}
        </RowLink>
      );
    }
    return look && text(row) ? <span className={textLooks[look]}>{text(row)}</span> : text(row);
  };
  const cell = (row: Row): ReactNode => {
    const beside = aside?.(row);
    if (!beside) return shown(row);
    return (
      <span className={looks.inline}>
        {shown(row)}
        {beside}
      </span>
    );
  };
  return { id, header, text, sort: (row) => text(row) || null, cell, ...column };
}

/**
 * The texts of a resource that its list shows, in the order of its description.
 *
 * @param width the share of the table's width of a text that may have several lines
 */
export function textColumns<Row extends object>(one: AnyResource, width: number): Column<Row>[] {
  return textsWith(one, 'listed').map((name) => {
    const { listed, multiline } = one.fields[name] as unknown as TextField;
    return {
      ...textColumn<Row>(name, fieldNames[name as AnyText], (row) => String(row[name as keyof Row]), {
        width: multiline ? width : 1,
        look: 'muted',
      }),
      ...(listed === 'wide' && { shown: 'wide' }),
      ...(listed === 'exported' && { shown: 'never' }),
    };
  });
}

/** What of a row's texts is searched, as the server does. */
export function searchedTexts<One extends AnyResource>(one: One, row: Readonly<Record<TextOf<One>, string>>): string[] {
  return textsWith(one, 'searched').map((name) => row[name]);
}

/** A moment: shown by how long ago it is, exported exactly. */
export function dateColumn<Field extends string>(
  id: Field,
  header: string,
  width: number | string = 1,
): Column<Readonly<Record<Field, string | null>>> {
  return {
    id,
    header,
    width,
    // Never is the longest ago, as the server has it.
    sort: (row) => row[id] ?? '',
    text: (row) => exactTime(row[id]),
    cell: (row, now) => relativeDate(row[id], now),
  };
}

/** A moment whose latest comes first, in this field of a row. */
export function latestColumn<Field extends string>(
  id: string,
  header: string,
  width: string,
  field: Field,
): Column<Readonly<Record<Field, string>>> {
  return { ...dateColumn(field, header, width), id, sort: (row) => -Date.parse(row[field]), latestFirst: true };
}

/** The width of a column that is as wide as the longest of its words, in whichever language, with so many px beside them. */
export function fitting(words: readonly string[], beside: number): string {
  return `${Math.ceil(6.7 * Math.max(...words.map(({ length }) => length))) + beside}px`;
}

/** The width of a column of moments; the head has an arrow. */
export function fittingDate(header: string): string {
  return fitting([header, relativeTime(-20, 'minute')], 36);
}

/** What a badge has beside its word, in px: its dot, its paddings and those of its cell. */
const besideBadge = 54;

/** The width of a column of badges. */
export function fittingBadges(words: readonly string[]): string {
  return fitting(words, besideBadge);
}

/** The status of an account or a user. */
export function statusColumn<Row extends { status: string }>(): Column<Row> {
  return {
    id: 'status',
    header: listText.status,
    width: fittingBadges(['Active', 'Inactive', 'Pending'].map(wireWord)),
    sort: ({ status }) => status,
    text: ({ status }) => wireWord(status),
    cell: ({ status }) => <StatusBadge status={status} />,
  };
}

/** What can be done with each row, at its end. */
export function actionsColumn<Row>(width: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: listText.actions, width, actions: true, cell };
}

/** How a row is deleted. */
export interface RowDeletion<Row> {
  nameOf: (row: Row) => string;
  /** Asks whether to delete it. */
  ask: (row: Row) => void;
}

/**
 * The delete action at the end of each row.
 *
 * @param may whether a row can be deleted here; without it, each can
 */
export function deleteColumn<Row>(
  { nameOf, ask }: RowDeletion<Row>,
  may: (row: Row) => boolean = () => true,
): Column<Row> {
  return actionsColumn('52px', (row) => may(row) && <DeleteButton name={nameOf(row)} onClick={() => ask(row)} />);
}
