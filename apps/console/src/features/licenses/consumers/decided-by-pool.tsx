import { resourceIdOf } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { poolQuery } from '#data/pools.ts';
import { poolPath } from '#features/pools/pools.paths.ts';
import { licensesText } from '#i18n/text/licensing.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';

/** Names the pool that decides who may use a license. */
export function DecidedByPool({ pool }: { pool: string }) {
  const { data, error, refetch } = useQuery(poolQuery(resourceIdOf(pool)));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={56} />;
  return (
    <Panel>
      <p>{licensesText.inPool({ name: data.item.name })}</p>
      <Link className={looks.link} to={`${poolPath(resourceIdOf(pool))}?tab=consumers`}>
        {licensesText.openPool}
      </Link>
    </Panel>
  );
}
