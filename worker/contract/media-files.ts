import * as v from 'valibot'
import { cidPattern, Media } from './media.ts'

const MiB = 1024 * 1024

/** What a file is chosen for: the picture that is shown, the file that comes with it, or the cover of a collection. */
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

/** Content types and name endings that a use takes, and how large a file may be. */
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

/** Of any picture, frames not counted: what a phone can still decode. */
export const maxPixels = 40_000_000
/** An SVG is read as a whole before it is taken. */
export const maxSvgBytes = 20 * MiB

export const formTooLarge = (maxBytes: number) =>
  `A form may have ${Math.floor(maxBytes / MiB)} MB at most. Upload larger files in parts: POST /api/uploads, then name the file by its CID.`

/** What a file is by its bytes. */
export interface MediaFacts {
  contentType: string
  width: number | null
  height: number | null
}
/** The same, or the sentence that says why it is not taken; null for a file of no known kind. */
export type MediaFinding = MediaFacts | { sentence: string } | null

/** A file of a form as the server has received it: it lies in the store, and has been looked at. */
export class ReceivedFile {
  readonly id: string
  readonly cid: string
  readonly bytes: number
  readonly found: MediaFinding

  constructor(id: string, { cid, bytes, found }: { cid: string; bytes: number; found: MediaFinding }) {
    this.id = id
    this.cid = cid
    this.bytes = bytes
    this.found = found
  }
}

/** A file in a form: the caller gives a Blob, and a handler gets what was received. */
export const FormFile = v.pipe(
  v.custom<Blob | ReceivedFile>(
    (value) => value instanceof ReceivedFile || value instanceof Blob,
    'Choose a file.',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }): ReceivedFile => {
    if (dataset.value instanceof ReceivedFile) return dataset.value
    addIssue({ message: 'Send the file as a part of the form.' })
    return NEVER
  }),
)

/** The type of a file by its name and what the browser says of it; the server looks at the bytes. */
export function claimedType(file: { name: string; type: string }): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const byName = Object.entries(mediaRules.attachment.types).find(([, endings]) =>
    endings.some((each) => each === ending),
  )
  return byName?.[0] ?? file.type
}

/** Why a file cannot be taken for a use, by what can be seen from outside; null when it may be. */
export function mediaProblem(
  file: { name: string; type: string; size: number },
  use: MediaUse,
): string | null {
  const { types, maxBytes, names, maxSize } = mediaRules[use]
  if (!Object.keys(types).includes(claimedType(file))) return `Choose one of ${names}.`
  if (file.size === 0) return 'This file is empty.'
  return file.size > maxBytes ? `This file is larger than ${maxSize}. Choose a smaller one.` : null
}

/** Kind of a content type, as the pickers name it. */
export function mediaKind(contentType: string): Media['kind'] {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType.startsWith('video/')) return 'video'
  return contentType === 'application/pdf' ? 'pdf' : 'other'
}

export const Cid = v.pipe(v.string(), v.regex(cidPattern, 'This is not a CID.'))

/** A file that the marketplace keeps, named by its content. */
export const StoredFile = v.object({ cid: Cid, bytes: v.number(), ...Media.entries })
export type StoredFile = v.InferOutput<typeof StoredFile>
