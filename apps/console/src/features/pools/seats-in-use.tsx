import { Box } from '@mantine/core';
import { type PoolWithProduct, seatsOf } from '#data/pools.ts';
import { poolsText } from '#i18n/text/licensing.ts';
import { Meter } from '#ui/feedback/gauge/meter.tsx';
import looks from '#ui/theme/looks.module.css';

type Seats = Pick<PoolWithProduct, 'seats' | 'overdraft-seats' | 'in-use'>;

/** How many seats of a pool are in use, in words. */
export function seatsText(pool: Seats): string {
  return poolsText.inUseOf({ used: pool['in-use'], all: seatsOf(pool) });
}

/** The seats of a pool in use, as a number and a bar. */
export function SeatsInUse({ pool, large = false }: { pool: Seats; large?: boolean }) {
  const all = seatsOf(pool);
  return (
    <Box miw={0}>
      <Box component="span" className={looks.numbers} {...(large && { fz: '1.125rem', fw: 600 })}>
        {seatsText(pool)}
      </Box>
      <Box mt={large ? 8 : 4} maw={large ? 560 : 200}>
        <Meter
          label={poolsText.inUse}
          value={pool['in-use']}
          max={all}
          text={seatsText(pool)}
          tone={pool['in-use'] >= all ? 'yellow' : 'blue'}
        />
      </Box>
    </Box>
  );
}
