import { createContext, type MouseEvent, type ReactNode, use } from 'react';
import { useNavigate } from 'react-router';
import type { FromList } from '#ui/layout/page.tsx';
import looks from '#ui/theme/looks.module.css';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

/** The click handler of a list's links: one for all, because a list has many. */
const FollowLink = createContext<Follow | undefined>(undefined);

/** Completes the address of a link, which the browser itself follows into another tab or window. */
export const CompleteAddress = createContext((to: string): string => to);

/** Wraps the rows of a list: their links pass on the list's search, sort and page for the back link. */
export function RowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow: Follow = (event) => {
    // The browser itself opens links in another tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    // Read on click: the address may be ahead of the rendered state.
    const state: FromList = { list: window.location.search };
    void navigate({ pathname, search }, { state });
  };
  return <FollowLink value={follow}>{children}</FollowLink>;
}

/** The link of a list's row to its detail, inside {@link RowLinks}. */
export function RowLink({ to, children, mono = false }: { to: string; children: ReactNode; mono?: boolean }) {
  const href = use(CompleteAddress)(to);
  return (
    <a href={href} onClick={use(FollowLink)} className={mono ? `${looks.link} ${looks.cut} ${looks.mono}` : looks.link}>
      {children}
    </a>
  );
}
