/**
 * PostgreSQL's classes and codes, and the network's, that mean: the database cannot work at the moment (PostgreSQL,
 * appendix A). Besides being away, it may have no room on its disk, or have become a standby that only reads.
 */
const codes =
  /^(08...|57P0[1-5]|53...|58030|25006|E(CONN(REFUSED|RESET|ABORTED)|PIPE|NOENT|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH))$/;
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error)/;

/**
 * Whether an error means that the database is unavailable. The work may have been committed all the same: the lost reply
 * can be that of the commit. So it must not be repeated without a new request.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.test(String(error.code))) || connectionLost.test(error.message);
}
