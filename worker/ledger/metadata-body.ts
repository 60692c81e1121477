import { hexToText, readAddress, trimEnds } from './uri.ts'

/**
 * The fields of a document by their names in lower case, without "_", "-" and spaces, because tools write `image_url` in many
 * ways.
 */
export type Fields = ReadonlyMap<string, unknown>

/** Limit of documents within documents. Deeper ones are not read. */
const maxDepth = 4
/** Limit of brackets within brackets. A deeper text is not metadata. */
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

/** UTF-16 shows by its byte order mark, or by the zeros beside the ASCII characters that JSON begins with. */
function utf16Of([a, b, c, d]: Uint8Array): string | null {
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : null
}

/** Decodes a body by its bytes; the declared charset counts only where they are not valid UTF-8. */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const utf16 = utf16Of(bytes)
  const certain = utf16 === null ? tryDecode('utf-8', bytes, true) : tryDecode(utf16, bytes, false)
  if (certain !== null) return certain
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1]?.toLowerCase()
  const declared =
    charset === undefined || charset === 'utf-8' || charset === 'utf8'
      ? null
      : tryDecode(charset, bytes, false)
  const damaged = tryDecode('utf-8', bytes, false) ?? ''
  // A few damaged bytes in a text that is UTF-8 otherwise.
  if (declared === null && /[\u0080-\ufffc]/.test(damaged)) return damaged
  return declared ?? tryDecode('windows-1252', bytes, false) ?? damaged
}

/** Drops commas before a closing bracket, and escapes line breaks and tabs within strings. Every string ends, so time is linear. */
const repairJson = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|,(?=\s*[}\]])/g, (part) =>
    part === ','
      ? ''
      : part.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** True if brackets are nested too deeply, so that parsing them would take long. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') inString = !inString
    else if (inString && sign === '\\') at += 1
    else if (!inString && (sign === '{' || sign === '[')) depth += 1
    else if (!inString && (sign === '}' || sign === ']')) depth -= 1
    if (depth > maxNesting) return true
  }
  return false
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const repairable = /,\s*[}\]]|\p{Cc}/u

/** Parses JSON as tools write it: with trailing commas, as hex, in a string, or in a `data:` address. Undefined for other texts. */
export function parseDocument(text: string, depth = 0): unknown {
  const trimmed = trimEnds(text)
  const json = /^(?:7b|5b|22)(?:[\da-f]{2})*$/i.test(trimmed) ? (hexToText(trimmed) ?? '') : trimmed
  if (/^data:/i.test(json)) {
    const address = readAddress(json)
    if (address?.at !== 'data' || depth >= maxDepth) return undefined
    return parseDocument(decodeBody(address.bytes, address.contentType), depth + 1)
  }
  if (!/^[[{"]/.test(json) || isTooDeep(json)) return undefined
  const value = parseJson(json) ?? (repairable.test(json) ? parseJson(repairJson(json)) : undefined)
  return typeof value === 'string' && depth < maxDepth ? parseDocument(value, depth + 1) : value
}

/** Fields of an object; of two spellings the one with a value counts. Empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  const fields = new Map<string, unknown>()
  if (!isObject(value)) return fields
  for (const [name, content] of Object.entries(value)) {
    const key = name.toLowerCase().replace(/[\s_-]+/g, '')
    if (isEmpty(fields.get(key))) fields.set(key, content)
  }
  return fields
}

/** The first of the fields that has a value. */
export const firstOf = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields.get(name)).find((value) => !isEmpty(value))

/** Fields that hold the document itself in the replies of some servers; `details` is that of XLS-35. */
const wrappers = ['metadata', 'details', 'data', 'nft', 'token', 'item', 'asset', 'result', 'meta', 'content']
const describing = [
  'name',
  'title',
  'image',
  'imageurl',
  'imagedata',
  'animationurl',
  'attributes',
  'description',
]

/** The fields of a metadata document, which may be in an array, in a string, or in a field of another. Null for other values. */
export function documentFields(document: unknown, depth = 0): Fields | null {
  if (depth > maxDepth) return null
  if (typeof document === 'string') return documentFields(parseDocument(document), depth + 1)
  if (Array.isArray(document)) {
    const first: unknown = document.find((item) => isObject(item) || typeof item === 'string')
    return first === undefined ? null : documentFields(first, depth + 1)
  }
  if (!isObject(document)) return null
  const fields = new Map(fieldsOf(document))
  for (const wrapper of wrappers) {
    const inside = documentFields(fields.get(wrapper), depth + 1)
    if (inside === null || !describing.some((name) => inside.has(name))) continue
    for (const [name, value] of inside) if (isEmpty(fields.get(name))) fields.set(name, value)
  }
  return fields
}
