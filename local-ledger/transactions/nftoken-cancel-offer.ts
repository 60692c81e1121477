import { NO_TRANSACTION } from '#ledger/entries/entry-types.ts'
import { deleteOffer, hasExpired } from '#ledger/entries/nftoken-offers.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of NFTokenCancelOffer. Source: XLS-20 "NFTokenCancelOffer", xrpl.org "NFTokenCancelOffer".

const MAX_IDS = 500

/**
 * True if the account is the offer's owner or destination, or the offer has expired. Unknown ids count as already
 * deleted.
 */
function mayCancel(view: ReadView, account: string, id: string): boolean {
  const offer = view.get(id)
  if (offer === undefined) return true
  if (offer.LedgerEntryType !== 'NFTokenOffer') return false
  if (hasExpired(view, offer.Expiration)) return true
  return offer.Owner === account || offer.Destination === account
}

export const nftokenCancelOffer: TransactionRules = {
  flags: 0,

  preflight({ NFTokenOffers: ids = [] }) {
    if (ids.length === 0 || ids.length > MAX_IDS) return 'temMALFORMED'
    if (new Set(ids).size !== ids.length) return 'temMALFORMED'
    return ids.includes(NO_TRANSACTION) ? 'temMALFORMED' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const allowed = (fields.NFTokenOffers ?? []).every((id) => mayCancel(view, fields.Account, id))
    return allowed ? 'tesSUCCESS' : 'tecNO_PERMISSION'
  },

  apply({ fields, view }) {
    for (const id of fields.NFTokenOffers ?? []) deleteOffer(view, id)
    return 'tesSUCCESS'
  },
}
