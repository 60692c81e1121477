import { countPrints, type EditionRow, insertPrints, type PrintRow } from '#db/queries/edition/editions.ts'
import { printNumber, printTrait } from '#contract/rules/editions.ts'
import type { Context } from '#worker/domain/context.ts'
import { printJson } from '#worker/domain/demand/print-json.ts'
import { cidOf } from '#worker/domain/media/cid.ts'

/**
 * Number of free prints prepared for an edition, more than an artist can have reserved at a time
 * (`maxUnsoldPerArtist`).
 */
const freePrintsTarget = 160
/** Prints are added when fewer than this many are free. */
const minDraws = 110

async function printOf(edition: EditionRow, number: number): Promise<PrintRow> {
  const { id: editionId, collectionId, issuer, taxon, transferFee, flags, files, metadata, prints } = edition
  const tokenJson = printJson(edition.tokenJson, { number, prints })
  const document = JSON.stringify(tokenJson)
  const metadataCid = await cidOf(new TextEncoder().encode(document))
  const trait = { trait_type: printTrait, value: printNumber(number, prints) }
  return {
    id: crypto.randomUUID(),
    collectionId,
    issuer,
    taxon,
    transferFee,
    flags,
    name: tokenJson.name,
    metadata: { ...metadata, name: tokenJson.name, attributes: [...metadata.attributes, trait] },
    document,
    metadataCid,
    files,
    hidden: false,
    priceDrops: null,
    state: 'for_sale',
    editionId,
    number,
  }
}

/**
 * Adds the next prints of an edition if few are free. Their metadata is created before the sale, because the token's
 * URI is its CID, and published when the print is sold. Safe to call concurrently: each number is added once.
 */
export async function fillPrints({ db }: Context, edition: EditionRow): Promise<void> {
  const { last, free } = await countPrints(db.http, edition.id)
  const next = Math.min(edition.prints ?? Number.MAX_SAFE_INTEGER, last + freePrintsTarget - free)
  if (edition.state === 'closed' || free >= minDraws || next <= last) return
  const numbers = Array.from({ length: next - last }, (_, index) => last + index + 1)
  const prints = await Promise.all(numbers.map((number) => printOf(edition, number)))
  await db.transaction((tx) => insertPrints(tx, edition.id, prints))
}
