import { asJson, callRpc } from '#local/lib/rpc.ts'
import { lsfGlobalFreeze, lsfRequireAuth } from '#contract/rules/ledger.ts'
import { jsonList } from './read-all.ts'

// Decides whether an offer in an issued currency can be accepted, using only the ledger's RPC.

export interface TrueLine {
  balance: bigint
  frozen: boolean
  deepFrozen: boolean
  authorised: boolean
}

export interface TrueIssuer {
  globalFreeze: boolean
  requireAuth: boolean
  /** The transfer rate, in billionths. */
  transferRate: bigint
}

export interface TrueLines {
  /** Lines by `account issuer currency`. */
  lines: Map<string, TrueLine>
  issuers: Map<string, TrueIssuer>
}

const scale = 30

/** Converts a decimal string to a whole number in units of 10^-30. */
export function exact(value: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(value)
  if (match === null) throw new Error(`Not a number: ${value}`)
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match
  const shift = scale + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign === '-' ? -scaled : scaled
}

export async function readLines(url: string, accounts: string[], issuers: string[]): Promise<TrueLines> {
  const truth: TrueLines = { lines: new Map(), issuers: new Map() }
  if (issuers.length === 0) return truth
  await Promise.all([
    ...accounts.map(async (account) => {
      const reply = await callRpc(url, 'account_lines', { account, ledger_index: 'validated', limit: 400 })
      for (const line of jsonList(reply['lines'])) {
        truth.lines.set(`${account} ${String(line['account'])} ${String(line['currency'])}`, {
          balance: exact(String(line['balance'])),
          frozen: line['freeze_peer'] === true,
          deepFrozen: line['deep_freeze'] === true || line['deep_freeze_peer'] === true,
          authorised: line['peer_authorized'] === true,
        })
      }
    }),
    ...issuers.map(async (account) => {
      const reply = await callRpc(url, 'account_info', { account, ledger_index: 'validated' })
      const data = asJson(reply['account_data'])
      const flags = Number(data['Flags'])
      truth.issuers.set(account, {
        globalFreeze: (flags & lsfGlobalFreeze) !== 0,
        requireAuth: (flags & lsfRequireAuth) !== 0,
        transferRate: BigInt(Number(data['TransferRate'] ?? 1_000_000_000)),
      })
    }),
  ])
  return truth
}

interface IssuedOffer {
  nftId: string
  owner: string
  isSell: boolean
  amount: { currency: string; issuer: string; value: string }
  tokenOwner: string | undefined
  tokenIssuer: string
}

interface Rules {
  globalFreeze: boolean
  requireAuth: boolean
  transferRate: bigint
}

/**
 * Returns the balance that a bidder needs: the price plus the issuer's transfer fee on the parts that go to other
 * accounts.
 */
function neededFor(offer: IssuedOffer, fee: bigint, { transferRate }: Rules): bigint {
  const price = exact(offer.amount.value)
  const hasRoyalty = ![offer.owner, offer.tokenOwner].includes(offer.tokenIssuer)
  const royalty = hasRoyalty ? (price * fee) / 100_000n : 0n
  const withRate = (part: bigint, to: string | undefined) =>
    to === offer.amount.issuer ? part : (part * transferRate) / 1_000_000_000n
  return withRate(price - royalty, offer.tokenOwner) + withRate(royalty, offer.tokenIssuer)
}

/** Returns why the trust line of the offer's owner prevents acceptance; null if it does not. */
function makerProblem(offer: IssuedOffer, fee: bigint, rules: Rules, { lines }: TrueLines): string | null {
  const { currency, issuer } = offer.amount
  const line = lines.get(`${offer.owner} ${issuer} ${currency}`)
  if (line === undefined) return !offer.isSell || rules.requireAuth ? 'no_line' : null
  if (line.deepFrozen) return 'frozen'
  if (!offer.isSell && (rules.globalFreeze || line.frozen)) return 'frozen'
  if (rules.requireAuth && !line.authorised) return 'not_authorised'
  return !offer.isSell && line.balance < neededFor(offer, fee, rules) ? 'buyer_unfunded' : null
}

/** Returns why the ledger would refuse an offer in an issued currency, for any counterparty; null if it would not. */
export function issuedProblem(offer: IssuedOffer, truth: TrueLines): string | null {
  const { currency, issuer } = offer.amount
  const rules = truth.issuers.get(issuer)
  if (rules === undefined) return null
  const fee = BigInt(Number.parseInt(offer.nftId.slice(4, 8), 16))
  const problem = offer.owner === issuer ? null : makerProblem(offer, fee, rules, truth)
  if (problem !== null || fee === 0n || offer.tokenIssuer === issuer) return problem
  const theirs = truth.lines.get(`${offer.tokenIssuer} ${issuer} ${currency}`)
  if (theirs === undefined) return 'royalty_no_line'
  if (theirs.deepFrozen) return 'frozen'
  return rules.requireAuth && !theirs.authorised ? 'not_authorised' : null
}
