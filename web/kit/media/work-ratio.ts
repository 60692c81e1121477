import type { Media } from '#contract/schemas/media.ts'

/** Returns the width of a work divided by its height; 1 if unknown. */
export function workRatio(media: Media | null): number {
  if (media === null || media.width === null || media.height === null || media.height === 0) return 1
  return media.width / media.height
}
