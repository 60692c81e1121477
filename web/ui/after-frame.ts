/**
 * Resolves in the first task after the next frame. Await it before expensive updates after an interaction, so that the
 * control shows its new state first (web.dev/articles/optimize-inp).
 */
export const afterFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
