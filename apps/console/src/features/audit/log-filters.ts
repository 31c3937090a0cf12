import { useSearchParams } from 'react-router';

const names = ['actor', 'action', 'resource', 'from', 'to'] as const;
type FilterName = (typeof names)[number];

/** What the log is filtered by; a filter that is not set is missing. */
export type LogFilters = Readonly<Partial<Record<FilterName, string>>>;

/** In the address: the log of every account. */
const everyAccount = 'everyone';

const day = /^\d{4}-\d\d-\d\d$/;

/** The filters in the address of the log, and the function that sets some of them. */
export function useLogFilters() {
  const [params, setParams] = useSearchParams();
  const filters: LogFilters = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      const valid =
        value && ((name !== 'from' && name !== 'to') || (day.test(value) && !Number.isNaN(Date.parse(value))));
      return valid ? [[name, value]] : [];
    }),
  );
  const change = (changed: Readonly<Partial<Record<FilterName | typeof everyAccount, string | null>>>): void =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changed)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    filters,
    everyone: params.has(everyAccount),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, null]))),
  };
}
