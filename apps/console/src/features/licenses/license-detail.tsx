import type { Version } from '#api/change.ts';
import { keyOf, type LicenseWithProduct, licenseQuery } from '#api/licenses.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { RecordPage } from '#routing/record-page.tsx';
import { licensesText } from '#text/licenses.ts';
import { CopyButton } from '#ui/button/copy-button.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import looks from '#ui/theme/looks.module.css';
import { LicenseAddons } from './license-addons.tsx';
import { LicenseStatus } from './license-columns.tsx';
import { LicenseConsumers } from './license-consumers.tsx';
import { LicenseDetails } from './license-details.tsx';
import { LicenseUsage } from './license-usage.tsx';
import { licensesPath } from './licenses.paths.ts';

export const loader = screenLoader((_, id) => licenseQuery(id));

const back = { to: licensesPath, label: licensesText.back };

/** The screen of a license: its details, its add-ons, who may consume it and who does. */
export default function LicenseDetail() {
  return (
    <RecordPage query={licenseQuery} item="license" title={licensesText.title} back={back} content={LoadedLicense} />
  );
}

function LoadedLicense({ of }: { of: Version<LicenseWithProduct> }) {
  const license = of.item;
  const { product } = license.certificate;
  const key = keyOf(license);
  return (
    <>
      <PageHeader
        title={`${product.name} ${key}`}
        heading={product.name}
        aside={<LicenseStatus license={license} />}
        under={
          <>
            <span className={looks.mono}>{key}</span>
            <CopyButton text={key} what="key" />
          </>
        }
        back={back}
      />
      <ScreenTabs
        label={licensesText.title}
        tabs={[
          { id: 'details', label: licensesText.details, content: <LicenseDetails of={of} /> },
          { id: 'addons', label: licensesText.addons, content: <LicenseAddons of={of} /> },
          { id: 'consumers', label: licensesText.consumers, content: <LicenseConsumers of={of} /> },
          { id: 'usage', label: licensesText.usage, content: <LicenseUsage license={license} /> },
        ]}
      />
    </>
  );
}
