import type { DirectoryFailure } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { directoryText } from '#text/directory.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import looks from '#ui/theme/looks.module.css';

/** What a directory was refused, the newest first: whom or what it was about, and why. */
export function DirectoryFailures({ failures }: { failures: readonly DirectoryFailure[] }) {
  return (
    <>
      <Text component="h3" fw={600} mt="md" mb={4}>
        {directoryText.failures}
      </Text>
      {failures.length === 0 ? (
        <Text>{directoryText.noFailures}</Text>
      ) : (
        <Entries>
          {failures.map((failure) => (
            <li key={`${failure.on} ${failure.target} ${failure.name}`}>
              <div>
                <p className={looks.strong}>{failure.name || failure.target}</p>
                <p>{failure.message}</p>
                <p className={looks.muted}>
                  <span className={looks.mono}>
                    {failure.method} {failure.target} {failure.status}
                  </span>{' '}
                  <RelativeDate value={failure.on} />
                </p>
              </div>
            </li>
          ))}
        </Entries>
      )}
    </>
  );
}
