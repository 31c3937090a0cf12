import { useParams } from 'react-router';
import { errorText } from '#text/errors.ts';

/**
 * A parameter of the screen's address.
 *
 * @throws {Error} '{name} is missing in the URL'.
 */
export function useRequiredParam(name: string): string {
  const value = useParams()[name];
  if (!value) throw new Error(errorText.missingParameter({ name }));
  return value;
}
