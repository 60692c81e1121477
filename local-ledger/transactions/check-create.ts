import { type AmountJson, amountFromJson, amountRefusal, isMptAmount } from '#ledger/amounts/amount.ts'
import { editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { createCheck } from '#ledger/entries/checks.ts'
import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import { hasExpired } from '#ledger/entries/nftoken-offers.ts'
import { isFrozen, isFrozenBy } from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { ResultCode } from './results.ts'
import { sequenceValue, type TransactionRules } from './transaction-types.ts'

// Rules of CheckCreate. Source: xrpl.org "CheckCreate", "Checks", "Freezes".

/** Checks whether the currency is frozen: globally, by its issuer for the writer, or by the receiver itself. */
function checkFrozen(view: ReadView, sendMax: AmountJson, from: string, to: string): ResultCode {
  const { asset } = amountFromJson(sendMax)
  if (asset.kind === 'xrp') return 'tesSUCCESS'
  const { issuer } = asset
  const frozen = isFrozen(view, from, asset) || isFrozenBy(view, to, issuer, asset.currency)
  return frozen ? 'tecFROZEN' : 'tesSUCCESS'
}

export const checkCreate: TransactionRules = {
  flags: 0,

  preflight({ Account: from, Destination: to, SendMax: sendMax = '0', Expiration: expiration }) {
    // Multi-purpose tokens require MPTokensV2, which is not active anywhere yet.
    if (isMptAmount(sendMax)) return 'temDISABLED'
    if (from === to) return 'temREDUNDANT'
    return amountRefusal(amountFromJson(sendMax)) ?? (expiration === 0 ? 'temBAD_EXPIRATION' : 'tesSUCCESS')
  },

  preclaim({ fields, view }) {
    const { Account: from, Destination: to = '', SendMax: sendMax = '0' } = fields
    const destination = findAccount(view, to)
    if (destination === undefined) return 'tecNO_DST'
    if (hasFlag(destination, accountFlag.disallowIncomingCheck)) return 'tecNO_PERMISSION'
    const needsTag = hasFlag(destination, accountFlag.requireDestTag)
    if (needsTag && fields.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
    const freezeProblem = checkFrozen(view, sendMax, from, to)
    if (freezeProblem !== 'tesSUCCESS') return freezeProblem
    return hasExpired(view, fields.Expiration) ? 'tecEXPIRED' : 'tesSUCCESS'
  },

  apply({ fields, view, priorBalance }) {
    const { Account: from, Destination: to = '', SendMax: sendMax = '0' } = fields
    if (priorBalance < reserveDrops(editAccount(view, from).OwnerCount + 1)) return 'tecINSUFFICIENT_RESERVE'
    createCheck(view, {
      from,
      to,
      sequence: sequenceValue(fields),
      sendMax,
      sourceTag: fields.SourceTag,
      destinationTag: fields.DestinationTag,
      invoiceId: fields.InvoiceID,
      expiration: fields.Expiration,
    })
    return 'tesSUCCESS'
  },
}
