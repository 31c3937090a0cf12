type Listener = () => void;

const listeners = new Set<Listener>();

/** Opens the palette, from wherever there is a button for it. */
export function requestPalette(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener when the user opens the palette. Returns the function that unsubscribes. */
export function onPaletteRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
