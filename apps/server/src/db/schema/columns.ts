import type { ColumnType, GeneratedAlways } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Json<Value> = ColumnType<Value, string, string>;
export type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>;

/** A row's searchable texts, case-folded, one per line (migration 0014). */
export interface Searched {
  'search-text': GeneratedAlways<string>;
}

export interface Dated {
  'created-on': Time;
  'updated-on': Time;
}
