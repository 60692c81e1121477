import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { audiences, maxPhases, maxPrints } from '#contract/rules/editions.ts'
import { Amount, Currency, Drops } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
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
  // `isoTimestamp` also accepts texts that are not valid times.
  v.check(
    (text) => !Number.isNaN(Date.parse(text)),
    () => t('Enter the time in ISO 8601 format, with its time zone.'),
  ),
)

/**
 * A part of the sale with its own time, price and buyers. Prices are in drops of XRP, or in millionths of the
 * collection's currency.
 */
export const EditionPhase = v.object({
  startsAt: Time,
  /** Null if the last phase has no end. */
  endsAt: v.nullable(Time),
  priceDrops: Drops,
  /** A price that falls by a step after each interval until it reaches the lowest one; null for a fixed price. */
  decline: v.nullable(
    v.object({
      lowestDrops: Drops,
      stepDrops: Drops,
      stepSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31_536_000)),
    }),
  ),
  /** Maximum number of prints that one account may buy in the phase; 0 for no limit. */
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

/** The terms of an edition, without its files. The artist saves them in one network and opens them in another. */
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

/** A form field that contains JSON. */
const createJsonSchema = (fieldName: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        return JSON.parse(dataset.value)
      } catch {
        addIssue({ message: `The ${fieldName} are not valid JSON.` })
        return NEVER
      }
    }),
  )

const PhasesText = v.pipe(createJsonSchema('phases'), Phases)

const PayeesText = v.pipe(createJsonSchema('payees'), Payees)

/** An edition of one work in a collection that is minted on demand. */
export const AddEditionForm = createClaimedSchema({
  ...createFields,
  rowKey: v.optional(RowKey),
  /** The number of prints. Without it, the edition is open until its last phase ends or the artist closes it. */
  prints: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,4}$/, () => t('The number of prints must be a whole number.')),
      v.transform(Number),
      v.maxValue(maxPrints, () => t('An edition can have at most {most} prints.', { most: maxPrints })),
    ),
  ),
  phases: PhasesText,
  /**
   * Payees who share the revenue, as JSON; without it the artist gets everything. All payees must agree before a print is
   * sold.
   */
  payees: v.optional(PayeesText),
  burnable: v.optional(Switch, 'false'),
  onlyXRP: v.optional(Switch, 'false'),
})
export type AddEditionForm = v.InferOutput<typeof AddEditionForm>

export const AddEditionReply = v.object({
  status: v.literal('success'),
  data: v.object({ edition: EditionId }),
})

export const ChangeEditionBody = createClaimedSchema({
  edition: EditionId,
  /** An edition can switch between running and paused; a closed edition stays closed. */
  state: v.optional(v.picklist(['running', 'paused', 'closed'])),
  /** New phases, accepted until the first phase starts. */
  phases: v.optional(Phases),
  /** The number of a closed edition that was not paid for (`unpaidNumber`), to take it off sale for good. */
  leaveOut: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})
export type ChangeEditionBody = v.InferOutput<typeof ChangeEditionBody>

export const BuyPrintBody = createClaimedSchema({
  edition: EditionId,
  /**
   * The price that the buyer saw. A lower price is accepted. A higher price, or a price in another currency, is
   * refused.
   */
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
  /** The currency of the prices, which are in millionths of it; null for XRP. */
  currency: v.nullable(Currency),
  sold: v.number(),
  /** Prints reserved for buyers who have not paid yet. */
  reserved: v.number(),
  /**
   * The lowest free number if a later one is sold, because a buyer reserved it and did not pay; otherwise null. It stays
   * on sale after the end of the sale, at its last terms.
   */
  unpaidNumber: v.nullable(v.number()),
  /** The ledger time at which the artist closed the edition. Its phase and price stay those of this time. */
  closedAt: v.nullable(v.string()),
  state: v.picklist(['running', 'paused', 'closed']),
  /** Empty if the artist gets everything. Nothing is sold until all payees have agreed. */
  payees: v.array(SplitPayee),
  phases: v.array(v.object({ ...EditionPhase.entries, holdersName: v.nullable(v.string()) })),
  announced: v.boolean(),
})
export type Edition = v.InferOutput<typeof Edition>

export const EditionReply = v.object({
  edition: Edition,
  /** The close time of the newest ledger, which determines the start and end of phases. */
  ledgerTime: v.string(),
  xrpPrice: v.nullable(XrpPrice),
  ...peopleField,
})
export type EditionReply = v.InferOutput<typeof EditionReply>

export const EditionsQuery = v.object({
  /** Restricts the list to one collection. */
  collection: v.optional(CollectionId),
})

/**
 * Editions that can be bought now or later, most recently started first. The list of a collection also includes ended
 * editions.
 */
export const EditionsReply = v.object({ editions: v.array(Edition), ledgerTime: v.string(), ...peopleField })
export type EditionsReply = v.InferOutput<typeof EditionsReply>

/** Facts about the sale of an edition, read from the ledger and the files. */
const EditionChecks = v.object({
  /** True if the marketplace may mint for the artist. */
  authorized: v.boolean(),
  /** `arrives` if a payout to the artist can arrive; otherwise what the artist's account needs first. */
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
