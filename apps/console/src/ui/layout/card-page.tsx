import type { ReactNode } from 'react';
import { Mark } from '#ui/theme/mark.tsx';
import { DocumentTitle } from './page.tsx';
import './card-page.css';

interface CardPageProps {
  title: string;
  /** The product's title, under the mark. */
  product: string;
  children: ReactNode;
  /** Stands below the card, such as the way back. */
  footer?: ReactNode;
}

/** A public screen: a card 20rem wide in the middle of a quiet ground, the mark above it. */
export function CardPage({ title, product, children, footer }: CardPageProps) {
  return (
    <main className="kh-card-page">
      <DocumentTitle>{title}</DocumentTitle>
      <div className="kh-card-brand">
        <Mark size={44} />
        <span>{product}</span>
      </div>
      <div className="kh-panel kh-card">
        <h1>{title}</h1>
        {children}
      </div>
      {footer && <div className="kh-card-footer">{footer}</div>}
    </main>
  );
}
