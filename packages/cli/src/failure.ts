/** Something that a person can do something about: its message is a whole sentence, shown without a stack. Exit code 1. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** The command was not typed as it must be. Exit code 2. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}
