// Runs before the first paint, so that a person who chose the dark scheme never sees a white flash.
try {
  if (localStorage.getItem('colorScheme') === 'dark') {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  }
} catch {
  // Storage may be blocked; the light scheme is the default.
}
