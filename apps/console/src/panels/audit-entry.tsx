import type { AuditRow } from '@keyhold/contract';
import type { NameOf } from '#api/license-words.ts';
import { activityText, activityWords } from '#text/activity.ts';
import { RelativeDate } from '#ui/relative-date.tsx';
import { changesOf, type FieldChange, valueText } from './audit-changes.ts';
import './audit-entry.css';

/** Who did what, when, and which fields it changed from what to what. */
export function AuditEntry({ row, name }: { row: AuditRow; name: NameOf }) {
  const changes = changesOf(row);
  return (
    <li className="kh-audit-entry">
      <p>
        <strong>{row['actor-name']}</strong> {activityText[row.action] ?? plainWords(row.action)}{' '}
        <span className="kh-muted">
          <RelativeDate value={row.on} />
        </span>
      </p>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <Change key={change.label} change={change} name={name} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ change: { label, before, after }, name }: { change: FieldChange; name: NameOf }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {before !== undefined && (
          <>
            <del>{valueText(before, name)}</del>
            <span aria-hidden="true"> → </span>
            <span className="kh-read-only">{activityWords.became}</span>
          </>
        )}
        <ins>{valueText(after, name)}</ins>
      </dd>
    </div>
  );
}

/** An action that has no sentence of its own: `iam:MoveUser` reads `move user`. */
function plainWords(action: string): string {
  const [, verb = action] = action.split(':');
  return verb.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
