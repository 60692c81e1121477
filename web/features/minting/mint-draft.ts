import * as v from 'valibot'
import { mostInBulk, RoyaltyPercent, Taxon } from '#worker/contract/minting.ts'
import { MintMetadata, TokenAttribute } from '#worker/contract/token-json.ts'
import type { KeptFile } from '#web/features/uploads/kept-file.ts'

export interface DraftAttribute {
  trait_type: string
  value: string
}

/** What is filled in, as typed. Kept in the browser until it is minted: nothing typed is ever lost. */
export interface MintDraft {
  display: KeptFile | null
  attachment: KeptFile | null
  name: string
  description: string
  /** The taxon of a collection, or `number` for the one typed. */
  place: string
  taxon: string
  royalty: string
  attributes: DraftAttribute[]
  bulk: boolean
  count: string
  transferable: boolean
  burnable: boolean
  onlyXRP: boolean
  memo: string
}

export const emptyDraft: MintDraft = {
  display: null,
  attachment: null,
  name: '',
  description: '',
  place: 'number',
  taxon: '',
  royalty: '0',
  attributes: [],
  bulk: false,
  count: '2',
  transferable: true,
  burnable: false,
  onlyXRP: false,
  memo: '',
}

const keyOf = (account: string) => `opx_mint_draft:${account}`

export function readDraft(account: string): MintDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...emptyDraft, ...kept } : emptyDraft
  } catch {
    return emptyDraft
  }
}

export function keepDraft(account: string, draft: MintDraft): void {
  localStorage.setItem(keyOf(account), JSON.stringify(draft))
}

export type DraftField = 'display' | 'name' | 'description' | 'taxon' | 'royalty' | 'attributes' | 'count'

const first = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.[0].message ?? null

export function taxonOf({ place, taxon }: Pick<MintDraft, 'place' | 'taxon'>): string {
  return place === 'number' ? taxon : place
}

/** What is wrong with a draft, field by field, in the words of the contract. */
export function draftErrors(draft: MintDraft): { field: DraftField; message: string }[] {
  const { entries } = MintMetadata
  const count = Number(draft.count)
  const counted = !draft.bulk || (/^\d+$/.test(draft.count.trim()) && count >= 1 && count <= mostInBulk)
  const found: [DraftField, string | null][] = [
    ['display', draft.display === null ? 'Choose a display picture.' : null],
    ['name', first(entries.name, draft.name)],
    ['description', first(entries.description, draft.description)],
    ['taxon', taxonOf(draft).trim() === '' ? 'Give a taxon number.' : first(Taxon, taxonOf(draft))],
    ['royalty', draft.royalty.trim() === '' ? 'Give a royalty.' : first(RoyaltyPercent, draft.royalty)],
    ['attributes', first(entries.attributes, draft.attributes)],
    ['count', counted ? null : `Give a count from 1 to ${mostInBulk}.`],
  ]
  return found.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

/** What is missing of an attribute that is to be added; null when it can be. */
export function attributeProblem(attribute: DraftAttribute): string | null {
  return first(TokenAttribute, attribute)
}
