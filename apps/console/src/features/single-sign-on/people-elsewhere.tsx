import { accountIdOf } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { singleSignOnText } from '#i18n/text/people.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { Entries } from '#ui/layout/entries.tsx';
import looks from '#ui/theme/looks.module.css';
import { elsewhereQuery, moveUser } from './single-sign-on.data.ts';

/** The people of other accounts with an e-mail in a proven domain of this one, and for each a way to move them here. */
export function PeopleElsewhere({ accountId, mayMove }: { accountId: string; mayMove: boolean }) {
  const data = useSideQuery(elsewhereQuery(accountId));
  const { ask, dialog } = useConfirmation();
  if (!data || data.items.length === 0) return null;
  const accounts = Object.values(data.resources);
  const accountOf = (rn: string): string =>
    accounts.find((account) => accountIdOf(account.rn) === accountIdOf(rn))?.name ?? '';
  return (
    <section>
      <p className={looks.strong}>{`${singleSignOnText.elsewhereTitle} (${data.total})`}</p>
      <p className={looks.muted}>{singleSignOnText.elsewhereAbout}</p>
      <Entries>
        {data.items.map(({ rn, email }) => (
          <li key={rn}>
            <div style={{ minWidth: 0, flex: 1 }}>
              <p className={looks.strong}>{email}</p>
              <p className={looks.muted}>{accountOf(rn)}</p>
            </div>
            {mayMove && (
              <Button
                size="xs"
                aria-label={singleSignOnText.moveNamed({ name: email })}
                onClick={() =>
                  ask({
                    words: {
                      title: singleSignOnText.moveTitle,
                      body: singleSignOnText.moveBody({ name: email, account: accountOf(rn) }),
                      confirm: singleSignOnText.move,
                    },
                    danger: true,
                    send: () => moveUser({ rn, accountId }),
                  })
                }
              >
                {singleSignOnText.move}
              </Button>
            )}
          </li>
        ))}
      </Entries>
      {dialog}
    </section>
  );
}
