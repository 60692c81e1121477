import { askAndRetry, runUntil, sign, statusOf } from './drive.ts'
import { expectStatus, type Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'

const price = 10_000_000n
const fee = 100_000n

interface Listed {
  nft: string
  offer: string
}

/** The listings of the most recently prepared flow. The first one is the token in the flow's expected ending. */
let works: Listed[] = []

async function list(market: CrashMarket, direct: boolean): Promise<Listed> {
  const { seller, marketplace } = market.people
  const nft = await market.mint(seller)
  const to = direct ? {} : { destination: marketplace.address }
  return { nft, offer: await market.list(seller, nft, price, to) }
}

/** Lists a work for each entry: `true` for anyone, `false` through the marketplace. The last offer is indexed last. */
const listing =
  (...direct: boolean[]): Flow['prepare'] =>
  async (market) => {
    works = []
    for (const each of direct) works.push(await list(market, each))
    const [first] = works
    if (first === undefined) throw new Error('A cart needs a work.')
    await runUntil(market, 'all listed', [], async () => {
      const ids = works.map(({ offer }) => offer)
      return (await market.countRows('offers', { id: ids })) === works.length
    })
    return first
  }

const askForCart = (market: CrashMarket) =>
  askAndRetry(market, 'buyCart', market.people.buyer, {
    items: works.map(({ nft, offer }) => ({
      nftokenID: nft,
      sellOfferIndex: offer,
      expectedAmount: price.toString(),
    })),
  })

const nothingOpen = (market: CrashMarket) => async () =>
  (
    await market.query(
      `select 1 from sign_requests where purpose = 'buy_cart' and state in ('created', 'signed')
       union all select 1 from presigned_parts where state = 'lent' or (state = 'used' and settled_at is null)`,
    )
  ).length === 0

async function expectOwner(market: CrashMarket, { nft }: Listed, address: string) {
  const owner = await market.ownerOf(nft, Object.values(market.people))
  const row = await market.tokenOf(nft)
  if (owner !== address || row?.['owner'] !== address)
    throw new Error(`A work of the cart is owned by ${owner}; the index says ${String(row?.['owner'])}.`)
}

const bought = (name: string, ...direct: boolean[]): Flow => ({
  name,
  batch: true,
  prepare: listing(...direct),
  run: async (market) => {
    const { buyer } = market.people
    const uuid = await askForCart(market)
    await sign(market, uuid, buyer)
    await runUntil(market, 'cart settled', [[uuid, buyer]], nothingOpen(market))
    expectStatus(name, await statusOf(market, uuid, buyer), 'success')
    for (const work of works) await expectOwner(market, work, buyer.address)
    const fees = fee * BigInt(direct.filter((each) => !each).length)
    const paid = price * BigInt(direct.length)
    return {
      owner: buyer,
      moved: { seller: paid, buyer: -(paid + fees), marketplace: fees },
      told: { seller: works.map(() => 'sold') },
    }
  },
})

/** One of the works is withdrawn after the buyer's request was sent. Nothing is bought. */
const gone: Flow = {
  name: 'batch_cart_gone',
  batch: true,
  prepare: listing(false, false),
  run: async (market) => {
    const { buyer, seller } = market.people
    const uuid = await askForCart(market)
    const withdraw = (offers: string[]) =>
      market.session.run(seller, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: offers })
    await withdraw(works.slice(1).map(({ offer }) => offer))
    await sign(market, uuid, buyer)
    await runUntil(market, 'undone', [[uuid, buyer]], nothingOpen(market))
    expectStatus('batch_cart_gone', await statusOf(market, uuid, buyer), 'failed')
    for (const work of works) await expectOwner(market, work, seller.address)
    await withdraw(works.slice(0, 1).map(({ offer }) => offer))
    return { owner: seller, moved: {} }
  },
}

export const cart = bought('batch_cart', false, true, false)

export const cartFlows: Flow[] = [cart, bought('batch_cart_direct', true, true), gone]
