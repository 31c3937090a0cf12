import type { Page } from '@playwright/test';

/** What reaches beyond the window's edge, unless it stands in something that scrolls by itself. */
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
      // What is only read aloud is a pixel wide.
      if (width <= 1 || height <= 1 || (left >= -1 && right <= wide + 1) || inScroller(element)) continue;
      if (getComputedStyle(element).visibility === 'hidden') continue;
      found.push(`${element.tagName}.${element.className}: ${Math.round(left)} to ${Math.round(right)}`);
    }
    return found;
  });
}

/** The heads of columns whose words leave their column. Those of actions are only read aloud. */
export function cutHeads(page: Page): Promise<string[]> {
  return page.locator('main th:not([data-actions])').evaluateAll((heads) =>
    heads
      .filter((head) => {
        const { left, right, width } = head.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(head.querySelector('button')?.firstChild ?? head);
        return width > 1 && [...words.getClientRects()].some((box) => box.left < left || box.right > right);
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}
