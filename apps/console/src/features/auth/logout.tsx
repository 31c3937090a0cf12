import { useEffect } from 'react';
import { signOut } from '#api/sign-out.ts';

/** Signs out as soon as it is shown; the gate around it then leads to the sign-in screen. */
export default function Logout() {
  useEffect(signOut, []);
  return null;
}
