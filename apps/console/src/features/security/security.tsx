import { singleSignOnPath } from '#features/single-sign-on/single-sign-on.paths.ts';
import { usersPath } from '#features/users/users.paths.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { securityText, usersText } from '#i18n/text/people.ts';
import { screenLoader, useScreenQuery } from '#screens/screen-loader.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { securityQuery } from './security.data.ts';
import { SecurityForm } from './security-form.tsx';
import { WithoutFactor } from './without-factor.tsx';

export const loader = screenLoader(securityQuery);

const back = { to: usersPath, label: usersText.back };

/** How the users of the selected account sign in, and which of them have no second factor. */
export default function AccountSecurity() {
  const scope = useSelectedAccount();
  const query = useScreenQuery(securityQuery(scope));
  const readOnly = !usePermission('iam:UpdateSecurity');
  return (
    <DetailPage key={scope.accountId} query={query} kind="account" title={securityText.title} back={back}>
      {(of) => (
        <>
          <PageHeader
            title={securityText.title}
            under={securityText.about}
            action={<QuietLink to={singleSignOnPath}>{shellText.singleSignOn}</QuietLink>}
            back={back}
          />
          <Split side={<WithoutFactor scope={scope} policy={of.item['second-factor']} />}>
            <Panel>
              <SecurityForm of={of} scope={scope} readOnly={readOnly} />
            </Panel>
          </Split>
        </>
      )}
    </DetailPage>
  );
}
