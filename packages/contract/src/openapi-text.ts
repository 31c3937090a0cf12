import type { Access, ProofNeed } from './call.ts';

/** The introduction of the API's document: CommonMark paragraphs, with no markup except `code`. */
export const introduction = `Every reply is JSON in one envelope. A success carries \`success\`, \`status-code\`, \`reply-to\`, \`errors\`, \`warnings\` and beside them the call's own payload. A failure carries sentences for people in \`errors\`, the most useful first, and the same for programs in \`problems\`: a stable \`code\`, and as \`path\` the field that it is about.

Send the token that signing in answers as \`Authorization: Bearer <token>\`, and bodies as JSON of at most 1 MiB. A field that a call does not know is refused by name. Later versions may answer further fields: let your program pass over those that it does not know.

Things are named by their rn, \`keyhold:<region>:<accountId>:<type>:<id>\`; paths take the last part of it. Times are UTC, ISO 8601, with milliseconds.

A list answers everything, ordered by name, unless it is asked with \`limit\`: then it answers a page, and \`next-cursor\` for the next one, null at the end. \`search\` and \`sort\` work with and without; \`-\` before the name of a sort turns the order round. \`search-also\` names statuses and types that are found beside what contains the search, for who shows them in another language.

Every item and list carries an \`ETag\`. \`If-None-Match\` saves reading it again; \`If-Match\` on a change refuses to overwrite what somebody else changed meanwhile. An \`Idempotency-Key\` makes a POST safe to repeat.

A call that nothing allows the caller is refused (403) whether the thing exists or not; what lies in another account reads like what does not exist (404).`;

/** The descriptions of the groups of calls, in reading order. */
export const groups: Readonly<Record<string, string>> = {
  auth: 'Signing in and out, activation, forgotten passwords',
  oauth: 'What applications and the command call to sign people in by the browser, as the standards of OAuth 2.0 say',
  factors: 'Passkeys, authenticator apps and recovery codes of a user',
  iam: 'Users, roles, tags and sessions of an account',
  license: 'Licenses and add-on licenses: who may consume them, what belongs to them',
  bulk: 'Changes of many users or licenses at once, each with a report',
  leases: 'What a licensed application calls: it consumes a license, keeps it and gives it back',
  usage: 'How licenses were used, and who was refused one',
  webhooks: 'Addresses of your own that are notified of what happens to licenses, as signed HTTP requests',
  events: 'What changes, as it happens',
  adm: 'Accounts, for provider staff',
  catalogue: 'Products, add-ons and applications, for provider staff',
  audit: 'Who did what, and when',
  operations: 'What stands beside the calls, for operators and consoles',
};

/** Who may make a call, in a sentence or two. */
export function requirementOf(access: Access): string {
  return `${requirement(access)}${applicationsOf(access)}`;
}

function applicationsOf(access: Access): string {
  if (access.kind === 'public') return '';
  if (access.applications === 'none') return ' Closed to tokens of applications, the command among them.';
  return access.applications === 'own' ? " An application's token opens it, too, about its person and product." : '';
}

function requirement(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Open to everyone.';
    case 'signed-in':
      if (access.leaseToken)
        return "For everyone who is signed in, and for the bearer of the lease's own newest token.";
      return access.oneself ? 'For everyone who is signed in, about themselves.' : 'For everyone who is signed in.';
    case 'action': {
      const needs = `Needs the permission \`${access.action}\``;
      if (access.oneself) return `${needs}, unless it is about the caller.`;
      if (access.policy) return `${needs}, by a policy of the caller or of the license itself.`;
      return access.acrossAccounts ? `${needs}, and is for provider staff.` : `${needs}.`;
    }
  }
}

/** The sentence about the proof of identity that some calls require; empty for the others. */
export function proofOf(need: ProofNeed): string {
  const wanted = 'a proof of the last ten minutes (`POST /auth/v1/proof`), else it is refused with `proof-needed`';
  switch (need) {
    case 'never':
      return '';
    case 'always':
      return ` Wants ${wanted}.`;
    case 'for-email':
      return ` Changing the own e-mail, or anybody’s where their account asks for second factors, wants ${wanted}.`;
  }
}
