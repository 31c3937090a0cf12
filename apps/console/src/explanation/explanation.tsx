import { calls, type Explanation } from '@keyhold/contract';
import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { listed } from '#locale/formats.ts';
import { catalogue } from '#locale/locale.ts';
import { whyText } from '#text/explanation.ts';
import { listText } from '#text/lists.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import styles from './explanation.module.css';
import { statementWords } from './statement-words.ts';

interface WhyProps {
  /** Both by rn. */
  user: string;
  license: string;
  scope: AccountScope;
}

/** Why a user can or cannot use a license: verdict, deciding statement, near misses, and what would change it. */
export function Why({ user, license, scope }: WhyProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.explanation(user, license),
    queryFn: async ({ signal }) => (await client.send(calls.explainLicense, { query: { user, license }, signal })).item,
  });
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={88} radius="md" role="status" aria-label={listText.loading} />;
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
