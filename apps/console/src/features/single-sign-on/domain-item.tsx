import { proofRecordName, type SingleSignOn } from '@keyhold/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { singleSignOnText } from '#i18n/text/people.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import looks from '#ui/theme/looks.module.css';
import { verifyDomain, vouchForDomain } from './single-sign-on.data.ts';

interface DomainItemProps {
  scope: AccountScope;
  domain: SingleSignOn['domains'][number];
  onRemove: () => void;
}

/** A domain, and the record that proves it while it is not proven. */
export function DomainItem({ scope, domain, onRemove }: DomainItemProps) {
  const { name, record, 'verified-on': verified } = domain;
  const { busy, error, run } = useRun();
  const [elsewhere, setElsewhere] = useState(0);
  const { ask, dialog } = useConfirmation();
  const verify = (): void => void run(async () => setElsewhere((await verifyDomain({ scope, name })).elsewhere));
  const vouch = (): void =>
    ask({
      words: {
        title: singleSignOnText.vouchTitle,
        body: singleSignOnText.vouchBody({ name }),
        confirm: singleSignOnText.vouch,
      },
      send: async () => setElsewhere((await vouchForDomain({ scope, name })).elsewhere),
    });
  return (
    <li>
      <div style={{ minWidth: 0, flex: 1 }}>
        <p className={looks.inline}>
          <span className={looks.strong}>{name}</span>
          <Badge tone={verified ? 'green' : 'gray'} dot>
            {verified ? singleSignOnText.proven : singleSignOnText.notProven}
          </Badge>
        </p>
        {verified ? (
          <p className={looks.muted}>
            {singleSignOnText.provenOn} <RelativeDate value={verified} />
          </p>
        ) : (
          <>
            <Text c="dimmed" mt="xs">
              {singleSignOnText.recordAbout}
            </Text>
            <CopyableCode label={singleSignOnText.recordName} text={proofRecordName(name)} />
            <CopyableCode label={singleSignOnText.recordValue} text={record} />
            <Box mt="md">
              <ErrorAlert error={error} />
            </Box>
          </>
        )}
        {elsewhere > 0 && (
          <Box mt="md">
            <Notice tone="yellow">{singleSignOnText.elsewhere({ count: elsewhere, name })}</Notice>
          </Box>
        )}
        <Group gap="xs" mt="sm">
          {!verified && (
            <Button size="xs" onClick={verify} aria-busy={busy}>
              {busy ? singleSignOnText.verifying : singleSignOnText.verify}
            </Button>
          )}
          {!verified && !scope.isAuthUserAccount && (
            <Button size="xs" onClick={vouch}>
              {singleSignOnText.vouch}
            </Button>
          )}
          <Button size="xs" aria-label={singleSignOnText.removeDomainNamed({ name })} onClick={onRemove}>
            {singleSignOnText.removeDomain}
          </Button>
        </Group>
      </div>
      {dialog}
    </li>
  );
}
