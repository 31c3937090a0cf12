import type { Certificate } from '@keyhold/contract';
import { licensesText } from '#text/licenses.ts';
import { day, exactTime } from '#ui/date/dates.ts';

type Period = Pick<Certificate, 'maintenance-start' | 'maintenance-end'>;

/** The maintenance of a perpetual license: from when to when, or none. */
export function Maintenance({ certificate }: { certificate: Period }) {
  const start = certificate['maintenance-start'];
  const end = certificate['maintenance-end'];
  if (start === null) return <>{licensesText.none}</>;
  return (
    <span className="kh-numbers">
      <Day value={start} /> {licensesText.maintenanceTo} {end === null ? licensesText.unknown : <Day value={end} />}
    </span>
  );
}

function Day({ value }: { value: string }) {
  return (
    <button type="button" className="kh-plain" data-tip={exactTime(value)}>
      <time dateTime={value}>{day(value)}</time>
    </button>
  );
}
