import type { DemandItemRow } from '#db/queries/demand/items.ts'
import type { SplitPayee } from '#contract/schemas/splits.ts'
import type { OnDemand } from '#contract/schemas/nfts.ts'

/** Selling facts of an on-demand item. */
export function onDemandView({
  item,
  reserved,
  payees,
}: {
  item: DemandItemRow
  reserved: boolean
  payees: SplitPayee[]
}): OnDemand {
  return {
    nftDatabaseID: item.id,
    priceDrops: item.priceDrops?.toString() ?? null,
    hidden: item.hidden,
    reserved,
    payees,
  }
}
