import { useState } from 'react'
import { mediaProblem, mediaRules } from '#worker/contract/media-files.ts'
import { Button } from '#web/ui/button.tsx'
import { isMetadata } from './dropped-files.ts'
import { matchMedia } from './match-media.ts'
import { MultiPicker } from './multi-picker.tsx'
import type { Item } from './multiple-draft.ts'
import css from './multiple.module.css'
import { type Entry, parseMetadata } from './parse-metadata.ts'

const mostItems = 500
const mostMetadataBytes = 10 * 1024 * 1024

interface ChooseStepProps {
  onChosen: (items: Item[], media: File[]) => void
}

/** Why one of the media files cannot be taken; null when all can. */
function mediaError(media: readonly File[]): string | null {
  for (const file of media) {
    const problem = mediaProblem(file, 'display')
    if (problem !== null) return `${file.name}: ${problem}`
  }
  return media.length > mostItems ? `At most ${mostItems} at a time.` : null
}

/** Media files and metadata files, in any order; nothing is sent before they fit together. */
export function ChooseStep({ onChosen }: ChooseStepProps) {
  const [media, setMedia] = useState<File[]>([])
  const [metadata, setMetadata] = useState<File[]>([])
  const [error, setError] = useState<string | null>(null)
  const take = (files: File[]) => {
    if (files.length === 0) return
    setError(null)
    const words = files.filter(isMetadata)
    const works = files.filter((file) => !isMetadata(file))
    if (words.length > 0) setMetadata(words)
    if (works.length > 0) setMedia(works)
  }
  const wrong = mediaError(media)
  const review = async () => {
    const entries: Entry[] = []
    for (const file of metadata) {
      if (file.size > mostMetadataBytes) return setError(`${file.name} is larger than 10MB.`)
      const parsed = await parseMetadata(file.name, await file.text())
      if (!parsed.ok) return setError(parsed.problem)
      entries.push(...parsed.entries)
    }
    const names = media.map(({ name }) => name)
    const matched = matchMedia(names, entries)
    if (!matched.ok) return setError(matched.problem)
    const items = matched.pairs.map(({ media: name, entry }) => ({
      id: crypto.randomUUID(),
      media: name,
      name: entry.name,
      description: entry.description,
      attributes: entry.attributes,
      kept: null,
    }))
    onChosen(items, media)
  }
  const { names, most, types } = mediaRules.display
  return (
    <div className={css.choose}>
      <div className={css.pickers}>
        <MultiPicker
          label="Media files"
          hint={`${names}, max ${most} each. Choose many, or drop a folder: metadata in it is found, too.`}
          accept={Object.keys(types).join(',')}
          count={media.length}
          error={wrong}
          onFiles={take}
        />
        <MultiPicker
          label="Metadata files"
          hint="JSON or TXT: one file for each, or one with a list. Or CSV: name, description, file, and a column for each attribute."
          accept=".json,.txt,.csv,application/json,text/plain,text/csv"
          count={metadata.length}
          error={error}
          onFiles={take}
        />
      </div>
      <Button
        look="primary"
        size="large"
        disabled={media.length === 0 || metadata.length === 0 || wrong !== null}
        onClick={() => void review()}
      >
        Review
      </Button>
    </div>
  )
}
