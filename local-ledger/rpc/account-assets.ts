import { compareDecimals } from '#ledger/amounts/decimal.ts'
import { negate } from '#ledger/amounts/token-value.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import { depositPreauthKeylet } from '#ledger/entries/keylets.ts'
import { exists } from '#ledger/views/read-view.ts'
import { chooseLedger } from './ledger-selection.ts'
import { linesOf, seenBy } from './owned-lines.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers methods about the assets of an account. Source: xrpl.org "account_currencies", "deposit_authorized",
// "account_offers", "account_channels", "book_offers". This ledger has no order books and no channels, so the last
// three return nothing.

function readAccount({ chain, params }: RpcContext) {
  const { account: address } = params
  if (address === undefined) throw missingField('account')
  if (typeof address !== 'string') throw invalidField('account')
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(address) === null) throw rpcError('actMalformed', undefined, about)
  if (findAccount(view, address) === undefined) throw rpcError('actNotFound')
  return { address, view, about }
}

export const accountCurrencies: Handler = (context) => {
  const { address, view, about } = readAccount(context)
  const lines = linesOf(view, address).map((line) => seenBy(line, address))
  const receive = lines.filter(({ balance, limit }) => compareDecimals(balance, limit) < 0)
  const send = lines.filter(({ balance, peerLimit }) => compareDecimals(negate(balance), peerLimit) < 0)
  const listCurrencies = (list: typeof lines) => [...new Set(list.map(({ currency }) => currency))].sort()
  return { ...about, receive_currencies: listCurrencies(receive), send_currencies: listCurrencies(send) }
}

export const depositAuthorized: Handler = ({ chain, params }) => {
  const { source_account: source, destination_account: destination } = params
  if (source === undefined) throw missingField('source_account')
  if (typeof source !== 'string')
    throw rpcError('invalidParams', "Invalid field 'source_account', not a string.")
  if (findAccountId(source) === null) throw rpcError('actMalformed')
  if (destination === undefined) throw missingField('destination_account')
  if (typeof destination !== 'string') {
    throw rpcError('invalidParams', "Invalid field 'destination_account', not a string.")
  }
  if (findAccountId(destination) === null) throw rpcError('actMalformed')
  const { view, about } = chooseLedger(chain, params)
  if (findAccount(view, source) === undefined) throw rpcError('srcActNotFound', undefined, about)
  const receiver = findAccount(view, destination)
  if (receiver === undefined) throw rpcError('dstActNotFound', undefined, about)
  const isGuarded = hasFlag(receiver, accountFlag.depositAuth) && source !== destination
  const isAuthorised = !isGuarded || exists(view, depositPreauthKeylet(destination, source))
  return {
    ...about,
    deposit_authorized: isAuthorised,
    destination_account: destination,
    source_account: source,
  }
}

export const accountOffers: Handler = (context) => {
  const { address, about } = readAccount(context)
  return { account: address, ...about, offers: [] }
}

export const accountChannels: Handler = (context) => {
  const { address, about } = readAccount(context)
  return { account: address, ...about, channels: [] }
}

export const bookOffers: Handler = ({ chain, params }) => {
  for (const name of ['taker_pays', 'taker_gets']) if (params[name] === undefined) throw missingField(name)
  const { about } = chooseLedger(chain, params)
  return { ...about, offers: [] }
}
