import { calls, type License, type Product, resourceIdOf } from '@keyhold/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { licensesText } from '#text/licenses.ts';
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
      {!error && !data && <Skeleton height={56} radius="lg" aria-label={listText.loading} />}
      {data?.length === 0 && (
        <div className="kh-panel">
          <EmptyState title={welcomeText.noLicenses}>{welcomeText.noLicensesHint}</EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="kh-panel kh-own-licenses">
          {data.map((license) => (
            <li key={license.rn}>
              <span className="kh-own-license-name">
                <strong>{productName(license)}</strong>
                <span className="kh-mono kh-muted">{resourceIdOf(license.rn)}</span>
              </span>
              <StatusBadge status={statusOf(license)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The reply names products by rn alone, and their ids are made to be read. */
function productName({ certificate }: { certificate: { product: Product['rn'] } }): string {
  return resourceIdOf(certificate.product);
}

function statusOf(license: Consumable): string {
  if (license['held-by-me']) return welcomeText.heldByMe;
  return license.available ? licensesText.available : licensesText.inUse;
}
