import type { DemandItemRow } from '#db/queries/demand/items.ts'
import type { SplitPayee } from '#contract/schemas/splits.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { OnDemand } from '#contract/schemas/nfts.ts'

/** Returns the sale data of an on-demand item. */
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
    priceDrops: item.currency === null ? (item.priceDrops?.toString() ?? null) : null,
    price: item.priceDrops === null ? null : amountOfDrops(item.priceDrops, item.currency),
    hidden: item.hidden,
    reserved,
    payees,
  }
}
