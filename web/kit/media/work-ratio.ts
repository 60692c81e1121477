import type { Media } from '#contract/schemas/media.ts'

/** Width over height of a work; 1 if unknown. */
export function workRatio(media: Media | null): number {
  if (media === null || media.width === null || media.height === null || media.height === 0) return 1
  return media.width / media.height
}
