import { type Factor, givenFactorName } from '@keyhold/contract';
import type { ReactNode } from 'react';
import { factorsText } from '#i18n/text/factors.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import looks from '#ui/theme/looks.module.css';

/** The name that the owner gave a factor, or else its kind in the language of the page. */
export function factorName(factor: Factor): string {
  return givenFactorName(factor) ?? factorsText.kinds[factor.kind];
}

/** The list entry of a factor: its name, when it was added and last used, and its actions. */
export function FactorItem({ factor, children }: { factor: Factor; children?: ReactNode }) {
  const used = factor['last-used-on'];
  return (
    <li>
      <div>
        <p className={looks.strong}>{factorName(factor)}</p>
        {factor.left !== undefined && <p>{factorsText.left({ left: factor.left })}</p>}
        <p className={looks.muted}>
          {factorsText.added} <RelativeDate value={factor['created-on']} />,{' '}
          {used ? factorsText.used : factorsText.neverUsed} {used && <RelativeDate value={used} />}
        </p>
      </div>
      {children}
    </li>
  );
}
