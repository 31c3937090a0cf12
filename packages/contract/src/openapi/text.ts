import type { Access, ProofNeed } from '../call.ts';

/** The introduction of the API's document: CommonMark paragraphs, with no markup except `code`. */
export const introduction = `Every reply is JSON in one envelope. A success carries \`success\`, \`status-code\`, \`reply-to\`, \`errors\`, \`warnings\` and beside them the call's own payload. A failure carries sentences for people in \`errors\`, the most useful first, and the same for programs in \`problems\`: a stable \`code\`, and the field concerned as \`path\`.

Send the token that a sign-in returns as \`Authorization: Bearer <token>\`, and bodies as JSON of at most 1 MiB (64 KiB for calls that need no sign-in), nested at most 32 levels deep. Unknown fields of a request are refused by name. Later versions may return further fields: ignore unknown ones.

Resources are identified by their rn, \`keyhold:<region>:<accountId>:<type>:<id>\`; paths take its last part. Times are UTC, ISO 8601, with milliseconds.

Without \`limit\` a list returns every item, ordered by name. With \`limit\` it returns a page, and \`next-cursor\` for the next page, null at the end. \`search\` and \`sort\` work for both; \`-\` before the name of a sort reverses the order. \`search-also\` lists statuses and types that match as well, for clients that show them in another language.

Every item and list carries an \`ETag\`. \`If-None-Match\` saves reading it again; \`If-Match\` on a change prevents overwriting a concurrent change (412). An \`Idempotency-Key\` makes a POST safe to retry.

A call without permission is refused (403), whether the resource exists or not. A resource of another account is reported as not found (404), like one that does not exist.`;

/** The descriptions of the groups of calls, in reading order. */
export const groups: Readonly<Record<string, string>> = {
  auth: 'Signing in and out, activation, forgotten passwords',
  oauth: 'The OAuth 2.0 endpoints by which applications and the command sign users in by the browser',
  factors: 'Passkeys, authenticator apps and recovery codes of a user',
  iam: 'Users, roles, tags and sessions of an account',
  license: 'Licenses and add-on licenses: their consumers, terms and add-ons',
  bulk: 'Changes of many users or licenses at once, each with a report',
  leases: 'The calls of a licensed application: to consume a license, keep it and return it',
  usage: 'The use of licenses, and refused requests for one',
  webhooks: 'Your own addresses that are notified of events of licenses, by signed HTTP requests',
  events: 'A stream of changes',
  adm: 'Accounts, for provider staff',
  catalogue: 'Products, add-ons and applications, for provider staff',
  audit: 'The audit log',
  operations: 'Further endpoints, for operators and consoles',
};

/** The access that a call requires, in a sentence or two. */
export function requirementOf(access: Access): string {
  return `${requirement(access)}${applicationsOf(access)}`;
}

function applicationsOf(access: Access): string {
  if (access.kind === 'public') return '';
  if (access.applications === 'none') return ' Not available to tokens of applications, including the command.';
  return access.applications === 'own' ? " Also available to an application's token, for its user and product." : '';
}

function requirement(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Public.';
    case 'signed-in':
      if (access.leaseToken) return "Requires a signed-in user, or the lease's own newest token.";
      return access.oneself ? 'Requires a signed-in user; only for the user themselves.' : 'Requires a signed-in user.';
    case 'action': {
      const needs = `Requires the permission \`${access.action}\``;
      if (access.oneself) return `${needs}, except for the caller's own.`;
      if (access.policy) return `${needs}, by a policy of the caller or of the license itself.`;
      return access.acrossAccounts ? `${needs}; only for provider staff.` : `${needs}.`;
    }
  }
}

/** The sentence about the proof of identity that some calls require; empty for the others. */
export function proofOf(need: ProofNeed): string {
  const proof =
    'a proof of identity within the last ten minutes (`POST /auth/v1/proof`), otherwise it is refused with `proof-needed`';
  switch (need) {
    case 'never':
      return '';
    case 'always':
      return ` Requires ${proof}.`;
    case 'for-email':
      return ` A change of the caller’s own e-mail, or of any e-mail where the account requires second factors, requires ${proof}.`;
  }
}
