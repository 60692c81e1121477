import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { formatValue, negate, parseValue } from '#ledger/amounts/token-value.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { hasFlag } from '#ledger/entries/entry-flags.ts'
import type { RippleState } from '#ledger/entries/entry-types.ts'
import { ownerDirectory } from '#ledger/entries/keylets.ts'
import { isHigh, sideFields, sideFlags } from '#ledger/entries/trust-lines.ts'
import { readOwned } from './owned-entries.ts'
import { chooseLedger } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the method `account_lines`. Source: xrpl.org "account_lines".

const STANDARD_LIMIT = 200

function lineJson(line: RippleState, account: string): JsonObject {
  const peer = line.LowLimit.issuer === account ? line.HighLimit.issuer : line.LowLimit.issuer
  const high = isHigh(account, peer)
  const [ownFields, peerFields] = [sideFields(high), sideFields(!high)]
  const [myFlags, theirFlags] = [sideFlags(high), sideFlags(!high)]
  const balance = parseValue(line.Balance.value)
  const json: JsonObject = {
    account: peer,
    balance: formatValue(high ? negate(balance) : balance),
    currency: line.Balance.currency,
    limit: line[ownFields.limit].value,
    limit_peer: line[peerFields.limit].value,
    quality_in: line[ownFields.qualityIn] ?? 0,
    quality_out: line[ownFields.qualityOut] ?? 0,
  }
  if (hasFlag(line, myFlags.auth)) json.authorized = true
  if (hasFlag(line, theirFlags.auth)) json.peer_authorized = true
  if (hasFlag(line, myFlags.noRipple)) json.no_ripple = true
  if (hasFlag(line, theirFlags.noRipple)) json.no_ripple_peer = true
  if (hasFlag(line, myFlags.freeze)) json.freeze = true
  if (hasFlag(line, theirFlags.freeze)) json.freeze_peer = true
  if (hasFlag(line, myFlags.deepFreeze)) json.deep_freeze = true
  if (hasFlag(line, theirFlags.deepFreeze)) json.deep_freeze_peer = true
  return json
}

/** True if the account's side of a line is in its default state, so that it does not prevent the line's deletion. */
function isDefaultFor(line: RippleState, account: string): boolean {
  const high = line.HighLimit.issuer === account
  return !hasFlag(line, sideFlags(high).reserve)
}

export const accountLines: Handler = ({ chain, params }) => {
  if (params.account === undefined) throw missingField('account')
  if (typeof params.account !== 'string') throw invalidField('account')
  const { account } = params
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(account) === null) throw rpcError('actMalformed', undefined, about)
  if (findAccount(view, account) === undefined) throw rpcError('actNotFound')
  const { peer } = params
  if (peer !== undefined && (typeof peer !== 'string' || findAccountId(peer) === null)) {
    throw rpcError('actMalformed', undefined, about)
  }
  const limit = limitParameter(params, STANDARD_LIMIT)
  const { items, marker } = readOwned(view, ownerDirectory(account), {
    limit,
    marker: params.marker,
    account,
  })
  const lines: JsonObject[] = []
  for (const { entry } of items) {
    if (entry.LedgerEntryType !== 'RippleState') continue
    if (params.ignore_default === true && isDefaultFor(entry, account)) continue
    const json = lineJson(entry, account)
    if (peer === undefined || json.account === peer) lines.push(json)
  }
  return {
    account,
    ...about,
    lines,
    ...(marker === undefined ? {} : { limit, marker }),
  }
}
