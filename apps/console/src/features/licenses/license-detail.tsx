import { useQuery } from '@tanstack/react-query';
import { keyOf, type LicenseWithProduct, licenseQuery } from '#api/licenses.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { paths } from '#paths';
import { licensesText } from '#text/licenses.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DetailPending } from '#ui/detail-page.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { PageHeader } from '#ui/page.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ScreenTabs } from '#ui/tabs.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';
import { LicenseAddons } from './license-addons.tsx';
import { LicenseConsumers } from './license-consumers.tsx';
import { LicenseDetails } from './license-details.tsx';
import { LicenseUsage } from './license-usage.tsx';
import { usageOf } from './license-words.ts';

const back = { to: paths.licenses, label: licensesText.back };

/** The screen of a license: its details, its add-ons, who may consume it and who does. */
export default function LicenseDetail() {
  const id = useRequiredParam('id');
  const { data, error, refetch } = useQuery(licenseQuery(id));
  if (!data) {
    return <DetailPending title={licensesText.title} back={back} error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedLicense license={data.item} etag={data.etag} error={error} />;
}

interface LoadedLicenseProps {
  license: LicenseWithProduct;
  etag: string | null;
  /** Why what is shown could not be brought up to date. */
  error: unknown;
}

function LoadedLicense({ license, etag, error }: LoadedLicenseProps) {
  const scope = useScopeOf(license.rn);
  const { certificate, status } = license;
  const key = keyOf(license);
  return (
    <>
      <PageHeader
        title={`${certificate.product.name} ${key}`}
        heading={certificate.product.name}
        aside={
          <>
            <StatusBadge status={usageOf(license)} />
            {status !== 'Active' && <StatusBadge status={status} />}
          </>
        }
        under={
          <>
            <span className="kh-mono">{key}</span>
            <CopyButton text={key} what="key" />
          </>
        }
        back={back}
      />
      <ErrorAlert error={error} />
      <ScreenTabs
        label={licensesText.title}
        tabs={[
          {
            id: 'details',
            label: licensesText.details,
            content: <LicenseDetails license={license} etag={etag} />,
          },
          { id: 'addons', label: licensesText.addons, content: <LicenseAddons license={license} etag={etag} /> },
          {
            id: 'consumers',
            label: licensesText.consumers,
            content: <LicenseConsumers license={license} etag={etag} scope={scope} />,
          },
          { id: 'usage', label: licensesText.usage, content: <LicenseUsage license={license} /> },
        ]}
      />
    </>
  );
}
