import { Box } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { usersPath } from '#features/users/users.paths.ts';
import { importText, usersText } from '#i18n/text/people.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { useWindowGuard } from '#ui/dialog/unsaved-changes.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { DropOverlay } from '#ui/form/drop-overlay.tsx';
import { useDroppedFile } from '#ui/form/use-dropped-file.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportRows } from './import-rows-table.tsx';
import { ImportSummary } from './import-summary.tsx';
import { importWork } from './import-work.ts';
import { Leavers } from './leavers.tsx';

/** The import of people into the selected account: the file, its columns, what will happen, and what happened. */
export default function ImportUsers() {
  const { accountId } = useSelectedAccount();
  return <Import key={accountId} account={accountId} />;
}

function Import({ account }: { account: string }) {
  const work = importWork(account);
  const state = useSyncExternalStore(work.subscribe, work.get);
  const { phase, error, name } = state;
  const over = useDroppedFile((file) => work.open(file, file.name), phase !== 'importing' && phase !== 'stopping');
  // The screen can be left meanwhile, but not the window.
  useWindowGuard(() => state.rows.some(({ edits, done }) => !done && Object.keys(edits).length > 0));
  return (
    <>
      <PageHeader title={importText.title} back={{ to: usersPath, label: usersText.back }} />
      <ErrorAlert error={error} {...(phase === 'checked' && error !== null && { onRetry: work.checkAgain })} />
      {phase === 'empty' && <ChooseFile work={work} />}
      {phase === 'reading' && <p role="status">{importText.reading({ name })}</p>}
      {phase === 'columns' && <ChooseColumns work={work} state={state} />}
      {phase !== 'empty' && phase !== 'reading' && phase !== 'columns' && (
        <>
          <ImportSummary work={work} state={state} />
          <Box mt={20}>
            <ImportRows
              work={work}
              rows={state.rows}
              columns={state.columns}
              mendable={phase === 'checked' || phase === 'checking'}
            />
          </Box>
          {(phase === 'checked' || phase === 'checking') && <Leavers state={state} />}
        </>
      )}
      <DropOverlay shown={over}>{importText.dropAnywhere}</DropOverlay>
    </>
  );
}
