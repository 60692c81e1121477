import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'
import { kindNames } from '#web/kit/media/kind-names.ts'

/** Medium and size of a work for its label; null where they are not known. */
export function mediumOf(media: Media | null): string | null {
  if (media === null || media.kind === 'other') return null
  const { kind, width, height } = media
  if (width === null || height === null) return kindNames[kind]
  return t('{medium}, {width} × {height} px', { medium: kindNames[kind], width, height })
}
