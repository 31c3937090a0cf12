import type { Clock } from './clock.ts';
import { standingAt, type Term } from './term.ts';

/**
 * Calls back when a lease's time ends: `grace` once at its deadline if an outage grace follows, and `lapse` at the end.
 *
 * @returns a function that stops the watch
 */
export function watchTerm(
  clock: Clock,
  term: Term,
  on: { readonly grace: () => void; readonly lapse: () => void },
): () => void {
  let announced = false;
  let cancel = clock.after(term.deadline - clock.now(), check);

  function check() {
    const now = clock.now();
    const standing = standingAt(term, now);
    if (standing === 'lapsed') return on.lapse();
    if (standing === 'grace' && !announced) {
      announced = true;
      on.grace();
    }
    cancel = clock.after((standing === 'active' ? term.deadline : term.graceUntil) - now, check);
  }

  return () => cancel();
}
