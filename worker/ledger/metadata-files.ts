import { mediaKind } from '#contract/rules/media-files.ts'
import type { Media } from '#contract/schemas/media.ts'
import { CID } from 'multiformats/cid'
import { decodePercent } from '#contract/rules/media.ts'
import { type Fields, fieldsOf, firstOf, isEmpty, isObject, parseDocument } from './metadata-body.ts'
import { type Address, mediaSource, readAddress, trimEnds } from './uri.ts'

type Kind = Media['kind']

/** Facts about a file in the index. */
export interface KnownMedia {
  contentType: string
  width: number | null
  height: number | null
  color: string | null
  bytes?: number | null
}

/** A file named by metadata, with the media kind that its field, type or name indicates. */
interface FileEntry {
  address: Address
  hint: Kind
}

/** Maximum number of files per work; further files are ignored. */
const maxFiles = 40
/** Maximum number of fields that are searched for files. */
const maxRead = 200

/**
 * Fields that name the picture, in order of preference. Suffixes such as "url" and "uri" are removed before the
 * comparison.
 */
const pictureFields = [
  'image',
  'imagedata',
  'svgimagedata',
  'img',
  'picture',
  'photo',
  'artwork',
  'display',
  'cover',
  'coverimage',
  'poster',
  'preview',
  'previewimage',
  'thumbnail',
  'thumb',
]

/** Fields that name the playable work itself, in order of preference. */
const playerFields: readonly (readonly [string, Kind])[] = [
  ['animationurl', 'video'],
  ['animationuri', 'video'],
  ['video', 'video'],
  ['animation', 'video'],
  ['movie', 'video'],
  ['film', 'video'],
  ['mp4', 'video'],
  ['audio', 'audio'],
  ['sound', 'audio'],
  ['music', 'audio'],
  ['song', 'audio'],
  ['mp3', 'audio'],
  ['3dmodel', 'model'],
  ['model', 'model'],
  ['model3d', 'model'],
  ['3d', 'model'],
  ['glb', 'model'],
  ['gltf', 'model'],
  ['vrm', 'model'],
  ['html', 'html'],
  ['interactive', 'html'],
  ['generator', 'html'],
  ['artifact', 'other'],
]

const attachmentFields: readonly (readonly [string, Kind])[] = [
  ['attachment', 'pdf'],
  ['file', 'pdf'],
  ['pdf', 'pdf'],
  ['document', 'pdf'],
]

const listFields: readonly (readonly [string, Kind])[] = [
  ['files', 'other'],
  ['images', 'image'],
  ['pictures', 'image'],
  ['gallery', 'image'],
  ['videos', 'video'],
  ['audios', 'audio'],
  ['tracks', 'audio'],
  ['models', 'model'],
  ['media', 'image'],
  ['content', 'other'],
  ['assets', 'other'],
  ['artifacts', 'other'],
  ['attachments', 'other'],
  ['formats', 'other'],
]

/** Fields with other names are matched by these words, after the fields above. */
const namedLike: readonly (readonly [RegExp, Kind])[] = [
  [/image|img|picture|photo|artwork|thumb|poster/, 'image'],
  [/video|movie|animation|film/, 'video'],
  [/audio|sound|music|song/, 'audio'],
  [/3d|model|glb|gltf/, 'model'],
  [/html|interactive/, 'html'],
]
/** Fields with these words refer to another document or to something other than the work. */
const notOfWork =
  /collection|creator|artist|author|profile|banner|avatar|logo|icon|background|external|website|homepage|license|schema|terms|social|twitter|discord|metadata|json|marketplace|issuer|owner|parent/

/** Fields that contain the address in an object that describes a file. */
const addressFields = [
  'url',
  'uri',
  'src',
  'href',
  'file',
  'image',
  'cid',
  'ipfs',
  'hash',
  'link',
  'content',
  'cdn',
  'regular',
  'highres',
  'original',
  'large',
  'full',
  'medium',
  'small',
  'thumbnail',
  'description',
  // An IPLD link.
  '/',
] as const
const typeFields = [
  'mimetype',
  'mediatype',
  'contenttype',
  'type',
  'mime',
  'format',
  'filename',
  'name',
] as const

const endings: readonly (readonly [Kind, readonly string[]])[] = [
  ['image', 'png jpg jpeg jfif gif webp avif svg apng bmp tif tiff heic ico'.split(' ')],
  ['video', 'mp4 m4v webm mov ogv mkv mpeg quicktime'.split(' ')],
  ['audio', 'mp3 wav flac ogg oga m4a aac opus weba'.split(' ')],
  ['model', 'glb gltf vrm usdz obj fbx stl'.split(' ')],
  ['html', 'html htm xhtml'.split(' ')],
  ['pdf', ['pdf']],
]

/** Returns the kind that a content type, a file name or a word names; null for any other text. */
function kindOf(text: unknown): Kind | null {
  if (typeof text !== 'string') return null
  const type = text.slice(0, 300).toLowerCase()
  const start = /^(image|video|audio|model)(?:\/|$)/.exec(type)?.[1]
  if (start === 'image' || start === 'video' || start === 'audio' || start === 'model') return start
  if (type === '3d' || type === 'vr') return type === '3d' ? 'model' : 'html'
  const extension = /(?:^|[./])([a-z\d]+)(?:;.*)?$/.exec(type)?.[1] ?? ''
  return endings.find(([, names]) => names.includes(extension))?.[0] ?? null
}

/** Returns the kind that an address indicates by its file name, `?filename=` or `?ext=`, or the type in `data:`. */
function kindOfAddress(address: Address, text: string): Kind | null {
  if (address.at === 'data') return kindOf(address.contentType.split(';')[0])
  const parameter = /[?&](?:filename|file|ext)=([^&#]{1,200})/i.exec(text.slice(0, 2000))?.[1]
  const path = address.at === 'web' ? (URL.parse(address.url)?.pathname ?? '') : address.path
  const name = path.split('/').at(-1) ?? ''
  return (name.includes('.') ? kindOf(name) : null) ?? kindOf(parameter)
}

/** False for a `data:` address that contains JSON, plain text or nothing: there is nothing to show. */
const isShown = (address: Address) =>
  address.at !== 'data' ||
  (address.bytes.length > 0 && !/^(?:application\/json|text\/plain)/.test(address.contentType))

/** Resolves a relative address against the document that names it. */
function readRelative(text: string, base: Address | null): Address | null {
  const name = trimEnds(text).toWellFormed()
  const isName = name.length <= 300 && /^[^:\\]+\.\w+$/.test(name) && kindOf(name) !== null
  if (!isName || base === null || base.at === 'data') return null
  const encodeNames = (names: string[]) =>
    names.map((part) => encodeURIComponent(decodePercent(part))).join('/')
  const path = encodeNames(name.split('/'))
  if (base.at === 'web') return readAddress(URL.parse(path, base.url)?.href ?? '')
  const [root = '', ...names] =
    base.at === 'ipfs'
      ? base.path.split('/')
      : [base.id, ...base.path.split('/').filter((part) => part !== '')]
  // The document is not in a folder, so no other file can be next to it.
  if (names.length === 0) return null
  const url = URL.parse(path, `https://folder.example/${encodeNames(names)}`)
  return url && readAddress(`${base.at === 'ipfs' ? 'ipfs' : 'ar'}://${root}${url.pathname}`)
}

/** Suffixes of field names that only say that the value is an address. */
const addressWord = /(?:url|uri|link|href|src|path|cid|hash|ipfs|file|location)$/

/** Groups values by field name, both with and without these suffixes. */
function valuesByName(fields: Fields): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>()
  for (const [field, value] of fields) {
    const shorter = field.replace(addressWord, '')
    for (const name of new Set([field, shorter, shorter.replace(addressWord, '')]))
      if (name !== '') values.set(name, [...(values.get(name) ?? []).slice(0, maxFiles), value])
  }
  return values
}

type ReadFile = (value: unknown, hint: Kind) => FileEntry | null

/** Cardano's CIP-25 splits a long `data:` address into an array; its first item contains the content type. */
const isCutAddress = (list: unknown[]): list is string[] =>
  typeof list[0] === 'string' &&
  /^data:[^,]*,?$/i.test(list[0]) &&
  list.every((part) => typeof part === 'string')

/** True for a list of texts, which means several pictures. A list of objects often contains sizes of one picture. */
const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Joins the folder and the path of a file that is described by two separate fields. */
function addressInFolder(fields: Fields): Address | null {
  const [folder, path] = [firstOf(fields, ['cid', 'ipfs', 'hash', 'ipfshash']), fields.get('path')]
  if (typeof folder !== 'string' || typeof path !== 'string') return null
  const address = readAddress(`${trimEnds(folder)}/${trimEnds(path)}`)
  return address?.at === 'ipfs' ? address : null
}

/**
 * Returns a function that reads the file named by a field's value: an address, an object with an address, or the first
 * file of a list.
 */
function createFileReader(base: Address | null): ReadFile {
  function fileOf(value: unknown, hint: Kind, depth = 0): FileEntry | null {
    if (typeof value === 'string') {
      const address = readAddress(value) ?? readRelative(value, base)
      if (address !== null && isShown(address))
        return { address, hint: kindOfAddress(address, value) ?? hint }
      const inside = depth === 0 && /^\s*[[{]/.test(value) ? parseDocument(value) : undefined
      return typeof inside === 'object' ? fileOf(inside, hint, 1) : null
    }
    if (depth > 2) return null
    if (Array.isArray(value))
      return isCutAddress(value) ? fileOf(value.join(''), hint, depth) : firstFile(value, hint, depth)
    if (!isObject(value)) return null
    const fields = fieldsOf(value)
    const inFolder = addressInFolder(fields)
    if (inFolder !== null) return { address: inFolder, hint }
    const type = typeFields.map((name) => kindOf(fields.get(name))).find((kind) => kind !== null)
    const values = valuesByName(fields)
    const entry = firstFile(
      addressFields.flatMap((name) => values.get(name) ?? []),
      type ?? hint,
      depth,
    )
    return entry === null || type === undefined ? entry : { ...entry, hint: type }
  }
  function firstFile(values: unknown[], hint: Kind, depth: number): FileEntry | null {
    for (const value of values.slice(0, maxFiles)) {
      const entry = isEmpty(value) ? null : fileOf(value, hint, depth + 1)
      if (entry !== null) return entry
    }
    return null
  }
  return (value, hint) => fileOf(value, hint)
}

const present = (entries: (FileEntry | null)[]) => entries.filter((entry) => entry !== null)

/** Returns all files in a list. A single address is treated as a picture. */
function listedFiles(value: unknown, hint: Kind, fileOf: ReadFile): FileEntry[] {
  if (typeof value === 'string') {
    const list = /^\s*\[/.test(value) ? parseDocument(value) : undefined
    return Array.isArray(list) ? listedFiles(list, hint, fileOf) : present([fileOf(value, 'image')])
  }
  const list = isObject(value) && fileOf(value, hint) === null ? Object.values(value) : value
  const values = Array.isArray(list) ? list : isObject(list) ? [list] : []
  return present(values.slice(0, maxFiles).map((item: unknown) => fileOf(item, hint)))
}

/** Returns the key of a file in the map of facts: its IPFS path, or its path at our media route. */
export const mediaKey = (address: Address): string =>
  address.at === 'ipfs' ? address.path : mediaSource(address)

/** Returns the same key for all addresses of the same bytes: CIDs of version 0 are converted to version 1. */
const contentKey = (address: Address): string =>
  address.at === 'ipfs' && address.path.startsWith('Qm')
    ? `${CID.parse(address.path.slice(0, 46)).toV1().toString()}${address.path.slice(46)}`
    : mediaKey(address)

/**
 * Removes duplicates and limits the number of files, because every file is fetched, possibly from a different server.
 */
function firstFiles(entries: FileEntry[]): FileEntry[] {
  const files = new Map<string, FileEntry>()
  for (const entry of entries) {
    if (files.size === maxFiles) break
    const key = mediaKey(entry.address)
    if (!files.has(key)) files.set(key, entry)
  }
  return [...files.values()]
}

/** Finds files in fields with unusual names, for documents that name no file in the usual fields. */
function filesInAnyField(fields: Fields, fileOf: ReadFile): FileEntry[] {
  const values = [...fields].filter(
    ([name, value]) => typeof value === 'string' && !/\s/.test(value.trim()) && !notOfWork.test(name),
  )
  const entries = present(values.slice(0, maxRead).map(([, value]) => fileOf(value, 'other')))
  return entries
    .filter(({ address, hint }) => address.at !== 'web' || (hint !== 'other' && hint !== 'html'))
    .map((entry) => (entry.hint === 'other' ? { ...entry, hint: 'image' } : entry))
}

/** Collects the files that a document names, grouped by the meaning of their fields. */
function namedFiles(fields: Fields, base: Address | null) {
  const fileOf = createFileReader(base)
  // Some tools put the files one level deeper.
  const nestedFields = ['properties', 'media', 'assets', 'content', 'links', 'urls', 'uris']
  const sources = [fields, ...nestedFields.map((name) => fieldsOf(fields.get(name)))]
  const valueMaps = sources.map(valuesByName)
  const ofFields = (names: readonly (readonly [string, Kind])[]) =>
    present(
      valueMaps.flatMap((values) =>
        names.flatMap(([name, kind]) => (values.get(name) ?? []).map((value) => fileOf(value, kind))),
      ),
    )
  const namesOfFiles = new Set([
    ...pictureFields,
    ...nestedFields,
    ...[...playerFields, ...attachmentFields, ...listFields].map(([name]) => name),
  ])
  const similar = sources.flatMap((source) =>
    [...source]
      .filter(([name]) => !namesOfFiles.has(name) && !notOfWork.test(name))
      .slice(0, maxRead)
      .flatMap(([name, value]) => {
        const kind = namedLike.find(([pattern]) => pattern.test(name))?.[1]
        return kind === undefined ? [] : present([fileOf(value, kind)]).map((entry) => ({ kind, entry }))
      }),
  )
  const similarOf = (isPicture: boolean) =>
    similar.filter(({ kind }) => (kind === 'image') === isPicture).map(({ entry }) => entry)
  const type = kindOf(fields.get('mimetype') ?? fields.get('contenttype'))
  const players = [...ofFields(playerFields), ...similarOf(false)]
  const pictures = [...ofFields(pictureFields.map((name) => [name, 'image'])), ...similarOf(true)]
  const attachments = ofFields(attachmentFields)
  const lists = sources.flatMap((source) => [
    ...listFields.flatMap(([name, kind]) => listedFiles(source.get(name), kind, fileOf)),
    ...pictureFields.flatMap((name) => {
      const list = source.get(name)
      return isListOfTexts(list) && !isCutAddress(list) ? listedFiles(list, 'image', fileOf) : []
    }),
  ])
  // The document's type applies to the work itself.
  const main = players[0] ?? pictures[0]
  if (main !== undefined && type !== null) main.hint = type
  const entries = [...pictures, ...players, ...attachments, ...lists]
  const spellings = new Map<string, Address>()
  for (const entry of entries) {
    const key = contentKey(entry.address)
    entry.address = spellings.get(key) ?? entry.address
    spellings.set(key, entry.address)
  }
  return {
    pictures: firstFiles(pictures),
    players: firstFiles(players),
    attachments: firstFiles(attachments),
    lists: firstFiles(entries.length === 0 ? filesInAnyField(fields, fileOf) : lists),
  }
}

/** Returns the addresses of all files that a document names. `base` is the address of the document. */
export function fileAddresses(fields: Fields, base: Address | null): Address[] {
  const { pictures, players, attachments, lists } = namedFiles(fields, base)
  const addresses = [...pictures, ...players, ...attachments, ...lists].map(({ address }) => address)
  return [...new Map(addresses.map((address) => [mediaKey(address), address])).values()]
}

function mediaOf({ address, hint }: FileEntry, facts: ReadonlyMap<string, KnownMedia>): Media {
  const row = facts.get(mediaKey(address))
  return {
    kind: row === undefined ? hint : mediaKind(row.contentType),
    src: mediaSource(address),
    contentType: row?.contentType ?? null,
    width: row?.width ?? null,
    height: row?.height ?? null,
    color: row?.color ?? null,
    ...(row?.bytes === undefined ? {} : { bytes: row.bytes }),
  }
}

export interface WorkFiles {
  image: Media | null
  animation: Media | null
  attachment: Media | null
  files: Media[]
}

/** Decides which file is the picture, which one is played, which ones are attached, and which ones remain. */
export function workFiles(
  fields: Fields,
  facts: ReadonlyMap<string, KnownMedia>,
  base: Address | null,
): WorkFiles {
  const fileFields = namedFiles(fields, base)
  const toMedia = (entries: FileEntry[]) => entries.map((entry) => mediaOf(entry, facts))
  const [pictures, players, attachments, lists] = [
    toMedia(fileFields.pictures),
    toMedia(fileFields.players),
    toMedia(fileFields.attachments),
    toMedia(fileFields.lists),
  ]
  const isPicture = ({ kind }: Media) => kind === 'image'
  const isPlayable = ({ kind }: Media) => ['video', 'audio', 'model', 'html'].includes(kind)
  const image = pictures.find(isPicture) ?? pictures[0] ?? [...attachments, ...lists].find(isPicture) ?? null
  const excludeMedia = (all: Media[], excludedMedia: (Media | null)[]) =>
    all.filter(({ src }) => excludedMedia.every((media) => media?.src !== src))
  // Some documents repeat the picture as the animation. Others list a video only among their pictures.
  const playable = excludeMedia([...players, ...pictures.filter((media) => !isPicture(media))], [image])
  const animation = [...playable, ...excludeMedia(lists, [image])].find(isPlayable) ?? playable[0] ?? null
  const attachment = excludeMedia(attachments, [image, animation])[0] ?? null
  const otherMedia = excludeMedia([...players, ...attachments, ...lists], [image, animation, attachment])
  const files = [...new Map(otherMedia.map((media) => [media.src, media])).values()].slice(0, maxFiles)
  return { image, animation, attachment, files }
}
