/** The driver's conversion of parameter values, which its own extensions use; its types do not declare it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
