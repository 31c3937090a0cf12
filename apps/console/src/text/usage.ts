import type { DenialReason } from '@keyhold/contract';
import { inFigures, many } from './numbers.ts';
import { shellText } from './shell.ts';

/** Sentences about how licenses were used over time. */
export const historyText = {
  title: 'Use over time',
  range: 'Time range',
  ranges: { day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' },
  utc: 'Times are UTC.',
  ofLicense: 'This license',
  ofProduct: (licenses: number, product: string): string =>
    licenses === 1
      ? `The only license of ${product} in this account`
      : `All ${inFigures(licenses)} licenses of ${product} in this account`,
  nothingUsed: 'Nobody used this license in this time.',
  nothingUsedOfProduct: 'Nobody used or wanted one in this time.',
  used: 'Used',
  hoursUsed: 'Hours used each day',
  minutesUsed: 'Minutes used each hour',
  peak: 'Peak',
  average: 'Average',
  limit: 'Licenses',
  refused: 'Refused',
  refusedTimes: (count: number, reasons: string): string => `Refused ${many(count, 'time')}: ${reasons}.`,
  oneReason: (reason: string, count: number): string =>
    `${reason.charAt(0).toLowerCase()}${reason.slice(1)} (${inFigures(count)})`,
  lastUsed: 'Last used',
  timeUsed: 'Time used',
  uses: 'Uses',
  people: 'People',
  now: 'Now',
  time: 'Time',
  asTable: (chart: string): string => `${chart}, as a table`,
  showTable: 'Show as table',
  showChart: 'Show as chart',
  walk: (chart: string): string => `${chart}: walk through it with the arrow keys`,
  latestUses: 'Latest uses',
  eachUse: 'Each use',
  latestUsesHint: 'The last hundred, kept for 31 days.',
  noUses: 'Nobody has used it in the last 31 days.',
  refusals: (count: number): string => `Who was refused (${inFigures(count)})`,
  noRefusals: 'Nobody was refused in this time.',
  person: 'Person',
  device: 'Device',
  began: 'Began',
  ended: 'Ended',
  howEnded: 'How it ended',
  lasted: 'Lasted',
  endings: { returned: 'Given back', released: 'Logged off', lapsed: 'Not heard of any more' },
  goesOn: 'Goes on',
  deletedPerson: 'Somebody who was deleted',
  reason: 'Reason',
  times: 'Times',
  lastTime: 'Last time',
} as const;

/** Why somebody was refused a license. */
export const reasonText: Readonly<Record<DenialReason, string>> = {
  'no-seat': 'No license was free',
  'not-eligible': 'Not among the consumers',
  'license-expired': 'The license has expired',
  'license-suspended': 'The license is suspended',
  'maintenance-ended': 'Maintenance had ended before this version',
  'release-pending': 'The last user was still being logged off',
};

/** Sentences of the overview of all licenses' use. */
export const overviewText = {
  title: shellText.usageOverview,
  back: 'Back to Licenses',
  tabs: { products: 'By product', refusals: 'Refusals', licenses: 'By license', people: 'By person' },
  counted: (label: string, count: number): string => `${label} (${inFigures(count)})`,
  noneTitle: 'Nothing to show yet',
  noneHint: 'Use appears here once this account has licenses and applications take them.',
  noRefusalsTitle: 'Nobody was refused',
  noRefusalsHint: 'Who wants a license and gets none in the chosen time appears here, with the reason.',
  noPeopleTitle: 'Nobody used a license',
  noPeopleHint: 'Who uses a license in the chosen time appears here.',
  noLicensesTitle: 'No licenses yet',
  noLicensesHint: 'Licenses appear here once they are issued to this account.',
  product: 'Product',
  licenses: 'Licenses',
  inUse: 'In use now',
  peak: 'Peak',
  allTaken: 'All taken',
  neverUsed: 'Never used',
  key: 'Key',
  lastPerson: 'Last person',
  email: 'Email',
  of: (used: number, all: number): string => `${inFigures(used)} of ${inFigures(all)}`,
  cut: (count: number): string => `Only the first ${many(count, 'entry', 'entries')} of this list are shown.`,
} as const;

/** How long something was used: `4 h 20 min`. */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds === 0) return '0 min';
  if (minutes === 0) return 'under 1 min';
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  const rest = minutes % 60;
  return `${inFigures(hours)} h${rest && hours < 100 ? ` ${rest} min` : ''}`;
}
