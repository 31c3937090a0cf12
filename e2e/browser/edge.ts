import type { Locator, Page } from '@playwright/test';

/** Returns the elements that reach beyond the window's edge, except those inside an element that scrolls. */
export function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > wide) found.push(`the page: ${document.documentElement.scrollWidth} px`);
    const inScroller = (element: Element): boolean => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(each).overflowX)) return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      // Content only for screen readers is a pixel wide.
      if (width <= 1 || height <= 1 || (left >= -1 && right <= wide + 1) || inScroller(element)) continue;
      if (getComputedStyle(element).visibility === 'hidden') continue;
      found.push(`${element.tagName}.${element.className}: ${Math.round(left)} to ${Math.round(right)}`);
    }
    return found;
  });
}

/** Returns the column heads whose text or sort arrow overflows. Heads of actions are only for screen readers. */
export function cutHeads(within: Locator): Promise<string[]> {
  return within.locator('th:not([data-actions])').evaluateAll((heads) =>
    heads
      .filter((head) => {
        const { left, right, width } = head.getBoundingClientRect();
        const words = document.createRange();
        // Other heads show their arrow only on hover.
        const shown = head.hasAttribute('aria-sort') ? head : head.querySelector('button')?.firstChild;
        words.selectNodeContents(shown ?? head);
        return width > 1 && [...words.getClientRects()].some((box) => box.left < left || box.right > right);
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}

/** Returns the words of facts that are broken across lines. Keys and addresses, which are longer, may break. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.locator('main dd').evaluateAll((values) => {
    const broken: string[] = [];
    for (const value of values) {
      const texts = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\p{L}{2,20}/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}
