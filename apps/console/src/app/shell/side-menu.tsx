import { Box, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { NavLink } from 'react-router';
import { offered } from '#app/palette/palette-items.ts';
import { useStrategy } from '#data/licenses.ts';
import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { useConfig } from '#session/config.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import styles from './side-menu.module.css';

const sections = ['admin', 'iam', 'licensing'] as const;

/** The sections that the user may access, open until the user closes them, and the version at the bottom. */
export function SideMenu() {
  const auth = useAuthInfo();
  const { version } = useConfig();
  const scope = useSelectedAccount();
  const shared = useStrategy(scope, auth.admin) === 'Shared';
  const screens = offered({ auth, shared });
  return (
    <Stack justify="space-between" gap={0} mih="100%">
      <Stack gap={16}>
        {sections.map((section) => (
          <MenuSection
            key={section}
            section={section}
            screens={screens.filter((each) => each.section === section)}
            scope={scope}
          />
        ))}
      </Stack>
      <Text mt={24} mx={10} fz="xs" c="dimmed">
        {shellText.version({ version })}
      </Text>
    </Stack>
  );
}

interface MenuSectionProps {
  section: (typeof sections)[number];
  screens: readonly Screen[];
  scope: AccountScope;
}

function MenuSection({ section, screens, scope }: MenuSectionProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  if (screens.length === 0) return null;
  return (
    <div>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {shellText.sections[section]}
        <IconChevronDown size={14} aria-hidden="true" />
      </button>
      <Box component="ul" id={id} mt={2} hidden={!open}>
        {screens.map(({ path, label: name, icon: Icon, code }) =>
          name && Icon ? (
            <li key={path}>
              <NavLink to={path} className={styles.link} onPointerEnter={() => prefetch(code, scope)}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {name}
              </NavLink>
            </li>
          ) : null,
        )}
      </Box>
    </div>
  );
}

/** Prefetches the code and the first data of a screen when the pointer enters its link. */
function prefetch(code: Screen['code'], scope: AccountScope): void {
  // A failure is reported when the screen is opened.
  code().then(
    ({ loader }) => loader?.({ params: {}, scope }),
    () => undefined,
  );
}
