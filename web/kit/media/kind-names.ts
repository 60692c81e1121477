import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'

/** What a file is, for visitors. */
export const kindNames: Record<Media['kind'], string> = {
  image: t('Picture'),
  video: t('Video'),
  audio: t('Sound'),
  model: t('3D model'),
  html: t('Interactive work'),
  pdf: t('PDF'),
  other: t('File'),
}
