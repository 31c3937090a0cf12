import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { FromList } from './page.tsx';

/** The link of a list's row to its detail. It remembers the list's search, sort and page for the way back. */
export function RowLink({ to, children, mono = false }: { to: string; children: ReactNode; mono?: boolean }) {
  const { search } = useLocation();
  const state: FromList = { list: search };
  return (
    <Link to={to} state={state} className={mono ? 'kh-cut kh-mono kh-row-link' : 'kh-cut kh-row-link'}>
      {children}
    </Link>
  );
}
