import * as v from 'valibot'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { plainWords } from '#contract/words/plain-words.ts'
import { AddCollectionForm, type PrivateCollection, promoProblem } from '#contract/schemas/collections.ts'
import { t } from '#web/messages.ts'
import { linkProblems } from '#web/kit/accounts/sent-links.ts'
import type { ProfileLinks } from '#contract/rules/link-names.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** The form as typed, stored in this tab until it is saved. */
export interface CollectionDraft {
  picture: KeptFile | null
  name: string
  description: string
  taxon: string
  royalty: string
  links: ProfileLinks
  random: boolean
  onDemandMint: boolean
  /** Price currency of works that are minted on demand; null for XRP. */
  currency: SaleCurrency
  mutableNFTs: boolean
  /** When creating: announces the collection before its works can be bought. When editing: announces it now. */
  announce: boolean
  promoCodeEnabled: boolean
  promoCode: string
}

const empty: CollectionDraft = {
  picture: null,
  name: '',
  description: '',
  taxon: '',
  royalty: '0',
  links: {},
  random: false,
  onDemandMint: false,
  currency: null,
  mutableNFTs: false,
  announce: false,
  promoCodeEnabled: false,
  promoCode: '',
}

/** Returns the initial values of the form. */
export function draftOf(collection: PrivateCollection | null): CollectionDraft {
  if (collection === null) return empty
  return {
    picture: null,
    name: collection.name,
    description: collection.description,
    taxon: String(collection.taxon),
    royalty: String(collection.royalty),
    links: collection.links,
    random: collection.random,
    onDemandMint: collection.onDemandMint,
    currency: collection.currency,
    mutableNFTs: collection.mutableNFTs,
    announce: !collection.notAnnounced,
    promoCodeEnabled: collection.promoCodeEnabled,
    promoCode: collection.promoCode ?? '',
  }
}

/** Returns the store of unsaved input in this tab. `id` is null for a new collection. */
export const storedDraft = (account: string, id: string | null) =>
  createStoredValue(
    sessionStorage,
    `opx_collection_draft:${account}:${id ?? 'new'}`,
    hasKeys<CollectionDraft>(),
  )

export type DraftField = 'picture' | 'name' | 'description' | 'taxon' | 'royalty' | 'promoCode' | 'links'

const { name, description, taxon, royalty } = AddCollectionForm.entries
const firstProblem = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value, { message: plainWords }).issues?.[0].message ?? null

/** Returns the errors of a draft by field, in the contract's wording. */
export function draftErrors(
  draft: CollectionDraft,
  hasPicture: boolean,
): { field: DraftField; message: string }[] {
  const problems: [DraftField, string | null][] = [
    ['picture', draft.picture === null && !hasPicture ? t('Choose a picture.') : null],
    ['name', firstProblem(name, draft.name)],
    ['description', firstProblem(description, draft.description)],
    ['taxon', draft.taxon.trim() === '' ? t('Enter a taxon number.') : firstProblem(taxon, draft.taxon)],
    ['royalty', draft.royalty.trim() === '' ? t('Enter a royalty.') : firstProblem(royalty, draft.royalty)],
    ['promoCode', promoProblem(draft)],
    ['links', linkProblems(draft.links)[0] ?? null],
  ]
  return problems.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}
