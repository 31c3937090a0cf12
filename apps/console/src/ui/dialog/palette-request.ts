type Listener = () => void;

const listeners = new Set<Listener>();

/** Opens the palette, from wherever there is a button for it. */
export function requestPalette(): void {
  for (const listener of listeners) listener();
}

/** Is told when the user wants the palette. Answers the end of listening. */
export function onPaletteRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
