import type { User } from '@keyhold/contract';
import { usersText } from '#i18n/text/people.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

type Mail = NonNullable<User['mail']>;

/** Whether a user cannot activate because their last invitation was refused. */
export function isUndelivered({ status, mail }: Pick<User, 'status' | 'mail'>): boolean {
  return status === 'Pending' && mail?.status === 'refused';
}

/** Whether the last invitation of a user was sent, and otherwise why not. */
export function InvitationState({ mail }: { mail: Mail }) {
  return (
    <>
      {usersText.invitation({ status: mail.status })} · <RelativeDate value={mail.on} />
      {mail.status !== 'sent' && <Reason mail={mail} />}
    </>
  );
}

function Reason({ mail: { status, reason } }: { mail: Mail }) {
  if (reason !== null) return <div>{usersText.invitationReason({ reason })}</div>;
  return status === 'refused' && <div>{usersText.invitationEnded}</div>;
}

/** The state of the last invitation above the button that sends another. */
export function InvitationNotice({ user }: { user: Pick<User, 'status' | 'mail'> }) {
  if (user.mail === null) return null;
  return (
    <Notice tone={isUndelivered(user) ? 'red' : 'gray'} title={usersText.lastInvitation} mb="md">
      <InvitationState mail={user.mail} />
    </Notice>
  );
}
