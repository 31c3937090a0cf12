import { callList } from '@keyhold/contract';

/** Tests an account's identity provider, and writes nothing. */
const asking = 'testSingleSignOn';
/** The names of all calls that write. */
export const changing = callList
  .filter(({ name, method }) => method !== 'GET' && name !== asking)
  .map(({ name }) => name);
