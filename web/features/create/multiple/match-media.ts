import { t } from '#web/messages.ts'
import { firstAttributes } from '#web/features/create/mint-draft.ts'
import { type Entry, stemOf } from './parse-metadata.ts'

export const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare

export interface Match {
  media: string
  entry: Entry
}

export interface ReadFile {
  name: string
  entries: Entry[]
}

const contentOf = ({ name, description, attributes }: Entry) =>
  JSON.stringify([name, description, attributes])

/**
 * Returns the name of a file whose entries all occur in the other files; null if there is none. Generators such as
 * HashLips write one list of all works beside the file of each work.
 */
export function repeatedFile(files: readonly ReadFile[]): string | null {
  const file = files.find(({ name, entries }) => {
    if (entries.length < 2) return false
    const otherContents = new Set(
      files.filter((other) => other.name !== name).flatMap((other) => other.entries.map(contentOf)),
    )
    return entries.every((entry) => otherContents.has(contentOf(entry)))
  })
  return file?.name ?? null
}

/** The files in which Metaplex tools describe the collection itself, beside those of the numbered works. */
const isOfCollection = (name: string) => stemOf(name) === 'collection'

/** Returns the works of a folder: without its `collection.json` and `collection.png` if all other metadata has numbers. */
export function withoutCollection<F extends { name: string }>(files: readonly F[]): F[] {
  const metadata = files.filter(({ name }) => /\.json$/i.test(name))
  const workMetadata = metadata.filter(({ name }) => !isOfCollection(name))
  const isMetaplex =
    workMetadata.length > 0 &&
    workMetadata.length < metadata.length &&
    workMetadata.every(({ name }) => /^\d+$/.test(stemOf(name)))
  return isMetaplex ? files.filter(({ name }) => !isOfCollection(name)) : [...files]
}

/** Derives a title from a file name: "Midnight orchard 07" for `midnight_orchard-07.png`. */
export function titleOf(fileName: string): string {
  const words = stemOf(fileName).replace(/[_-]+/g, ' ').replace(/\s+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Creates entries for works without metadata files. Their titles come from the file names. */
export const entriesOfNames = (media: readonly string[]): Entry[] =>
  media.map((name) => ({
    name: titleOf(name),
    description: '',
    attributes: firstAttributes(),
    media: name,
    stem: null,
  }))

/** Returns the name by which a work is sorted in the list. */
const placeOf = ({ media, entry }: Match) => (media === noMedia ? (entry.media ?? entry.stem ?? '') : media)

export type Matched = { ok: true; pairs: Match[] } | { ok: false; problem: string }

/** Media file of an entry without a matching file. */
export const noMedia = ''

/**
 * Matches metadata entries with media files: first by the file name in the entry, then by equal base names (`12.json`
 * with `12.png`). If no name fits, lists of the same length are matched in name order. Otherwise unmatched files get a
 * title from their name and unmatched entries get `noMedia`; the user completes or removes these rows, so that no work
 * gets the wrong picture.
 */
export function matchMedia(media: readonly string[], entries: readonly Entry[]): Matched {
  const free = new Set(media)
  if (free.size < media.length) {
    const duplicateName = media.find((name, index) => media.indexOf(name) !== index) ?? ''
    return { ok: false, problem: t('Two media files are called {twice}.', { twice: duplicateName }) }
  }
  const mediaOf = new Map<Entry, string>()
  const take = (entry: Entry, name: string | null | undefined) => {
    if (mediaOf.has(entry) || name === null || name === undefined || !free.delete(name)) return
    mediaOf.set(entry, name)
  }
  const namesOfStem = Map.groupBy(media, stemOf)
  // Several entries may name the same picture, for example a placeholder until the reveal.
  const uses = new Map<string | null, number>()
  for (const entry of entries) uses.set(entry.media, (uses.get(entry.media) ?? 0) + 1)
  for (const entry of entries) if (uses.get(entry.media) === 1) take(entry, entry.media)
  for (const entry of entries)
    if (entry.stem !== null)
      take(
        entry,
        namesOfStem.get(entry.stem)?.find((name) => free.has(name)),
      )
  const hasNames = mediaOf.size > 0
  if (media.length !== entries.length && !hasNames)
    return {
      ok: false,
      problem: t(
        'The numbers of media files and metadata entries must match: you have {files, plural, one {# media file} other {# media files}} and {entries, plural, one {# metadata entry} other {# metadata entries}}.',
        {
          files: media.length,
          entries: entries.length,
        },
      ),
    }
  const rest = [...free].sort(inOrder)
  // Entries from one list keep its order; separate files may arrive in any order.
  const inNumberOrder = entries.every(({ stem }) => stem !== null)
    ? entries.toSorted((a, b) => inOrder(a.stem ?? '', b.stem ?? ''))
    : entries
  if (!hasNames)
    for (const entry of inNumberOrder) {
      const next = rest.shift()
      if (next !== undefined) mediaOf.set(entry, next)
    }
  const pairs = [
    ...entries.map((entry) => ({ media: mediaOf.get(entry) ?? noMedia, entry })),
    ...entriesOfNames(rest).map((entry) => ({ media: entry.media ?? noMedia, entry })),
  ]
  return { ok: true, pairs: pairs.sort((a, b) => inOrder(placeOf(a), placeOf(b))) }
}
