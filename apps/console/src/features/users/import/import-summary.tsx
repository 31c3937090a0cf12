import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { formatList } from '#i18n/locale/formats.ts';
import { importText } from '#i18n/text/people.ts';
import { usePermission } from '#session/use-permission.ts';
import { QuietButton } from '#ui/button/quiet-link.tsx';
import { ProgressBar } from '#ui/feedback/gauge/progress-bar.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { costOf, countsOf, rowsToImport } from './import-rows.ts';
import type { ImportState, ImportWork } from './import-work.ts';
import { unknownTags } from './problem-words.ts';
import { saveRefusedRows, saveReport } from './report.ts';

/** How many unknown tags are named. */
const mostTags = 10;

interface SummaryProps {
  work: ImportWork;
  state: ImportState;
}

/** What the import will do or did, in numbers, with its choices and its one button. */
export function ImportSummary({ work, state }: SummaryProps) {
  const { phase, plan } = state;
  const running = phase === 'importing' || phase === 'stopping';
  return (
    <>
      <Done state={state} />
      <Panel>
        {running || (phase === 'stopped' && plan) ? (
          <Running work={work} state={state} />
        ) : (
          <Planned work={work} state={state} />
        )}
      </Panel>
    </>
  );
}

function Running({ work, state: { plan, phase } }: SummaryProps) {
  const chunks = plan?.chunks ?? [];
  const total = chunks.flat().length;
  const done = chunks.slice(0, plan?.sent ?? 0).flat().length;
  if (phase === 'stopped') {
    return (
      <Group justify="space-between" gap="8px 16px">
        <Text role="status">{importText.stopped({ done, total })}</Text>
        <Group gap="sm">
          <QuietButton onClick={work.clear}>{importText.otherFile}</QuietButton>
          <Button variant="filled" onClick={work.goOn}>
            {importText.goOn}
          </Button>
        </Group>
      </Group>
    );
  }
  return (
    <ProgressBar
      done={done}
      total={total}
      label={importText.importing({ done, total })}
      action={
        <Button size="xs" aria-busy={phase === 'stopping'} onClick={work.stop}>
          {phase === 'stopping' ? importText.stopping : importText.stop}
        </Button>
      }
    />
  );
}

function Planned({ work, state }: SummaryProps) {
  const { phase, rows, checked, choices, columns, heading, name } = state;
  const maySend = usePermission('iam:SendActivationLink');
  const mayCreateTags = usePermission('iam:CreateTag');
  const counts = countsOf(rows, false);
  const count = rowsToImport(rows).length;
  const ignored = heading.filter((cell, index) => columns[index] === undefined && cell.trim() !== '');
  const { mails, licenses, without } = costOf(rows, columns, choices.invite);
  const checking = phase === 'checking';
  const tags = unknownTags(rows);
  const costs = [
    ...(tags.length > 0 ? [importText.unknownTags({ tags: formatList(tags.slice(0, mostTags)) })] : []),
    ...(counts.unchanged > 0 ? [importText.unchanged({ count: counts.unchanged })] : []),
    ...(mails > 0 ? [importText.mails({ count: mails })] : []),
    ...(counts.create > 0 && !choices.invite ? [importText.noMails] : []),
    ...(licenses > 0 ? [importText.takesLicenses({ count: licenses })] : []),
    ...(without > 0 ? [importText.without({ count: without })] : []),
  ];
  return (
    <Stack gap="md">
      {checking && checked < rows.length ? (
        <ProgressBar
          done={checked}
          total={rows.length}
          label={importText.checking({ done: checked, total: rows.length })}
        />
      ) : (
        <div role="status">
          <h2>{importText.found(counts)}</h2>
          {costs.map((sentence) => (
            <Text key={sentence} mt={4}>
              {sentence}
            </Text>
          ))}
        </div>
      )}
      <Group gap="4px 12px" className={looks.muted} fz="xs">
        <span>
          {name} · {importText.rows({ count: rows.length })}
        </span>
        {ignored.length > 0 && <span>{importText.ignored({ columns: formatList(ignored) })}</span>}
        <QuietButton onClick={work.askColumns}>{importText.changeColumns}</QuietButton>
        <QuietButton onClick={work.clear}>{importText.otherFile}</QuietButton>
      </Group>
      <Stack gap="xs">
        <Checkbox
          label={importText.update}
          checked={choices.update}
          onChange={(event) => work.choose({ update: event.currentTarget.checked })}
        />
        {maySend && (
          <Checkbox
            label={importText.invite}
            checked={choices.invite}
            onChange={(event) => work.choose({ invite: event.currentTarget.checked })}
          />
        )}
        {mayCreateTags && columns.includes('tags') && (
          <Checkbox
            label={importText.createTags}
            checked={choices['create-tags']}
            onChange={(event) => work.choose({ 'create-tags': event.currentTarget.checked })}
          />
        )}
      </Stack>
      <div>
        <Button variant="filled" disabled={checking || count === 0} onClick={work.start}>
          {count === 0 && !checking ? importText.nothingToDo : importText.start({ count })}
        </Button>
      </div>
    </Stack>
  );
}

/** What was imported, and the files that say so. */
function Done({ state }: { state: ImportState }) {
  const { rows } = state;
  const counts = countsOf(rows, true);
  if (!rows.some(({ done }) => done)) return null;
  const refused = rows.some(({ result }) => result?.outcome === 'refuse');
  return (
    <Notice tone="green" title={importText.doneTitle} mb="md">
      {importText.done(counts)}
      <Group gap="sm" mt="xs">
        <Button size="compact-sm" onClick={() => saveReport(state)}>
          {importText.saveReport}
        </Button>
        {refused && (
          <Button size="compact-sm" onClick={() => saveRefusedRows(state)}>
            {importText.saveRefused}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
