import type { Explanation } from '@keyhold/contract';
import type { NameOf } from '#data/names/license-words.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { whyText } from '#i18n/text/licensing.ts';

type Trace = Explanation['statements'][number];

/** Describes a policy statement: that it allows or forbids, or why it does not apply. */
export function statementWords(statement: Trace, name: NameOf): string {
  return `${whyText.statement({ number: statement.index + 1 })} ${saying(statement, name)}`;
}

function saying(statement: Trace, name: NameOf): string {
  const { effect, applies, action, principal, condition, resource, 'missing-tags': missing } = statement;
  if (applies && effect === 'Allow') return whyText.allows;
  if (applies && effect === 'Deny') return whyText.forbids;
  if (applies) return whyText.otherEffect({ effect });
  if (action !== 'matched') return whyText.otherAction;
  if (resource === 'missed') return whyText.otherLicense;
  if (principal === 'missed') return whyText.notNamed;
  if (condition === 'missed') return whyText.missingTags({ names: formatList(missing.map(name).sort()) });
  return whyText.appliesToNoOne;
}
