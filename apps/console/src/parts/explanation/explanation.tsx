import { resourceIdOf, type User } from '@keyhold/contract';
import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#data/licenses.ts';
import { useNames } from '#data/names/use-names.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { catalogue } from '#i18n/locale/locale.ts';
import { whyText } from '#i18n/text/licensing.ts';
import { RemotePicker } from '#parts/pickers/remote-picker.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { explanationQuery } from './explanation.data.ts';
import { statementWords } from './statement-words.ts';

const heading = { component: 'h3', mt: 14, mb: 2, fz: 'xs', lh: '1.25rem', fw: 500, c: 'dimmed' } as const;

/** Why a user can or cannot use a license, both by rn: verdict, deciding statement, near misses, and what would change it. */
export function Why({ user, license }: { user: string; license: string }) {
  const { data, error, refetch } = useQuery(explanationQuery(user, license));
  const missing = data?.statements.flatMap((each) => each['missing-tags']) ?? [];
  const name = useNames([...new Set([...missing, ...(data?.change?.tags ?? [])])], useScopeOf(license));
  if (!data || error) return <NotLoaded error={error} refetch={refetch} height={88} />;
  const { verdict, layer, decisive, statements, change, place } = data;
  const isKept = change?.kind === 'wait-in-line';
  const near = statements.filter((each) => each.index !== decisive?.index);
  const allowed = verdict === 'allow';
  return (
    <Box mt={16} role="status">
      <Group gap={8} wrap="nowrap">
        <Badge tone={allowed ? 'green' : 'red'} dot>
          {allowed ? whyText.allowed : whyText.denied}
        </Badge>
        {layer && <span>{isKept ? whyText.kept : whyText.layers[layer]}</span>}
      </Group>
      {place !== null && <p>{whyText.place({ place })}</p>}
      <Box {...heading}>{whyText.decisive}</Box>
      <p>{decisive ? statementWords(decisive, name) : whyText.noStatement}</p>
      {near.length > 0 && (
        <>
          <Box {...heading}>{whyText.nearMisses}</Box>
          <Box component="ul" ps={20} style={{ listStyle: 'disc' }}>
            {near.map((each) => (
              <li key={each.index}>{statementWords(each, name)}</li>
            ))}
          </Box>
        </>
      )}
      {change && (
        <>
          <Box {...heading}>{whyText.change}</Box>
          <p>
            {(catalogue && whyText.changes[change.kind]) ?? change.message}{' '}
            {change.tags && whyText.tags({ names: formatList(change.tags.map(name).sort()) })}
          </p>
        </>
      )}
    </Box>
  );
}

/** Explains why a user can or cannot use a license that is chosen here. */
export function WhyLicense({ user }: { user: Pick<User, 'rn' | 'first-name'> }) {
  const [license, setLicense] = useState<string | null>(null);
  return (
    <Disclosure title={whyText.askAbout({ name: user['first-name'] })}>
      <Box maw={560}>
        <RemotePicker
          single
          label={whyText.license}
          source={licensesSource(useScopeOf(user.rn))}
          option={licenseOption}
          one={(rn) => licenseQuery(resourceIdOf(rn))}
          value={license}
          onChange={setLicense}
          empty={whyText.noLicenses}
          nothingFound={whyText.noneFound}
        />
      </Box>
      {license && <Why user={user.rn} license={license} />}
    </Disclosure>
  );
}

function licenseOption(license: LicenseWithProduct) {
  return { value: license.rn, label: `${license.certificate.product.name} ${keyOf(license)}` };
}
