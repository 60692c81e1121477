import { Box, CodeXml, File, FileText, Film, Music } from 'lucide-react'
import type { Media } from '#contract/schemas/media.ts'
import { sizedImage } from '#contract/rules/media.ts'
import { kindName } from '#contract/words/work-facts.ts'
import { t } from '#web/messages.ts'
import css from './file-strip.module.css'

const icons = { video: Film, audio: Music, model: Box, html: CodeXml, pdf: FileText, other: File }

interface FileStripProps {
  files: Media[]
  chosenFile: Media | null
  onChoose: (place: number) => void
}

/** A strip of the work's files, for selecting the displayed one. */
export function FileStrip({ files, chosenFile, onChoose }: FileStripProps) {
  return (
    <ul className={css.strip} aria-label={t('Files of this work')}>
      {files.map((media, place) => (
        <li key={media.src}>
          <button
            type="button"
            className={css.file}
            aria-pressed={media === chosenFile}
            aria-label={t('{kind}, file {place, number} of {count, number}', {
              kind: kindName(media.kind),
              place: place + 1,
              count: files.length,
            })}
            title={kindName(media.kind)}
            onClick={() => onChoose(place)}
          >
            <Sign media={media} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Sign({ media }: { media: Media }) {
  if (media.kind === 'image')
    return <img className={css.picture} src={sizedImage(media.src, { w: 64, h: 64 })} alt="" loading="lazy" />
  const Icon = icons[media.kind]
  return <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
}
