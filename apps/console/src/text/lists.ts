/** A number as people read it. */
export function inFigures(count: number): string {
  return count.toLocaleString('en');
}

/** Words of every list, and of the fields, dates and notes that stand in lists and elsewhere. */
export const listText = {
  search: 'Search',
  clearSearch: 'Clear search',
  retry: 'Retry',
  noMatchTitle: 'Nothing matches',
  noMatch: (search: string): string => `Nothing in this list contains “${search}”.`,
  rowsPerPage: 'Rows per page',
  sortBy: 'Sort by',
  exportCsv: 'Export CSV',
  choose: (name: string): string => `Select ${name}`,
  choosePage: 'Select all on this page',
  chosen: (count: number): string => `${inFigures(count)} selected`,
  chooseAll: (matched: number): string => `Select all ${inFigures(matched)} matching`,
  clearChoice: 'Clear selection',
  range: (from: number, to: number, matched: number): string =>
    `${inFigures(from)}–${inFigures(to)} of ${inFigures(matched)}`,
  matches: (matched: number, total: number): string => `${inFigures(matched)} of ${inFigures(total)} shown`,
  loading: 'Loading',
  searching: 'Searching…',
  show: 'Show',
  typeForMore: 'Type to find more',
  actions: 'Actions',
  name: 'Name',
  description: 'Description',
  status: 'Status',
  createdOn: 'Created On',
  updatedOn: 'Updated On',
  never: 'Never',
  copy: (what: string): string => `Copy ${what}`,
  copied: 'Copied',
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  showTyped: 'Show what is typed',
} as const;
