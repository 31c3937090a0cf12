import { createContext, type MouseEvent, type ReactNode, use } from 'react';
import { useNavigate } from 'react-router';
import type { FromList } from '#ui/layout/page.tsx';
import looks from '#ui/theme/looks.module.css';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

/** What follows the links of a list: one for all, because a list has many. */
const FollowLink = createContext<Follow | undefined>(undefined);

/** Around the rows of a list: their links remember the list's search, sort and page for the link back. */
export function RowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow: Follow = (event) => {
    // Another tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    // Read now: the address may be ahead of what is rendered.
    const state: FromList = { list: window.location.search };
    void navigate({ pathname, search }, { state });
  };
  return <FollowLink value={follow}>{children}</FollowLink>;
}

/** The link of a list's row to its detail, inside {@link RowLinks}. */
export function RowLink({ to, children, mono = false }: { to: string; children: ReactNode; mono?: boolean }) {
  return (
    <a href={to} onClick={use(FollowLink)} className={mono ? `${looks.link} ${looks.cut} ${looks.mono}` : looks.link}>
      {children}
    </a>
  );
}
