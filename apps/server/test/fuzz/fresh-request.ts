import type { Person } from '../app.ts';
import type { Request } from '../authorization/row.ts';
import { rows } from '../authorization/rows.ts';
import type { Maker } from '../made/maker.ts';
import { type FuzzRequest, replaced } from './request-of.ts';

/**
 * The request as the sender would make it rightly, about things made for it alone, but for one odd part where it has one.
 * So every call is also sent what it can do, and what only just it cannot.
 */
export async function freshRequest(make: Maker, request: FuzzRequest, sender: Person): Promise<FuzzRequest> {
  const right = await rightRequest(make, request.call.name as keyof typeof rows, sender);
  const odd = request.fresh?.odd;
  // A request without any part has none to be odd.
  const isOdd = odd && Object.keys(right).length > 0;
  const { params = {}, query = {}, body } = isOdd ? (replaced(right, odd.at, odd.value) as Request) : right;
  return {
    ...request,
    params: textsOf(params),
    query: Object.entries(textsOf(query)),
    body: body === undefined ? null : { json: body },
  };
}

async function rightRequest(make: Maker, name: keyof typeof rows, sender: Person): Promise<Request> {
  const row = rows[name];
  switch (row.about) {
    case 'the caller':
      return row.request(make, sender);
    case 'an account': {
      if (row.ids?.['id'] !== 'account') return row.request(make, sender.accountId);
      return row.request(make, (await make.account({ deleted: row.restores ?? false })).id);
    }
    case 'nobody':
      return row.request(make, sender.accountId);
    default:
      return row.request(make);
  }
}

/** Paths and queries carry texts alone. */
function textsOf(values: unknown): Record<string, string> {
  if (values === null || typeof values !== 'object') return {};
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return Object.fromEntries(texts);
}
