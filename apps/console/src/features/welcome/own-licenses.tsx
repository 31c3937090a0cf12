import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listText } from '#i18n/text/every-page.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { useAuthInfo } from '#session/use-session.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { moveHere, type OwnProduct, ownProductsQuery } from './welcome.data.ts';
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

function Product({ product }: { product: OwnProduct }) {
  const { name, description, free, all, held } = product;
  return (
    <Group component="li" justify="space-between" gap="4px 16px" px={16} py={12}>
      <div>
        <strong className={looks.strong}>{name}</strong>
        {description && <p className={looks.muted}>{description}</p>}
        {held.map((use) => (
          <Held key={use.key} product={product} use={use} />
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

/** A license that the user has on a device; from here they log it off there, to use it on this one. */
function Held({ product, use }: { product: OwnProduct; use: OwnProduct['held'][number] }) {
  const { ask, dialog } = useConfirmation();
  const { license, version, application, offline } = use;
  const device = use.device ?? welcomeText.someDevice;
  const words = {
    title: welcomeText.hereInsteadTitle({ product: product.name }),
    body: welcomeText.hereInsteadBody({ device }),
    confirm: welcomeText.hereInstead,
  };
  const send = () => moveHere({ product: product.rn, license, device, version });
  return (
    <Group gap="4px 12px">
      <p>{usedOn(device, application)}</p>
      {!offline && (
        <Button
          size="compact-sm"
          fw={500}
          aria-label={welcomeText.hereInsteadNamed({ product: product.name, device })}
          onClick={() => ask({ words, send })}
        >
          {welcomeText.hereInstead}
        </Button>
      )}
      {dialog}
    </Group>
  );
}
