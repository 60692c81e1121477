import type { Executor } from '#db/executor.ts'
import { listUnrevealed, markRevealed } from '#db/queries/demand/items.ts'
import { releasePins } from '#db/queries/pin/pins.ts'
import { settleReservations } from '#db/queries/demand/settle-reservations.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import { textToHex } from '#worker/ledger/uri.ts'

const batch = 50

/**
 * Updates every open reservation from the index, sign requests and sales. Reveals hidden items that are now sold: adds
 * their metadata to the index, and releases their files for serving and pinning. Repeating it changes nothing.
 */
export async function settlePurchases(tx: Executor): Promise<void> {
  await settleReservations(tx)
  for (const item of await listUnrevealed(tx, batch)) {
    const { tokenId, issuer, taxon, metadataCid, metadata } = item
    if (tokenId === null) continue
    await releasePins(tx, [...item.files, metadataCid])
    await storeMetadata(tx, { id: tokenId, issuer, taxon, uri: textToHex(`ipfs://${metadataCid}`) }, metadata)
    await markRevealed(tx, item.id)
  }
}
