import { type Sentence, t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { Media } from '#contract/schemas/media.ts'
import { cidPattern } from './media.ts'

const MiB = 1024 * 1024

/** The use of a file: the picture of a token, its attachment, or the cover of a collection. */
export const MediaUse = v.picklist(['display', 'attachment', 'collection'])
export type MediaUse = v.InferOutput<typeof MediaUse>

const display = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
}

/** Content types and file name extensions that a use accepts, and how large a file may be. */
export const mediaRules = {
  display: { types: display, maxBytes: 20 * MiB, names: 'JPG, PNG, GIF, SVG, MP4, WEBM', maxSize: '20MB' },
  attachment: {
    types: { ...display, 'application/pdf': ['pdf'] },
    maxBytes: 300 * MiB,
    names: 'JPG, PNG, GIF, SVG, MP4, WEBM, PDF',
    maxSize: '300MB',
  },
  collection: {
    types: {
      'image/png': ['png'],
      'image/jpeg': ['jpeg', 'jpg'],
      'image/gif': ['gif'],
      'image/svg+xml': ['svg'],
      'video/webm': ['webm'],
      'application/pdf': ['pdf'],
    },
    maxBytes: 20 * MiB,
    names: 'PNG, JPEG, JPG, GIF, SVG, WEBM, PDF',
    maxSize: '20MB',
  },
} as const satisfies Record<
  MediaUse,
  { types: Record<string, string[]>; maxBytes: number; names: string; maxSize: string }
>

/** Maximum number of pixels of any picture, not counting frames; phones can still decode it. */
export const maxPixels = 40_000_000
/** SVGs have a lower limit, because they are read completely before they are accepted. */
export const maxSvgBytes = 20 * MiB

export const formTooLarge = (maxBytes: number) =>
  `A form may have ${Math.floor(maxBytes / MiB)} MB at most. Upload larger files in parts: POST /api/uploads, then name the file by its CID.`

/** The type of a file, detected from its bytes. */
export interface MediaFacts {
  contentType: string
  width: number | null
  height: number | null
}
/** The detected facts, or a sentence that explains why the file is refused; null for an unknown type. */
export type MediaFinding = MediaFacts | { sentence: Sentence } | null

/** A file of a form after the server has received, checked and stored it. */
export class ReceivedFile {
  readonly id: string
  readonly cid: string
  readonly bytes: number
  readonly finding: MediaFinding

  constructor(id: string, { cid, bytes, finding }: { cid: string; bytes: number; finding: MediaFinding }) {
    this.id = id
    this.cid = cid
    this.bytes = bytes
    this.finding = finding
  }
}

/** A file in a form: the caller sends a Blob, and the handler receives the stored file. */
export const FormFile = v.pipe(
  v.custom<Blob | ReceivedFile>(
    (value) => value instanceof ReceivedFile || value instanceof Blob,
    () => t('Choose a file.'),
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }): ReceivedFile => {
    if (dataset.value instanceof ReceivedFile) return dataset.value
    addIssue({ message: 'Send the file as a part of the form.' })
    return NEVER
  }),
)

/** Returns the type of a file by its name and the browser's content type. The server checks the bytes. */
export function claimedType(file: { name: string; type: string }): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const byName = Object.entries(mediaRules.attachment.types).find(([, endings]) =>
    endings.some((each) => each === extension),
  )
  return byName?.[0] ?? file.type
}

/** Returns why a file is refused for a use, by name and size; null if it is accepted. */
export function mediaProblem(
  file: { name: string; type: string; size: number },
  use: MediaUse,
): string | null {
  const { types, maxBytes, names, maxSize } = mediaRules[use]
  if (!Object.keys(types).includes(claimedType(file))) return t('Choose one of {names}.', { names })
  if (file.size === 0) return t('This file is empty.')
  return file.size > maxBytes
    ? t('This file is larger than {maxSize}. Choose a smaller one.', { maxSize })
    : null
}

/** Returns the kind of a content type, as the file pickers name it. */
export function mediaKind(contentType: string): Media['kind'] {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType.startsWith('video/')) return 'video'
  if (contentType.startsWith('audio/')) return 'audio'
  if (contentType.startsWith('model/')) return 'model'
  if (contentType === 'text/html') return 'html'
  return contentType === 'application/pdf' ? 'pdf' : 'other'
}

export const Cid = v.pipe(v.string(), v.regex(cidPattern, 'This is not a CID.'))

/** A file in the marketplace's store, named by its content. */
export const StoredFile = v.object({ ...Media.entries, cid: Cid, bytes: v.number() })
export type StoredFile = v.InferOutput<typeof StoredFile>
