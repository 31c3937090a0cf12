import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Json<Value> = ColumnType<Value, string, string>;
export type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>;

export interface Dated {
  'created-on': Time;
  'updated-on': Time;
}
