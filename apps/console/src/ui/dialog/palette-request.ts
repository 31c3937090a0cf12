/** The window event that opens the palette from any button. */
export const paletteRequest = 'palette-request';

export function requestPalette(): void {
  window.dispatchEvent(new Event(paletteRequest));
}
