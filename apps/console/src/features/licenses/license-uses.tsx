import type { Denial, LicenseUse } from '@keyhold/contract';
import { nameOfPerson, type UsageResources } from '#api/usage-people.ts';
import { inFigures } from '#locale/formats.ts';
import { durationText } from '#text/durations.ts';
import { historyText, reasonText } from '#text/usage.ts';
import { RelativeDate, useNow } from '#ui/date/relative-date.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import looks from '#ui/theme/looks.module.css';

export function LatestUses({ uses, resources }: { uses: readonly LicenseUse[]; resources: UsageResources }) {
  if (uses.length === 0) return <p className={looks.muted}>{historyText.noUses}</p>;
  const columns: SmallColumn<LicenseUse>[] = [
    { header: historyText.person, cell: ({ user }) => nameOfPerson(resources, user) },
    { header: historyText.device, cell: (use) => use['device-name'] },
    { header: historyText.began, cell: (use) => <RelativeDate value={use['started-on']} /> },
    { header: historyText.lasted, cell: (use) => <Length of={use} /> },
    { header: historyText.howEnded, cell: ({ ending }) => (ending ? historyText.endings[ending] : historyText.goesOn) },
  ];
  return (
    <>
      <p className={looks.muted}>{historyText.latestUsesHint}</p>
      <SmallTable
        label={historyText.eachUse}
        columns={columns}
        rows={uses}
        rowKey={(use) => `${use['started-on']} ${use.user}`}
      />
    </>
  );
}

function Length({ of: use }: { of: LicenseUse }) {
  const now = useNow();
  const ended = use['ended-on'] === null ? now : Date.parse(use['ended-on']);
  return durationText(Math.max(0, ended - Date.parse(use['started-on'])) / 1000);
}

export function Refusals({ denials, resources }: { denials: readonly Denial[]; resources: UsageResources }) {
  if (denials.length === 0) return <p className={looks.muted}>{historyText.noRefusals}</p>;
  const columns: SmallColumn<Denial>[] = [
    { header: historyText.person, cell: ({ user }) => nameOfPerson(resources, user) },
    { header: historyText.reason, cell: ({ reason }) => reasonText[reason] },
    { header: historyText.times, cell: ({ count }) => inFigures(count) },
    { header: historyText.lastTime, cell: (denial) => <RelativeDate value={denial['last-on']} /> },
    { header: historyText.device, cell: (denial) => denial['device-name'] },
  ];
  return (
    <SmallTable
      label={historyText.refused}
      columns={columns}
      rows={denials}
      rowKey={({ user, reason }) => `${user} ${reason}`}
    />
  );
}
