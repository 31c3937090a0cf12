/** The longest time of a slice, in milliseconds: a frame of the page waits for it. */
const slice = 10;

/** Lets the page paint and take input. Not a timer: in a hidden window a timer waits for a second. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Maps a long list, and pauses so often that the page stays usable meanwhile.
 *
 * @param signal ends it early, with the results so far
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  signal?: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  await pause();
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - began > slice) {
      await pause();
      if (signal?.aborted) break;
      began = performance.now();
    }
    results.push(map(item, index));
  }
  return results;
}
