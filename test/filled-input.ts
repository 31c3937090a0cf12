import type * as z from 'zod';

/** A value that has a text at every place where the schema takes a value that is no object and no list. */
export function filledInput(schema: z.core.$ZodType, textFor: (leaf: z.core.$ZodType) => string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filledInput(field, textFor)]));
    case 'array':
      return [filledInput(def.element, textFor)];
    case 'optional':
    case 'nullable':
    case 'default':
      return filledInput(def.innerType, textFor);
    case 'pipe':
      return filledInput(def.in, textFor);
    case 'union':
      return filledInput(def.options[0] as z.core.$ZodType, textFor);
    default:
      return textFor(schema);
  }
}
