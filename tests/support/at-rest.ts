import type { Page } from 'playwright-core'

/**
 * Waits until all animations have ended, so that no color is in between. Even with reduced motion a transition takes a
 * frame, and layout that depends on the window's width takes one more.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (;;) {
      await frame()
      await frame()
      // Hidden content does not finish its transition until it is shown.
      const moving = document
        .getAnimations()
        .filter(
          (one) =>
            one instanceof CSSTransition &&
            one.effect instanceof KeyframeEffect &&
            one.effect.target?.checkVisibility() === true,
        )
      if (moving.length === 0) return
      // A cancelled animation counts as ended.
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })
}
