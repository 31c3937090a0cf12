import { useState } from 'react';

/** The value, or the last one where there is none any more: what a dialog shows while it fades away. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
