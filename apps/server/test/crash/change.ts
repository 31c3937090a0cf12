import { callList } from '@keyhold/contract';

/** They write nothing: the test of an account's identity provider, whose a key is, and a preview of rules. */
const asking: readonly string[] = ['testSingleSignOn', 'getActivation', 'previewPoolRules'];
/** The names of all calls that write. */
export const changing = callList
  .filter(({ name, method }) => method !== 'GET' && !asking.includes(name))
  .map(({ name }) => name);
