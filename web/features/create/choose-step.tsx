import { useState } from 'react'
import { mediaProblem, mediaRules } from '#worker/contract/media-files.ts'
import { m } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { isMetadata } from './dropped-files.ts'
import { matchMedia } from './match-media.ts'
import { MultiPicker } from './multi-picker.tsx'
import type { Item } from './multiple-draft.ts'
import css from './multiple.module.css'
import { type Entry, parseMetadata } from './parse-metadata.ts'

const maxItems = 500
const maxMetadataBytes = 10 * 1024 * 1024

interface ChooseStepProps {
  onChosen: (items: Item[], media: File[]) => void
}

/** The media files that cannot be used, each with the reason. */
function mediaErrors(media: readonly File[]): string[] {
  const wrong = media.flatMap((file) => {
    const problem = mediaProblem(file, 'display')
    return problem === null ? [] : [m.common_labelled({ label: file.name, value: problem })]
  })
  return media.length > maxItems
    ? [...wrong, m.create_choose_step_most_time({ maxItems, count: media.length })]
    : wrong
}

/** The entries of all metadata files, or the unreadable files, each with the reason. */
async function readMetadata(files: readonly File[]): Promise<{ entries: Entry[]; problems: string[] }> {
  const entries: Entry[] = []
  const problems: string[] = []
  for (const file of files) {
    if (file.size > maxMetadataBytes) {
      problems.push(m.create_choose_step_is_larger_than_10mb({ name: file.name }))
      continue
    }
    const parsed = await parseMetadata(file.name, await file.text())
    if (parsed.ok) entries.push(...parsed.entries)
    else problems.push(parsed.problem)
  }
  return { entries, problems }
}

/** Selects media and metadata files, in any order. Nothing is uploaded until they match. */
export function ChooseStep({ onChosen }: ChooseStepProps) {
  const [media, setMedia] = useState<File[]>([])
  const [metadata, setMetadata] = useState<File[]>([])
  const [errors, setErrors] = useState<string[]>([])
  /** Why the selected files do not match. Cleared when the selection changes. */
  const [mismatch, setMismatch] = useState<string | null>(null)
  /** A folder of works often contains their metadata, too. */
  const takeMedia = (files: File[]) => {
    const words = files.filter(isMetadata)
    const works = files.filter((file) => !isMetadata(file))
    if (files.length > 0) setMismatch(null)
    if (works.length > 0) setMedia(works)
    if (words.length === 0) return
    setErrors([])
    setMetadata(words)
  }
  const takeMetadata = (files: File[]) => {
    if (files.length === 0) return
    setMismatch(null)
    const words = files.filter(isMetadata)
    setErrors(
      files
        .filter((file) => !isMetadata(file))
        .map(({ name }) => m.create_choose_step_no_metadata_file_give({ name })),
    )
    if (words.length > 0) setMetadata(words)
  }
  const wrong = mediaErrors(media)
  const review = async () => {
    const { entries, problems } = await readMetadata(metadata)
    setErrors(problems)
    if (problems.length > 0) return
    const names = media.map(({ name }) => name)
    const matched = matchMedia(names, entries)
    if (!matched.ok) return setMismatch(matched.problem)
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
  const { names, maxSize, types } = mediaRules.display
  return (
    <div className={css.choose}>
      <div className={css.pickers}>
        <MultiPicker
          label={m.create_choose_step_media_files}
          hint={m.create_choose_step_max_each({ names, maxSize })}
          invites={m.create_choose_step_choose_media_files_drop}
          accept={Object.keys(types).join(',')}
          count={media.length}
          errors={wrong}
          onFiles={takeMedia}
        />
        <MultiPicker
          label={m.create_choose_step_metadata_files}
          hint={m.create_choose_step_json_txt_file_each}
          accept=".json,.txt,.csv,application/json,text/plain,text/csv"
          count={metadata.length}
          invites={m.create_choose_step_choose_metadata_files_drop}
          errors={mismatch === null ? errors : [...errors, mismatch]}
          onFiles={takeMetadata}
        />
      </div>
      <Button
        look="primary"
        size="large"
        disabled={media.length === 0 || metadata.length === 0 || wrong.length > 0}
        onClick={() => void review()}
      >
        {m.create_choose_step_review}
      </Button>
    </div>
  )
}
