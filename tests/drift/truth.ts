import { encodeAccountID } from 'xrpl'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import { lsfDisallowIncomingNFTokenOffer, nftokenFlags } from '#contract/rules/ledger.ts'
import { marked, type TrueMove } from './true-marks.ts'
import { issuedProblem, readLines, type TrueLines } from './true-lines.ts'
import { jsonList, readAll } from './read-all.ts'

// Reads the true state using only the ledger's RPC, and applies the published rules. Imports only ledger constants from
// worker/.

export interface TrueOffer {
  id: string
  nftId: string
  owner: string
  isSell: boolean
  amount: unknown
  destination: string | null
  expiration: number | null
  problem: string | null
}

export interface TrueCheck {
  id: string
  from: string
  to: string
  sendMax: unknown
}

export interface Truth {
  closeTime: number
  /** Owner and URI of every token, by id. */
  tokens: Map<string, { owner: string; uri: string | null }>
  offers: Map<string, TrueOffer>
  /** Checks, which the index ignores but operations use. */
  checks: Map<string, TrueCheck>
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const validated = { ledger_index: 'validated' }

interface Funds {
  spendable: bigint
  /** True if the account accepts no NFT offers. */
  refusesOffers: boolean
}

async function fundsOf(
  url: string,
  account: string,
  reserves: { base: bigint; inc: bigint },
): Promise<Funds> {
  const data = asJson(
    (await callRpc(url, 'account_info', { account, ledger_index: 'validated' }))['account_data'],
  )
  const balance = BigInt(String(data['Balance']))
  return {
    spendable: balance - reserves.base - reserves.inc * BigInt(Number(data['OwnerCount'])),
    refusesOffers: (Number(data['Flags']) & lsfDisallowIncomingNFTokenOffer) !== 0,
  }
}

/** Returns tokens and offers of these accounts in the validated ledger. */
export async function readTruth(
  url: string,
  accounts: string[],
  currencyIssuers: string[],
  marketplace: string,
): Promise<Truth> {
  const lines = await readLines(url, accounts, currencyIssuers)
  const state = asJson(asJson((await callRpc(url, 'server_state'))['state'])['validated_ledger'])
  const reserves = { base: BigInt(Number(state['reserve_base'])), inc: BigInt(Number(state['reserve_inc'])) }
  const ledger = asJson((await callRpc(url, 'ledger', { ledger_index: 'validated' }))['ledger'])
  const closeTime = Number(ledger['close_time'])
  const tokens: Truth['tokens'] = new Map()
  const offers: Truth['offers'] = new Map()
  const funds = new Map<string, Funds>()
  const balances = await Promise.all(
    accounts.map(async (account) => ({
      account,
      tokens: await readAll(url, 'account_nfts', { account, ...validated }, 'account_nfts'),
      offers: await readAll(
        url,
        'account_objects',
        { account, ...validated, type: 'nft_offer' },
        'account_objects',
      ),
      checks: await readAll(
        url,
        'account_objects',
        { account, ...validated, type: 'check' },
        'account_objects',
      ),
      funds: await fundsOf(url, account, reserves),
    })),
  )
  for (const one of balances) {
    funds.set(one.account, one.funds)
    for (const token of one.tokens) {
      tokens.set(String(token['NFTokenID']), { owner: one.account, uri: textOrNull(token['URI']) })
    }
  }
  const checks: Truth['checks'] = new Map()
  for (const entry of balances.flatMap((one) => one.checks)) {
    const { index, Account: from, Destination: to, SendMax: sendMax } = entry
    checks.set(String(index), { id: String(index), from: String(from), to: String(to), sendMax })
  }
  for (const one of balances) {
    for (const entry of one.offers) {
      const offer: Omit<TrueOffer, 'problem'> = {
        id: String(entry['index']),
        nftId: String(entry['NFTokenID']),
        owner: String(entry['Owner']),
        isSell: (Number(entry['Flags']) & 1) === 1,
        amount: entry['Amount'],
        destination: textOrNull(entry['Destination']),
        expiration: typeof entry['Expiration'] === 'number' ? entry['Expiration'] : null,
      }
      offers.set(offer.id, {
        ...offer,
        problem: problemOf(offer, tokens.get(offer.nftId)?.owner, { funds, lines, marketplace }, closeTime),
      })
    }
  }
  return { closeTime, tokens, offers, checks }
}

/** Returns why the ledger would refuse to accept the offer now; null if it would not. */
function problemOf(
  offer: Omit<TrueOffer, 'problem'>,
  tokenOwner: string | undefined,
  { funds, lines, marketplace }: { funds: Map<string, Funds>; lines: TrueLines; marketplace: string },
  closeTime: number,
): string | null {
  if (offer.expiration !== null && offer.expiration <= closeTime) return 'expired'
  if (offer.isSell && offer.owner !== tokenOwner) return 'seller_not_owner'
  if (offer.isSell && offer.destination === marketplace) {
    // A sale through the marketplace needs an offer from the buyer.
    if ((Number.parseInt(offer.nftId.slice(0, 4), 16) & nftokenFlags.transferable) === 0)
      return 'not_transferable'
    if (funds.get(offer.owner)?.refusesOffers === true) return 'seller_refuses_offers'
  }
  if (!offer.isSell && offer.owner === tokenOwner) return 'buyer_owns_it'
  if (typeof offer.amount !== 'string') {
    const { currency, issuer, value } = asJson(offer.amount)
    const amount = { currency: String(currency), issuer: String(issuer), value: String(value) }
    const tokenIssuer = encodeAccountID(Buffer.from(offer.nftId.slice(8, 48), 'hex'))
    return issuedProblem({ ...offer, amount, tokenOwner, tokenIssuer }, lines)
  }
  if (offer.isSell) return null
  const spendable = funds.get(offer.owner)?.spendable ?? 0n
  return spendable < BigInt(offer.amount) ? 'buyer_unfunded' : null
}

export interface TrueSale {
  nftId: string
  seller: string
  buyer: string
  drops: bigint
  /** Close time of the ledger, in UTC. */
  day: string
  /** True if the sale looks like a wash trade. */
  isMarked: boolean
}

/** Counts of successful validated transactions: inside a Batch, by a delegate, and about checks. */
export interface Activity {
  inner: number
  delegated: number
  checks: number
}

/** Returns the sales of all ledgers, derived from the token's owner before and after each NFTokenAcceptOffer. */
export async function readSales(
  url: string,
  from: number,
  to: number,
): Promise<{ sales: TrueSale[]; activity: Activity }> {
  const moves: (TrueMove & { day: string })[] = []
  const activity: Activity = { inner: 0, delegated: 0, checks: 0 }
  for (let index = from; index <= to; index += 1) {
    const ledger = asJson(
      (
        await callRpc(url, 'ledger', {
          ledger_index: index,
          transactions: true,
          expand: true,
          api_version: 2,
        })
      )['ledger'],
    )
    // Sorts by position, because servers list transactions by hash.
    const placeOf = (entry: Json) => Number(asJson(entry['meta'])['TransactionIndex'])
    const entries = jsonList(ledger['transactions']).toSorted((a, b) => placeOf(a) - placeOf(b))
    for (const entry of entries) {
      const tx = asJson(entry['tx_json'])
      const meta = asJson(entry['meta'])
      if (meta['TransactionResult'] !== 'tesSUCCESS') continue
      if (meta['ParentBatchID'] !== undefined) activity.inner += 1
      if (tx['Delegate'] !== undefined) activity.delegated += 1
      if (String(tx['TransactionType']).startsWith('Check')) activity.checks += 1
      if (tx['TransactionType'] !== 'NFTokenAcceptOffer') continue
      const offers = jsonList(meta['AffectedNodes'])
        .map((node) => asJson(node['DeletedNode']))
        .filter((node) => node['LedgerEntryType'] === 'NFTokenOffer')
        .map((node) => ({ id: node['LedgerIndex'], fields: asJson(node['FinalFields']) }))
      const sell = offers.find((offer) => offer.id === tx['NFTokenSellOffer'])?.fields
      const buy = offers.find((offer) => offer.id === tx['NFTokenBuyOffer'])?.fields
      const main = buy ?? sell
      if (main === undefined) continue
      const isSale = typeof main['Amount'] === 'string' && main['Amount'] !== '0'
      moves.push({
        nftId: String(main['NFTokenID']),
        seller: String(sell?.['Owner'] ?? tx['Account']),
        buyer: String(buy?.['Owner'] ?? tx['Account']),
        drops: isSale ? BigInt(String(main['Amount'])) : null,
        closeTime: Number(ledger['close_time']),
        day: String(ledger['close_time_iso']).slice(0, 10),
      })
    }
  }
  const left = marked(moves)
  const sales = moves.flatMap((move) =>
    move.drops === null ? [] : [{ ...move, drops: move.drops, isMarked: left.has(move) }],
  )
  return { sales, activity }
}
