import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { audiences, maxPhases, maxPrints } from '#contract/rules/editions.ts'
import { Amount, Currency, Drops } from './amounts.ts'
import { claimed } from './claims.ts'
import { CollectionId } from './lists.ts'
import { createFields, RowKey, Switch } from './minting.ts'
import { NftMetadata } from './nfts.ts'
import { peopleField } from './people.ts'
import { PromoCodeText } from './selling.ts'
import { SalesReport } from './revenue.ts'
import { Payees, SplitPayee } from './splits.ts'
import { XrpPrice } from './prices.ts'

export const EditionId = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.uuid('This is not the id of an edition.'),
)

const Time = v.pipe(
  v.string(),
  v.isoTimestamp(() => t('Enter the time in ISO 8601 format, with its time zone.')),
  // The form of the text is wider than what can be read.
  v.check(
    (text) => !Number.isNaN(Date.parse(text)),
    () => t('Enter the time in ISO 8601 format, with its time zone.'),
  ),
)

/** A part of the sale with its own time, price and buyers. Prices in drops of XRP, or in millionths of the collection's currency. */
export const EditionPhase = v.object({
  startsAt: Time,
  /** Null for a last phase without an end. */
  endsAt: v.nullable(Time),
  priceDrops: Drops,
  /** A price that falls by a step after each interval until it reaches the lowest one; null for a price that stays. */
  decline: v.nullable(
    v.object({
      lowestDrops: Drops,
      stepDrops: Drops,
      stepSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31_536_000)),
    }),
  ),
  /** Prints that one account may buy in it; 0 for any number. */
  perAccount: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxPrints)),
  audience: v.picklist(audiences),
  /** The collection whose holders may buy. */
  holdersOf: v.nullable(CollectionId),
})
export type EditionPhase = v.InferOutput<typeof EditionPhase>

const Phases = v.pipe(
  v.array(EditionPhase),
  v.minLength(1, () => t('An edition needs at least one phase.')),
  v.maxLength(maxPhases, () => t('An edition can have at most {most} phases.', { most: maxPhases })),
)

/** The terms of an edition as its artist saves them in one network, to open them in another: everything but its files. */
export const EditionTerms = v.object({
  name: v.pipe(v.string(), v.maxLength(200)),
  description: v.pipe(v.string(), v.maxLength(10_000)),
  attributes: v.pipe(
    v.array(
      v.object({
        trait_type: v.pipe(v.string(), v.maxLength(200)),
        value: v.pipe(v.string(), v.maxLength(200)),
      }),
    ),
    v.maxLength(100),
  ),
  /** In percent. */
  royalty: v.pipe(v.string(), v.maxLength(10)),
  prints: v.nullable(v.number()),
  phases: Phases,
  payees: Payees,
})
export type EditionTerms = v.InferOutput<typeof EditionTerms>

/** A field of a form that has JSON. */
const json = (what: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        return JSON.parse(dataset.value)
      } catch {
        addIssue({ message: `The ${what} are not valid JSON.` })
        return NEVER
      }
    }),
  )

const PhasesText = v.pipe(json('phases'), Phases)

const PayeesText = v.pipe(json('payees'), Payees)

/** An edition of one work in a collection that is minted on demand. */
export const AddEditionForm = claimed({
  ...createFields,
  rowKey: v.optional(RowKey),
  /** The number of prints; without it the edition is open until its last phase ends or the artist closes it. */
  prints: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,4}$/, () => t('The number of prints must be a whole number.')),
      v.transform(Number),
      v.maxValue(maxPrints, () => t('An edition can have at most {most} prints.', { most: maxPrints })),
    ),
  ),
  phases: PhasesText,
  /** Who shares the revenue, as JSON; without it the artist gets everything. Each must agree before a print is sold. */
  payees: v.optional(PayeesText),
  burnable: v.optional(Switch, 'false'),
  onlyXRP: v.optional(Switch, 'false'),
})
export type AddEditionForm = v.InferOutput<typeof AddEditionForm>

export const AddEditionReply = v.object({
  status: v.literal('success'),
  data: v.object({ edition: EditionId }),
})

export const ChangeEditionBody = claimed({
  edition: EditionId,
  /** Running and paused editions can be changed to each other; a closed one stays closed. */
  state: v.optional(v.picklist(['running', 'paused', 'closed'])),
  /** New phases, as long as the first one has not started. */
  phases: v.optional(Phases),
})
export type ChangeEditionBody = v.InferOutput<typeof ChangeEditionBody>

export const BuyPrintBody = claimed({
  edition: EditionId,
  /** The price that the buyer saw. A lower one is taken, a higher one is refused, and so is one in another currency. */
  expectedAmount: Amount,
  promoCode: v.optional(PromoCodeText),
})
export type BuyPrintBody = v.InferOutput<typeof BuyPrintBody>

export const Edition = v.object({
  _id: EditionId,
  collectionId: CollectionId,
  collectionName: v.string(),
  issuer: v.string(),
  name: v.string(),
  metadata: NftMetadata,
  /** The royalty in units of 1/100,000. */
  transferFee: v.number(),
  /** The number of prints; null if it is open. */
  prints: v.nullable(v.number()),
  /** The currency of its prices, which are in millionths of it; null for XRP. */
  currency: v.nullable(Currency),
  sold: v.number(),
  /** Prints that are reserved for buyers who have not paid yet. */
  reserved: v.number(),
  state: v.picklist(['running', 'paused', 'closed']),
  /** Empty where the artist gets everything. Nothing is sold before all of them have agreed. */
  payees: v.array(SplitPayee),
  phases: v.array(v.object({ ...EditionPhase.entries, holdersName: v.nullable(v.string()) })),
  announced: v.boolean(),
})
export type Edition = v.InferOutput<typeof Edition>

export const EditionReply = v.object({
  edition: Edition,
  /** The close time of the newest ledger: phases start and end by it. */
  ledgerTime: v.string(),
  xrpPrice: v.nullable(XrpPrice),
  ...peopleField,
})
export type EditionReply = v.InferOutput<typeof EditionReply>

export const EditionsQuery = v.object({
  /** Only those of a collection. */
  collection: v.optional(CollectionId),
})

/** Editions that can be bought now or later, those that have begun last first; those of a collection include the ended ones. */
export const EditionsReply = v.object({ editions: v.array(Edition), ledgerTime: v.string(), ...peopleField })
export type EditionsReply = v.InferOutput<typeof EditionsReply>

/** The ledger and the files tell these facts about the sale of an edition. */
const EditionChecks = v.object({
  /** The marketplace may mint for the artist. */
  authorized: v.boolean(),
  /** Whether a payout to the artist can arrive, or what their account needs first. */
  payout: v.picklist(['arrives', 'needs_line', 'needs_tag', 'needs_permission']),
  /** Files of the work that are not pinned yet. */
  unpinned: v.number(),
})
export type EditionChecks = v.InferOutput<typeof EditionChecks>

export const EditionReportReply = v.object({
  ...SalesReport.entries,
  /** Null while the ledger does not answer. */
  checks: v.nullable(EditionChecks),
  ...peopleField,
})
export type EditionReportReply = v.InferOutput<typeof EditionReportReply>
