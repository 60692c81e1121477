import { createRequire } from 'node:module'
import type * as Keypairs from 'ripple-keypairs'
import { GENESIS_ACCOUNT } from '#ledger/chain/genesis.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { transactionFromFields } from '#ledger/chain/parse-transaction.ts'
import { nftIssuer } from '#ledger/codec/nftoken-id.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { lastPageKey, ownerDirectory, pageKeylet } from '#ledger/entries/keylets.ts'
import { findOffer, isSell } from '#ledger/entries/nftoken-offers.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { read } from '#ledger/views/read-view.ts'

// Generates random but meaningful transactions, each based on objects in the open ledger.

const keypairs: typeof Keypairs = createRequire(import.meta.url)('ripple-keypairs')

export interface Actor {
  address: string
  publicKey: string
  privateKey: string
}

export function makeActors(count: number): Actor[] {
  return Array.from({ length: count }, (_, index) => {
    const entropy = new Uint8Array(16).fill(index + 1)
    const seed = keypairs.generateSeed({ entropy, algorithm: 'ed25519' })
    const { publicKey, privateKey } = keypairs.deriveKeypair(seed)
    return { address: keypairs.deriveAddress(publicKey), publicKey, privateKey }
  })
}

/** Returns a seeded random generator, so that a run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The public key of the genesis account's well-known seed. */
const genesisKey = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'

/** Submits a transaction without verifying its signature. Returns the preliminary result. */
export function submitUnsigned(chain: LedgerChain, fields: TransactionFields): string {
  const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
  return chain.openLedger.submit(transaction, false).outcome.result
}

/** Starts from a fresh genesis and pays large amounts to every second actor, small amounts to the others. */
export function fundActors(chain: LedgerChain, actors: Actor[]) {
  for (const [index, { address }] of actors.entries()) {
    submitUnsigned(chain, {
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: index % 2 === 0 ? '100000000' : '6000000',
      Fee: '10',
      Sequence: index + 1,
      SigningPubKey: genesisKey,
    })
  }
}

type Draft = Partial<TransactionFields> & { TransactionType: string; Account: string }

const CURRENCY = 'USD'
const MAX_OWNED = 60

export class Workload {
  readonly actors: Actor[]
  readonly #chain: LedgerChain
  readonly #random: () => number

  constructor(chain: LedgerChain, actors: Actor[], random: () => number) {
    this.#chain = chain
    this.actors = actors
    this.#random = random
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }

  #integer(below: number): number {
    return Math.floor(this.#random() * below)
  }

  #actor(): Actor {
    const actor = this.#pick(this.actors)
    if (actor === undefined) throw new Error('no actors')
    return actor
  }

  get #view() {
    return this.#chain.openLedger.view
  }

  #tokenOf(address: string): string | undefined {
    const page = read(this.#view, pageKeylet(lastPageKey(address)))
    return this.#pick(page?.NFTokens ?? [])?.NFToken.NFTokenID
  }

  #offerOf(address: string, sell?: boolean): string | undefined {
    const root = read(this.#view, ownerDirectory(address))
    const keys = (root?.Indexes ?? []).filter((key) => {
      const offer = findOffer(this.#view, key)
      return offer !== undefined && (sell === undefined || isSell(offer) === sell)
    })
    return this.#pick(keys)
  }

  #amount() {
    const issuer = this.actors[0]?.address ?? ''
    return this.#random() < 0.75
      ? String(1 + this.#integer(2_000_000))
      : { currency: CURRENCY, issuer, value: String(1 + this.#integer(50)) }
  }

  /** Returns the next transaction, complete except for its signature. */
  next(): TransactionFields {
    const actor = this.#actor()
    const draft = this.#draft(actor.address)
    const sender = this.actors.find(({ address }) => address === draft.Account) ?? actor
    const sequence = findAccount(this.#view, draft.Account)?.Sequence ?? 1
    return { Fee: '10', Sequence: sequence, SigningPubKey: sender.publicKey, ...draft }
  }

  #draft(account: string): Draft {
    const owned = findAccount(this.#view, account)?.OwnerCount ?? 0
    const draw = owned > MAX_OWNED ? 0.72 + this.#random() * 0.16 : this.#random()
    if (draw < 0.2) return this.#mint(account)
    if (draw < 0.35) return this.#sell(account)
    if (draw < 0.47) return this.#bid(account)
    if (draw < 0.62) return this.#accept(account)
    if (draw < 0.72) return this.#broker(account)
    if (draw < 0.8) return this.#burn(account)
    if (draw < 0.88) return this.#cancel(account)
    if (draw < 0.91) return this.#trust(account)
    if (draw < 0.92)
      return { TransactionType: 'TicketCreate', Account: account, TicketCount: 1 + this.#integer(3) }
    if (draw < 0.93) return { TransactionType: 'AccountSet', Account: account, SetFlag: 8 }
    return this.#pay(account)
  }

  #pay(account: string): Draft {
    const { address } = this.#actor()
    return { TransactionType: 'Payment', Account: account, Destination: address, Amount: this.#amount() }
  }

  #mint(account: string): Draft {
    const withOffer = this.#random() < 0.2 ? { Amount: this.#amount() } : {}
    return {
      TransactionType: 'NFTokenMint',
      Account: account,
      NFTokenTaxon: this.#integer(4),
      Flags: 8 | this.#integer(2) | (this.#integer(2) << 4),
      TransferFee: this.#integer(3) * 5000,
      URI: 'AB'.repeat(1 + this.#integer(30)),
      ...withOffer,
    }
  }

  #sell(account: string): Draft {
    const tokenId = this.#tokenOf(account)
    if (tokenId === undefined) return this.#mint(account)
    const base = { TransactionType: 'NFTokenCreateOffer', Account: account, NFTokenID: tokenId, Flags: 1 }
    const expires = this.#random() < 0.2 ? { Expiration: this.#view.parentCloseTime + this.#integer(6) } : {}
    return { ...base, Amount: this.#amount(), ...expires }
  }

  #bid(account: string): Draft {
    const owner = this.#actor().address
    const tokenId = this.#tokenOf(owner)
    if (tokenId === undefined || owner === account) return this.#mint(account)
    const base = { TransactionType: 'NFTokenCreateOffer', Account: account, NFTokenID: tokenId }
    return { ...base, Owner: owner, Amount: this.#amount() }
  }

  #accept(account: string): Draft {
    const offer = this.#offerOf(this.#actor().address)
    if (offer === undefined) return this.#pay(account)
    const base = { TransactionType: 'NFTokenAcceptOffer', Account: account }
    const entry = findOffer(this.#view, offer)
    return entry !== undefined && isSell(entry)
      ? { ...base, NFTokenSellOffer: offer }
      : { ...base, NFTokenBuyOffer: offer }
  }

  #broker(account: string): Draft {
    const buy = this.#offerOf(this.#actor().address, false)
    const token = buy === undefined ? undefined : findOffer(this.#view, buy)?.NFTokenID
    const sells = this.actors.flatMap(({ address }) => {
      const keys = read(this.#view, ownerDirectory(address))?.Indexes ?? []
      return keys.filter((key) => {
        const offer = findOffer(this.#view, key)
        return offer !== undefined && isSell(offer) && offer.NFTokenID === token
      })
    })
    const sell = this.#pick(sells)
    if (buy === undefined || sell === undefined) return this.#accept(account)
    const fee = this.#random() < 0.5 ? { NFTokenBrokerFee: String(1 + this.#integer(1000)) } : {}
    const base = { TransactionType: 'NFTokenAcceptOffer', Account: account }
    return { ...base, NFTokenBuyOffer: buy, NFTokenSellOffer: sell, ...fee }
  }

  #burn(account: string): Draft {
    const owner = this.#random() < 0.8 ? account : this.#actor().address
    const tokenId = this.#tokenOf(owner)
    if (tokenId === undefined) return this.#pay(account)
    const sender = owner === account || this.#random() < 0.5 ? account : nftIssuer(tokenId)
    const base = { TransactionType: 'NFTokenBurn', Account: sender, NFTokenID: tokenId }
    return owner === sender ? base : { ...base, Owner: owner }
  }

  #cancel(account: string): Draft {
    const offer = this.#offerOf(account)
    if (offer === undefined) return this.#burn(account)
    return { TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: [offer] }
  }

  #trust(account: string): Draft {
    const issuer = this.actors[0]?.address ?? ''
    const limit = { currency: CURRENCY, issuer, value: String(this.#integer(3) * 500) }
    return { TransactionType: 'TrustSet', Account: account, LimitAmount: limit }
  }
}
