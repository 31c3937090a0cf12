/** The result of one check: `wrong` needs to be fixed, `warning` is worth knowing. */
export interface Finding {
  readonly check: string;
  readonly state: 'good' | 'warning' | 'wrong';
  /** A sentence, with the remedy unless the state is good. */
  readonly message: string;
}

export type Check = () => Promise<readonly Finding[]>;

export function good(check: string, message: string): Finding {
  return { check, state: 'good', message };
}

export function warning(check: string, message: string): Finding {
  return { check, state: 'warning', message };
}

export function wrong(check: string, message: string): Finding {
  return { check, state: 'wrong', message };
}

/** Turns the failure of a check into a finding. */
export async function tryCheck(name: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [wrong(name, `The check ${name} could not run: ${error instanceof Error ? error.message : error}`)];
  }
}
