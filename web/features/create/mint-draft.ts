import * as v from 'valibot'
import { plainWords } from '#contract/words/plain-words.ts'
import { dropsToXrp, parseXrp, readableDecimal } from '#contract/rules/amounts.ts'
import { amountOfDrops, dropsOfAmount, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { maxInBulk, RoyaltyPercent, Taxon } from '#contract/schemas/minting.ts'
import { MintMetadata, TokenAttribute } from '#contract/schemas/token-json.ts'
import { t } from '#web/messages.ts'
import { priceProblem } from '#web/kit/amounts/price-problem.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import type { MintJob } from './mint-state.ts'

export interface DraftAttribute {
  trait_type: string
  value: string
}

/** The settings shared by all items of a mint, as typed. */
export interface MintSettings {
  /** The taxon of a collection, or `number` if the taxon is typed. */
  place: string
  taxon: string
  royalty: string
  transferable: boolean
  burnable: boolean
  onlyXRP: boolean
  memo: string
  /** Price in the collection's currency, for on-demand collections. If empty, the work is not for sale yet. */
  price: string
}

/** The form as typed, stored in this browser until the work is minted. */
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

/**
 * Returns the initial attributes. The NFT metadata format requires at least one, so a new work has the year, which the
 * artist can remove.
 */
export const firstAttributes = (): DraftAttribute[] => [
  { trait_type: t('Year'), value: String(new Date().getFullYear()) },
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

/** Returns the store of input that is not minted yet, in this browser. */
export const storedMintDraft = (account: string) =>
  createStoredValue(localStorage, `opx_mint_draft:${account}`, hasKeys<MintDraft>())

export type SettingField = 'taxon' | 'royalty' | 'price'
export type WorkField = 'name' | 'description' | 'attributes'
export type DraftField = SettingField | WorkField | 'display' | 'count'
export interface DraftError<F> {
  field: F
  message: string
}

const firstProblem = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value, { message: plainWords }).issues?.[0].message ?? null

const selectErrors = <F>(results: [F, string | null][]): DraftError<F>[] =>
  results.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))

/** Returns the typed taxon, or the taxon of the collection. */
export function taxonOf({ place, taxon }: Pick<MintSettings, 'place' | 'taxon'>): string {
  return place === 'number' ? taxon.trim() : place
}

/** Returns the problem of a typed price; null if it is valid or empty. An empty field means no price. */
export const typedPriceProblem = (price: string, currency: SaleCurrency = null): string | null =>
  price.trim() === '' ? null : priceProblem(parseXrp(price.trim()), currency)

/** Currency of an on-demand collection; null if the work is minted immediately. */
export type OnDemandPlace = { currency: SaleCurrency } | null

export function settingErrors(settings: MintSettings, onDemand: OnDemandPlace): DraftError<SettingField>[] {
  const taxon = taxonOf(settings)
  return selectErrors([
    ['taxon', taxon.trim() === '' ? t('Enter a taxon number.') : firstProblem(Taxon, taxon)],
    [
      'royalty',
      settings.royalty.trim() === '' ? t('Enter a royalty.') : firstProblem(RoyaltyPercent, settings.royalty),
    ],
    ['price', onDemand === null ? null : typedPriceProblem(settings.price, onDemand.currency)],
  ])
}

export interface Work {
  name: string
  description: string
  attributes: DraftAttribute[]
  /** Input of an attribute that was not added yet. It counts as an attribute. */
  typed?: DraftAttribute | undefined
}

const trimAttribute = ({ trait_type, value }: DraftAttribute) => ({
  trait_type: trait_type.trim(),
  value: value.trim(),
})

/** Returns the attributes of a work, including the one in the input fields. */
export function attributesOf({ attributes, typed }: Pick<Work, 'attributes' | 'typed'>): DraftAttribute[] {
  const last = typed === undefined ? null : trimAttribute(typed)
  return last === null || (last.trait_type === '' && last.value === '') ? attributes : [...attributes, last]
}

export function workErrors(work: Work): DraftError<WorkField>[] {
  const { entries } = MintMetadata
  return selectErrors([
    ['name', firstProblem(entries.name, work.name)],
    ['description', firstProblem(entries.description, work.description)],
    ['attributes', firstProblem(entries.attributes, attributesOf(work))],
  ])
}

/** Returns the errors of a draft by field, in the contract's wording. */
export function draftErrors(draft: MintDraft, onDemand: OnDemandPlace): DraftError<DraftField>[] {
  const count = Number(draft.count)
  const hasValidCount = !draft.bulk || (/^\d+$/.test(draft.count.trim()) && count >= 1 && count <= maxInBulk)
  const works = workErrors(draft)
  const settings = settingErrors(draft, onDemand)
  return [
    ...selectErrors<DraftField>([
      ['display', draft.display === null ? t('Choose a display picture.') : null],
    ]),
    ...works.filter(({ field }) => field !== 'attributes'),
    ...settings,
    ...works.filter(({ field }) => field === 'attributes'),
    ...selectErrors<DraftField>([
      ['count', hasValidCount ? null : t('Enter a count from 1 to {maxInBulk}.', { maxInBulk })],
    ]),
  ]
}

/** Formats an amount for a form: drops, or an issued currency as JSON. */
function amountField(drops: bigint, currency: SaleCurrency): string {
  const amount = amountOfDrops(drops, currency)
  return typeof amount === 'string' ? amount : JSON.stringify(amount)
}

/** Builds the mint job of a work whose files are uploaded. */
export function jobOf(
  work: Work & { display: KeptFile; attachment: KeptFile | null },
  settings: MintSettings,
  onDemand: OnDemandPlace,
): MintJob {
  const { display, attachment, name, description } = work
  const price = parseXrp(settings.price.trim())
  return {
    title: name.trim(),
    picture: display.kind === 'image' ? display.src : null,
    display,
    demand:
      onDemand === null ? null : price === null ? {} : { amount: amountField(price, onDemand.currency) },
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

/** Returns the work of a job, as `jobOf` was given it. */
export const workOf = ({ fields }: MintJob): Work => JSON.parse(fields.metadata)

/** Returns the settings of a job whose work is minted on demand, as `jobOf` was given them. */
export function settingsOf({ fields, demand }: MintJob): MintSettings {
  const { taxon, royalty, burnable, onlyXRP } = fields
  const amount = demand?.amount
  const drops =
    amount === undefined ? null : dropsOfAmount(amount.startsWith('{') ? JSON.parse(amount) : amount)
  return {
    ...plainSettings,
    place: taxon,
    royalty,
    burnable: burnable === 'true',
    onlyXRP: onlyXRP === 'true',
    price: drops === null ? '' : readableDecimal(dropsToXrp(drops)),
  }
}

/** Returns why an attribute cannot be added; null if it can. */
export function attributeProblem(attribute: DraftAttribute): string | null {
  return firstProblem(TokenAttribute, attribute)
}
