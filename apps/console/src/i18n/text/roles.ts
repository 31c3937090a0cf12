import * as english from '#i18n/messages/en/people/roles.ts';
import { textsOf } from './texts-of.ts';

const texts = textsOf(english);
export const { rolesText } = texts;
const descriptions: Readonly<Record<string, string>> = texts.roleDescriptionText;

/** Translates the description of a built-in role; another description is returned unchanged. */
export function roleDescription(description: string): string {
  return descriptions[description] ?? description;
}
