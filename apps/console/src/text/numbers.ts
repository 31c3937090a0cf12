/** A number as people read it. */
export function inFigures(number: number): string {
  return number.toLocaleString('en');
}

/** How many there are of something: `1 license`, `2 licenses`. */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${inFigures(count)} ${count === 1 ? one : more}`;
}
