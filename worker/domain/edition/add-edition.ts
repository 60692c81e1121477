import { createHash } from 'node:crypto'
import { sentence, t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { maxOpenEditions, type PhaseError, phaseErrors, phaseOf } from '#contract/rules/editions.ts'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { AddEditionForm, EditionPhase } from '#contract/schemas/editions.ts'
import { mintFlagsOf, transferFeeOf } from '#contract/schemas/minting.ts'
import { findSellingRules } from '#db/queries/demand/selling-rules.ts'
import { findEdition, insertEdition, queryCollectionIds } from '#db/queries/edition/editions.ts'
import { listMedia, useMedia } from '#db/queries/media/files.ts'
import { releasePins } from '#db/queries/pin/pins.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { checkFlags } from '#worker/domain/demand/sale-price.ts'
import { checkMinter, permissionMissing } from '#worker/domain/demand/check-minter.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { buildToken } from '#worker/domain/mint/build-token.ts'
import { rowKeyOf } from '#worker/domain/mint/row-key.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { checkPayees } from '#worker/domain/split/check-payees.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import { fillPrints } from './fill-prints.ts'

/** Returns the edition's id, which depends only on the artist and the row, so that a retry finds the edition. */
function editionId(account: string, rowKey: string): string {
  const hex = createHash('sha256').update(`opx/edition/${account}/${rowKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the errors of phases for holders of collections that do not exist. */
async function unknownHolders({ db }: Context, phases: EditionPhase[]): Promise<PhaseError[]> {
  const message = t('Choose the collection whose holders can buy.')
  const ids = phases.flatMap(({ holdersOf }) => (holdersOf === null ? [] : [holdersOf]))
  const existingCollections = ids.length === 0 ? [] : await queryCollectionIds(db.http, ids)
  return phases.flatMap(({ audience, holdersOf }, phase) =>
    audience !== 'holders' || holdersOf === null || existingCollections.some(({ id }) => id === holdersOf)
      ? []
      : [{ phase, field: 'holdersOf' as const, message }],
  )
}

/** Throws Refusal('validation_failed') with the errors of the phases, field by field. */
export async function checkPhases(
  context: Context,
  phases: EditionPhase[],
  currency: SaleCurrency,
): Promise<void> {
  const asOf = await readLedgerNow(context)
  const errors = [
    ...phaseErrors(phases.map(phaseOf), asOf.getTime(), currency),
    ...(await unknownHolders(context, phases)),
  ]
  const [first] = errors
  if (first !== undefined)
    throw new Refusal('validation_failed', first.message, {
      errors: errors.map(({ phase, field, message }) => ({ path: `phases.${phase}.${field}`, message })),
    })
}

export const phaseRow = (phase: EditionPhase) => {
  const { decline } = phase
  return {
    startsAt: new Date(phase.startsAt),
    endsAt: phase.endsAt === null ? null : new Date(phase.endsAt),
    priceDrops: BigInt(phase.priceDrops),
    lowestDrops: decline === null ? null : BigInt(decline.lowestDrops),
    stepDrops: decline === null ? null : BigInt(decline.stepDrops),
    stepSeconds: decline?.stepSeconds ?? null,
    perAccount: phase.perAccount,
    audience: phase.audience,
    holdersOf: phase.audience === 'holders' ? phase.holdersOf : null,
  }
}

/** Returns the artist's own collection, if editions can be sold in it. */
async function editionCollection({ db }: Context, account: string, taxon: number) {
  const collection = await findSellingRules(db.http, account, taxon)
  if (collection === null)
    throw new Refusal('not_found', sentence('You have no collection with this taxon. Create it first.'))
  if (!collection.onDemandMint || collection.random)
    throw new Refusal(
      'forbidden',
      sentence('Editions are sold in collections that are minted on demand, without random buy.'),
    )
  return collection
}

/**
 * Puts an edition of a work on sale (docs/money.md, 13). Nothing is on the ledger until a print is bought. Returns the
 * edition's id.
 * Throws Refusal: not_found, forbidden, minter_missing, validation_failed, storage_unavailable, edition_limit,
 * collection_busy.
 */
export async function addEdition(
  context: Context,
  actor: Actor,
  form: AddEditionForm,
  callKey: string | null,
): Promise<string> {
  const { db } = context
  const id = editionId(actor.account, rowKeyOf(form, callKey))
  const existingEdition = await findEdition(db.http, id)
  if (existingEdition !== null) return id
  const collection = await editionCollection(context, actor.account, form.taxon)
  await checkPhases(context, form.phases, collection.currency)
  const payees = form.payees ?? []
  checkPayees(context, payees)
  await checkMinter(context, actor.account, permissionMissing)
  const token = await buildToken(context, actor, form, {
    metadata: form.metadata,
    collection: collection.name,
  })
  const media = await listMedia(db.http, mediaCids(token.tokenJson))
  const metadata = readTokenMetadata(token.tokenJson, new Map(media.map((file) => [file.cid, file])))
  if (metadata === null)
    throw new Refusal('validation_failed', sentence('The metadata of this item cannot be read.'))
  const transferFee = transferFeeOf(form.royalty)
  const head = await context.ledger.validatedHead()
  const { burnable, onlyXRP } = form
  const flags = mintFlagsOf({ transferable: true, burnable, onlyXRP }, transferFee, collection.mutableNfts)
  checkFlags(flags, collection.currency)
  const edition = {
    id,
    collectionId: collection.id,
    issuer: actor.account,
    taxon: form.taxon,
    transferFee,
    flags,
    name: token.tokenJson.name,
    tokenJson: token.tokenJson,
    metadata,
    files: token.media,
    prints: form.prints ?? null,
    currency: collection.currency,
    state: 'running' as const,
    createdAt: context.now(),
    closedAt: null,
    createdLedger: head.index,
  }
  const result = await db.transaction(async (tx) => {
    const insertResult = await insertEdition(tx, edition, form.phases.map(phaseRow), payees)
    if (insertResult !== 'inserted') return insertResult
    await useMedia(tx, token.media, context.now())
    await releasePins(tx, token.media)
    return insertResult
  })
  if (result === 'too_many')
    throw new Refusal(
      'edition_limit',
      sentence(
        'A collection can have at most {most} editions that are not closed. Close one before you add another.',
        {
          most: maxOpenEditions,
        },
      ),
    )
  if (result === 'not_on_demand')
    throw new Refusal(
      'collection_busy',
      sentence('The collection was just changed or removed. Please try again.'),
    )
  pinSoon(context)
  await fillPrints(context, edition)
  return id
}
