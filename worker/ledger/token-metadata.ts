import type { Media } from '#contract/schemas/media.ts'
import type { Attribute, TokenMetadata } from '#contract/schemas/nfts.ts'
import { cleanName, readableText } from '#contract/rules/names.ts'
import { ipfsPath } from './uri.ts'

/** Facts about a file in the index. */
export interface KnownMedia {
  contentType: string
  width: number | null
  height: number | null
  color: string | null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function text(value: unknown, limit: number): string {
  // Truncation must not split a character.
  if (typeof value === 'string')
    return readableText(value.slice(0, 2 * limit))
      .slice(0, limit)
      .toWellFormed()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function kindOf(contentType: string | null, hint: unknown): Media['kind'] {
  const type = contentType ?? (typeof hint === 'string' ? hint : '')
  if (type.startsWith('image')) return 'image'
  if (type.startsWith('video')) return 'video'
  return type.endsWith('pdf') ? 'pdf' : 'other'
}

/** A media address in metadata; only content-addressed files are shown, so that no other server learns about our visitors. */
function mediaOf(value: unknown, media: Map<string, KnownMedia>, fallback: string): Media | null {
  const path = typeof value === 'string' ? ipfsPath(value) : null
  if (path === null) return null
  const row = media.get(path)
  return {
    kind: kindOf(row?.contentType ?? null, fallback),
    src: `/media/ipfs/${path}`,
    contentType: row?.contentType ?? null,
    width: row?.width ?? null,
    height: row?.height ?? null,
    color: row?.color ?? null,
  }
}

/** Attributes may be in attributes, trait or traits, as pairs or as an object. */
function attributesOf(json: Record<string, unknown>): Attribute[] {
  const source = json.attributes ?? json.trait ?? json.traits
  const pairs: [unknown, unknown][] = Array.isArray(source)
    ? source.filter(isObject).map((item) => [item.trait_type ?? item.name, item.value])
    : isObject(source)
      ? Object.entries(source)
      : []
  return pairs
    .map(([type, value]) => ({ trait_type: text(type, 100), value: text(value, 200) }))
    .filter((pair) => pair.trait_type !== '' && pair.value !== '')
    .slice(0, 100)
}

function attachmentSource(json: Record<string, unknown>): [unknown, string] {
  if (isObject(json.attachment)) return [json.attachment.file, text(json.attachment.type, 60)]
  return [json.file, 'pdf']
}

/** CIDs (with path) that metadata names. */
export function mediaCids(json: unknown): string[] {
  if (!isObject(json)) return []
  return [json.image ?? json.image_url, json.animation, json.video, attachmentSource(json)[0]]
    .map((value) => (typeof value === 'string' ? ipfsPath(value) : null))
    .filter((path) => path !== null)
}

/**
 * Token metadata of XLS-24 ("art.v0") and its older variants in one form; null when it is not metadata.
 * Texts are cut to bounded lengths; the input is untrusted.
 */
export function readTokenMetadata(json: unknown, media: Map<string, KnownMedia>): TokenMetadata | null {
  if (!isObject(json)) return null
  const name = cleanName(text(json.name, 200))
  const image = mediaOf(json.image ?? json.image_url, media, 'image')
  if (name === '' && image === null) return null
  const [file, fileType] = attachmentSource(json)
  return {
    name: name === '' ? 'Untitled' : name,
    description: text(json.description, 5000),
    image,
    animation: mediaOf(json.animation ?? json.video, media, 'video'),
    attachment: mediaOf(file, media, fileType),
    files: [],
    attributes: attributesOf(json),
    moreAttributes: 0,
    explicit: json.is_explicit === true,
    collection:
      cleanName(isObject(json.collection) ? text(json.collection.name, 200) : text(json.collection, 200)) ||
      null,
  }
}
