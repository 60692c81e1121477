import { nftOfferKeylet } from 'local-ledger/entries/keylets.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { type Batch, type InnerTransaction, innerTransactions } from './batch.ts'
import { amountText, inPlainWords } from './plain-words.ts'

/** A transfer from one account to another. An account is null if the fields do not show it. */
interface Movement {
  from: string | null
  to: string | null
  /** Amount in XRP, for totals. */
  drops: bigint | null
  what: string
  full: string
  note: string
}

/** An offer created inside the Batch. */
interface Offer {
  maker: string
  isSell: boolean
  nft: Token
  amount: unknown
}

interface Token {
  text: string
  id: string | null
}

export interface Line {
  what: string
  full: string
  note: string
}

export interface Flow {
  leaves: Line[]
  arrives: Line[]
}

export interface Step {
  account: string
  sentence: string
  json: Json
}

export interface BatchWords {
  mode: string
  flowOf: (account: string) => Flow
  steps: Step[]
}

const modes: [number, string][] = [
  [0x0001_0000, 'Everything changes hands, or nothing does.'],
  [0x0002_0000, 'Only the first step that succeeds happens.'],
  [0x0004_0000, 'The steps happen in order, up to the first one that fails.'],
  [0x0008_0000, 'Each step happens or fails on its own.'],
]

const modeOf = (flags: number) =>
  modes.find(([flag]) => (flags & flag) !== 0)?.[1] ?? 'The mode is missing: the ledger refuses it.'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
const dropsOf = (amount: unknown): bigint | null =>
  typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : null
const tokenOf = (id: string): Token => ({ text: `NFT ${shortenAddress(id)}`, id })

/** Describes the royalty that the ledger deducts from the seller's proceeds for the token's issuer. */
function royaltyNote({ id }: Token, seller: string | null, buyer: string | null): string {
  if (id === null || !/^[0-9A-F]{64}$/i.test(id)) return ''
  const { transferFee, issuer } = identifyToken(id)
  if (transferFee === 0 || issuer === seller || issuer === buyer) return ''
  return `less a royalty of ${transferFee / 1000} %`
}

/** Processes the inner transactions in order, and resolves offers that are created and accepted inside the Batch. */
class Reading {
  readonly movements: Movement[] = []
  readonly steps: Step[] = []
  private readonly offers = new Map<string, Offer>()
  private readonly nameOf: (account: string) => string

  constructor(nameOf: (account: string) => string) {
    this.nameOf = nameOf
  }

  private pay(from: string | null, to: string | null, amount: unknown, note = ''): void {
    const drops = dropsOf(amount)
    if (drops === 0n) return
    this.movements.push({ from, to, drops, what: amountText(amount), full: amountText(amount), note })
  }

  private hand(from: string | null, to: string | null, nft: Token, note = ''): void {
    this.movements.push({ from, to, drops: null, what: nft.text, full: nft.id ?? nft.text, note })
  }

  private remember(tx: InnerTransaction, offer: Offer): void {
    const sequence = numberIn(tx['Sequence']) || numberIn(tx['TicketSequence'])
    this.offers.set(nftOfferKeylet(tx.Account, sequence).key, offer)
  }

  private describeSingle(tx: InnerTransaction): string {
    const destination = textOf(tx['Destination'])
    return destination === '' ? '' : `, only to ${this.nameOf(destination)}`
  }

  private createOffer(tx: InnerTransaction): string {
    const nft = tokenOf(textOf(tx['NFTokenID']))
    const isSell = (numberIn(tx['Flags']) & tfSellNFToken) !== 0
    this.remember(tx, { maker: tx.Account, isSell, nft, amount: tx['Amount'] })
    const amount = amountText(tx['Amount'])
    if (!isSell) return `offers ${amount} for ${nft.text}${this.describeSingle(tx)}`
    return `offers ${nft.text} for ${tx['Amount'] === '0' ? 'nothing' : amount}${this.describeSingle(tx)}`
  }

  private mint(tx: InnerTransaction): string {
    const nft = { text: 'a new NFT', id: null }
    this.hand(null, tx.Account, nft)
    const issuer = textOf(tx['Issuer'])
    const mintText = `mints a new NFT${issuer === '' ? '' : ` of ${this.nameOf(issuer)}`}`
    if (tx['Amount'] === undefined) return mintText
    this.remember(tx, { maker: tx.Account, isSell: true, nft, amount: tx['Amount'] })
    return `${mintText} and offers it for ${amountText(tx['Amount'])}${this.describeSingle(tx)}`
  }

  private match(tx: InnerTransaction, sell: Offer | undefined, buy: Offer | undefined): string {
    const nft = (sell ?? buy)?.nft ?? { text: 'an NFT', id: null }
    const [seller, buyer] = [sell?.maker ?? null, buy?.maker ?? null]
    const fee = dropsOf(tx['NFTokenBrokerFee'])
    const payment = dropsOf(buy?.amount)
    const note = royaltyNote(nft, seller, buyer)
    this.hand(seller, buyer, nft)
    if (buy !== undefined) this.pay(buyer, null, buy.amount)
    // The seller receives the rest of the bid. If the bid was made elsewhere, that is at least the listing price.
    if (seller !== null && payment !== null && fee !== null)
      this.pay(null, seller, (payment - fee).toString(), note)
    else if (sell !== undefined) this.pay(null, seller, sell.amount, note)
    if (tx['NFTokenBrokerFee'] !== undefined) this.pay(null, tx.Account, tx['NFTokenBrokerFee'], 'fee')
    const to =
      buyer === null ? '' : `: ${nft.text} goes to ${this.nameOf(buyer)} for ${amountText(buy?.amount)}`
    const keeps =
      tx['NFTokenBrokerFee'] === undefined ? '' : `, with a fee of ${amountText(tx['NFTokenBrokerFee'])}`
    return `matches two offers${to}${keeps}`
  }

  private accept(tx: InnerTransaction): string {
    const [sellId, buyId] = [textOf(tx['NFTokenSellOffer']), textOf(tx['NFTokenBuyOffer'])]
    const [sell, buy] = [this.offers.get(sellId), this.offers.get(buyId)]
    if (sellId !== '' && buyId !== '') return this.match(tx, sell, buy)
    const offer = sell ?? buy
    const id = sellId === '' ? buyId : sellId
    const [seller, buyer] =
      sellId === '' ? [tx.Account, offer?.maker ?? null] : [offer?.maker ?? null, tx.Account]
    const nft = offer?.nft ?? { text: `the NFT of offer ${shortenAddress(id)}`, id: null }
    this.hand(seller, buyer, nft)
    if (offer === undefined) {
      const price = { drops: null, what: `the price of offer ${shortenAddress(id)}`, full: id, note: '' }
      this.movements.push({ from: buyer, to: seller, ...price })
      return `accepts offer ${shortenAddress(id)}`
    }
    const note = royaltyNote(nft, seller, buyer)
    this.pay(buyer, null, offer.amount)
    this.pay(null, seller, offer.amount, note)
    const maker = this.nameOf(offer.maker)
    const price = offer.amount === '0' ? 'for nothing' : `for ${amountText(offer.amount)}`
    return sellId === ''
      ? `gives ${nft.text} to ${maker} ${price}`
      : `takes ${nft.text} from ${maker} ${price}`
  }

  private act(tx: InnerTransaction): string {
    switch (tx.TransactionType) {
      case 'NFTokenCreateOffer':
        return this.createOffer(tx)
      case 'NFTokenAcceptOffer':
        return this.accept(tx)
      case 'NFTokenMint':
        return this.mint(tx)
      case 'NFTokenBurn': {
        const nft = tokenOf(textOf(tx['NFTokenID']))
        this.hand(textOf(tx['Owner']) || tx.Account, null, nft, 'burned for ever')
        return `burns ${nft.text} for ever`
      }
      case 'NFTokenCancelOffer': {
        const { length } = Array.isArray(tx['NFTokenOffers']) ? tx['NFTokenOffers'] : []
        return length === 1 ? 'cancels an offer' : `cancels ${length} offers`
      }
      case 'Payment': {
        const to = textOf(tx['Destination'])
        this.pay(tx.Account, to, tx['Amount'])
        return `pays ${amountText(tx['Amount'])} to ${this.nameOf(to)}`
      }
      default:
        return `signs: ${inPlainWords(tx).title}`
    }
  }

  read(batch: Batch): void {
    for (const tx of innerTransactions(batch)) {
      this.steps.push({ account: tx.Account, sentence: this.act(tx), json: asJson(tx) })
    }
    this.pay(batch.Account, null, batch['Fee'], 'network fee')
  }
}

/** Formats the movements as lines, with a total if XRP moves more than once. */
function toLines(movements: Movement[]): Line[] {
  const xrp = movements.flatMap(({ drops }) => drops ?? [])
  const sum = amountText(xrp.reduce((total, drops) => total + drops, 0n).toString())
  const listedLines = movements.map(({ what, full, note }) => ({ what, full, note }))
  return xrp.length > 1 ? [...listedLines, { what: sum, full: sum, note: 'in total' }] : listedLines
}

/** Describes a Batch to the user who is requested to sign it: the resulting transfers, and each step. */
export function batchInPlainWords(batch: Batch, nameOf: (account: string) => string): BatchWords {
  const batchReading = new Reading(nameOf)
  batchReading.read(batch)
  const { movements, steps } = batchReading
  return {
    mode: modeOf(batch.Flags),
    steps,
    flowOf: (account) => ({
      leaves: toLines(movements.filter(({ from }) => from === account)),
      arrives: toLines(movements.filter(({ to }) => to === account)),
    }),
  }
}
