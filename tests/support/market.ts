import { convertStringToHex, getNFTokenID, type TransactionMetadata } from 'xrpl'
import type { LedgerSession } from '#local/lib/ledger-session.ts'
import { createdOffer } from '#local/lib/metadata.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'

export interface MintOptions {
  taxon?: number
  /** The fee in units of 1/100,000. */
  transferFee?: number
  flags?: number
  uri?: string
  /** Metadata to pin. Its address becomes the URI. */
  metadata?: Json
}

export interface OfferOptions {
  destination?: string
  /** Seconds of the Ripple epoch. */
  expiration?: number
}

export interface Market {
  /** Adds bytes to IPFS and returns the CID. */
  pin: (content: string | Uint8Array<ArrayBuffer>) => Promise<string>
  /** Mints with a signed transaction and returns the NFTokenID. */
  mint: (issuer: DemoAccount, options?: MintOptions) => Promise<string>
  /** Creates a sell offer and returns its ledger index. */
  list: (owner: DemoAccount, nftokenID: string, drops: bigint, options?: OfferOptions) => Promise<string>
  /** Creates a buy offer and returns its ledger index. */
  bid: (
    buyer: DemoAccount,
    owner: string,
    nftokenID: string,
    drops: bigint,
    options?: OfferOptions,
  ) => Promise<string>
  /** Returns the account that owns the token on the ledger; null if none of the given accounts does. */
  ownerOf: (nftokenID: string, candidates: DemoAccount[]) => Promise<string | null>
  /** Returns the drops of an account in the validated ledger. */
  balanceOf: (address: string) => Promise<bigint>
}

const transferable = 8
const sellOffer = 1

/** Creates helpers for actions on the ledger without the marketplace, each with a signed transaction. */
export function createMarket(ledger: LedgerSession, ledgerUrl: string, ipfsUrl: string): Market {
  async function pin(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([content]))
    const reply = await fetch(`${ipfsUrl}/api/v0/add?cid-version=1&raw-leaves=true`, {
      method: 'POST',
      body: form,
    })
    return String(asJson(JSON.parse(await reply.text()))['Hash'])
  }

  function offerFields({ destination, expiration }: OfferOptions): Json {
    return {
      ...(destination === undefined ? {} : { Destination: destination }),
      ...(expiration === undefined ? {} : { Expiration: expiration }),
    }
  }

  return {
    pin,
    mint: async (issuer, options = {}) => {
      const { taxon = 0, transferFee, flags = transferable, metadata } = options
      const uri = metadata === undefined ? options.uri : `ipfs://${await pin(JSON.stringify(metadata))}`
      const { meta } = await ledger.run(issuer, {
        TransactionType: 'NFTokenMint',
        NFTokenTaxon: taxon,
        Flags: flags,
        ...(transferFee === undefined ? {} : { TransferFee: transferFee }),
        ...(uri === undefined ? {} : { URI: convertStringToHex(uri) }),
      })
      const id = getNFTokenID(meta as TransactionMetadata & Json)
      if (id === undefined) throw new Error('Nothing was minted.')
      return id
    },
    list: async (owner, nftokenID, drops, options = {}) => {
      const { meta } = await ledger.run(owner, {
        TransactionType: 'NFTokenCreateOffer',
        Flags: sellOffer,
        NFTokenID: nftokenID,
        Amount: drops.toString(),
        ...offerFields(options),
      })
      return createdOffer(meta)
    },
    bid: async (buyer, owner, nftokenID, drops, options = {}) => {
      const { meta } = await ledger.run(buyer, {
        TransactionType: 'NFTokenCreateOffer',
        Owner: owner,
        NFTokenID: nftokenID,
        Amount: drops.toString(),
        ...offerFields(options),
      })
      return createdOffer(meta)
    },
    ownerOf: async (nftokenID, candidates) => {
      for (const { address } of candidates) {
        const tokens = await ledger.tokensOf(address)
        if (tokens.includes(nftokenID)) return address
      }
      return null
    },
    balanceOf: (address) => ledger.balanceOf(address),
  }
}
