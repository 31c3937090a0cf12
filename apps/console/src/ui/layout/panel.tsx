import type { ReactNode } from 'react';
import './panel.css';

/** A bordered block of a screen, with a heading of its own when it has one. */
export function Panel({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <section className="kh-panel kh-block" {...(heading && { 'aria-label': heading })}>
      {heading && <h2>{heading}</h2>}
      {children}
    </section>
  );
}
