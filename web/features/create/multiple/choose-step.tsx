import { useState } from 'react'
import { mediaProblem, mediaRules } from '#contract/rules/media-files.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { isMetadata } from './dropped-files.ts'
import { DemandNote } from './demand-note.tsx'
import { maxFiles, maxItems } from './file-limits.ts'
import { entriesOfNames, matchMedia, type ReadFile, repeatedFile, withoutCollection } from './match-media.ts'
import { MultiPicker, type PickerError } from './multi-picker.tsx'
import { type Item, switchTrait } from './multiple-draft.ts'
import css from './multiple.module.css'
import { parseMetadata } from './parse-metadata.ts'

const maxMetadataBytes = 10 * 1024 * 1024

interface ChooseStepProps {
  onChosen: (items: Item[], media: File[]) => void
}

/** Returns the media files that cannot be used, each with the reason. */
function mediaErrors(media: readonly File[]): PickerError[] {
  const wrong = media.flatMap((file): PickerError[] => {
    const problem = mediaProblem(file, 'display')
    return problem === null
      ? []
      : [{ text: t('{label}: {value}', { label: file.name, value: problem }), file }]
  })
  return media.length > maxItems
    ? [
        ...wrong,
        { text: t('At most {maxItems} at a time; you chose {count}.', { maxItems, count: media.length }) },
      ]
    : wrong
}

const isArchive = ({ name }: File) => /\.zip$/i.test(name)

/**
 * Returns the chosen files, with archives replaced by their contents, and the archives that cannot be unpacked, each
 * with the reason.
 */
async function unpack(fileList: readonly File[]) {
  const files = fileList.filter((file) => !isArchive(file))
  const problems: PickerError[] = []
  for (const archive of fileList.filter(isArchive)) {
    const { filesOfZip } = await import('./read-zip.ts')
    try {
      files.push(...(await filesOfZip(archive, maxFiles)))
    } catch (error) {
      problems.push({ text: error instanceof Error ? error.message : String(error) })
    }
  }
  return { files, problems }
}

const unreadable = (name: string) => t('{name} can no longer be read. Choose it again.', { name })

const parsedFiles = new WeakMap<File, ReturnType<typeof parseMetadata>>()

/** Parses a file once, although it is read when it is chosen and again for the review. */
async function parseFile(file: File) {
  const metadataPromise =
    parsedFiles.get(file) ??
    file.text().then(
      (text) => parseMetadata(file.name, text),
      // Its folder was moved, or the file has changed since it was chosen.
      () => ({ ok: false as const, problem: unreadable(file.name) }),
    )
  parsedFiles.set(file, metadataPromise)
  return metadataPromise
}

/** Reads all metadata files. Returns the unreadable ones instead, each with the reason, if there are any. */
async function readMetadata(files: readonly File[]) {
  const results: ReadFile[] = []
  const doubtful = new Set<string>()
  const problems: PickerError[] = []
  for (const file of files) {
    if (file.size > maxMetadataBytes) {
      problems.push({ text: t('{name} is larger than 10MB.', { name: file.name }), file })
      continue
    }
    const parsedFile = await parseFile(file)
    if (parsedFile.ok) {
      results.push({ name: file.name, entries: parsedFile.entries })
      for (const column of parsedFile.doubtful) doubtful.add(column)
    } else problems.push({ text: parsedFile.problem, file })
  }
  return { read: results, doubtful, problems }
}

/** Selects media and metadata files, in any order. Nothing is uploaded until they match. */
export function ChooseStep({ onChosen }: ChooseStepProps) {
  const [media, setMedia] = useState<File[]>([])
  const [metadata, setMetadata] = useState<File[]>([])
  const [errors, setErrors] = useState<PickerError[]>([])
  /** Reason why the selected files do not match. Cleared when the selection changes. */
  const [mismatch, setMismatch] = useState<string | null>(null)
  const [isUnpacking, setUnpacking] = useState(false)
  const [isReading, setReading] = useState(false)
  /** Name of the metadata file that was left out because it repeats the others. */
  const [repeatedName, setRepeatedName] = useState<string | null>(null)
  /** True if the file of a collection was left out. */
  const [isWithoutCollection, setWithoutCollection] = useState(false)
  const [archiveErrors, setArchiveErrors] = useState<PickerError[]>([])
  const keepMetadata = async (files: File[]) => {
    setMetadata(files)
    setRepeatedName(null)
    setReading(true)
    const { read } = await readMetadata(files).finally(() => setReading(false))
    const name = repeatedFile(read)
    setRepeatedName(name)
    if (name !== null) setMetadata(files.filter((file) => file.name !== name))
  }
  /** Takes the chosen files. A folder or archive of works often contains the metadata as well. */
  const takeMedia = async (chosenFiles: File[]) => {
    setUnpacking(chosenFiles.some(isArchive))
    const { files, problems } = await unpack(chosenFiles)
    setUnpacking(false)
    setArchiveErrors(problems)
    const ofWorks = withoutCollection(files)
    setWithoutCollection(ofWorks.length < files.length)
    const words = ofWorks.filter(isMetadata)
    const works = ofWorks.filter((file) => !isMetadata(file))
    if (files.length > 0) setMismatch(null)
    if (works.length > 0) setMedia(works)
    if (words.length === 0) return
    setErrors([])
    await keepMetadata(words)
  }
  const takeMetadata = (files: File[]) => {
    if (files.length === 0) return
    setMismatch(null)
    setWithoutCollection(false)
    const words = files.filter(isMetadata)
    setErrors(
      files
        .filter((file) => !isMetadata(file))
        .map(({ name }) => ({
          text: t('{name} is not a metadata file: choose JSON, TXT or CSV.', { name }),
        })),
    )
    if (words.length > 0) void keepMetadata(words)
  }
  const wrong = [...archiveErrors, ...mediaErrors(media)]
  const reviewFiles = async () => {
    setReading(true)
    const { read, doubtful, problems } = await readMetadata(metadata).finally(() => setReading(false))
    setErrors(problems)
    if (problems.length > 0) return
    const names = media.map(({ name }) => name)
    const entries = read.flatMap((file) => file.entries)
    const match = matchMedia(names, metadata.length === 0 ? entriesOfNames(names) : entries)
    if (!match.ok) return setMismatch(match.problem)
    const items = match.pairs.map(({ media: name, entry }) => ({
      id: crypto.randomUUID(),
      media: name,
      name: entry.name,
      description: entry.description,
      attributes: entry.attributes,
      price: '',
      kept: null,
    }))
    onChosen(
      [...doubtful].reduce((all: Item[], column) => switchTrait(all, column, false), items),
      media,
    )
  }
  const { names, maxSize, types } = mediaRules.display
  return (
    <div className={css.choose}>
      <DemandNote />
      <div className={css.pickers}>
        <MultiPicker
          label={t('Media files')}
          hint={t('{names}, max {maxSize} each.', { names, maxSize })}
          invites={t(
            'Choose media files, or drop files, a whole folder or a ZIP here. Metadata files are detected, too.',
          )}
          accept={[...Object.keys(types), '.zip'].join(',')}
          count={media.length}
          errors={wrong}
          busy={isUnpacking ? t('Unpacking ...') : null}
          onFiles={(files) => void takeMedia(files)}
          onRemove={(files) => {
            setMismatch(null)
            setMedia((now) => now.filter((file) => !files.includes(file)))
          }}
        />
        <MultiPicker
          label={t('Metadata files')}
          optional
          hint={t(
            'JSON or TXT: one file per work, or one file with a list. CSV or TSV: a table with columns for name, description and file, and one column for each attribute. Without metadata, titles come from the file names.',
          )}
          accept=".json,.txt,.csv,.tsv,application/json,text/plain,text/csv,text/tab-separated-values"
          count={metadata.length}
          note={
            repeatedName !== null
              ? t('{name} repeats the other metadata files and was left out.', { name: repeatedName })
              : isWithoutCollection
                ? t('{name} describes the collection and was left out, with its picture.', {
                    name: 'collection.json',
                  })
                : null
          }
          busy={isReading ? t('Reading ...') : null}
          invites={t('Choose metadata files, or drop them here.')}
          errors={mismatch === null ? errors : [...errors, { text: mismatch }]}
          onFiles={takeMetadata}
          onRemove={(files) => {
            setMismatch(null)
            setMetadata((now) => now.filter((file) => !files.includes(file)))
            setErrors((now) => now.filter(({ file }) => file === undefined || !files.includes(file)))
          }}
        />
      </div>
      <Button
        look="primary"
        size="large"
        disabled={media.length === 0 || isUnpacking || isReading || mediaErrors(media).length > 0}
        onClick={() => void reviewFiles()}
      >
        {t('Review')}
      </Button>
      {media.length + metadata.length === 0 && (
        <ol className={css.steps} aria-label={t('How it works')}>
          <li>
            <strong>{t('Choose')}</strong>
            {t('Nothing is uploaded yet, and files can be replaced at any time.')}
          </li>
          <li>
            <strong>{t('Review')}</strong>
            {t('Correct titles, descriptions, attributes and prices, for one work or for all of them.')}
          </li>
          <li>
            <strong>{t('Mint')}</strong>
            {t('You approve in your wallet, several works at a time. Works with a price are then listed.')}
          </li>
        </ol>
      )}
    </div>
  )
}
