/** The deepest nesting of objects and lists in a JSON text. */
const deepest = 32;

/**
 * Whether a JSON text is nested deeper than {@link deepest} levels. Decided before the text is parsed, because code
 * that walks a value recursively runs out of stack at a depth that a small body can reach.
 */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** The sentence of a refusal. */
export const nestedTooDeep = `The request body is nested more than ${deepest} levels deep.`;
