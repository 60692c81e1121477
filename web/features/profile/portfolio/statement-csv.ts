import { dropsToXrp, isDrops } from '#contract/rules/amounts.ts'
import { dropsToUsd } from '#contract/rules/prices.ts'
import type { StatementKind, StatementRow } from '#contract/schemas/statements.ts'
import { t } from '#web/messages.ts'

export const statementColumns = [
  'date',
  'kind',
  'work',
  'nftoken_id',
  'price',
  'currency',
  'marketplace_fee_xrp',
  'royalty_xrp',
  'network_fee_xrp',
  'change_xrp',
  'balance_xrp',
  'usd_per_xrp',
  'change_usd',
  'counterparty',
  'transaction',
  'ledger',
]

const kinds: Record<StatementKind, string> = {
  bought: t('Bought', { context: 'origin of a work' }),
  sold: t('Sold', { context: 'works' }),
  royalty: t('Royalty'),
  broker_fee: t('Marketplace fee received'),
  minted: t('Minted', { context: 'origin of a work' }),
  burned: t('Burned', { context: 'event' }),
  gift_received: t('Transfer received'),
  gift_sent: t('Transfer sent'),
  offer: t('Offer'),
  payment_in: t('Payment received'),
  payment_out: t('Payment sent'),
  network_fee: t('Network fee'),
  other: t('Other'),
}

const xrp = (drops: string | null) => (drops === null ? '' : dropsToXrp(BigInt(drops)))
/** Formats a change in drops as XRP. `dropsToXrp` accepts no negative amounts. */
const signedXrp = (drops: bigint) => (drops < 0n ? `-${dropsToXrp(-drops)}` : dropsToXrp(drops))

/** Converts a change in drops to US dollars at the price of a day. */
function toDollars(drops: bigint, usd: string): string {
  const text = dropsToUsd(drops < 0n ? -drops : drops, usd)
  return drops < 0n && /[1-9]/.test(text) ? `-${text}` : text
}

/** Returns one line of the file, in the order of `statementColumns`. */
export function statementLine(row: StatementRow): string[] {
  const change = BigInt(row.balanceAfter) - BigInt(row.balanceBefore)
  const { amount } = row
  return [
    row.at,
    kinds[row.kind],
    row.name ?? '',
    row.nftokenID ?? '',
    amount === null ? '' : isDrops(amount) ? xrp(amount) : amount.value,
    amount === null
      ? ''
      : isDrops(amount)
        ? 'XRP'
        : t('{currency} of {issuer}', {
            context: 'statement',
            currency: amount.currency,
            issuer: amount.issuer,
          }),
    xrp(row.marketplaceFee),
    xrp(row.royalty),
    xrp(row.networkFee),
    signedXrp(change),
    // Empty for a transaction that did not change the balance.
    change === 0n ? '' : xrp(row.balanceAfter),
    row.usd ?? '',
    row.usd === null ? '' : toDollars(change, row.usd),
    row.counterparty ?? '',
    row.txid,
    String(row.ledgerIndex),
  ]
}
