import { InvalidReplyError } from './errors.ts';
import { isRecord, textOrNull } from './json.ts';

/** A license that the signed-in user may consume. */
export interface ConsumableLicense {
  /** The rn of the license. */
  readonly rn: string;
  /** The rn of its product. */
  readonly product: string;
  readonly available: boolean;
  readonly heldByMe: boolean;
}

/** @throws {InvalidReplyError} when the reply's item has no rn or no product. */
export function readConsumable(item: unknown): ConsumableLicense {
  const license = isRecord(item) ? item : {};
  const certificate = isRecord(license['certificate']) ? license['certificate'] : {};
  const rn = textOrNull(license['rn']);
  const product = textOrNull(certificate['product']);
  if (!rn || !product) throw new InvalidReplyError('The server answered a license without name or product.');
  return { rn, product, available: license['available'] === true, heldByMe: license['held-by-me'] === true };
}
