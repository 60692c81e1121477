/**
 * Resolves in the first task after the next frame. For what an interaction causes beyond its own control: the frame that shows the
 * control's new state comes first, however much the rest renders (web.dev/articles/optimize-inp).
 */
export const afterFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
