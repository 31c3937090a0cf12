/** An error that the user can act on: its message is a whole sentence, shown without a stack. Exit code 1. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** The command line is wrong. Exit code 2. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}
