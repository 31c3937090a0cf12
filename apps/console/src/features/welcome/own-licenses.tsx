import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listText } from '#i18n/text/every-page.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { type OwnProduct, ownProductsQuery } from './welcome.data.ts';
import styles from './welcome.module.css';

/** The products that the signed-in user may use, those in use, and on which device. */
export function OwnLicenses() {
  const { admin } = useAuthInfo();
  const { data, error, refetch } = useQuery(ownProductsQuery);
  // An administrator need not use any license, so the empty state is not shown.
  if (admin && data?.length === 0) return null;
  return (
    <section className={styles.desk} aria-label={welcomeText.ownLicenses}>
      <h2>{welcomeText.ownLicenses}</h2>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!error && !data && <Skeleton height={56} radius="lg" role="status" aria-label={listText.loading} />}
      {data?.length === 0 && <EmptyState title={welcomeText.noLicenses} hint={welcomeText.noLicensesHint} />}
      {data && data.length > 0 && (
        <>
          <Text c="dimmed" maw="72ch" mt={-4} mb="sm">
            {welcomeText.howToUse}
          </Text>
          <ul className={`${looks.panel} ${styles.own}`}>
            {data.map((product) => (
              <Product key={product.rn} product={product} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function usedOn(device: string, application: string | null): string {
  return application ? welcomeText.usedOnIn({ device, application }) : welcomeText.usedOn({ device });
}

function Product({ product: { name, description, free, all, held } }: { product: OwnProduct }) {
  return (
    <Group component="li" justify="space-between" gap="4px 16px" px={16} py={12}>
      <div>
        <strong className={looks.strong}>{name}</strong>
        {description && <p className={looks.muted}>{description}</p>}
        {held.map(({ key, device, application }) => (
          <p key={key}>{usedOn(device ?? welcomeText.someDevice, application)}</p>
        ))}
      </div>
      <Group gap={12} mih={24} wrap="nowrap">
        {held.length > 0 && (
          <Badge tone="blue" dot>
            {welcomeText.heldByMe}
          </Badge>
        )}
        <span className={`${looks.muted} ${looks.numbers}`}>{welcomeText.free({ free, all })}</span>
      </Group>
    </Group>
  );
}
