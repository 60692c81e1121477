import { mediaKind } from '#contract/rules/media-files.ts'
import type { Media } from '#contract/schemas/media.ts'
import { type Fields, fieldsOf, isEmpty, isObject } from './metadata-body.ts'
import { type Address, mediaSource, readAddress } from './uri.ts'

type Kind = Media['kind']

/** Facts about a file in the index. */
export interface KnownMedia {
  contentType: string
  width: number | null
  height: number | null
  color: string | null
  bytes?: number | null
}

/** A file that metadata names, and the kind that its field, type or name says. */
interface FileEntry {
  address: Address
  hint: Kind
}

/** Files of a work; more are left out. */
const maxFiles = 40

const pictureFields = [
  'image',
  'imageurl',
  'imageuri',
  'imagedata',
  'svgimagedata',
  'img',
  'picture',
  'photo',
  'artwork',
  'displayuri',
  'displayurl',
  'cover',
  'coverimage',
  'coverurl',
  'poster',
  'posterurl',
  'previewurl',
  'preview',
  'previewimage',
  'thumbnail',
  'thumbnailurl',
  'thumbnailuri',
  'thumb',
] as const

/** Fields in the order in which they represent the work itself. */
const playerFields: readonly [string, Kind][] = [
  ['animationurl', 'video'],
  ['animationuri', 'video'],
  ['video', 'video'],
  ['videourl', 'video'],
  ['videouri', 'video'],
  ['animation', 'video'],
  ['movie', 'video'],
  ['audio', 'audio'],
  ['audiourl', 'audio'],
  ['audiouri', 'audio'],
  ['sound', 'audio'],
  ['music', 'audio'],
  ['song', 'audio'],
  ['3dmodel', 'model'],
  ['model', 'model'],
  ['modelurl', 'model'],
  ['modeluri', 'model'],
  ['model3d', 'model'],
  ['glb', 'model'],
  ['glburl', 'model'],
  ['gltf', 'model'],
  ['vrm', 'model'],
  ['vrmurl', 'model'],
  ['html', 'html'],
  ['htmlurl', 'html'],
  ['interactive', 'html'],
  ['generatorurl', 'html'],
  ['artifacturi', 'other'],
]

const attachmentFields: readonly [string, Kind][] = [
  ['attachment', 'pdf'],
  ['file', 'pdf'],
  ['fileurl', 'pdf'],
  ['fileuri', 'pdf'],
  ['pdf', 'pdf'],
  ['document', 'pdf'],
]

const listFields: readonly [string, Kind][] = [
  ['files', 'other'],
  ['images', 'image'],
  ['gallery', 'image'],
  ['media', 'image'],
  ['content', 'other'],
  ['assets', 'other'],
  ['attachments', 'other'],
  ['formats', 'other'],
]

/** Fields of an object that describes a file. */
const addressFields = [
  'url',
  'uri',
  'src',
  'href',
  'file',
  'image',
  'cid',
  'ipfs',
  'ipfsurl',
  'hash',
  'link',
  'regular',
  'highres',
  'original',
  'large',
  'full',
  'medium',
  'small',
  'thumbnail',
  'description',
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
  const ending = /(?:^|[./])([a-z\d]+)(?:;.*)?$/.exec(type)?.[1] ?? ''
  return endings.find(([, names]) => names.includes(ending))?.[0] ?? null
}

/** Returns the kind that an address indicates by its file name, `?filename=` or `?ext=`, or the type in `data:`. */
function kindOfAddress(address: Address, text: string): Kind | null {
  if (address.at === 'data') return kindOf(address.contentType.split(';')[0])
  const parameter = /[?&](?:filename|file|ext)=([^&#]{1,200})/i.exec(text.slice(0, 2000))?.[1]
  const path = address.at === 'web' ? (URL.parse(address.url)?.pathname ?? '') : address.path
  const name = path.split('/').at(-1) ?? ''
  return (name.includes('.') ? kindOf(name) : null) ?? kindOf(parameter)
}

/** JSON in a `data:` address, and plain text, show nothing. */
const isShown = (address: Address) =>
  address.at !== 'data' || !/^(?:application\/json|text\/plain)/.test(address.contentType)

/** Returns the file that a value of a field names: an address, an object with one, or the first entry of a list. */
function fileOf(value: unknown, hint: Kind, depth = 0): FileEntry | null {
  if (typeof value === 'string') {
    const address = readAddress(value)
    return address === null || !isShown(address)
      ? null
      : { address, hint: kindOfAddress(address, value) ?? hint }
  }
  if (depth > 2) return null
  if (Array.isArray(value)) return firstFile(value, hint, depth)
  if (!isObject(value)) return null
  const fields = fieldsOf(value)
  const type = typeFields.map((name) => kindOf(fields.get(name))).find((kind) => kind !== null)
  const values = addressFields.map((name) => fields.get(name))
  const entry = firstFile(values, type ?? hint, depth)
  return entry === null || type === undefined ? entry : { ...entry, hint: type }
}

function firstFile(values: unknown[], hint: Kind, depth: number): FileEntry | null {
  for (const value of values.slice(0, maxFiles)) {
    const entry = isEmpty(value) ? null : fileOf(value, hint, depth + 1)
    if (entry !== null) return entry
  }
  return null
}

const present = (entries: (FileEntry | null)[]) => entries.filter((entry) => entry !== null)

/** All files that a list names; an address alone is that of the picture. */
function listedFiles(value: unknown, hint: Kind): FileEntry[] {
  if (typeof value === 'string') return present([fileOf(value, 'image')])
  const list = isObject(value) && fileOf(value, hint) === null ? Object.values(value) : value
  const values = Array.isArray(list) ? list : isObject(list) ? [list] : []
  return present(values.slice(0, maxFiles).map((item: unknown) => fileOf(item, hint)))
}

/** Key of a file in the map of facts: its IPFS path, or the path of a file elsewhere at our media route. */
export const mediaKey = (address: Address): string =>
  address.at === 'ipfs' ? address.path : mediaSource(address)

/** Returns each file once, and no more than a page shows: every one of them is fetched, perhaps from a different server. */
function firstFiles(entries: FileEntry[]): FileEntry[] {
  const files = new Map<string, FileEntry>()
  for (const entry of entries) {
    if (files.size === maxFiles) break
    const key = mediaKey(entry.address)
    if (!files.has(key)) files.set(key, entry)
  }
  return [...files.values()]
}

/** The files that a document names, by the fields that name them. */
function namedFiles(fields: Fields) {
  // Some tools put the files one level deeper.
  const sources = [
    fields,
    ...['properties', 'media', 'assets', 'content', 'links'].map((name) => fieldsOf(fields.get(name))),
  ]
  const ofFields = (names: readonly [string, Kind][]) =>
    present(sources.flatMap((source) => names.map(([name, kind]) => fileOf(source.get(name), kind))))
  const type = kindOf(fields.get('mimetype') ?? fields.get('contenttype'))
  const players = ofFields(playerFields)
  const pictures = ofFields(pictureFields.map((name) => [name, 'image']))
  // The type of the document is that of the work itself.
  const main = players[0] ?? pictures[0]
  if (main !== undefined && type !== null) main.hint = type
  return {
    pictures: firstFiles(pictures),
    players: firstFiles(players),
    attachments: firstFiles(ofFields(attachmentFields)),
    lists: firstFiles(
      sources.flatMap((source) => listFields.flatMap(([name, kind]) => listedFiles(source.get(name), kind))),
    ),
  }
}

/** Addresses of all files that a document names. */
export function fileAddresses(fields: Fields): Address[] {
  const { pictures, players, attachments, lists } = namedFiles(fields)
  const all = [...pictures, ...players, ...attachments, ...lists].map(({ address }) => address)
  return [...new Map(all.map((address) => [mediaKey(address), address])).values()]
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

/** Decides which file is the picture, which one plays, which one is attached, and which are left. */
export function workFiles(fields: Fields, facts: ReadonlyMap<string, KnownMedia>): WorkFiles {
  const named = namedFiles(fields)
  const toMedia = (entries: FileEntry[]) => entries.map((entry) => mediaOf(entry, facts))
  const [pictures, players, attachments, lists] = [
    toMedia(named.pictures),
    toMedia(named.players),
    toMedia(named.attachments),
    toMedia(named.lists),
  ]
  const isPicture = ({ kind }: Media) => kind === 'image'
  const plays = ({ kind }: Media) => ['video', 'audio', 'model', 'html'].includes(kind)
  const image = pictures.find(isPicture) ?? pictures[0] ?? [...attachments, ...lists].find(isPicture) ?? null
  const rest = (all: Media[], taken: (Media | null)[]) =>
    all.filter(({ src }) => taken.every((other) => other?.src !== src))
  // Some documents repeat the picture as animation, and some have a film among their pictures only.
  const playable = rest([...players, ...pictures.filter((media) => !isPicture(media))], [image])
  const animation = [...playable, ...rest(lists, [image])].find(plays) ?? playable[0] ?? null
  const attachment = rest(attachments, [image, animation])[0] ?? null
  const left = rest([...players, ...attachments, ...lists], [image, animation, attachment])
  const files = [...new Map(left.map((media) => [media.src, media])).values()].slice(0, maxFiles)
  return { image, animation, attachment, files }
}
