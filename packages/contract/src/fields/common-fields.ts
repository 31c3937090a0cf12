import * as z from 'zod';
import { descriptionSchema, nameSchema, timeSchema } from './fields.ts';
import { type Setting, shown, type TextOptions, text } from './resource.ts';

/** A resource name in a reply. */
export const rn = z.string().meta({ format: 'rn' });
export const timeOrNull = timeSchema.nullable();
/** When a resource was created and last changed. */
export const dates = {
  'created-on': shown(timeSchema, '2026-01-05T10:00:00.000Z'),
  'updated-on': shown(timeSchema, '2026-02-11T08:30:00.000Z'),
} as const;

/** The name of a resource, by which its list can be searched and sorted. */
export function name<const Set extends Setting = Setting>(example: string, options: Partial<TextOptions<Set>> = {}) {
  return text<typeof nameSchema, Set>(nameSchema, { example, searched: true, sorted: true, ...options });
}

/** The description of a resource: a text of several lines. */
export function description<const Set extends Setting = Setting>(
  example: string,
  options: Partial<TextOptions<Set>> = {},
) {
  return text<typeof descriptionSchema, Set>(descriptionSchema, {
    example,
    multiline: true,
    searched: true,
    ...options,
  });
}
