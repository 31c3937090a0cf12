import type { Explanation } from '@keyhold/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AccountScope, useScopeOf } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { listed } from '#locale/formats.ts';
import { catalogue } from '#locale/locale.ts';
import { whyText } from '#text/explanation.ts';
import { NotLoaded } from '#ui/feedback/not-loaded.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { explanationQuery } from './explanation.data.ts';
import styles from './explanation.module.css';
import { statementWords } from './statement-words.ts';

/** Why a user can or cannot use a license, both by rn: verdict, deciding statement, near misses, and what would change it. */
export function Why({ user, license }: { user: string; license: string }) {
  const { data, error, refetch } = useQuery(explanationQuery(user, license));
  const scope = useScopeOf(license);
  if (!data || error) return <NotLoaded error={error} refetch={refetch} height={88} />;
  return <Answer explanation={data} scope={scope} />;
}

function Answer({ explanation, scope }: { explanation: Explanation; scope: AccountScope }) {
  const { verdict, layer, decisive, statements, change } = explanation;
  const tags = [...statements.flatMap((each) => each['missing-tags']), ...(change?.tags ?? [])];
  const name = useNames([...new Set(tags)], scope);
  const near = statements.filter((each) => each.index !== decisive?.index);
  const allowed = verdict === 'allow';
  return (
    <div className={styles.why} role="status">
      <Group gap={8} wrap="nowrap">
        <Badge tone={allowed ? 'green' : 'red'} dot>
          {allowed ? whyText.allowed : whyText.denied}
        </Badge>
        {layer && <span>{whyText.layers[layer]}</span>}
      </Group>
      <h3>{whyText.decisive}</h3>
      <p>{decisive ? statementWords(decisive, name) : whyText.noStatement}</p>
      {near.length > 0 && (
        <>
          <h3>{whyText.nearMisses}</h3>
          <ul>
            {near.map((each) => (
              <li key={each.index}>{statementWords(each, name)}</li>
            ))}
          </ul>
        </>
      )}
      {change && (
        <>
          <h3>{whyText.change}</h3>
          <p>
            {(catalogue && whyText.changes[change.kind]) ?? change.message}{' '}
            {change.tags && whyText.tags({ names: listed(change.tags.map(name).sort()) })}
          </p>
        </>
      )}
    </div>
  );
}
