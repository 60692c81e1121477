import { isDrops } from '#worker/contract/amounts.ts'
import type { NftPrice } from '#web/kit/amounts/nft-price.ts'

/** What a buyer must hold of an issued currency, as a decimal; "0" where nothing of it is needed. */
export function needsOf(price: Pick<NftPrice, 'buyerNeeds'> | undefined): string {
  return price === undefined || isDrops(price.buyerNeeds) ? '0' : price.buyerNeeds.value
}
