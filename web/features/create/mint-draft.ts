import * as v from 'valibot'
import { plainWords } from '#contract/words/plain-words.ts'
import { maxDrops, parseXrp, tooMuchXrp } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { maxInBulk, RoyaltyPercent, Taxon } from '#contract/schemas/minting.ts'
import { MintMetadata, TokenAttribute } from '#contract/schemas/token-json.ts'
import { t } from '#web/messages.ts'
import { hasKeys, persisted } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import type { MintJob } from './mint-state.ts'

export interface DraftAttribute {
  trait_type: string
  value: string
}

/** The settings shared by all items of a mint, as typed. */
export interface MintSettings {
  /** The taxon of a collection, or `number` for a typed taxon. */
  place: string
  taxon: string
  royalty: string
  transferable: boolean
  burnable: boolean
  onlyXRP: boolean
  memo: string
  /** Price in XRP, for on-demand collections. If empty, the work is not for sale yet. */
  price: string
}

/** The form as typed. It is stored in this browser until it is minted. */
export interface MintDraft extends MintSettings, Work {
  display: KeptFile | null
  attachment: KeptFile | null
  bulk: boolean
  count: string
}

export const plainSettings: MintSettings = {
  place: 'number',
  taxon: '',
  royalty: '0',
  transferable: true,
  burnable: false,
  onlyXRP: false,
  memo: '',
  price: '',
}

/** The ledger's format asks for an attribute: a new work has the year, which its artist can remove. */
export const firstAttributes = (): DraftAttribute[] => [
  { trait_type: 'Year', value: String(new Date().getFullYear()) },
]

export const emptyDraft = (): MintDraft => ({
  ...plainSettings,
  display: null,
  attachment: null,
  name: '',
  description: '',
  attributes: firstAttributes(),
  bulk: false,
  count: '2',
})

/** Input that is not minted yet, stored in this browser. */
export const storedMintDraft = (account: string) =>
  persisted(localStorage, `opx_mint_draft:${account}`, hasKeys<MintDraft>())

export type SettingField = 'taxon' | 'royalty' | 'price'
export type WorkField = 'name' | 'description' | 'attributes'
export type DraftField = SettingField | WorkField | 'display' | 'count'
export interface DraftError<F> {
  field: F
  message: string
}

const first = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value, { message: plainWords }).issues?.[0].message ?? null

const only = <F>(results: [F, string | null][]): DraftError<F>[] =>
  results.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))

/** The typed taxon, or that of the collection. */
export function taxonOf({ place, taxon }: Pick<MintSettings, 'place' | 'taxon'>): string {
  return place === 'number' ? taxon.trim() : place
}

/** The problem of a price in XRP as typed; null for none. An empty one means that there is no price. */
export function priceProblem(price: string): string | null {
  if (price.trim() === '') return null
  const drops = parseXrp(price.trim())
  if (drops === null || drops < minimumOfferDrops) return t('The smallest price is 0.1 XRP.')
  return drops > maxDrops ? tooMuchXrp() : null
}

export function settingErrors(settings: MintSettings, onDemand: boolean): DraftError<SettingField>[] {
  const taxon = taxonOf(settings)
  return only([
    ['taxon', taxon.trim() === '' ? t('Enter a taxon number.') : first(Taxon, taxon)],
    [
      'royalty',
      settings.royalty.trim() === '' ? t('Give a royalty.') : first(RoyaltyPercent, settings.royalty),
    ],
    ['price', onDemand ? priceProblem(settings.price) : null],
  ])
}

export interface Work {
  name: string
  description: string
  attributes: DraftAttribute[]
  /** Input in the fields of the next attribute, which counts without being added. */
  typed?: DraftAttribute | undefined
}

const trimmed = ({ trait_type, value }: DraftAttribute) => ({
  trait_type: trait_type.trim(),
  value: value.trim(),
})

/** The attributes of a work, with the one that is typed. */
export function attributesOf({ attributes, typed }: Pick<Work, 'attributes' | 'typed'>): DraftAttribute[] {
  const last = typed === undefined ? null : trimmed(typed)
  return last === null || (last.trait_type === '' && last.value === '') ? attributes : [...attributes, last]
}

export function workErrors(work: Work): DraftError<WorkField>[] {
  const { entries } = MintMetadata
  return only([
    ['name', first(entries.name, work.name)],
    ['description', first(entries.description, work.description)],
    ['attributes', first(entries.attributes, attributesOf(work))],
  ])
}

/** The errors of a draft by field, in the contract's wording. */
export function draftErrors(draft: MintDraft, onDemand: boolean): DraftError<DraftField>[] {
  const count = Number(draft.count)
  const counted = !draft.bulk || (/^\d+$/.test(draft.count.trim()) && count >= 1 && count <= maxInBulk)
  const works = workErrors(draft)
  const settings = settingErrors(draft, onDemand)
  return [
    ...only<DraftField>([['display', draft.display === null ? t('Choose a display picture.') : null]]),
    ...works.filter(({ field }) => field !== 'attributes'),
    ...settings,
    ...works.filter(({ field }) => field === 'attributes'),
    ...only<DraftField>([
      ['count', counted ? null : t('Enter a count from 1 to {maxInBulk}.', { maxInBulk })],
    ]),
  ]
}

/** The mint job of a work whose files are uploaded. */
export function jobOf(
  work: Work & { display: KeptFile; attachment: KeptFile | null },
  settings: MintSettings,
  onDemand: boolean,
): MintJob {
  const { display, attachment, name, description } = work
  const price = parseXrp(settings.price.trim())
  return {
    title: name.trim(),
    picture: display.kind === 'image' ? display.src : null,
    demand: onDemand ? (price === null ? {} : { amount: price.toString() }) : null,
    fields: {
      metadata: JSON.stringify({ name, description, attributes: attributesOf(work) }),
      taxon: taxonOf(settings),
      royalty: settings.royalty,
      thumbnailCid: display.cid,
      ...(display.posterCid === null ? {} : { posterCid: display.posterCid }),
      ...(attachment === null ? {} : { attachmentCid: attachment.cid }),
      burnable: settings.burnable ? 'true' : 'false',
      onlyXRP: settings.onlyXRP ? 'true' : 'false',
    },
    mint: {
      transferable: settings.transferable ? 'true' : 'false',
      ...(settings.memo.trim() === '' ? {} : { transaction_memo: settings.memo }),
    },
  }
}

/** Why an attribute cannot be added; null if it can. */
export function attributeProblem(attribute: DraftAttribute): string | null {
  return first(TokenAttribute, attribute)
}
