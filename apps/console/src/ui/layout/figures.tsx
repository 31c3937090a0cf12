import type { ReactNode } from 'react';
import './figures.css';

export interface Figure {
  label: string;
  value: ReactNode;
}

/** A few numbers that sum something up, side by side. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="kh-figures">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
