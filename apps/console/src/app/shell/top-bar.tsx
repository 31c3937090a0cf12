import { ActionIcon, Box, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { loginPath } from '#features/auth/auth.paths.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { useConfig } from '#session/config.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Mark } from '#ui/theme/mark.tsx';
import { AccountPicker } from './account-picker.tsx';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

/** The bar above everything: logo, account switcher, colour scheme, user menu. */
export function TopBar({ onOpenMenu, menuOpened }: { onOpenMenu: () => void; menuOpened: boolean }) {
  const config = useConfig();
  const { admin, canSwitchAccount } = useAuthInfo();
  return (
    <header className={styles.top} data-behind>
      {admin && (
        <ActionIcon
          hiddenFrom="sm"
          size="lg"
          aria-label={shellText.openMenu}
          aria-expanded={menuOpened}
          onClick={onOpenMenu}
        >
          <IconMenu2 size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      <Link to={loginPath} className={styles.logo} aria-label={config['product-title']}>
        <Mark />
        <Box component="span" visibleFrom="sm">
          {config['product-title']}
        </Box>
      </Link>
      <Box flex="1 1 0" />
      {canSwitchAccount && <AccountPicker />}
      <ColorSchemeToggle />
      <UserMenu />
    </header>
  );
}

function ColorSchemeToggle() {
  const { colorScheme, toggleColorScheme } = useMantineColorScheme();
  const dark = colorScheme === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <ActionIcon size="lg" aria-label={dark ? shellText.lightScheme : shellText.darkScheme} onClick={toggleColorScheme}>
      <Icon size={19} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
