import { innerOfCell } from '@keyhold/contract';
import type * as z from 'zod';

/**
 * A value that has a text at every place where the schema takes a value that is no object and no list.
 *
 * @param inList whether a list has a text in it; without, the text is in the list's place
 */
export function filledInput(
  schema: z.core.$ZodType,
  textFor: (leaf: z.core.$ZodType) => string,
  inList = true,
): unknown {
  const filled = (inner: z.core.$ZodType) => filledInput(inner, textFor, inList);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filled(field)]));
    case 'array':
      return inList ? [filled(def.element)] : textFor(schema);
    case 'optional':
    case 'nullable':
    case 'default':
      return filled(def.innerType);
    case 'pipe':
      // A cell of an import hides the schema that reads it.
      return filled(innerOfCell(schema) ?? def.in);
    case 'union':
      return filled(def.options[0] as z.core.$ZodType);
    default:
      return textFor(schema);
  }
}
