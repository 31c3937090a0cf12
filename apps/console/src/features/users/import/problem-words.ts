import type { PeopleColumn } from '@keyhold/client/sheet/people-columns.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { importText } from '#i18n/text/people.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import type { Result, SheetRow } from './import-rows.ts';

type Problem = Result['problems'][number];

/** The name of a column in the language of the page. */
export function columnName(column: PeopleColumn): string {
  return column === 'licenses' ? importText.licenses : fieldNames[column];
}

/** Why a row is refused, in the language of the page. */
export function problemWords(problem: Problem): string {
  const { code, path, message } = problem;
  if (code === 'email-taken') return message.startsWith('An earlier row') ? importText.repeated : importText.emailTaken;
  if (code === 'none-left') return importText.noneLeft;
  if (path === 'status' && code === 'invalid') return importText.wrongStatus;
  if (path === 'licenses' && code === 'invalid') return importText.unknownProduct;
  const name = unknownName(problem);
  if (name !== undefined) return path === 'roles' ? importText.noRole({ name }) : importText.noTag({ name });
  return problemSentence(problem) ?? message;
}

/** The name of the role or tag that the account does not have. */
function unknownName({ message }: Problem): string | undefined {
  return /^There is no (?:role|tag) '(.*)' in this account\.$/s.exec(message)?.[1];
}

/** The tags of refused rows that the account does not have. */
export function unknownTags(rows: readonly SheetRow[]): string[] {
  const problems = rows.flatMap(({ result }) => result?.problems ?? []).filter(({ path }) => path === 'tags');
  return [...new Set(problems.flatMap((problem) => unknownName(problem) ?? []))];
}
