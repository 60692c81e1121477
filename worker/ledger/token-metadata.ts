import type { Attribute, TokenMetadata } from '#contract/schemas/nfts.ts'
import { cleanName, readableText } from '#contract/rules/names.ts'
import { textOfHtml } from './html-text.ts'
import {
  describingFields,
  documentFields,
  type Fields,
  fieldsOf,
  firstOf,
  isEmpty,
  isObject,
  parseDocument,
} from './metadata-body.ts'
import { fileAddresses, type KnownMedia, workFiles } from './metadata-files.ts'
import { type Address, readAddress, textOfHex } from './uri.ts'

const untitledName = 'Untitled'
/** Maximum number of traits of a work that are stored and shown. `maxRead` is larger because duplicates count once. */
const maxTraits = 500
const maxRead = 2000
/** Maximum nesting depth, and maximum number of values at each level. */
const limits = { depth: 3, parts: 20 }

/** Cleans a name and puts it on one line. */
const lineOf = (text: string): string => cleanName(text.replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' '))

function readText(value: unknown, limit: number): string {
  // Truncation must not split a character.
  if (typeof value === 'string')
    return readableText(textOfHtml(value.slice(0, 2 * limit)))
      .slice(0, limit)
      .toWellFormed()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const languages = ['en', 'enus', 'engb', 'english', 'default', 'value', 'text', 'name', 'title']
const isEnglish = (item: unknown) =>
  /^en/i.test(readText(firstOf(fieldsOf(item), ['lang', 'language', 'locale']), 10))

/** Reads a text that may be hex, a list, or an object with several languages. */
function plainText(value: unknown, limit: number, depth = 0): string {
  if (depth > limits.depth) return ''
  if (Array.isArray(value)) {
    const first: unknown = value.find(isEnglish) ?? value.find((item) => !isEmpty(item))
    return plainText(first, limit, depth + 1)
  }
  if (!isObject(value)) return readText((typeof value === 'string' ? textOfHex(value) : null) ?? value, limit)
  const preferredField =
    firstOf(fieldsOf(value), languages) ?? Object.values(value).find((item) => typeof item === 'string')
  return plainText(preferredField, limit, depth + 1)
}

/** Formats the value of a trait as text: lists with commas, objects as "name: value". */
function valueText(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return readText(value, 200)
  if (depth > limits.depth) return ''
  if (Array.isArray(value))
    return value
      .slice(0, limits.parts)
      .map((item) => valueText(item, depth + 1))
      .filter((part) => part !== '')
      .join(', ')
  const inside = firstOf(fieldsOf(value), ['displayvalue', 'value', 'en'])
  if (inside !== undefined) return valueText(inside, depth + 1)
  return Object.entries(value)
    .slice(0, limits.parts)
    .map(([name, item]) => [name, valueText(item, depth + 1)] as const)
    .filter(([, part]) => part !== '')
    .map(([name, part]) => `${name}: ${part}`)
    .join(', ')
}

/**
 * Formats a date in seconds, milliseconds or ISO 8601, as in OpenSea's `display_type`. Returns any other value
 * unchanged.
 */
function dateText(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return value.slice(0, 10)
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number') return value
  const date = new Date(Math.abs(number) < 100_000_000_000 ? number * 1000 : number)
  return Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10)
}

function formatDisplay(value: unknown, displayType: unknown): unknown {
  const display = typeof displayType === 'string' ? displayType.trim().toLowerCase() : ''
  if (display === 'date') return dateText(value)
  const isAmount = typeof value === 'number' || typeof value === 'string'
  if (isAmount && display === 'boost_percentage') return `${value}%`.replace(/%%$/, '%')
  return isAmount && display === 'boost_number' ? `+${value}`.replace(/^\+([+-])/, '$1') : value
}

type Pair = readonly [type: unknown, value: unknown]

const traitNames = [
  'traittype',
  'traitname',
  'attributename',
  'propertyname',
  'trait',
  'key',
  'name',
  'label',
  'property',
  'attribute',
  'title',
  'category',
  'type',
  't',
  'k',
]
const traitValues = [
  'value',
  'traitvalue',
  'displayvalue',
  'val',
  'attributevalue',
  'propertyvalue',
  'values',
  'variant',
  'v',
  'text',
  'description',
]

/** Fields of a trait in order of preference. If two are present, the first is the trait's name. */
const namesInPairs = [
  'traittype',
  'category',
  'type',
  'property',
  'attribute',
  'key',
  'traitname',
  'trait',
  'label',
  'name',
  'title',
]
/** Name of a trait that has only a value. */
const unnamedTrait = 'Trait'

/**
 * Reads a list item as one trait or a group of traits: an object, a pair, or a line "name: value". The nesting depth is
 * limited.
 */
function pairsOfItem(item: unknown, depth = 0): Pair[] {
  const pairsOfGroup = (group: unknown[]): Pair[] =>
    depth < limits.depth
      ? group.slice(0, maxRead).flatMap((candidate) => pairsOfItem(candidate, depth + 1))
      : []
  if (typeof item === 'string') {
    const [, type, value] = /^([^:=]{1,100})[:=](.+)$/s.exec(item.slice(0, 1000)) ?? []
    return [type === undefined ? [unnamedTrait, item] : [type, value]]
  }
  if (Array.isArray(item))
    return item.length === 2 && typeof item[0] === 'string'
      ? [[item[0], item[1]]]
      : pairsOfGroup(item.filter(isObject))
  const fields = fieldsOf(item)
  const type = firstOf(fields, traitNames)
  const value = firstOf(fields, traitValues)
  if (value !== undefined)
    return [[type ?? unnamedTrait, formatDisplay(value, firstOf(fields, ['displaytype']))]]
  const group = [...fields.values()].find(
    (list) => Array.isArray(list) && list.length > 0 && list.every(isObject),
  )
  if (Array.isArray(group)) return pairsOfGroup(group)
  if (type === undefined) return isObject(item) ? Object.entries(item) : []
  // Some tools use a name field for the value: { "category": "Hat", "name": "Top" }.
  const [first, second] = namesInPairs.map((name) => fields.get(name)).filter((name) => !isEmpty(name))
  return second === undefined ? [] : [[first, second]]
}

const traitFields = [
  'attributes',
  'attribute',
  'traits',
  'trait',
  'attrs',
  'traitlist',
  'characteristics',
  'features',
  'stats',
]

/** Reads traits from an array, an object or lines of text. */
function pairsOf(source: unknown): Pair[] {
  if (typeof source === 'string')
    return source
      .split(/[\n;,|]/)
      .slice(0, maxRead)
      .filter((line) => /[:=]/.test(line))
      .flatMap((line) => pairsOfItem(line))
  if (Array.isArray(source)) return source.slice(0, maxRead).flatMap((item) => pairsOfItem(item))
  if (!isObject(source)) return []
  const ownFields = fieldsOf(source)
  const list = firstOf(ownFields, traitFields)
  if (Array.isArray(list)) return pairsOf(list)
  // Some files have a single trait instead of a list.
  if (ownFields.has('traittype') && firstOf(ownFields, traitValues) !== undefined) return pairsOfItem(source)
  return Object.entries(source)
    .slice(0, maxRead)
    .map(([name, value]) => {
      const fields = fieldsOf(value)
      // An ERC-1155 property or a numbered trait is an object with its own name and value.
      return fields.has('value')
        ? [firstOf(fields, traitNames) ?? name, formatDisplay(fields.get('value'), fields.get('displaytype'))]
        : [name, value]
    })
}

/** Metaplex fields in `properties` that are not traits. */
const otherProperties = new Set([
  'files',
  'category',
  'creators',
  'collection',
  'image',
  'video',
  'audio',
  'name',
  'description',
  'schema',
])

function traitSources(fields: Fields): unknown[] {
  const properties = fields.get('properties')
  const inProperties = fieldsOf(properties)
  const ownFields = isObject(properties)
    ? Object.fromEntries(
        Object.entries(properties).filter(([name]) => !otherProperties.has(name.toLowerCase())),
      )
    : Array.isArray(properties)
      ? properties
      : undefined
  return [
    ...traitFields.map((name) => fields.get(name)),
    ...traitFields.map((name) => inProperties.get(name)),
    ownFields,
  ]
}

function attributesOf(fields: Fields): { attributes: Attribute[]; moreAttributes: number } {
  for (const field of traitSources(fields)) {
    const source = typeof field === 'string' ? (parseDocument(field) ?? field) : field
    const traits = new Map<string, Attribute>()
    for (const [type, value] of pairsOf(source)) {
      const trait = {
        trait_type: lineOf(plainText(type, 100)),
        value: lineOf(valueText(value).slice(0, 400)).slice(0, 200).toWellFormed(),
      }
      if (trait.trait_type !== '' && trait.value !== '') traits.set(JSON.stringify(trait), trait)
    }
    const attributes = [...traits.values()]
    if (attributes.length > 0)
      return {
        attributes: attributes.slice(0, maxTraits),
        moreAttributes:
          Math.max(0, attributes.length - maxTraits) +
          (Array.isArray(source) ? Math.max(0, source.length - maxRead) : 0),
      }
  }
  return { attributes: [], moreAttributes: 0 }
}

function collectionOf(fields: Fields): string | null {
  const names = ['collection', 'collectionname', 'group', 'series']
  const collection = firstOf(fields, names) ?? firstOf(fieldsOf(fields.get('properties')), names.slice(0, 2))
  return lineOf(plainText(collection, 200)) || null
}

const explicitFields = [
  'isexplicit',
  'explicit',
  'nsfw',
  'isnsfw',
  'adult',
  'isadult',
  'explicitcontent',
  'adultcontent',
  'contentrating',
  'sensitive',
  'sensitivecontent',
  'mature',
]
const nameFields = [
  'name',
  'title',
  'nftname',
  'nfttitle',
  'tokenname',
  'displayname',
  'assetname',
  'itemname',
  'artworkname',
  'nameen',
  'titleen',
  'label',
  'n',
]
const descriptionFields = [
  'description',
  'desc',
  'about',
  'summary',
  'longdescription',
  'shortdescription',
  'nftdescription',
  'descriptionen',
  'story',
  'caption',
  'bio',
  'd',
]

const isMarked = (value: unknown) =>
  value === true ||
  value === 1 ||
  /^(?:true|yes|1|explicit|adult|mature|nsfw|18\+)$/i.test(readText(value, 10))

/**
 * Returns the addresses of the files that metadata names. `base` is the address of the document, for files beside it.
 */
export function metadataAddresses(json: unknown, base: Address | null = null): Address[] {
  const fields = documentFields(json)
  return fields === null ? [] : fileAddresses(fields, base)
}

/** Returns the address if the document consists of nothing else; otherwise null. */
export function pointedAddress(json: unknown): Address | null {
  if (typeof json === 'string') return readAddress(json)
  if (Array.isArray(json)) return Array.isArray(json[0]) ? null : pointedAddress(json[0])
  const fields = documentFields(json)
  if (fields === null || describingFields.some((name) => !isEmpty(fields.get(name)))) return null
  const address = firstOf(fields, [
    'metadata',
    'metadatauri',
    'metadataurl',
    'tokenuri',
    'uri',
    'url',
    'json',
    'ipfs',
    'cid',
    'hash',
    'href',
  ])
  return typeof address === 'string' ? readAddress(address) : null
}

/** Returns the CIDs, with paths, that metadata names. */
export const mediaCids = (json: unknown): string[] =>
  metadataAddresses(json).flatMap((address) => (address.at === 'ipfs' ? [address.path] : []))

/**
 * Normalizes token metadata of XLS-24 ("art.v0"), XLS-35, Metaplex, OpenSea and their variants; null if it contains
 * nothing usable. The input is untrusted, so texts are truncated.
 */
export function readTokenMetadata(
  json: unknown,
  media: ReadonlyMap<string, KnownMedia>,
  base: Address | null = null,
): TokenMetadata | null {
  const fields = documentFields(json)
  if (fields === null) return null
  const name = lineOf(plainText(firstOf(fields, nameFields), 200))
  const describedBy = firstOf(fields, descriptionFields)
  const description = plainText(
    Array.isArray(describedBy)
      ? describedBy.filter((line) => typeof line === 'string').join('\n')
      : describedBy,
    5000,
  )
  const files = workFiles(fields, media, base)
  const traits = attributesOf(fields)
  const isDescribed = name !== '' || description !== '' || traits.attributes.length > 0
  if (!isDescribed && files.image === null && files.animation === null && files.attachment === null)
    return null
  return {
    name: name === '' ? untitledName : name,
    description,
    ...files,
    ...traits,
    explicit: [fields, fieldsOf(fields.get('properties'))].some((fieldGroup) =>
      explicitFields.some((field) => isMarked(fieldGroup.get(field))),
    ),
    collection: collectionOf(fields),
  }
}
