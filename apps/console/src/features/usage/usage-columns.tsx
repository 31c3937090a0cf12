import type { User } from '@keyhold/contract';
import { inFigures } from '#locale/formats.ts';
import { durationText } from '#text/durations.ts';
import { historyText } from '#text/usage.ts';
import { exactTime } from '#ui/date/dates.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import type { Column } from '#ui/table/column.ts';
import looks from '#ui/theme/looks.module.css';
import { PersonCell, personText } from './person-cell.tsx';

/** How often something happened. */
export function countColumn<Row>(id: string, header: string, width: string, count: (row: Row) => number): Column<Row> {
  return {
    id,
    header,
    width,
    sort: count,
    text: (row) => String(count(row)),
    cell: (row) => <span className={looks.numbers}>{inFigures(count(row))}</span>,
  };
}

/** How long licenses were used. */
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

/** Whom it is about. */
export function personColumn<Row extends { person: User | null }>(): Column<Row> {
  return {
    id: 'person',
    header: historyText.person,
    sort: ({ person }) => personText(person),
    text: ({ person }) => personText(person),
    cell: ({ person }) => <PersonCell person={person} />,
  };
}

/** When it happened last, which is the usual order: the latest first. */
export function lastColumn<Row>(header: string, width: string, last: (row: Row) => string): Column<Row> {
  return {
    id: 'last',
    header,
    width,
    sort: (row) => -Date.parse(last(row)),
    latestFirst: true,
    text: (row) => exactTime(last(row)),
    cell: (row) => <RelativeDate value={last(row)} />,
  };
}
