import type { Page } from 'playwright-core'

/** Returns controls of a page that overlap, as pairs of names, because one of them may be hard to read or click. */
export async function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('button, select, textarea, input, [role="tab"], [role="checkbox"]'),
    ]
    // Returns the fixed or sticky ancestor of an element, because sticky elements overlap scrolling content on purpose.
    const layerOf = (element: Element | null): Element | null =>
      element === null || ['fixed', 'sticky'].includes(getComputedStyle(element).position)
        ? element
        : layerOf(element.parentElement)
    const boxes = controls.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      // Content for screen readers only is one pixel large or clipped.
      const isVisible =
        right - left > 8 &&
        bottom - top > 8 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return isVisible ? [{ element, layer: layerOf(element), left, right, top, bottom }] : []
    })
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? ''
    const tolerance = 2
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.layer === other.layer &&
            !one.element.contains(other.element) &&
            !other.element.contains(one.element) &&
            one.left + tolerance < other.right &&
            other.left + tolerance < one.right &&
            one.top + tolerance < other.bottom &&
            other.top + tolerance < one.bottom,
        )
        .map((other) => `${nameOf(one.element)} | ${nameOf(other.element)}`),
    )
  })
}
