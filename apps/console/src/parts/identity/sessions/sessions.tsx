import type { Session } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionsText } from '#i18n/text/factors.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';
import { placeOf } from './place.ts';
import { endSession, sessionsQuery } from './sessions.data.ts';

/** The sessions of a user, each of which can be ended. */
export function Sessions({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery(userId));
  const { ask, dialog } = useConfirmation();
  const end = (session: Session): void =>
    ask({
      words: {
        title: sessionsText.endTitle,
        body: sessionsText.endBody({ where: placeOf(session) }),
        confirm: sessionsText.end,
      },
      danger: true,
      send: () => endSession({ userId, session }),
    });
  if (!data) return <NotLoaded error={error} refetch={refetch} height={56} />;
  if (data.length === 0) return <p className={looks.muted}>{sessionsText.none}</p>;
  return (
    <>
      <Entries>
        {data.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </Entries>
      {dialog}
    </>
  );
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { id, address, current } = session;
  return (
    <li>
      <div>
        <p className={looks.inline}>
          <span className={looks.strong} id={`session-${id}`} title={session['user-agent']}>
            {placeOf(session)}
          </span>
          {current && <Badge tone="blue">{sessionsText.current}</Badge>}
        </p>
        <p className={looks.muted}>
          {sessionsText.used} <RelativeDate value={session['last-used-on']} /> {sessionsText.from({ address })},{' '}
          {sessionsText.since} <RelativeDate value={session['created-on']} />
        </p>
      </div>
      {/* The current session ends by signing out. */}
      {!current && (
        <Button size="xs" aria-describedby={`session-${id}`} onClick={onEnd}>
          {sessionsText.end}
        </Button>
      )}
    </li>
  );
}
