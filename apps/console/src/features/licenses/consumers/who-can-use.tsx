import type { Policy } from '@keyhold/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { LicenseWithProduct } from '#data/licenses.ts';
import { fullName } from '#data/users.ts';
import { whoText, whyText } from '#i18n/text/licensing.ts';
import { Why } from '#parts/explanation/explanation.tsx';
import { UserPicker } from '#parts/pickers/user-picker.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import looks from '#ui/theme/looks.module.css';
import { useWhoCan } from './who-can.ts';

const named = 12;

interface WhoCanUseProps {
  license: LicenseWithProduct;
  /** The chosen policies, saved or not. */
  policies: readonly Policy[];
  saved: boolean;
}

/** Shows who can use a license under the chosen consumers, before they are saved, and why a user can or cannot. */
export function WhoCanUse({ license, policies, saved }: WhoCanUseProps) {
  const can = useWhoCan(policies, license.rn);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const [asking, setAsking] = useState(false);
  /** The user in the dialog, by rn. */
  const [user, setUser] = useState<string | null>(null);
  const people = can?.people ?? [];
  const listed = all ? people : people.slice(0, named);
  return (
    <Box component="section" px="md" py="sm" bg="var(--kh-page)" bdrs="lg" fz="xs" aria-label={whoText.title}>
      <Box component="h2" fz="xs" mb={4}>
        {whoText.title}
      </Box>
      <div role="status">
        {can && (
          <p className={looks.strong}>{(can.atLeast ? whoText.peopleAtLeast : whoText.people)({ count: can.count })}</p>
        )}
        {license.status !== 'Active' && <p>{whoText.notNow({ status: license.status })}</p>}
        {can && can.pending > 0 && <p className={looks.muted}>{whoText.afterActivation({ count: can.pending })}</p>}
        {!saved && <p className={looks.muted}>{whoText.notSaved}</p>}
      </div>
      {listed.length > 0 && (
        <Box
          component="ul"
          ref={list}
          tabIndex={-1}
          display="flex"
          my={6}
          style={{ flexWrap: 'wrap', gap: '2px 14px' }}
        >
          {listed.map((person) => (
            <li key={person.rn} title={person.email}>
              {fullName(person)}
            </li>
          ))}
        </Box>
      )}
      <Group gap="2px 8px" ms={-8}>
        {listed.length < people.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setAll(true);
              // The button disappears, and the focus with it.
              list.current?.focus();
            }}
          >
            {whoText.showAll({ count: people.length })}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" ta="start" onClick={() => setAsking(true)}>
          {whyText.ask}
        </Button>
      </Group>
      <Modal opened={asking} onClose={() => setAsking(false)} title={whyText.ask} size="lg" sheet>
        <Text c="dimmed" mb="sm">
          {whyText.asSaved}
        </Text>
        <UserPicker label={whyText.person} scope={useScopeOf(license.rn)} value={user} onChange={setUser} />
        {user && <Why user={user} license={license.rn} />}
      </Modal>
    </Box>
  );
}
