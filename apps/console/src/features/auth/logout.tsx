import { useEffect } from 'react';
import { signOut } from '#server/client/sign-out.ts';

/** Signs out when it is rendered; the route around it then redirects to the sign-in screen. */
export default function Logout() {
  useEffect(signOut, []);
  return null;
}
