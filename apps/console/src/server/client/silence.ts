/**
 * Passes bytes on, and fails when none arrive for a while: a proxy or a network that swallows them closes no connection.
 *
 * @param longest in ms
 * @param failure makes the error that the reader gets
 */
export function endsWhenSilent(
  longest: number,
  failure: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let timer: ReturnType<typeof setTimeout>;
  const expect = (controller: TransformStreamDefaultController): void => {
    timer = setTimeout(() => controller.error(failure()), longest);
  };
  return new TransformStream({
    start: expect,
    transform(bytes, controller) {
      clearTimeout(timer);
      controller.enqueue(bytes);
      expect(controller);
    },
    flush: () => clearTimeout(timer),
  });
}
