import { nftHistory } from '#ledger/clio/nft-history.ts'
import { nftInfo, nftsByIssuer } from '#ledger/clio/token-methods.ts'
import {
  accountChannels,
  accountCurrencies,
  accountOffers,
  bookOffers,
  depositAuthorized,
} from './account-assets.ts'
import { accountInfo } from './account-info.ts'
import { accountLines } from './account-lines.ts'
import { accountNfts } from './account-nfts.ts'
import { accountObjects } from './account-objects.ts'
import { accountTx, txHistory } from './tx-history.ts'
import { feature } from './feature.ts'
import { gatewayBalances } from './gateway-balances.ts'
import { getAggregatePrice } from './get-aggregate-price.ts'
import { ledger, ledgerAccept, ledgerClosed, ledgerCurrent } from './ledger.ts'
import { ledgerData } from './ledger-data.ts'
import { ledgerEntry } from './ledger-entry.ts'
import { nftBuyOffers, nftSellOffers } from './nft-offers.ts'
import type { Handler } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'
import { norippleCheck } from './noripple-check.ts'
import { serverDefinitions, fee, ping, random, serverInfo, serverState, version } from './server-info.ts'
import { sign } from './sign-and-submit.ts'
import { simulate } from './simulate.ts'
import { submit } from './submit.ts'
import { submitMultisigned } from './submit-multisigned.ts'
import { transactionEntry, tx } from './tx.ts'

const subscribe: Handler = ({ subscriber, subscriptions, params }) => {
  if (subscriber === undefined) throw rpcError('invalidParams')
  return subscriptions.subscribe(subscriber, params)
}

const unsubscribe: Handler = ({ subscriber, subscriptions, params }) => {
  if (subscriber === undefined) throw rpcError('invalidParams')
  return subscriptions.unsubscribe(subscriber, params)
}

/** Methods of Clio that other servers do not support. */
const clioMethods = new Map<string, Handler>(
  Object.entries({ nft_history: nftHistory, nft_info: nftInfo, nfts_by_issuer: nftsByIssuer }),
)

export const findMethod = (name: string, clio: boolean): Handler | undefined =>
  methods.get(name) ?? (clio ? clioMethods.get(name) : undefined)

/** All API methods that this ledger supports. */
const methods = new Map<string, Handler>(
  Object.entries({
    account_channels: accountChannels,
    account_currencies: accountCurrencies,
    account_info: accountInfo,
    account_lines: accountLines,
    account_nfts: accountNfts,
    account_objects: accountObjects,
    account_offers: accountOffers,
    account_tx: accountTx,
    book_offers: bookOffers,
    deposit_authorized: depositAuthorized,
    feature,
    fee,
    gateway_balances: gatewayBalances,
    get_aggregate_price: getAggregatePrice,
    ledger,
    ledger_accept: ledgerAccept,
    ledger_closed: ledgerClosed,
    ledger_current: ledgerCurrent,
    ledger_data: ledgerData,
    ledger_entry: ledgerEntry,
    nft_buy_offers: nftBuyOffers,
    nft_sell_offers: nftSellOffers,
    noripple_check: norippleCheck,
    ping,
    random,
    server_definitions: serverDefinitions,
    server_info: serverInfo,
    server_state: serverState,
    sign,
    simulate,
    submit,
    submit_multisigned: submitMultisigned,
    subscribe,
    transaction_entry: transactionEntry,
    tx,
    tx_history: txHistory,
    unsubscribe,
    version,
  }),
)
