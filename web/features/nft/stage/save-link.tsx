import { Download } from 'lucide-react'
import type { Media } from '#contract/schemas/media.ts'
import { kindName } from '#contract/words/work-facts.ts'
import { formatBytes } from '#web/kit/uploads/format-bytes.ts'
import { t } from '#web/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** A download link to the file, with its type and size. */
export function SaveLink({ media }: { media: Media }) {
  const type = media.contentType ?? kindName(media.kind)
  return (
    <ButtonLink look="quiet" href={media.src} download>
      <Download size={16} aria-hidden="true" />
      {media.bytes == null
        ? t('Download ({type})', { type })
        : t('Download ({type}, {size})', { type, size: formatBytes(media.bytes) })}
    </ButtonLink>
  )
}
