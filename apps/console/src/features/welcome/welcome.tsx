import { useConfig } from '#api/config.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { shellText } from '#text/shell.ts';
import { DocumentTitle } from '#ui/layout/page.tsx';
import { Attention } from './attention.tsx';
import { JumpHint } from './jump-hint.tsx';
import { OwnLicenses } from './own-licenses.tsx';
import './welcome.css';

/** The welcome page: the product and its tagline, then what this person can do here. */
export default function Welcome() {
  const { 'product-title': title } = useConfig();
  const { admin } = useAuthInfo();
  return (
    <>
      <DocumentTitle>{shellText.home}</DocumentTitle>
      <div className="kh-welcome">
        <h1>{title}</h1>
        <p>{shellText.tagline}</p>
        <JumpHint />
      </div>
      {admin && <Attention />}
      <OwnLicenses />
    </>
  );
}
