/** The event of the window by which the palette is opened, from wherever there is a button for it. */
export const paletteRequest = 'palette-request';

export function requestPalette(): void {
  window.dispatchEvent(new Event(paletteRequest));
}
