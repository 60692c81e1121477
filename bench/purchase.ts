// `npm run bench:purchase [-- --purchases N]`: signatures, ledgers and time that a purchase takes in two steps and with
// one signature. Exit code 1 if one signature does not save a ledger.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '#local/lib/ports.ts'
import { asJson } from '#local/lib/rpc.ts'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { askAndRetry, runUntil, sign, statusOf, uploadPicture } from '#tests/crash/drive.ts'
import { type CrashMarket, openCrashMarket } from '#tests/crash/market.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { OperationName } from '#contract/operations.ts'

const { values } = parseArgs({ options: { purchases: { type: 'string', default: '10' } } })
const purchases = Number(values.purchases)
/** Pause between ledgers; a public network takes 3 to 5 s. */
const closeMs = 1000

async function listed(market: CrashMarket): Promise<{ nft: string; offer: string }> {
  const { seller, marketplace } = market.people
  const nft = await market.mint(seller)
  const offer = await market.list(seller, nft, 10_000_000n, { destination: marketplace.address })
  const isIndexed = async () => (await market.query('select 1 from offers where id = $1', [offer])).length > 0
  await runUntil(market, 'listing indexed', [], isIndexed)
  return { nft, offer }
}

interface Cost {
  signatures: number
  /** Number of ledgers from the one with the signed transaction to the one that moves the token, inclusive. */
  ledgers: number
  /** Time from the signature to the reply that reports the purchase, in pauses between ledgers. */
  closes: number
}

/** Makes one purchase. Simulates a browser that polls once a second while ledgers close and the cron runs. */
async function buy(market: CrashMarket): Promise<Cost> {
  const { buyer } = market.people
  const { nft, offer } = await listed(market)
  const [{ before } = {}] = await market.query(
    'select count(*)::int as before from sign_requests where signed_at is not null',
  )
  const uuid = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft, sellOfferIndex: offer })
  const controller = new AbortController()
  const ledgers = (async () => {
    while (!controller.signal.aborted) {
      await wait(closeMs)
      await market.accept()
      await market.ask('/cdn-cgi/local/scheduled')
    }
  })()
  await sign(market, uuid, buyer)
  const signedAt = performance.now()
  const headers = { authorization: `Bearer ${await market.sessionTokenOf(buyer)}` }
  let reply = asJson({})
  while (reply['status'] !== 'success') {
    const answer = await market.ask(`/api/xumm/check/${uuid}`, { headers })
    reply = answer === null ? reply : asJson(await answer.json())
    if (reply['status'] === 'failed') throw new Error(`The purchase failed: ${JSON.stringify(reply)}`)
    await wait(closeMs / 10)
  }
  const closes = (performance.now() - signedAt) / closeMs
  controller.abort()
  await ledgers
  const [request] = await market.query(
    'select ledger_index, (select count(*)::int from sign_requests where signed_at is not null) as after from sign_requests where uuid = $1',
    [uuid],
  )
  const moved = Number(asJson(reply['outcome'])['ledgerIndex'])
  return {
    signatures: Number(request?.['after']) - Number(before),
    ledgers: moved - Number(request?.['ledger_index']) + 1,
    closes,
  }
}

const mean = (costs: Cost[], of: keyof Cost) => costs.reduce((sum, cost) => sum + cost[of], 0) / costs.length

async function measure(market: CrashMarket, batch: boolean): Promise<Cost> {
  await market.useBatch(batch)
  const costs: Cost[] = []
  for (let i = 0; i < purchases; i += 1) costs.push(await buy(market))
  const cost = {
    signatures: mean(costs, 'signatures'),
    ledgers: mean(costs, 'ledgers'),
    closes: mean(costs, 'closes'),
  }
  console.log(
    `${batch ? 'one signature' : 'two steps   '}: ${cost.signatures} signature, ${cost.ledgers.toFixed(1)} ledgers, ${cost.closes.toFixed(2)} closes from the signature to "is yours"`,
  )
  return cost
}

const works = 50

/** Signs a request and waits until it is settled. Counts as one signature. */
async function signed(
  market: CrashMarket,
  operation: OperationName,
  account: DemoAccount,
  body: Record<string, unknown>,
) {
  const uuid = await askAndRetry(market, operation, account, body)
  await sign(market, uuid, account)
  await runUntil(
    market,
    operation,
    [[uuid, account]],
    async () => (await statusOf(market, uuid, account)) !== 'pending',
  )
  const status = await statusOf(market, uuid, account)
  if (status !== 'success') throw new Error(`${operation} ended as ${status}.`)
}

const inGroups = <T>(all: T[], size: number): T[][] =>
  all.length === 0 ? [] : [all.slice(0, size), ...inGroups(all.slice(size), size)]

/** Returns the open listings of the seller with their works. */
async function listings(market: CrashMarket, nfts: string[]): Promise<{ nft: string; offer: string }[]> {
  const rows = await market.query(
    "select nft_id, id from offers where is_sell and state = 'open' and nft_id = any($1)",
    [nfts],
  )
  return rows.map((row) => ({ nft: String(row['nft_id']), offer: String(row['id']) }))
}

/** Counts the signatures for minting 50 works of one picture. */
async function measureMinting(market: CrashMarket): Promise<number> {
  const { seller } = market.people
  const thumbnailCid = await uploadPicture(market, seller)
  const rows = Array.from({ length: works }, (_, n) => ({
    metadata: JSON.stringify({
      name: `Work ${n + 1}`,
      description: 'One of fifty.',
      attributes: [{ trait_type: 'Place', value: String(n + 1) }],
    }),
    taxon: '7',
    royalty: '2.5',
    thumbnailCid,
    rowKey: randomUUID(),
  }))
  const groups = inGroups(rows, 8)
  for (const group of groups) await signed(market, 'mintNfts', seller, { rows: group })
  const [{ minted } = {}] = await market.query(
    "select count(*)::int as minted from nfts where name like 'Work %'",
  )
  if (minted !== works) throw new Error(`${String(minted)} works were minted.`)
  return groups.length
}

/** Counts the signatures for listing and buying 50 works, and for listing and cancelling 50 more. */
async function measureMany(
  market: CrashMarket,
): Promise<{ listed: number; bought: number; cancelled: number }> {
  const { seller, buyer, marketplace } = market.people
  await market.useBatch(true)
  const nfts: string[] = []
  for (let i = 0; i < works * 2; i += 1) nfts.push(await market.mint(seller))
  await runUntil(market, 'works indexed', [], async () => {
    const indexed = await market.query('select 1 from nfts where id = any($1)', [nfts])
    return indexed.length === nfts.length
  })
  const rows = nfts.map((NFTokenID) => ({
    TransactionType: 'NFTokenCreateOffer',
    Account: seller.address,
    NFTokenID,
    Amount: '1000000',
    Destination: marketplace.address,
    Flags: tfSellNFToken,
  }))
  const lists = [...inGroups(rows.slice(0, works), 8), ...inGroups(rows.slice(works), 8)]
  for (const group of lists) await signed(market, 'listManyForSale', seller, { rows: group })
  const carts = inGroups(await listings(market, nfts.slice(0, works)), 4)
  for (const group of carts) {
    const items = group.map(({ nft, offer }) => ({
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: '1000000',
    }))
    await signed(market, 'buyCart', buyer, { items })
  }
  const left = await listings(market, nfts.slice(works))
  const NFTokenOffers = left.map(({ offer }) => offer)
  await signed(market, 'requestTransaction', seller, {
    txjson: { TransactionType: 'NFTokenCancelOffer', Account: seller.address, NFTokenOffers },
  })
  return { listed: lists.length / 2, bought: carts.length, cancelled: 1 }
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-bench-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
const s3 = await startS3({ port: 0, dir: path.join(dir, 's3') })
try {
  const url = await createDatabase(postgres.url('postgres'), 'bench')
  await applyMigrations(url)
  const market = await openCrashMarket(url, { webhooks: true, s3: { ...localS3, endpoint: s3.endpoint } })
  try {
    const steps = await measure(market, false)
    const whole = await measure(market, true)
    const many = await measureMany(market)
    const minted = await measureMinting(market)
    console.log(
      `${works} works: minted with ${minted} signatures, listed with ${many.listed}, bought with ${many.bought}, cancelled with ${many.cancelled}; one each before`,
    )
    console.log(`${(steps.closes / whole.closes).toFixed(2)} times as fast; target: 1 signature and 1 ledger`)
    if (whole.signatures !== 1 || whole.ledgers !== 1 || steps.closes <= whole.closes) process.exitCode = 1
  } finally {
    await market.close()
  }
} finally {
  await s3.close()
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
