import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FromList } from '#ui/layout/page.tsx';
import looks from '#ui/theme/looks.module.css';

/** The link of a list's row to its detail. It remembers the list's search, sort and page for the way back. */
export function RowLink({ to, children, mono = false }: { to: string; children: ReactNode; mono?: boolean }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    // Another tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Read now: the address may be ahead of what is rendered.
    const state: FromList = { list: window.location.search };
    void navigate(to, { state });
  };
  return (
    <Link to={to} onClick={follow} className={mono ? `${looks.link} ${looks.cut} ${looks.mono}` : looks.link}>
      {children}
    </Link>
  );
}
