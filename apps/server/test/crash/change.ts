import { callList } from '@keyhold/contract';

/** They write nothing: the test of an account's identity provider, and whose a key is. */
const asking: readonly string[] = ['testSingleSignOn', 'getActivation'];
/** The names of all calls that write. */
export const changing = callList
  .filter(({ name, method }) => method !== 'GET' && !asking.includes(name))
  .map(({ name }) => name);
