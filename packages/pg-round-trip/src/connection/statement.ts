import { type CompiledQuery, type RawBuilder, sql } from 'kysely';

/** A statement with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether it is planned for its values at each execution, instead of being prepared once for any values. */
  readonly plannedForValues?: boolean;
}

/** What the database returned for a statement. */
export interface StatementResult {
  /** The command tag of the protocol, such as `INSERT 0 1`. */
  readonly tag: string;
  readonly rows: Record<string, unknown>[];
}

/** A parameter whose value determines the plan. */
class PlanningValue {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * A parameter for whose value PostgreSQL plans the statement: the number of selected rows differs too much between
 * values for a generic plan. A statement with this parameter is planned at each execution.
 *
 * @example
 * tx.selectFrom('users').selectAll().where('last-name', 'like', planFor(`%${search}%`))
 */
export function planFor<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${new PlanningValue(value)}`;
}

/** The statement to send for a query. */
export function statementOf({ sql: text, parameters }: CompiledQuery): Statement {
  if (!parameters.some((parameter) => parameter instanceof PlanningValue)) return { text, values: parameters };
  const values = parameters.map((parameter) => (parameter instanceof PlanningValue ? parameter.value : parameter));
  return { text, values, plannedForValues: true };
}
