import type { Consumers } from '@keyhold/contract';
import { Alert } from '@mantine/core';
import { consumersText } from '#text/licenses.ts';
import './custom-policy.css';

/** Consumers that cannot be chosen here: shown as they are, until a choice replaces them. */
export function CustomPolicy({ consumers }: { consumers: Consumers }) {
  return (
    <Alert color="gray" title={consumers.kind}>
      <p className="kh-custom-hint">{consumersText.notOffered}</p>
      {consumers.kind === 'Custom policy' && (
        <pre className="kh-custom-policy">{JSON.stringify(consumers.statements, null, 2)}</pre>
      )}
    </Alert>
  );
}
