type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Maximum depth of an example; deeper parts are omitted. */
const maxDepth = 6
/** Maximum length of a pattern in a description; longer ones do not help the reader. */
const longestPattern = 40

function listAlternatives({ anyOf, oneOf }: Json): unknown[] {
  return [...listOf(anyOf), ...listOf(oneOf)]
}

/** Describes a JSON Schema in a few words: "text, up to 60 characters". */
export function typeOf(schema: unknown): string {
  if (!isJson(schema)) return 'anything'
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  const values = listOf(schema.enum)
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(', ')
  const options = listAlternatives(schema)
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(', or ')
  const { type, maxLength, pattern, format, minimum, maximum, items } = schema
  if (type === 'string') {
    const limit = typeof maxLength === 'number' ? `, up to ${maxLength} characters` : ''
    const form = typeof pattern === 'string' && pattern.length <= longestPattern ? ` like ${pattern}` : ''
    return `text${typeof format === 'string' ? ` (${format})` : form}${limit}`
  }
  if (type === 'number' || type === 'integer') {
    const range = [
      ...(typeof minimum === 'number' ? [`from ${minimum}`] : []),
      ...(typeof maximum === 'number' ? [`to ${maximum}`] : []),
    ]
    return ['number', ...range].join(' ')
  }
  if (type === 'array') return `list of ${typeOf(items)}`
  if (type === 'boolean') return 'true or false'
  return type === 'null' ? 'null' : 'object'
}

/** Returns the fields of an object in order. */
export function fieldsOf(schema: unknown): { name: string; schema: unknown; required: boolean }[] {
  if (!isJson(schema) || !isJson(schema.properties)) return []
  const requiredFields = listOf(schema.required)
  return Object.entries(schema.properties).map(([name, of]) => ({
    name,
    schema: of,
    required: requiredFields.includes(name),
  }))
}

const texts: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'name@example.com',
  uri: 'https://example.com',
  'date-time': '2026-11-23T12:00:00.000Z',
}

function textOf(name: string, { format, pattern }: Json): string {
  if (typeof format === 'string' && texts[format] !== undefined) return texts[format]
  if (/hash|txid|index$|nftokenid|offer_?id/i.test(name)) return 'A1B2…'
  if (/account|owner|issuer|seller|buyer|destination|address|partner/i.test(name)) return 'rN7n3…'
  if (/date|at$/i.test(name)) return '2026-11-23T12:00:00.000Z'
  if (typeof pattern === 'string' && pattern.includes('0-9')) return '1000000'
  return '…'
}

/** Returns an example value for a JSON Schema; undefined if no useful example exists. */
export function exampleOf(schema: unknown, name = '', depth = 0): unknown {
  if (!isJson(schema) || typeof schema.$ref === 'string') return undefined
  if ('const' in schema) return schema.const
  const [value] = listOf(schema.enum)
  if (value !== undefined) return value
  const options = listAlternatives(schema)
  const best = options.find((option) => !(isJson(option) && (option.type === 'null' || '$ref' in option)))
  if (options.length > 0) return exampleOf(best, name, depth)
  switch (schema.type) {
    case 'string':
      return textOf(name, schema)
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return false
    case 'null':
      return null
    case 'array': {
      const item = depth < maxDepth ? exampleOf(schema.items, name, depth + 1) : undefined
      return item === undefined ? [] : [item]
    }
    default: {
      if (depth >= maxDepth) return {}
      const fields = fieldsOf(schema).map(({ name: field, schema: of }) => [
        field,
        exampleOf(of, field, depth + 1),
      ])
      return Object.fromEntries(fields.filter(([, field]) => field !== undefined))
    }
  }
}
