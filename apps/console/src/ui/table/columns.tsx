import { listText } from '#text/lists.ts';
import { wireWord } from '#text/wire.ts';
import { DeleteButton } from '#ui/button/delete-button.tsx';
import { exactTime } from '#ui/date/dates.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import type { Column } from './column.ts';

interface TextColumn<Row> extends Omit<Column<Row>, 'cell' | 'text' | 'actions'> {
  text: (row: Row) => string;
  look?: 'muted' | 'strong';
}

/** A column of plain text, cut where it is too long, which orders the list unless `sort` says otherwise. */
export function textColumn<Row>({ look, ...column }: TextColumn<Row>): Column<Row> {
  const { text } = column;
  const className = look ? `kh-cut kh-${look}` : 'kh-cut';
  return {
    sort: (row) => text(row) || null,
    ...column,
    cell: (row) => <span className={className}>{text(row)}</span>,
  };
}

/** What a thing is, in its own words. */
export function descriptionColumn<Row extends { description: string }>(width: number): Column<Row> {
  return textColumn({
    id: 'description',
    header: listText.description,
    width,
    text: ({ description }) => description,
    look: 'muted',
  });
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
    sort: (row) => row[id],
    text: (row) => exactTime(row[id]),
    cell: (row) => <RelativeDate value={row[id]} />,
  };
}

/** The status of an account or a user. */
export function statusColumn<Row extends { status: string }>(width: string): Column<Row> {
  return {
    id: 'status',
    header: listText.status,
    width,
    sort: ({ status }) => status,
    text: ({ status }) => wireWord(status),
    cell: ({ status }) => <StatusBadge status={status} />,
  };
}

/** The delete action at the end of each row. */
export function deleteColumn<Row>(nameOf: (row: Row) => string, onDelete: (row: Row) => void): Column<Row> {
  return {
    id: 'actions',
    header: listText.actions,
    width: '52px',
    actions: true,
    cell: (row) => <DeleteButton name={nameOf(row)} onClick={() => onDelete(row)} />,
  };
}
