import { limitedText, rnLimit } from './bounds.ts';
import { catalogueIdPattern, forbiddenInLine } from './fields.ts';

/** A resource name on the wire: any string of five parts without control characters, at most 512 characters. */
export const rnSchema = limitedText(
  rnLimit,
  `A resource name has at most ${rnLimit} characters.`,
  'A resource name must be a text.',
)
  .refine((text) => isRn(text), 'Error parsing rnString')
  .meta({ format: 'rn' });

/** A product in the calls of applications: its rn, or its id such as `keyhold-studio`. */
export const productReferenceSchema = limitedText(
  rnLimit,
  `A resource name has at most ${rnLimit} characters.`,
  'product must name a product: its rn, or its id.',
)
  .refine((text) => isRn(text) || catalogueIdPattern.test(text), 'Error parsing rnString')
  .meta({ format: 'rn-or-id', description: 'The product: its rn, or its id such as keyhold-studio.' });

function isRn(text: string): boolean {
  const parts = text.split(':');
  return parts.length === 5 && parts.every((part) => part !== '') && !forbiddenInLine.test(text);
}
