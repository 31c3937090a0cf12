import { type Pool, poolLimit, resourceIdOf } from '@keyhold/contract';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#data/licenses.ts';
import { expiryOf } from '#data/names/license-words.ts';
import { rnsOfChosen } from '#data/pools.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { relativeTime } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { licensesText, poolsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { fitting, fittingBadges, textColumn } from '#lists/columns/columns.tsx';
import { useList } from '#lists/engine/use-list.ts';
import type { ChosenRows } from '#lists/selection/chosen-rows.ts';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { RemotePicker } from '#parts/pickers/remote-picker.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { Version } from '#server/client/version.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { RelativeDay } from '#ui/date/relative-date.tsx';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Form } from '#ui/form/form.tsx';
import { addLicenses, removeLicenses } from './pools.data.ts';
import { numberIn } from './rules-form.ts';

function statusOf({ status, state }: LicenseWithProduct): string {
  if (status !== 'Active') return status;
  return state.user === null ? 'Available' : 'In use';
}

const columns: readonly Column<LicenseWithProduct>[] = [
  textColumn('key', licensesText.key, keyOf, {
    width: '216px',
    look: 'mono',
    to: (license) => licensePath(keyOf(license)),
  }),
  textColumn('type', licensesText.type, ({ certificate }) => wireWord(certificate.type), { width: '120px' }),
  textColumn('expiry', licensesText.expiry, ({ certificate }) => expiryOf(certificate.expiry).words, {
    width: fitting([relativeTime(-11, 'month')], 40),
    sort: ({ certificate }) => certificate.expiry.date ?? 'z',
    cell: ({ certificate }) =>
      certificate.expiry.date === null ? (
        expiryOf(certificate.expiry).words
      ) : (
        <RelativeDay value={certificate.expiry.date} />
      ),
  }),
  textColumn('status', listText.status, (license) => wireWord(statusOf(license)), {
    width: fittingBadges(['Available', 'In use', 'Suspended', 'Expired'].map(wireWord)),
    sort: statusOf,
    cell: (license) => <StatusBadge status={statusOf(license)} />,
  }),
];

/** The licenses of a pool: add some that nobody may use so far, or take some out. */
export function PoolLicenses({ of }: { of: Version<Pool> }) {
  const pool = of.item;
  const scope = useScopeOf(pool.rn);
  const may = usePermission('license:UpdatePool');
  const selection = useSelection(pool.rn);
  const { ask, dialog } = useConfirmation();
  const source = licensesSource(scope, { pool: pool.rn });
  const { total: _, ...list } = useList(source, columns, 'key');
  const remove = (chosen: ChosenRows): void =>
    ask({
      words: {
        title: poolsText.removeTitle({ count: chosen.count }),
        body: poolsText.removeBody,
        confirm: poolsText.remove,
        busy: poolsText.removing,
      },
      danger: true,
      send: async () => {
        await removeLicenses({ pool, licenses: await rnsOfChosen(source, chosen) });
        selection.clear();
      },
    });
  return (
    <>
      {may && (
        <Group justify="flex-end" mb="sm">
          <FormButton variant="filled" label={poolsText.addLicenses}>
            <AddLicenses of={of} />
          </FormButton>
        </Group>
      )}
      <DataTable
        label="licenses"
        {...list}
        texts={(license) => [keyOf(license), wireWord(license.certificate.type), wireWord(statusOf(license))]}
        empty={{ title: poolsText.noLicenses, hint: poolsText.noLicensesHint }}
        {...(may && {
          selection: {
            state: selection,
            rowName: keyOf,
            actions: (chosen: ChosenRows) => (
              <Button size="compact-sm" fw={500} onClick={() => remove(chosen)}>
                {poolsText.remove}
              </Button>
            ),
          },
        })}
      />
      {dialog}
    </>
  );
}

/** Adds a number of licenses that nobody may use so far, or chosen ones. */
function AddLicenses({ of }: { of: Version<Pool> }) {
  const pool = of.item;
  const scope = useScopeOf(pool.rn);
  const form = useForm({
    initialValues: { how: 'count' as 'count' | 'chosen', count: '', licenses: [] as string[] },
    validate: {
      count: (count, { how }) =>
        how === 'count' && numberIn(count, 1, poolLimit) === null ? poolsText.badCount : null,
      licenses: (chosen, { how }) => (how === 'chosen' && chosen.length === 0 ? poolsText.chooseLicenses : null),
    },
  });
  const { how } = form.values;
  return (
    <Form
      form={form}
      onSubmit={({ count, licenses }) =>
        addLicenses({ ...of, etag: null, intent: how === 'count' ? { count: Number(count) } : { licenses } })
      }
      submitLabel={poolsText.add}
      busyLabel={poolsText.adding}
    >
      <Radio.Group label={poolsText.which} {...form.getInputProps('how')}>
        <Stack gap="xs" mt={4}>
          <Radio value="count" label={poolsText.byCount} />
          <Radio value="chosen" label={poolsText.byChoice} />
        </Stack>
      </Radio.Group>
      {how === 'count' ? (
        <TextInput
          inputMode="numeric"
          label={poolsText.count}
          description={poolsText.countHint}
          {...form.getInputProps('count')}
        />
      ) : (
        <>
          <RemotePicker
            label={licensesText.title}
            source={licensesSource(scope)}
            option={(license) =>
              license.pool === null && license.certificate.product.rn === pool.product
                ? { value: license.rn, label: `${keyOf(license)} · ${expiryOf(license.certificate.expiry).words}` }
                : null
            }
            one={(rn) => licenseQuery(resourceIdOf(rn))}
            empty={licensesText.noneTitle}
            nothingFound={poolsText.noLicenseFound}
            {...form.getInputProps('licenses')}
            value={form.values.licenses}
          />
          <Text c="dimmed" fz="xs">
            {poolsText.chosenHint}
          </Text>
        </>
      )}
    </Form>
  );
}
