/** A span in which a device believed to hold a license: from the reply to the last known end. */
interface Belief {
  readonly device: string;
  readonly from: number;
  until: number;
}

/** The beliefs of devices about seats over time. */
export interface Seats {
  /** @returns functions to call while the belief goes on, and when it ends */
  taken(
    license: string,
    device: string,
    from: number,
    until: number,
  ): { extend(until: number): void; end(at: number): void };
  /** A sentence for each seat that two devices believed to hold at once. */
  overlaps(): readonly string[];
  count(): number;
}

export function openSeats(): Seats {
  const beliefs = new Map<string, Belief[]>();
  return {
    taken(license, device, from, until) {
      const belief: Belief = { device, from, until };
      beliefs.set(license, [...(beliefs.get(license) ?? []), belief]);
      return {
        extend: (later) => {
          belief.until = later;
        },
        end: (at) => {
          belief.until = Math.min(belief.until, at);
        },
      };
    },
    overlaps: () =>
      [...beliefs].flatMap(([license, list]) => {
        const inOrder = list.toSorted((one, other) => one.from - other.from);
        return inOrder.flatMap((belief, index) =>
          inOrder
            .slice(index + 1)
            .filter((later) => later.device !== belief.device && later.from < belief.until)
            .map(
              (later) =>
                `${license} was held by ${belief.device} and ${later.device} at once for ${Math.round(belief.until - later.from)} ms.`,
            ),
        );
      }),
    count: () => [...beliefs.values()].reduce((sum, list) => sum + list.length, 0),
  };
}
