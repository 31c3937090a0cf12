import { calls, type License, resourceIdOf } from '@keyhold/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { listText } from '#text/lists.ts';
import { welcomeText } from '#text/welcome.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';

type Consumable = License & { available: boolean; 'held-by-me': boolean };

/** The licenses that whoever is signed in may use, and how. */
export function OwnLicenses() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.consumable(),
    queryFn: async ({ signal }): Promise<Consumable[]> =>
      (await client.send(calls.listConsumableLicenses, { signal })).items,
  });
  return (
    <section className="kh-attention" aria-label={welcomeText.ownLicenses}>
      <h2>{welcomeText.ownLicenses}</h2>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {data && data.length > 0 && <p className="kh-muted kh-prose">{welcomeText.howToUse}</p>}
      {!error && !data && <Skeleton height={56} radius="lg" role="status" aria-label={listText.loading} />}
      {data?.length === 0 && (
        <div className="kh-panel">
          <EmptyState title={welcomeText.noLicenses}>{welcomeText.noLicensesHint}</EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="kh-panel kh-own-licenses">
          {byProduct(data).map(({ product, licenses }) => (
            <li key={product}>
              <strong>{product}</strong>
              <span className="kh-own-license-state">
                <span className="kh-muted kh-numbers">
                  {welcomeText.free(licenses.filter(({ available }) => available).length, licenses.length)}
                </span>
                {licenses.some((license) => license['held-by-me']) && <StatusBadge status={welcomeText.heldByMe} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Licenses by their product. The reply names products by rn alone, and their ids are made to be read. */
function byProduct(licenses: readonly Consumable[]): { product: string; licenses: readonly Consumable[] }[] {
  const groups = Map.groupBy(licenses, ({ certificate }) => resourceIdOf(certificate.product));
  return [...groups].map(([product, each]) => ({ product, licenses: each }));
}
