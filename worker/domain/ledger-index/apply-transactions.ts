import type { Executor } from '#db/executor.ts'
import { endAuctions, writeHistory, writeNfts, writeOffers } from '#db/queries/index-writes.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

/**
 * Writes what validated transactions did into the index. Applying a transaction again, or before an earlier one, comes to
 * the same: states carry their place in the ledger, ended offers stay ended, history has one row an event.
 * Returns how many tokens and offers it touched.
 */
export async function applyTransactions(
  tx: Executor,
  entries: ValidatedTransaction[],
  now: Date,
): Promise<number> {
  const changes = indexChanges(entries)
  const tokens = [...changes.nfts.values()]
  const offers = [...changes.offers.values()]
  if (tokens.length > 0) {
    await writeNfts(
      tx,
      tokens.map((token) => ({
        ...token,
        metadataState: token.uri === null || token.burned ? ('none' as const) : ('pending' as const),
        metadataDueAt: token.uri === null || token.burned ? null : now,
      })),
    )
  }
  if (offers.length > 0) {
    await writeOffers(
      tx,
      offers.map((offer) => ({ ...offer, amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null })),
    )
  }
  if (changes.history.length > 0) await writeHistory(tx, changes.history)
  const movedNfts = changes.history
    .filter((event) => event.type === 'sale' || event.type === 'transfer' || event.type === 'burn')
    .map((event) => event.nftId)
  await endAuctions(tx, {
    accepted: offers.filter((offer) => offer.state === 'accepted' && offer.isSell).map((offer) => offer.id),
    cancelled: offers.filter((offer) => offer.state === 'cancelled' && offer.isSell).map((offer) => offer.id),
    movedNfts,
  })
  return tokens.length + offers.length
}
