import type { Certificate } from '@keyhold/contract';
import { licensesText } from '#text/licenses.ts';
import { day } from '#ui/date/dates.ts';
import { Moment } from '#ui/date/relative-date.tsx';
import looks from '#ui/theme/looks.module.css';

type Period = Pick<Certificate, 'maintenance-start' | 'maintenance-end'>;

/** The maintenance of a perpetual license: from when to when, or none. */
export function Maintenance({ certificate }: { certificate: Period }) {
  const start = certificate['maintenance-start'];
  const end = certificate['maintenance-end'];
  if (start === null) return <>{licensesText.none}</>;
  return (
    <span className={looks.numbers}>
      <Moment value={start}>{day(start)}</Moment> {licensesText.maintenanceTo}{' '}
      {end === null ? licensesText.unknown : <Moment value={end}>{day(end)}</Moment>}
    </span>
  );
}
