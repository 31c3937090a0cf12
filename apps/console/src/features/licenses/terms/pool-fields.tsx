import type { BodyInputOf, calls } from '@keyhold/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePools } from '#data/pools.ts';
import { issuingText } from '#i18n/text/licensing.ts';
import type { AccountScope } from '#session/selected-account.ts';

/** Which pool gets the licenses: none, one that exists, or a new one. */
type PoolChoice = { kind: 'none' } | { kind: 'existing'; rn: string } | { kind: 'new'; name: string };

export const noPool: PoolChoice = { kind: 'none' } as PoolChoice;

export function checkPool(pool: PoolChoice) {
  return pool.kind === 'new' && pool.name.trim() === '' ? { pool: issuingText.namePool } : {};
}

/** The pool as a body names it. */
export function bodyOfPool(pool: PoolChoice): Pick<BodyInputOf<typeof calls.issueLicenses>, 'pool'> {
  if (pool.kind === 'none') return {};
  return { pool: pool.kind === 'new' ? { name: pool.name.trim() } : pool.rn };
}

interface PoolFieldsProps {
  /** The account that gets the licenses. */
  scope: AccountScope;
  /** The rn of the product; only its pools are offered. */
  product: string | null;
  value: PoolChoice;
  onChange: (pool: PoolChoice) => void;
  error?: ReactNode;
}

/** Chooses the pool that gets the licenses to be issued. */
export function PoolFields({ scope, product, value, onChange, error }: PoolFieldsProps) {
  const pools = (usePools(scope) ?? []).filter((pool) => pool.product === product);
  const choose = (chosen: string): void => {
    if (chosen === 'none') onChange(noPool);
    else onChange(chosen === 'new' ? { kind: 'new', name: '' } : { kind: 'existing', rn: chosen });
  };
  return (
    <>
      <NativeSelect
        label={issuingText.pool}
        description={value.kind === 'existing' ? issuingText.poolDecides : undefined}
        data={[
          { value: 'none', label: issuingText.noPool },
          ...pools.map(({ rn, name }) => ({ value: rn, label: name })),
          { value: 'new', label: issuingText.newPool },
        ]}
        value={value.kind === 'existing' ? value.rn : value.kind}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {value.kind === 'new' && (
        <TextInput
          label={issuingText.poolName}
          withAsterisk
          value={value.name}
          onChange={({ currentTarget }) => onChange({ kind: 'new', name: currentTarget.value })}
          error={error}
        />
      )}
    </>
  );
}
