import { dropsPerXrp } from './amounts.ts'

/** Broker fee in basis points: 1 %, and 2 % for mint on demand. */
export const brokerFeeBasisPoints = 100n
export const onDemandFeeBasisPoints = 200n

/** The smallest price or bid: 0.1 XRP. */
export const minimumOfferDrops = dropsPerXrp / 10n

function feeAt(priceDrops: bigint, basisPoints: bigint): bigint {
  if (priceDrops <= 0n) return 0n
  const fee = (priceDrops * basisPoints) / 10_000n
  return fee === 0n ? 1n : fee
}

/** Returns the marketplace's 1 % of a price in drops: rounded down, at least 1 drop if the price is above 0. */
export function brokerFee(priceDrops: bigint): bigint {
  return feeAt(priceDrops, brokerFeeBasisPoints)
}

export function onDemandFee(priceDrops: bigint): bigint {
  return feeAt(priceDrops, onDemandFeeBasisPoints)
}

export interface PriceBreakdown {
  priceDrops: bigint
  feeDrops: bigint
  royaltyDrops: bigint
  sellerDrops: bigint
  buyerDrops: bigint
}

/**
 * Returns the royalty that the ledger takes from a sale, in drops: a share of the amount after the broker fee, rounded
 * to the nearest drop and exact halves to the even one, as a server does (xrpld 3.2.0: 1.5 becomes 2, 0.5 becomes 0).
 * `transferFee` is in 1/100,000. There is no royalty if the issuer is on either side.
 */
export function computeRoyalty(afterFeeDrops: bigint, transferFee: number, issuerTakesPart: boolean): bigint {
  if (issuerTakesPart || transferFee === 0) return 0n
  const share = afterFeeDrops * BigInt(transferFee)
  const whole = share / 100_000n
  const rest = share % 100_000n
  return rest > 50_000n || (rest === 50_000n && whole % 2n === 1n) ? whole + 1n : whole
}

/**
 * Returns the amounts that each side pays and receives when a listing at `priceDrops` is sold through the marketplace.
 */
export function listingBreakdown(
  priceDrops: bigint,
  transferFee: number,
  issuerTakesPart: boolean,
  isBrokered = true,
): PriceBreakdown {
  const feeDrops = isBrokered ? brokerFee(priceDrops) : 0n
  const royaltyDrops = computeRoyalty(priceDrops, transferFee, issuerTakesPart)
  return {
    priceDrops,
    feeDrops,
    royaltyDrops,
    sellerDrops: priceDrops - royaltyDrops,
    buyerDrops: priceDrops + feeDrops,
  }
}

/** Returns the seller's proceeds of a bid: the bid minus the broker fee, before royalty. */
export function bidProceeds(bidDrops: bigint): bigint {
  return bidDrops - brokerFee(bidDrops)
}
