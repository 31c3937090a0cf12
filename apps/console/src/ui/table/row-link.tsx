import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FromList } from '#ui/layout/page.tsx';

/** The link of a list's row to its detail. It remembers the list's search, sort and page for the way back. */
export function RowLink({ to, children, mono = false }: { to: string; children: ReactNode; mono?: boolean }) {
  const state: FromList = { list: '' };
  // Read when it is followed: the address may be ahead of what is drawn, and its change draws no row again.
  const remember = (): void => {
    state.list = window.location.search;
  };
  return (
    <Link
      to={to}
      state={state}
      onClick={remember}
      className={mono ? 'kh-cut kh-mono kh-row-link' : 'kh-cut kh-row-link'}
    >
      {children}
    </Link>
  );
}
