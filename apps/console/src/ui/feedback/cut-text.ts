import looks from '#ui/theme/looks.module.css';

/** Selects the texts that may be cut. */
export const cutTexts = `:is(.${looks.cut}, .${looks.lines})`;

/** Whether a text is longer than the space it has, so that its end is not seen. */
export function isCut(text: HTMLElement): boolean {
  return text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1;
}
