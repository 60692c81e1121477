import type { Chance } from '#tests/drift/chance.ts'

type Json = Record<string, unknown>
type Container = Json | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

export interface Mutation {
  /** The kind of the mutation: `delete`, `rename` and so on. */
  kind: string
  /** Path from the root to the mutated value. */
  path: string[]
}

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { NFToken: value }
  return value
}

/** Replacement values: other types, extremes, and values from elsewhere in the ledger. */
const junk: (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 4_294_967_296,
  () => Number.MAX_SAFE_INTEGER,
  () => 1e308,
  () => '',
  () => '0',
  () => '7',
  () => '-3',
  () => '1e999999999',
  () => '9'.repeat(400),
  () => `a\u0000b`,
  () => '😀',
  () => 'AB'.repeat(31),
  () => 'ab'.repeat(32),
  () => `${'AB'.repeat(32)}CD`,
  () => 'AB'.repeat(50_000),
  () => 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  () => 'rrrrrrrrrrrrrrrrrrrrrhoLvTq',
  () => 'tecINTERNAL',
  () => 'NFTokenMint',
  () => 'NFTokenPage',
  () => 'XChainFuture',
  () => [],
  () => ({}),
  () => [[[]]],
  () => nested(20_000),
  () => Array.from({ length: 3000 }, () => ({ NFToken: {} })),
  () => ({ mpt_issuance_id: '00000001AE123A8556F3CF91154711376AFB0F894F832B3D', value: '5' }),
  () => ({ currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', value: '1e99' }),
]

/** Names that a faulty or future server may use instead of another. */
const names = [
  'Memo',
  'NFToken',
  'NFTokens',
  'RawTransaction',
  'CreatedNode',
  'ModifiedNode',
  'DeletedNode',
  'MovedNode',
  'NewFields',
  'FinalFields',
  'PreviousFields',
  'AffectedNodes',
  'metaData',
  'Owner',
  'Sponsor',
  '__proto__',
  'toString',
  '',
]

interface Place {
  holder: Container
  key: string
}

/**
 * Returns a random position, reached by walking down from the root, so that shallow and deep ones are equally likely.
 */
function placeIn(root: Container, chance: Chance): { place: Place; path: string[] } | null {
  const places: Place[] = []
  let holder: unknown = root
  while (isContainer(holder)) {
    const key = chance.pick(Object.keys(holder))
    if (key === undefined) break
    places.push({ holder, key })
    holder = Reflect.get(holder, key)
  }
  const at = chance.int(places.length)
  const place = places[at]
  return place === undefined ? null : { place, path: places.slice(0, at + 1).map(({ key }) => key) }
}

/** Sets an own property, even for `__proto__`, as JSON.parse does. */
const put = (holder: Container, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

const remove = ({ holder, key }: Place) =>
  Array.isArray(holder) ? void holder.splice(Number(key), 1) : void Reflect.deleteProperty(holder, key)

const changes: Record<string, (place: Place, chance: Chance) => void> = {
  delete: remove,
  rename(place, chance) {
    const value: unknown = Reflect.get(place.holder, place.key)
    if (Array.isArray(place.holder)) return changes['replace']?.(place, chance)
    remove(place)
    put(place.holder, chance.pick(names) ?? '', value)
  },
  replace({ holder, key }, chance) {
    put(holder, key, chance.pick(junk)?.())
  },
  duplicate({ holder, key }, chance) {
    const copy: unknown = Reflect.get(holder, key)
    if (Array.isArray(holder)) holder.splice(chance.int(holder.length + 1), 0, copy)
    else put(holder, chance.pick(names) ?? '', copy)
  },
  reorder({ holder }) {
    if (Array.isArray(holder)) holder.reverse()
    else {
      const entries = Object.entries(holder).toReversed()
      for (const [key] of entries) Reflect.deleteProperty(holder, key)
      for (const [key, value] of entries) put(holder, key, value)
    }
  },
  swap({ holder, key }, chance) {
    const other = chance.pick(Object.keys(holder)) ?? key
    const value: unknown = Reflect.get(holder, key)
    put(holder, key, Reflect.get(holder, other))
    put(holder, other, value)
  },
}
const kinds = Object.keys(changes)

/** Changes JSON in place at a random spot. */
export function mutate(root: Container, chance: Chance): Mutation {
  const spot = placeIn(root, chance)
  const kind = chance.pick(kinds) ?? 'delete'
  if (spot === null) return { kind: 'nothing', path: [] }
  changes[kind]?.(spot.place, chance)
  return { kind, path: spot.path }
}
