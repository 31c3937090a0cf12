/** What one check found: `wrong` needs to be put right, `warning` is worth knowing. */
export interface Finding {
  readonly check: string;
  readonly state: 'good' | 'warning' | 'wrong';
  /** A sentence, and what to do unless all is good. */
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

/** Makes one finding of a check that could not be carried out. */
export async function tryCheck(name: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [wrong(name, `This could not be checked: ${error instanceof Error ? error.message : error}`)];
  }
}
