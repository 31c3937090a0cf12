import { type AnyResource, type AnyText, type TextField, type TextOf, textsWith } from '@keyhold/contract';
import type { ReactNode } from 'react';
import { relativeTime } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { DeleteButton } from '#ui/button/delete-button.tsx';
import { relativeDate } from '#ui/date/relative-date.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import type { Column } from './column.ts';
import { sheetTime } from './csv.ts';
import { RowLink } from './row-link.tsx';

const textLooks = {
  /** Limited to three lines in a row. */
  muted: `${looks.lines} ${looks.muted}`,
  strong: looks.strong,
  mono: `${looks.cut} ${looks.mono}`,
  numbers: looks.numbers,
};

interface TextOptions<Row> extends Partial<Omit<Column<Row>, 'id' | 'header' | 'text' | 'actions'>> {
  look?: keyof typeof textLooks;
  /** The target, if the text is a link. */
  to?: (row: Row) => string;
  /** Rendered beside the text, such as a badge. */
  aside?: (row: Row) => ReactNode;
}

/** A column of plain text or links, sorted by the text unless `sort` is set, and rendered by `cell` if that is set. */
export function textColumn<Row>(
  id: string,
  header: string,
  text: (row: Row) => string,
  { look, to, aside, ...column }: TextOptions<Row> = {},
): Column<Row> {
  const textCell = (row: Row): ReactNode => {
    if (to) {
      return (
        <RowLink to={to(row)} mono={look === 'mono'}>
          {text(row)}
        </RowLink>
      );
    }
    return text(row) && <span className={look && textLooks[look]}>{text(row)}</span>;
  };
  const cell = (row: Row): ReactNode => {
    const beside = aside?.(row);
    if (!beside) return textCell(row);
    return (
      <span className={looks.inline}>
        {textCell(row)}
        {beside}
      </span>
    );
  };
  return { id, header, text, sort: (row) => text(row) || null, cell, ...column };
}

/**
 * The columns of a resource's listed texts, in the order of its description.
 *
 * @param width the share of the table's width for a text that may have several lines
 */
export function textColumns<Row extends object>(one: AnyResource, width: number): Column<Row>[] {
  return textsWith(one, 'listed').map((name) => {
    const { listed, multiline } = one.fields[name] as unknown as TextField;
    return textColumn(name, fieldNames[name as AnyText], (row) => String(row[name as keyof Row]), {
      width: multiline ? width : 1,
      look: 'muted',
      ...(listed === 'wide' && { visible: 'wide' }),
      ...(listed === 'exported' && { visible: 'never' }),
    });
  });
}

/** The texts of a row that are searched, as on the server. */
export function searchedTexts<One extends AnyResource>(one: One, row: Readonly<Record<TextOf<One>, string>>): string[] {
  return textsWith(one, 'searched').map((name) => row[name]);
}

/** A column of times: displayed relative to now, exported exactly. */
export function dateColumn<Field extends string>(
  id: Field,
  header: string,
  width: number | string = 1,
): Column<Readonly<Record<Field, string | null>>> {
  return textColumn(id, header, (row) => sheetTime(row[id]), {
    width,
    // `Never` sorts as the oldest, as on the server.
    sort: (row) => row[id] ?? '',
    cell: (row, now) => relativeDate(row[id], now),
  });
}

/** A column of times sorted latest first, from this field of a row. */
export function latestColumn<Field extends string>(
  id: string,
  header: string,
  width: string,
  field: Field,
): Column<Readonly<Record<Field, string>>> {
  return { ...dateColumn(field, header, width), id, sort: (row) => -Date.parse(row[field]), latestFirst: true };
}

/** The width of a column that fits the longest of its words, in any language, plus the px beside them. */
export function fitting(words: readonly string[], beside: number): string {
  return `${Math.ceil(6.7 * Math.max(...words.map(({ length }) => length))) + beside}px`;
}

/** The width of a column of times, including the arrow of its head. */
export function fittingDate(header: string): string {
  return fitting([header, relativeTime(-20, 'minute')], 36);
}

/** The width of a column of badges: beside the word are the dot, and the paddings of the badge and of its cell. */
export function fittingBadges(words: readonly string[]): string {
  return fitting(words, 54);
}

/** The status of a row, by default of an account or a user. */
export function statusColumn<Row extends { status: string }>(
  statuses: readonly string[] = ['Active', 'Inactive', 'Pending'],
): Column<Row> {
  return textColumn('status', listText.status, ({ status }) => wireWord(status), {
    width: fittingBadges(statuses.map(wireWord)),
    sort: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  });
}

/** The column of row actions, at the end. */
export function actionsColumn<Row>(width: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: listText.actions, width, actions: true, cell };
}

/** How a row is deleted. */
interface RowDeletion<Row> {
  nameOf: (row: Row) => string;
  /** Asks whether to delete it. */
  ask: (row: Row) => void;
}

/**
 * The delete action at the end of each row.
 *
 * @param may whether a row can be deleted here; by default every row
 */
export function deleteColumn<Row>(
  { nameOf, ask }: RowDeletion<Row>,
  may: (row: Row) => boolean = () => true,
): Column<Row> {
  return actionsColumn('52px', (row) => may(row) && <DeleteButton name={nameOf(row)} onClick={() => ask(row)} />);
}
