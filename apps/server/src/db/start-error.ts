/**
 * A reason why the server cannot start, which the operator can fix. Its message is a whole sentence, shown without a
 * stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
