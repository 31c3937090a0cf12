import { createTheme } from '@mantine/core';
import { listText } from '#i18n/text/every-page.ts';

/** Popovers and tooltips are rendered in the page's content, where screen readers look for them. */
const insideContent = { target: '#content' };

/** The console's theme: one blue, a neutral scale, the system's font, and reduced motion if the user prefers it. */
export const theme = createTheme({
  black: '#1b1f24',
  primaryShade: { light: 8, dark: 8 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  // Plain objects: a component's `extend` would bring its code into the first load.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { radius: 'lg' } },
    // The primary action of a screen or dialog sets `filled` itself.
    Button: { defaultProps: { variant: 'default' } },
    InputWrapper: { styles: { label: { fontSize: '0.8125rem', marginBottom: 4 } } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 200 },
        closeButtonProps: { 'aria-label': listText.close },
      },
      styles: { title: { fontSize: '1rem', fontWeight: 600 } },
    },
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': listText.dismiss } } },
    // An invalid number is reported beside its field; what was typed is not changed.
    NumberInput: {
      defaultProps: { clampBehavior: 'none', allowDecimal: false, allowNegative: false, hideControls: true },
    },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': listText.showTyped } } },
    Popover: { defaultProps: { shadow: 'md', portalProps: insideContent } },
    Textarea: { defaultProps: { autosize: true, minRows: 2, maxRows: 8 } },
    Tooltip: {
      defaultProps: {
        events: { hover: true, focus: true, touch: true },
        multiline: true,
        portalProps: insideContent,
      },
    },
  },
});
