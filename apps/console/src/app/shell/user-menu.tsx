import type { Language } from '@keyhold/contract';
import { Box, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconLock, IconLogout, IconUser } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { fullName } from '#data/users.ts';
import { logoutPath } from '#features/auth/auth.paths.ts';
import { changePasswordPath, profilePath } from '#features/profile/profile.paths.ts';
import { language, languageNames } from '#i18n/locale/locale.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { chooseOwnLanguage, keepChosenLanguage } from '#server/live/own-language.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { toastFailure } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';
import styles from './shell.module.css';

const languages = Object.keys(languageNames) as Language[];

/** The name of the signed-in user, and the menu of their own profile, password and language. */
export function UserMenu() {
  const { user } = useAuthInfo();
  useEffect(() => {
    keepChosenLanguage(user.rn).catch(toastFailure);
  }, [user.rn]);
  // By code point: half of an emoji would show as U+FFFD.
  const initials = [user['first-name'], user['last-name']].flatMap((name) => [...name].slice(0, 1));
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          <span className={styles.initials} aria-hidden="true">
            {initials}
          </span>
          {/* Without width on a phone, where it still names the button. */}
          <Box component="span" className={looks.cut} maw={{ base: 0, md: 240 }} ms={{ base: -8, md: 0 }}>
            {fullName(user)}
          </Box>
          <Box component={IconChevronDown} w={14} h={14} me={4} aria-hidden="true" visibleFrom="md" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={profilePath} leftSection={<IconUser size={16} aria-hidden="true" />}>
          {shellText.profile}
        </Menu.Item>
        <Menu.Item component={Link} to={changePasswordPath} leftSection={<IconLock size={16} aria-hidden="true" />}>
          {shellText.changePassword}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shellText.language}</Menu.Label>
        <Menu.RadioGroup
          value={language}
          onChange={(chosen) => void chooseOwnLanguage(user.rn, chosen as Language).catch(toastFailure)}
        >
          {languages.map((each) => (
            <Menu.RadioItem key={each} value={each} lang={each}>
              {languageNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to={logoutPath} leftSection={<IconLogout size={16} aria-hidden="true" />}>
          {shellText.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
