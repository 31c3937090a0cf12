type Entries = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser. Where the browser blocks it, its entries last until the page is left. */
function storage(browser: () => Storage): Entries {
  const page = new Map<string, string>();
  const attempt = <Result>(stored: (storage: Storage) => Result, instead: () => Result): Result => {
    try {
      return stored(browser());
    } catch {
      return instead();
    }
  };
  return {
    getItem: (name) =>
      attempt(
        (stored) => stored.getItem(name),
        () => page.get(name) ?? null,
      ),
    setItem: (name, value) =>
      attempt(
        (stored) => stored.setItem(name, value),
        () => void page.set(name, value),
      ),
    removeItem: (name) =>
      attempt(
        (stored) => stored.removeItem(name),
        () => void page.delete(name),
      ),
  };
}

/** Lasts for the tab. */
export const tabStorage: Entries = storage(() => window.sessionStorage);

/** Lasts for the browser. */
export const deviceStorage: Entries = storage(() => window.localStorage);
