import type { Consumers } from '@keyhold/contract';
import { consumersText } from '#text/licenses.ts';
import { wireWord } from '#text/wire.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import './custom-policy.css';

/** Consumers that cannot be chosen here: shown as they are, until a choice replaces them. */
export function CustomPolicy({ consumers }: { consumers: Consumers }) {
  return (
    <Notice tone="gray" title={wireWord(consumers.kind)} role="status">
      <p className="kh-custom-hint">{consumersText.notOffered}</p>
      {consumers.kind === 'Custom policy' && (
        <pre className="kh-custom-policy">{JSON.stringify(consumers.statements, null, 2)}</pre>
      )}
    </Notice>
  );
}
