import { randomUUID } from 'node:crypto'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { askAndRetry, runUntil, sign, statusOf, uploadPicture } from './drive.ts'
import { expectStatus, type Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'

const works = 3

/** The works of the most recently prepared flow. */
let nfts: string[] = []
let offers: string[] = []

async function mintWorks(market: CrashMarket) {
  nfts = []
  offers = []
  for (let n = 0; n < works; n += 1) nfts.push(await market.mint(market.people.seller))
  return { nft: nfts.at(-1) ?? null, offer: null }
}

async function listWorks(market: CrashMarket) {
  await mintWorks(market)
  const { seller, marketplace } = market.people
  for (const nft of nfts)
    offers.push(await market.list(seller, nft, 1_000_000n, { destination: marketplace.address }))
  return { nft: nfts.at(-1) ?? null, offer: offers.at(-1) ?? null }
}

const listing = ({ people: { seller, marketplace } }: CrashMarket, nft: string, drops: number) => ({
  TransactionType: 'NFTokenCreateOffer',
  Account: seller.address,
  NFTokenID: nft,
  Amount: String(drops),
  Destination: marketplace.address,
  Flags: tfSellNFToken,
})

const noRequestOpen = (market: CrashMarket) => async () =>
  !(await market.hasRow('sign_requests', {
    purpose: ['list_many', 'reprice_many', 'mint_many'],
    state: ['created', 'signed'],
  }))

/** Expects exactly one offer for each work, at this price and in the index, and cancels the offers. */
async function expectListed(market: CrashMarket, drops: number) {
  const rows = await market.query(
    "select id, nft_id, amount #>> '{}' as amount from offers where nft_id = any($1) and is_sell and state = 'open'",
    [nfts],
  )
  const listings = new Set(rows.map(({ nft_id: nft }) => nft))
  const right = rows.every(({ amount }) => amount === String(drops))
  if (rows.length !== works || listings.size !== works || !right)
    throw new Error(`The works are listed as ${JSON.stringify(rows)}.`)
  await market.session.run(market.people.seller, {
    TransactionType: 'NFTokenCancelOffer',
    NFTokenOffers: rows.map(({ id }) => String(id)),
  })
}

/** Signs the request as the seller. Expects the flow to end with this status. */
async function signedUntil(market: CrashMarket, what: string, uuid: string, status: 'success' | 'failed') {
  const { seller } = market.people
  await sign(market, uuid, seller)
  await runUntil(market, what, [[uuid, seller]], noRequestOpen(market))
  expectStatus(what, await statusOf(market, uuid, seller), status)
}

const list: Flow = {
  name: 'batch_list',
  batch: true,
  prepare: mintWorks,
  run: async (market) => {
    const { seller } = market.people
    const rows = nfts.map((nft) => listing(market, nft, 5_000_000))
    const uuid = await askAndRetry(market, 'listManyForSale', seller, { rows })
    await signedUntil(market, 'listed', uuid, 'success')
    await expectListed(market, 5_000_000)
    return { owner: seller, moved: {} }
  },
}

const reprice: Flow = {
  name: 'batch_reprice',
  batch: true,
  prepare: listWorks,
  run: async (market) => {
    const { seller } = market.people
    const rows = nfts.map((nft, n) => ({
      txjson: listing(market, nft, 7_000_000),
      replaces: [offers[n] ?? ''],
    }))
    const uuid = await askAndRetry(market, 'changePrices', seller, { rows })
    await signedUntil(market, 'repriced', uuid, 'success')
    await expectListed(market, 7_000_000)
    return { owner: seller, moved: {} }
  },
}

/** The seller signs, but has used the Sequence for another transaction. The works can be listed again at once. */
const superseded: Flow = {
  name: 'batch_list_superseded',
  batch: true,
  prepare: mintWorks,
  run: async (market) => {
    const { seller } = market.people
    const rows = nfts.map((nft) => listing(market, nft, 5_000_000))
    const uuid = await askAndRetry(market, 'listManyForSale', seller, { rows })
    await market.session.run(seller, { TransactionType: 'AccountSet' })
    await signedUntil(market, 'given up', uuid, 'failed')
    const again = await askAndRetry(market, 'listManyForSale', seller, { rows })
    await signedUntil(market, 'listed', again, 'success')
    await expectListed(market, 5_000_000)
    return { owner: seller, moved: {} }
  },
}

let picture: string | null = null
let taxon = 9000

/** Mints several works of one picture with one signature. Expects each once, with its metadata. */
const mint: Flow = {
  name: 'batch_mint',
  batch: true,
  prepare: async (market) => {
    picture ??= await uploadPicture(market, market.people.seller)
    taxon += 1
    return { nft: null, offer: null }
  },
  run: async (market) => {
    const { seller } = market.people
    const rows = Array.from({ length: works }, (_, n) => ({
      metadata: JSON.stringify({
        name: `Print ${n}`,
        description: 'One of several.',
        attributes: [{ trait_type: 'Place', value: String(n) }],
      }),
      taxon: String(taxon),
      royalty: '5',
      thumbnailCid: picture,
      rowKey: randomUUID(),
    }))
    const uuid = await askAndRetry(market, 'mintNfts', seller, { rows })
    await signedUntil(market, 'minted', uuid, 'success')
    const minted = await market.rowsOf('nfts', { issuer: seller.address, taxon })
    const names = minted.map(({ name }) => name).toSorted()
    if (JSON.stringify(names) !== JSON.stringify(['Print 0', 'Print 1', 'Print 2']))
      throw new Error(`Minted: ${JSON.stringify(minted)}`)
    return { owner: seller, nft: String(minted[0]?.['id']), moved: {} }
  },
}

export const bulkFlows: Flow[] = [list, reprice, superseded, mint]
