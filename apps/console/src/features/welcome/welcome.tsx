import { Box, Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { useConfig } from '#session/config.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { requestPalette } from '#ui/dialog/palette-request.ts';
import { DocumentTitle } from '#ui/layout/page.tsx';
import { AccountDesk } from './account-desk.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OwnLicenses } from './own-licenses.tsx';
import { ProviderDesk } from './provider-desk.tsx';

/** The welcome page: the product and its tagline, then the desks that the user may see. */
export default function Welcome() {
  const { 'product-title': title } = useConfig();
  const { admin, canSwitchAccount } = useAuthInfo();
  const { isAuthUserAccount } = useSelectedAccount();
  const mayListLicenses = usePermission('license:ListLicenses');
  return (
    <>
      <DocumentTitle>{shellText.home}</DocumentTitle>
      <Box pt={16} pb={32}>
        <Box component="h1" fz="1.75rem" lh="2.25rem" lts="-0.02em">
          {title}
        </Box>
        <Text fz="lg" c="dimmed" mt={4}>
          {shellText.tagline}
        </Text>
        <JumpHint />
      </Box>
      {canSwitchAccount && mayListLicenses && <FirstSteps />}
      {canSwitchAccount && isAuthUserAccount && mayListLicenses && (
        <>
          <ProviderDesk />
          <Box component="h2" mb={12} fz="xl" lh="1.75rem">
            {welcomeText.ownAccount}
          </Box>
        </>
      )}
      {admin && <AccountDesk />}
      <OwnLicenses />
    </>
  );
}

/** Shows the shortcut of the palette, and opens the palette on click. */
function JumpHint() {
  const hasKeys = useMediaQuery('(hover: hover) and (min-width: 768px)', undefined, { getInitialValueInEffect: false });
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <Button
      size="xs"
      fw={500}
      mt="sm"
      rightSection={
        hasKeys && (
          <Box component="kbd" ff="inherit" fz="xs" c="dimmed">
            {mac ? paletteText.keys.mac : paletteText.keys.other}
          </Box>
        )
      }
      onClick={requestPalette}
    >
      {paletteText.hint}
    </Button>
  );
}
