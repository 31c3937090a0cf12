/** Loads the language of a test's page. What contains words is imported afterwards. */
export async function setLanguage(language: string): Promise<void> {
  localStorage.setItem('language', language);
  const { loadLanguage } = await import('#i18n/locale/locale.ts');
  await loadLanguage();
}
