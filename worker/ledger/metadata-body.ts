import { decodeEntities } from './html-text.ts'
import { hexToText, readAddress, trimEnds } from './uri.ts'

/**
 * The fields of a document by their names in lower case, without "_", "-" and spaces, because tools write `image_url`
 * in many ways.
 */
export type Fields = ReadonlyMap<string, unknown>

/** Maximum depth of documents inside documents. Deeper ones are not read. */
const maxDepth = 4
/** Maximum depth of nested brackets. A deeper text is not metadata. */
const maxNesting = 64

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function tryDecode(label: string, bytes: Uint8Array, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Detects UTF-16 from its byte order mark, or from the zeros beside the ASCII characters at the start of JSON; null for
 * other encodings.
 */
function utf16Of([a, b, c, d]: Uint8Array): string | null {
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : null
}

/** Decodes a body by its bytes. The declared charset counts only if they are not valid UTF-8. */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const utf16 = utf16Of(bytes)
  const certain = utf16 === null ? tryDecode('utf-8', bytes, true) : tryDecode(utf16, bytes, false)
  if (certain !== null) return certain
  const charset = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1]?.toLowerCase()
  const declaredCharset =
    charset === undefined || charset === 'utf-8' || charset === 'utf8'
      ? null
      : tryDecode(charset, bytes, false)
  const lossyText = tryDecode('utf-8', bytes, false) ?? ''
  // The text is UTF-8 except for a few damaged bytes.
  if (declaredCharset === null && /[\u0080-\ufffc]/.test(lossyText)) return lossyText
  return declaredCharset ?? tryDecode('windows-1252', bytes, false) ?? lossyText
}

/**
 * Matches strings of any kind, comments, commas before a closing bracket, keys without quotes, and literals of other
 * programming languages (`None`, `True`, hex).
 */
const repairs =
  /("(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'(?:[^'\\]|\\[\s\S]?)*(?:'|$)|`(?:[^`\\]|\\[\s\S]?)*(?:`|$)|[“”][^“”]*[“”])|(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=\s*[,}\]]))|([a-z_$][\w$-]*(?![\w$-])(?=\s*:))|(?<![\w.+-])((?:\+\.?\d|-?(?:\.\d|0[\dx]))[\w.]*(?:(?<=e)[+-]\d+)?|-?\d+n\b)|[a-z_$][\w$-]*/gi
const words = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ...['None', 'undefined', 'NaN', 'Infinity', 'nil'].map((word): [string, string] => [word, 'null']),
])

/**
 * Converts a string in any kind of quotes to JSON: escapes control characters, and removes escapes that only JavaScript
 * has.
 */
function repairString(text: string): string {
  if (/^[“”]/.test(text)) return JSON.stringify(text.slice(1, -1))
  // The string is truncated.
  if (text.length < 2 || text.at(-1) !== text[0]) return text
  const inside = text
    .slice(1, -1)
    .replace(/\\x(?=[\da-f]{2})/gi, '\\u00')
    .replace(/\\(u[\da-f]{4}|[\s\S])?|"/gi, (sign, escape: string | undefined) =>
      sign === '"'
        ? '\\"'
        : escape === undefined || !/^(?:["\\/bfnrt]|u.)/.test(escape)
          ? (escape ?? '')
          : sign,
    )
  return `"${inside.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
}

/** Converts a JavaScript number to JSON: without "+", leading zeros, or a trailing "n". */
function repairNumber(text: string): string {
  const number = Number(text.replace(/n$/, ''))
  return Number.isFinite(number) ? String(number) : JSON.stringify(text)
}

/** Matches a value and the white space before a following string, where a comma is missing. */
const missingComma = /("(?:[^"\\]|\\[\s\S])*"|[\]}\d]|true|false|null)(\s+(?="))?/g
/** Matches a string with inner quotes, which are not followed by the end of a value. */
const innerQuotes = /"((?:[^"\\]|\\[\s\S]|"(?!\s*(?:[,:}\]]|$)))*)(?:"|$)/g

const escapeQuotes = (text: string): string =>
  text.replace(
    innerQuotes,
    (_, inside: string) => `"${inside.replace(/\\[\s\S]|"/g, (sign) => (sign === '"' ? '\\"' : sign))}"`,
  )

/** Converts a text in JavaScript or Python syntax to JSON. Each part is matched once, so the time is linear. */
const repairJson = (text: string): string =>
  repairParts(text).replace(missingComma, (_, value: string, gap?: string) =>
    gap === undefined ? value : `${value},`,
  )

const repairParts = (text: string): string =>
  text.replace(
    repairs,
    (word: string, quotedText?: string, extra?: string, key?: string, number?: string) => {
      if (quotedText !== undefined) return repairString(quotedText)
      if (extra !== undefined) return ''
      if (number !== undefined) return repairNumber(number)
      return key === undefined ? (words.get(word) ?? word) : `"${key}"`
    },
  )

/**
 * Returns the end of the first object or array in a text; null if brackets are nested so deeply that parsing would take
 * long.
 */
function findEnd(text: string): number | null {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"') quote = sign
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
    if (depth > maxNesting) return null
  }
  return text.length
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Repairs only shorter texts: nobody writes longer ones manually, and their repair would take long. */
const maxRepairedLength = 50_000

function parseRepaired(text: string): unknown {
  if (text.length > maxRepairedLength) return undefined
  const decodedText = text.includes('&quot;') ? decodeEntities(text) : text
  const parseAs = (json: string) => (findEnd(json) === null ? undefined : parseJson(json))
  return parseAs(repairJson(decodedText)) ?? parseAs(repairJson(escapeQuotes(decodedText)))
}

/** Matches the start of a document that is base64, percent-encoded, or in an address. */
const encodedStart = /^(?:data:|application\/json;|%7b|%5b|ey[JA]|ew[o0]|W3s)/i
/**
 * Matches code, PHP warnings and browser markup before JSON: the prefix of a script, the prefix that prevents a reply
 * from running as a script, and the page that a browser wraps around stored JSON. Other web pages are not documents.
 */
const beforeJson =
  /^(?:[^<>{["']{0,100}|\)\]\}',?\s*|<br\b[^[{]{0,1000}|(?:<[^>]{0,200}>\s*){0,9}<pre\b[^>]{0,200}>\s*)(?=[[{])/i

/**
 * Parses JSON in the forms that tools write: with text around it, in JavaScript syntax, as hex, inside a string, or in
 * a `data:` address. Returns undefined for other texts.
 */
export function parseDocument(text: string, depth = 0): unknown {
  const trimmedText = trimEnds(text)
  const json = /^(?:7b|5b|22)(?:[\da-f]{2})*$/i.test(trimmedText)
    ? (hexToText(trimmedText) ?? '')
    : trimmedText
  if (encodedStart.test(json)) {
    const address = depth < maxDepth ? readAddress(json) : null
    return address?.at === 'data'
      ? parseDocument(decodeBody(address.bytes, address.contentType), depth + 1)
      : undefined
  }
  if (/^[[{]\s*\\"/.test(json) && depth < maxDepth) return parseDocument(`"${json}"`, depth + 1)
  const start = json.startsWith('"') ? json : json.replace(beforeJson, '')
  if (!/^[[{"]/.test(start)) return undefined
  const end = start.startsWith('"') ? start.length : findEnd(start)
  if (end === null) return undefined
  const body = start.slice(0, end)
  const value = parseJson(body) ?? parseRepaired(body)
  return typeof value === 'string' && depth < maxDepth ? parseDocument(value, depth + 1) : value
}

/**
 * Returns the fields of an object. If a field has two spellings, the one with a value counts. Empty for other values.
 */
export function fieldsOf(value: unknown): Fields {
  const fields = new Map<string, unknown>()
  if (!isObject(value)) return fields
  for (const [name, content] of Object.entries(value)) {
    const key = name.toLowerCase().replace(/[\s_.:-]+/g, '')
    if (isEmpty(fields.get(key))) fields.set(key, content)
  }
  return fields
}

/** Returns the first of the named fields that has a value. */
export const firstOf = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields.get(name)).find((value) => !isEmpty(value))

/** Fields that contain the document itself in the replies of some servers; `details` is from XLS-35. */
const wrappers = [
  'metadata',
  'details',
  'data',
  'nft',
  'token',
  'item',
  'asset',
  'result',
  'meta',
  'content',
  'display',
]
const pictureFields = ['image', 'imageurl', 'imagedata', 'animationurl', 'attributes', 'traits']
/** Fields that describe a work. */
export const describingFields = ['name', 'title', 'description', ...pictureFields]
/** Maximum number of fields that are searched for unusual wrappers. */
const maxWrappers = 20

/**
 * Returns the fields of documents inside a document: in fields with a usual wrapper name or, if nothing else describes
 * the work, in any field.
 */
function documentsInside(fields: Fields, depth: number): Fields[] {
  const readInside = (value: unknown, names: string[]) => {
    const inside = documentFields(value, depth + 1)
    return inside !== null && names.some((name) => inside.has(name)) ? [inside] : []
  }
  const inside = wrappers.flatMap((wrapper) => readInside(fields.get(wrapper), describingFields))
  if (inside.length > 0 || describingFields.some((name) => fields.has(name))) return inside
  return [...fields.values()]
    .slice(0, maxWrappers)
    .flatMap((value) => readInside(value, pictureFields))
    .slice(0, 1)
}

/** Returns true for a file name, which is not the name of a work. */
const isFileName = (value: unknown) =>
  typeof value === 'string' && /^[^/\s]{1,200}\.[a-z\d]{2,5}$/i.test(value)

/**
 * Returns the fields of a metadata document, which may be in an array, in a string, or in a field of another document.
 * Null for other values.
 */
export function documentFields(document: unknown, depth = 0): Fields | null {
  if (depth > maxDepth) return null
  if (typeof document === 'string') return documentFields(parseDocument(document), depth + 1)
  if (Array.isArray(document)) {
    const first: unknown = document.find((item) => isObject(item) || typeof item === 'string')
    return first === undefined ? null : documentFields(first, depth + 1)
  }
  if (!isObject(document)) return null
  const fields = new Map(fieldsOf(document))
  // In JSON:API the attributes of a resource are the document.
  const ownFields = fieldsOf(fields.get('attributes'))
  const isResource =
    isEmpty(fields.get('name')) && [...ownFields.keys()].some((name) => /^image(?:ur[il])?$/.test(name))
  if (isResource) fields.delete('attributes')
  for (const [name, value] of isResource ? ownFields : [])
    if (isEmpty(fields.get(name))) fields.set(name, value)
  for (const inside of documentsInside(fields, depth))
    for (const [name, value] of inside)
      if (isEmpty(fields.get(name)) && !(name === 'name' && isFileName(value))) fields.set(name, value)
  return fields
}
