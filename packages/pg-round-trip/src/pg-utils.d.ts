/** What the driver turns the values of parameters into; its own extensions use it, its types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
