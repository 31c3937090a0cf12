import looks from '#ui/theme/looks.module.css';

/** The selector of texts that may be truncated. */
export const cutTexts = `:is(.${looks.cut}, .${looks.lines})`;

/** Whether a text is truncated because it is longer than its space. */
export function isCut(text: HTMLElement): boolean {
  return text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1;
}
