import type { Chance } from '#tests/drift/chance.ts'
import type { Market } from '#tests/drift/market.ts'
import { submit } from '#tests/drift/submit.ts'
import type { Truth } from '#tests/drift/truth.ts'
import { walletOf } from '#tests/drift/drawn.ts'
import { dateToRippleTime, tfSellNFToken } from '#contract/rules/ledger.ts'

/** Runs one random operation through the marketplace: a listing, a purchase, a bid, its acceptance, an auction. */
export async function broker(market: Market, chance: Chance, truth: Truth): Promise<void> {
  const { cast, ledgerUrl, pool } = market
  const marketplace = cast.marketplace.classicAddress
  const [nftId, token] = chance.pick([...truth.tokens].filter(([, { owner }]) => owner !== marketplace)) ?? []
  const owner = walletOf(cast, token?.owner ?? '')
  const other = chance.pick(cast.people.filter(({ classicAddress }) => classicAddress !== token?.owner))
  if (nftId === undefined || owner === undefined || other === undefined) return
  const sign = async (account: string, path: string, body: unknown) => {
    const { uuid } = await market.ask(account, path, body)
    if (uuid !== null && chance.hits(0.8)) await market.sign(uuid)
  }
  const offer = { TransactionType: 'NFTokenCreateOffer', NFTokenID: nftId, Destination: marketplace } as const
  const amount = String(1_000_000 + chance.int(4_000_000))
  const kind = chance.int(100)
  if (kind < 25) await submit(ledgerUrl, owner, { ...offer, Flags: tfSellNFToken, Amount: amount })
  else if (kind < 65) {
    const { rows } = await pool.query<{ id: string; owner: string }>(
      'select id, owner from nfts where main_offer_id is not null and not burned order by id',
    )
    const listed = chance.pick(rows)
    const buyer = chance.pick(cast.people.filter(({ classicAddress }) => classicAddress !== listed?.owner))
    if (listed !== undefined && buyer !== undefined)
      await sign(buyer.classicAddress, '/api/nft/buy_now', { nftokenID: listed.id })
  } else if (kind < 75)
    await submit(ledgerUrl, other, { ...offer, Owner: owner.classicAddress, Amount: amount })
  else if (kind < 90) {
    const { rows } = await pool.query<{ id: string; nft_id: string; owner: string }>(
      `select o.id, o.nft_id, n.owner from offers o join nfts n on n.id = o.nft_id
       where o.state = 'open' and not o.is_sell and o.destination = $1 and o.problem is null order by o.id`,
      [marketplace],
    )
    const bid = chance.pick(rows)
    if (bid !== undefined && walletOf(cast, bid.owner) !== undefined)
      await sign(bid.owner, '/api/nft/sell_now', { nftokenID: bid.nft_id, buyOfferIndex: bid.id })
  } else
    await sign(owner.classicAddress, '/api/nft/auction/run', {
      txjson: {
        ...offer,
        Flags: tfSellNFToken,
        Amount: amount,
        Expiration: dateToRippleTime(new Date(Date.now() + 30 * 3_600_000)),
      },
    })
}
