import { auditActions } from '@keyhold/contract';
import { Box, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { activityText, sentenceText } from '#i18n/text/activity.ts';
import { auditText } from '#i18n/text/people.ts';
import { byLabel } from '#parts/pickers/by-label.ts';
import { Select } from '#parts/pickers/selectors.tsx';
import { UserPicker } from '#parts/pickers/user-picker.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { useLogFilters } from './log-filters.ts';

/** Several actions have the same words, so their names stand beside them. */
const actions = byLabel(
  auditActions.map((action) => ({
    value: action,
    label: `${activityText[action] ?? sentenceText[action]} (${action})`,
  })),
);

/** The filters of the log: person, action, record and days. */
export function AuditFilters({ filters, everyone, change, clear }: ReturnType<typeof useLogFilters>) {
  const scope = useSelectedAccount();
  const { canSwitchAccount } = useAuthInfo();
  return (
    <Panel>
      <Box display="grid" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))', gap: 16 }}>
        <UserPicker
          label={auditText.person}
          scope={scope}
          value={filters.actor ?? null}
          onChange={(actor) => change({ actor })}
        />
        <Select
          label={auditText.action}
          data={actions}
          value={filters.action ?? null}
          onChange={(action) => change({ action })}
          searchable
          nothingFoundMessage={auditText.noAction}
        />
        <ResourceField
          key={filters.resource ?? ''}
          value={filters.resource ?? ''}
          onChange={(resource) => change({ resource })}
        />
        <TextInput
          type="date"
          label={auditText.from}
          value={filters.from ?? ''}
          max={filters.to}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={auditText.to}
          value={filters.to ?? ''}
          min={filters.from}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <Group align="center" gap="md" pt={{ base: 0, sm: 22 }}>
          {canSwitchAccount && (
            <Checkbox
              label={auditText.everyAccount}
              checked={everyone}
              onChange={({ currentTarget }) => change({ everyone: currentTarget.checked ? 'true' : null })}
            />
          )}
          {Object.keys(filters).length > 0 && (
            <Button size="xs" onClick={clear}>
              {auditText.clear}
            </Button>
          )}
        </Group>
      </Box>
    </Panel>
  );
}

/** The name of a record. It filters once it is entered, not at each letter. */
function ResourceField({ value, onChange }: { value: string; onChange: (resource: string) => void }) {
  const [typed, setTyped] = useState(value);
  const enter = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <ExactField
      label={auditText.resource}
      placeholder="keyhold:…"
      value={typed}
      maxLength={512}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={enter}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  );
}
