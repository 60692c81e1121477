import { t } from '#web/messages.ts'
import type { Work } from '#web/features/create/mint-draft.ts'

/** One metadata entry, with the names used to find its media file. */
export interface Entry extends Work {
  /** Name of the media file without folders; null if the entry names none. */
  media: string | null
  /** Base name of the metadata file: `12` of `12.json`. Null if the file contains several entries. */
  stem: string | null
}

export type Parsed =
  | {
      ok: true
      entries: Entry[]
      /** Columns that probably contain data of a shop or a tool rather than traits: `Price`, `tokenID`. */
      doubtful: string[]
    }
  | { ok: false; problem: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readText = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

export const stemOf = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
export const baseOf = (name: string): string => name.replace(/^.*[\\/]/, '')

/** Reads attributes given as pairs, as an object, or under their older names. */
function attributesOf(json: Record<string, unknown>): Work['attributes'] {
  const source = json.attributes ?? json.traits ?? json.trait
  const pairs: [unknown, unknown][] = Array.isArray(source)
    ? source.filter(isObject).map((attribute) => [attribute.trait_type ?? attribute.name, attribute.value])
    : isObject(source)
      ? Object.entries(source)
      : []
  return pairs
    .map(([name, value]) => ({ trait_type: readText(name), value: readText(value) }))
    .filter(({ trait_type, value }) => trait_type !== '' && value !== '')
}

/**
 * Returns the name of the media file in an entry, also from the end of a URL: `1.png` from
 * `ipfs://NewUriToReplace/1.png`.
 */
function mediaOf(json: Record<string, unknown>): string | null {
  for (const value of [json.file_name, json.filename, json.media, json.file, json.image]) {
    const name = baseOf(readText(value).replace(/[?#].*$/, ''))
    if (/\.\w{2,5}$/.test(name) || (name !== '' && !/^\w+:/.test(readText(value)))) return name
  }
  return null
}

function entryOf(json: Record<string, unknown>, stem: string | null): Entry {
  return {
    name: readText(json.name ?? json.title),
    description: readText(json.description),
    attributes: attributesOf(json),
    media: mediaOf(json),
    stem,
  }
}

const handledFields = new Set([
  'name',
  'title',
  'description',
  'file',
  'filename',
  'file_name',
  'media',
  'image',
])

/** Columns that tools and shops add to the traits. */
const doubtful =
  /^(#|id|index|no\.?|number|edition|date|dna|compiler|seed|hash|cid|uri|url|link|external_?url|animation_?url|image_?url|(token|nft|item)[ _-]?(id|number|uri)?|price|amount|currency|supply|quantity|royalt(y|ies)|taxon|owner|wallet|address|issuer|rarity|rank|score)$/i

/** Returns the trait of a column: `Background` for `attributes[Background]` or `traits.Background`. */
const traitOf = (column: string): string =>
  /^(?:attributes?|traits?)\s*(?:\[(.+)\]|[.:/](.+))$/i.exec(column)?.slice(1).find(Boolean)?.trim() ?? column

/** Converts a table row. Unknown columns become attributes. */
function entryOfLine(line: Record<string, string>): Entry {
  const columns = Object.entries(line).map(([name, value]): [string, string] => [traitOf(name.trim()), value])
  const facts = Object.fromEntries(columns.map(([name, value]) => [name.toLowerCase(), value]))
  const attributes = Object.fromEntries(columns.filter(([name]) => !handledFields.has(name.toLowerCase())))
  return entryOf({ ...facts, attributes }, null)
}

const tableProblems = {
  MissingQuotes: t('a quotation mark is not closed'),
  InvalidQuotes: t('a quotation mark is out of place'),
  UndetectableDelimiter: t('columns must be separated by commas, semicolons or tabs'),
  TooFewFields: t('it has fewer columns than the first line'),
  TooManyFields: t('it has more columns than the first line'),
} as const

async function parseTable(content: string, name: string, delimiter = ''): Promise<Parsed> {
  const { default: papa } = await import('papaparse')
  const { data, errors, meta } = papa.parse<Record<string, string>>(content, {
    header: true,
    delimiter,
    skipEmptyLines: 'greedy',
  })
  const [error] = errors
  if (error !== undefined)
    return {
      ok: false,
      problem: t('{name}, line {count}: {problem}.', {
        name,
        count: (error.row ?? 0) + 2,
        problem: tableProblems[error.code],
      }),
    }
  const columns = (meta.fields ?? [])
    .map((column) => column.trim())
    .filter((column) => traitOf(column) === column)
  return {
    ok: true,
    entries: data.map(entryOfLine),
    doubtful: columns.filter((column) => doubtful.test(column)),
  }
}

/** Returns the list inside a wrapper object such as `{"items": [...]}`; null for any other object. */
function wrappedList(value: unknown): unknown[] | null {
  if (!isObject(value) || value.name !== undefined || value.attributes !== undefined) return null
  const lists = Object.values(value).filter((part) => Array.isArray(part) && part.every(isObject))
  const [list] = lists
  return lists.length === 1 && Array.isArray(list) && list.length > 0 ? list : null
}

function parseJson(content: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(content)
    return Array.isArray(value) ? value : (wrappedList(value) ?? [value])
  } catch {
    return null
  }
}

/** Parses one JSON object per line. */
function parseLines(content: string): unknown[] | null {
  const jsonValues: unknown[] = []
  for (const line of content.split(/\r?\n/).filter((row) => row.trim() !== '')) {
    const values = parseJson(line)
    if (values === null) return null
    jsonValues.push(...values)
  }
  return jsonValues
}

/** Returns true if a text is not JSON but a tab-separated table exported by a spreadsheet program. */
const isTabbed = (content: string) => /^[^{[\n]*\t/.test(content)

/**
 * Parses a metadata file: JSON or TXT (one object, an array that may be wrapped in an object, or one object per line),
 * or a table with a header line, separated by commas, semicolons or tabs.
 */
export async function parseMetadata(name: string, content: string): Promise<Parsed> {
  const clean = content.replace(/^\uFEFF/, '')
  if (/\.csv$/i.test(name)) return parseTable(clean, name)
  if (/\.(tsv|tab)$/i.test(name) || isTabbed(clean)) return parseTable(clean, name, '\t')
  const values = parseJson(clean) ?? parseLines(clean)
  if (values === null) return { ok: false, problem: t('{name} is not valid JSON.', { name }) }
  if (values.length === 0) return { ok: false, problem: t('{name} is empty.', { name }) }
  const stem = values.length === 1 ? stemOf(name) : null
  if (!values.every(isObject))
    return { ok: false, problem: t('{name} contains something that is not a JSON object.', { name }) }
  return { ok: true, entries: values.map((value) => entryOf(value, stem)), doubtful: [] }
}
