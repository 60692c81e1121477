import type * as v from 'valibot'

const junk: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  4_294_967_296,
  Number.NaN,
  true,
  '',
  ' ',
  'x',
  'null',
  '{}',
  'x'.repeat(3000),
  `r${'0'.repeat(30)}`,
  [],
  ['x'],
  Array.from({ length: 600 }, () => 'x'),
  {},
  { x: 1 },
]

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Combines the lists by index and repeats the shorter ones, so that all fields of the resulting objects are broken. */
function objectsOf(entries: Node, depth: number): unknown[] {
  const fields = Object.entries(entries).flatMap(([name, schema]) =>
    isNode(schema) ? [[name, brokenOf(schema, depth + 1)] as const] : [],
  )
  const longest = Math.max(0, ...fields.map(([, values]) => values.length))
  return Array.from({ length: longest }, (_, turn) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[turn % values.length]])),
  )
}

function brokenOf(schema: Node, depth: number): unknown[] {
  if (depth > 6) return junk
  const inside: unknown[] = []
  const { entries, item, wrapped, options, pipe, type } = schema
  if (isNode(entries)) {
    const objects = objectsOf(entries, depth)
    inside.push(...objects, ...objects.slice(0, 3).map((object) => ({ ...Object(object), stray: 1 })))
  }
  if (isNode(item)) inside.push(...brokenOf(item, depth + 1).map((value) => [value]))
  if (isNode(wrapped)) inside.push(...brokenOf(wrapped, depth))
  for (const option of nodes(options)) {
    // In a variant, each object keeps its own name while all other fields are broken.
    const literal = isNode(option['entries']) ? option['entries']['TransactionType'] : undefined
    const named = isNode(literal) && type === 'variant' ? { TransactionType: literal['literal'] } : {}
    inside.push(
      ...brokenOf(option, depth + 1).map((value) =>
        isNode(value) && !Array.isArray(value) ? { ...value, ...named } : value,
      ),
    )
  }
  for (const part of nodes(pipe)) {
    if (part === schema || part['kind'] !== 'schema') continue
    const values = brokenOf({ ...part, pipe: undefined }, depth + 1)
    // A JSON text, which a later schema of the pipe parses.
    const isText = type === 'string' && part['type'] !== 'string'
    inside.push(...(isText ? values.map((value) => JSON.stringify(value) ?? '') : values))
  }
  return [...junk, ...inside]
}

/** Returns inputs that break a schema in every field and in many ways. */
export function brokenInputs(schema: v.GenericSchema): unknown[] {
  return isNode(schema) ? brokenOf(schema, 0) : junk
}
