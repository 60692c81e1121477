import { isDrops } from '#contract/rules/amounts.ts'
import type { StateAccount, StateOffer, StateToken } from './state-entries.ts'

// Formats rows in the text format of COPY. Source: postgresql.org "COPY", "Text Format".

/** Columns that are written. All other columns use their defaults. */
export const nftColumns =
  'id, issuer, taxon, sequence, flags, transfer_fee, owner, uri, state_ledger, state_position, metadata_state'
export const offerColumns =
  'id, nft_id, owner, is_sell, amount, amount_drops, destination, expiration, state, created_ledger'
export const accountColumns = 'account, balance_drops, owner_count'

/** A position after every transaction of the ledger. */
const lastPosition = 2_147_483_647

/** Escapes a text for COPY. Only amounts in issued currencies may contain characters that COPY would interpret. */
const escapeText = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')

/** Formats the row of a token. Its metadata becomes due when a page needs it; see `listMetadataDue`. */
export const nftLine = (token: StateToken, ledgerIndex: number): string =>
  `${token.id}\t${token.issuer}\t${token.taxon}\t${token.sequence}\t${token.flags}\t${token.transferFee}\t${token.owner}\t${token.uri ?? '\\N'}\t${ledgerIndex}\t${lastPosition}\t${token.uri === null ? 'none' : 'pending'}\n`

export function offerLine(offer: StateOffer): string {
  const { amount } = offer
  const [json, drops] = isDrops(amount)
    ? [`"${amount}"`, amount]
    : [escapeText(JSON.stringify(amount)), '\\N']
  return `${offer.id}\t${offer.nftId}\t${offer.owner}\t${offer.isSell ? 't' : 'f'}\t${json}\t${drops}\t${offer.destination ?? '\\N'}\t${offer.expiration ?? '\\N'}\topen\t${offer.createdLedger}\n`
}

export const accountLine = ({ account, balanceDrops, ownerCount }: StateAccount): string =>
  `${account}\t${balanceDrops}\t${ownerCount}\n`
