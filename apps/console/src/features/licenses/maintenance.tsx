import type { Certificate } from '@keyhold/contract';
import { licensesText } from '#text/licenses.ts';
import { day } from '#ui/date/dates.ts';
import { moment } from '#ui/date/relative-date.tsx';
import looks from '#ui/theme/looks.module.css';

type Period = Pick<Certificate, 'maintenance-start' | 'maintenance-end'>;

/** The maintenance of a perpetual license: from when to when, or none. */
export function Maintenance({ certificate }: { certificate: Period }) {
  const start = certificate['maintenance-start'];
  const end = certificate['maintenance-end'];
  if (start === null) return <>{licensesText.none}</>;
  return (
    <span className={looks.numbers}>
      {moment(start, day(start))} {licensesText.maintenanceTo}{' '}
      {end === null ? licensesText.unknown : moment(end, day(end))}
    </span>
  );
}
