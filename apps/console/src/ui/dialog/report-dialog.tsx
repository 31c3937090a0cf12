import { Button, Group } from '@mantine/core';
import { bulkText } from '#text/bulk.ts';
import { formText } from '#text/forms.ts';
import { Modal } from './modal.tsx';
import { useLast } from './use-last.ts';
import './report-dialog.css';

/** What became of a change of many things. */
export interface Report {
  changed: number;
  unchanged: number;
  failures: readonly { id: string; name: string; message: string }[];
}

/** Says which of many things could not be changed, and why. */
export function ReportDialog({ report, onClose }: { report: Report | null; onClose: () => void }) {
  const shown = useLast(report);
  return (
    <Modal opened={report !== null} onClose={onClose} title={bulkText.reportTitle} size="lg">
      {shown && (
        <>
          <p className="kh-report-sum">{bulkText.report({ ...shown, failed: shown.failures.length })}</p>
          <div className="kh-report">
            <table>
              <thead>
                <tr>
                  <th scope="col">{bulkText.which}</th>
                  <th scope="col">{bulkText.why}</th>
                </tr>
              </thead>
              <tbody>
                {shown.failures.map(({ id, name, message }) => (
                  <tr key={id}>
                    <td>{name}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {formText.close}
        </Button>
      </Group>
    </Modal>
  );
}
