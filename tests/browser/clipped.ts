import type { Page } from 'playwright-core'

/**
 * Returns texts that are partly cut off at the side, except names that end with an ellipsis and content for screen
 * readers only.
 */
export async function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll('body *')].filter(
      (element) => element.children.length === 0 && (element.textContent ?? '').trim() !== '',
    )
    return texts.flatMap((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut =
        element.clientWidth > 8 &&
        element.scrollWidth > element.clientWidth + 1 &&
        overflowX !== 'visible' &&
        textOverflow !== 'ellipsis' &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return isCut ? [(element.textContent ?? '').trim().slice(0, 60)] : []
    })
  })
}

/** Returns buttons and links that extend beyond the screen, except inside horizontally scrolling elements. */
export async function beyondScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    return [...document.querySelectorAll('body :is(a, button)')].flatMap((element) => {
      const { right, width } = element.getBoundingClientRect()
      const isBeyond = width > 1 && right > innerWidth + 1 && !scrolls(element.parentElement)
      return isBeyond && element.checkVisibility() ? [(element.textContent ?? '').trim().slice(0, 60)] : []
    })
  })
}
