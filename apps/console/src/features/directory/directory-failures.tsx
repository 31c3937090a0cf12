import type { DirectoryFailure } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { directoryText } from '#i18n/text/people.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import looks from '#ui/theme/looks.module.css';

/** The refused requests of a directory, the newest first: the user or group of each, and the reason. */
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
              <Failure failure={failure} />
            </li>
          ))}
        </Entries>
      )}
    </>
  );
}

function Failure({ failure: { name, target, method, status, on, code, message } }: { failure: DirectoryFailure }) {
  const sentence = problemSentence({ code, message });
  return (
    <div>
      <p className={looks.strong}>{name || target}</p>
      <p>{sentence}</p>
      {/* The message to the directory may say more than its code. */}
      {sentence !== message && (
        <p className={looks.muted} lang="en">
          {message}
        </p>
      )}
      <p className={looks.muted}>
        <span className={looks.mono}>
          {method} {target} {status}
        </span>{' '}
        <RelativeDate value={on} />
      </p>
    </div>
  );
}
