import {
  type DraftError,
  type MintSettings,
  plainSettings,
  typedPriceProblem,
  type Work,
  workErrors,
  type WorkField,
} from '#web/features/create/mint-draft.ts'
import { del, get, set } from 'idb-keyval'
import { hasKeys } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** An item to mint: a media file and its metadata. */
export interface Item extends Work {
  id: string
  /** Name of the media file. */
  media: string
  /** Price in XRP, as typed. The work is listed at this price after the mint; if empty, it is not listed. */
  price?: string
  /** The stored file; null until it is uploaded. */
  kept: KeptFile | null
  /** Traits that are switched off for all items and not minted. */
  omitted?: Work['attributes']
}

/** Returns the traits of all items by name, each with the number of items that have it and whether it is minted. */
export function traitsOf(items: readonly Item[]): { name: string; count: number; isOn: boolean }[] {
  const counts = new Map<string, { count: number; isOn: boolean }>()
  const recordColumn = (name: string, isOn: boolean) =>
    counts.set(name, {
      count: (counts.get(name)?.count ?? 0) + 1,
      isOn: isOn || counts.get(name)?.isOn === true,
    })
  for (const { attributes, omitted: omittedTraits = [] } of items) {
    for (const name of new Set(attributes.map((attribute) => attribute.trait_type))) recordColumn(name, true)
    for (const name of new Set(omittedTraits.map((attribute) => attribute.trait_type)))
      recordColumn(name, false)
  }
  return [...counts].map(([name, { count, isOn }]) => ({ name, count, isOn }))
}

/** Number of items that have a value of a trait. */
export interface ValueCount {
  value: string
  count: number
}

/** Minimum number of works for ranks. Collections with fewer works show none, because a rank would mean little. */
const fewestRanked = 10

/**
 * Computes the rarity in a collection of only these works: the values of each trait, rarest first, and the rank of each
 * item by id. A score is the sum of 1 / (share of the works with the same value); equal scores share a rank. Fewer than
 * `fewestRanked` works have no ranks.
 */
export function rarityOf(items: readonly Item[]): {
  traits: { name: string; values: ValueCount[] }[]
  ranks: ReadonlyMap<string, number>
} {
  const traits = new Map<string, Map<string, number>>()
  const isFirst = ({ attributes }: Item, index: number) =>
    attributes.findIndex(
      (attribute) =>
        attribute.trait_type === attributes[index]?.trait_type &&
        attribute.value === attributes[index]?.value,
    ) === index
  for (const item of items)
    for (const [index, { trait_type: name, value }] of item.attributes.entries()) {
      if (!isFirst(item, index)) continue
      const values = traits.get(name) ?? new Map<string, number>()
      traits.set(name, values.set(value, (values.get(value) ?? 0) + 1))
    }
  const scoreOf = (item: Item) =>
    item.attributes.reduce(
      (sum, { trait_type: name, value }, index) =>
        isFirst(item, index) ? sum + items.length / (traits.get(name)?.get(value) ?? 1) : sum,
      0,
    )
  const scores =
    items.length < fewestRanked ? [] : items.map((item) => ({ id: item.id, score: scoreOf(item) }))
  const ranks = new Map<string, number>()
  const sortedScores = scores.toSorted((a, b) => b.score - a.score)
  let rank = 1
  for (const [index, { id, score }] of sortedScores.entries()) {
    if (score !== sortedScores[index - 1]?.score) rank = index + 1
    ranks.set(id, rank)
  }
  return {
    traits: [...traits].map(([name, values]) => ({
      name,
      values: [...values].map(([value, count]) => ({ value, count })).toSorted((a, b) => a.count - b.count),
    })),
    ranks,
  }
}

/** Switches a trait of all items on or off. */
export function switchTrait(items: readonly Item[], name: string, isOn: boolean): Item[] {
  return items.map((item) => {
    const { attributes, omitted: omittedTraits = [] } = item
    const [from, to] = isOn ? [omittedTraits, attributes] : [attributes, omittedTraits]
    const movedAttributes = from.filter((attribute) => attribute.trait_type === name)
    if (movedAttributes.length === 0) return item
    const rest = from.filter((attribute) => attribute.trait_type !== name)
    const extendedAttributes = [...to, ...movedAttributes]
    return isOn
      ? { ...item, attributes: extendedAttributes, omitted: rest }
      : { ...item, attributes: rest, omitted: extendedAttributes }
  })
}

/** The draft as stored in the browser. After a reload, only files that were not uploaded must be selected again. */
export interface MultipleDraft extends MintSettings {
  items: Item[]
}

export const emptyMultiple: MultipleDraft = { ...plainSettings, items: [] }

const hasFields = hasKeys<MultipleDraft>('items')
const isDraft = (value: unknown): value is MultipleDraft => hasFields(value) && Array.isArray(value.items)

const keyOf = (account: string) => `opx_multiple_draft:${account}`

/**
 * Reads the items that are not minted yet; null if there are none or the browser has no storage. Uses IndexedDB,
 * because localStorage is too small for ten thousand items.
 */
export async function readMultiple(account: string): Promise<MultipleDraft | null> {
  const draft: unknown = await get(keyOf(account)).catch(() => null)
  return isDraft(draft) ? draft : null
}

/** Stores the items in this browser. Ignores errors: without storage, the draft is lost when the page closes. */
export async function storeMultiple(account: string, draft: MultipleDraft): Promise<void> {
  const key = keyOf(account)
  await (draft.items.length === 0 ? del(key) : set(key, draft)).catch(() => undefined)
}

/** Returns the errors of an item, including its price if it has its own. */
export function itemErrors(item: Item, hasPrice: boolean): DraftError<WorkField | 'price'>[] {
  const problem = hasPrice ? typedPriceProblem(item.price ?? '') : null
  return problem === null ? workErrors(item) : [...workErrors(item), { field: 'price', message: problem }]
}

export const invalidItems = (items: readonly Item[], hasPrice: boolean) =>
  items.filter((item) => itemErrors(item, hasPrice).length > 0)
