import type { Page } from 'playwright-core'

/**
 * Waits until nothing changes its looks any more: a colour on its way to another is none that stays. With reduced motion
 * too a transition takes a frame, and what follows the window's width comes a frame after it.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (;;) {
      await frame()
      await frame()
      // What is folded away keeps its transition until it is shown.
      const moving = document
        .getAnimations()
        .filter(
          (one) =>
            one instanceof CSSTransition &&
            one.effect instanceof KeyframeEffect &&
            one.effect.target?.checkVisibility() === true,
        )
      if (moving.length === 0) return
      // One that is called off is over as well.
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })
}
