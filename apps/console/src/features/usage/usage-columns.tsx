import { resourceIdOf, type User } from '@keyhold/contract';
import { fullName } from '#api/users.ts';
import { userPath } from '#features/users/users.paths.ts';
import { inFigures } from '#locale/formats.ts';
import { durationText } from '#text/durations.ts';
import { historyText } from '#text/usage.ts';
import { exactTime } from '#ui/date/dates.ts';
import { relativeDate } from '#ui/date/relative-date.tsx';
import type { Column } from '#ui/table/column.ts';
import { fitting } from '#ui/table/columns.tsx';
import { RowLink } from '#ui/table/row-link.tsx';
import looks from '#ui/theme/looks.module.css';

/** A number, quiet where it is none. */
export function figure(value: number) {
  return <span className={value === 0 ? `${looks.numbers} ${looks.muted}` : looks.numbers}>{inFigures(value)}</span>;
}

/** A width that a head and its arrow fit into. */
export function fittingHead(header: string): string {
  return fitting([header], 32);
}

export function countColumn<Row>(id: string, header: string, count: (row: Row) => number): Column<Row> {
  return {
    id,
    header,
    width: fittingHead(header),
    sort: count,
    text: (row) => String(count(row)),
    cell: (row) => figure(count(row)),
  };
}

export function timeUsedColumn<Row extends { seconds: number }>(): Column<Row> {
  return {
    id: 'time',
    header: historyText.timeUsed,
    width: '120px',
    sort: ({ seconds }) => seconds,
    text: ({ seconds }) => durationText(seconds),
    cell: ({ seconds }) => <span className={looks.numbers}>{durationText(seconds)}</span>,
  };
}

/** The name of a person, which links to them unless they were deleted. */
export function PersonCell({ person }: { person: User | null }) {
  if (!person) return <span className={looks.muted}>{historyText.deletedPerson}</span>;
  return <RowLink to={userPath(resourceIdOf(person.rn))}>{personText(person)}</RowLink>;
}

/** The same in an exported file, and for the order of a list. */
export function personText(person: User | null): string {
  return person ? fullName(person) || person.email : historyText.deletedPerson;
}

export function personColumn<Row extends { person: User | null }>(): Column<Row> {
  return {
    id: 'person',
    header: historyText.person,
    sort: ({ person }) => personText(person),
    text: ({ person }) => personText(person),
    cell: ({ person }) => <PersonCell person={person} />,
  };
}

/** The time of the last event, by which the list is ordered at first. */
export function lastColumn<Row>(header: string, width: string, last: (row: Row) => string): Column<Row> {
  return {
    id: 'last',
    header,
    width,
    sort: (row) => -Date.parse(last(row)),
    latestFirst: true,
    text: (row) => exactTime(last(row)),
    cell: (row, now) => relativeDate(last(row), now),
  };
}
