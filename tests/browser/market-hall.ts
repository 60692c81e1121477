import type { Browser } from 'playwright-core'
import { Wallet } from 'xrpl'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { explorerLink, paint } from './gallery.ts'
import { createVisits, type Person, type Visits } from './visits.ts'

export interface Hall extends Omit<Visits, 'leave'> {
  world: TestWorld
  close: () => Promise<void>
  artist: Person
  seller: Person
  buyer: Person
  /** Issuer of the listed token TPR, with a transfer rate of 0.2 %; every account except the buyer has a trust line. */
  issuer: DemoAccount
  /** Works of the artist (5 % royalty) by name. The seller owns all except the artist's own. */
  works: Map<string, string>
}

export const tpr = (issuer: DemoAccount, value: string) => ({
  currency: 'TPR',
  issuer: issuer.address,
  value,
})

const rippling = 8

async function issueTokens(world: TestWorld, issuer: DemoAccount, holders: DemoAccount[]) {
  await world.run(await world.fund('Bank', 300), {
    TransactionType: 'Payment',
    Destination: issuer.address,
    Amount: '100000000',
  })
  await world.run(issuer, {
    TransactionType: 'AccountSet',
    SetFlag: rippling,
    TransferRate: 1_002_000_000,
  })
  await Promise.all(
    holders.map((account) =>
      world.run(account, { TransactionType: 'TrustSet', LimitAmount: tpr(issuer, '1000000') }),
    ),
  )
}

export async function openHall(
  browser: Browser,
  names: string[],
  own: string[] = [],
  { batch = false } = {},
): Promise<Hall> {
  const { classicAddress, seed = '' } = Wallet.generate()
  const issuer: DemoAccount = { name: 'issuer', role: 'artist', address: classicAddress, seed }
  const world = await createTestWorld({
    runtime: true,
    cronOnTimer: true,
    batch,
    bindings: { LINK_EXPLORER_TRANSACTION: explorerLink, TOKEN_ISSUERS: `TPR=${issuer.address}` },
  })
  const [artistAccount, sellerAccount, buyerAccount] = [
    await world.fund('Mara'),
    await world.fund('Nina'),
    await world.fund('Jonas', 5000),
  ]
  await issueTokens(world, issuer, [artistAccount, sellerAccount, world.marketplace])
  await openForBusiness(world)
  const works = new Map<string, string>()
  const image = `ipfs://${await paint(world, '#274060')}`
  for (const name of [...names, ...own]) {
    const id = await world.mint(artistAccount, {
      taxon: 3,
      transferFee: 5000,
      flags: nftokenFlags.burnable + nftokenFlags.transferable,
      metadata: { name, description: 'A work for sale.', image, attributes: [] },
    })
    works.set(name, id)
    if (own.includes(name)) continue
    const gift = await world.list(artistAccount, id, 0n, { destination: sellerAccount.address })
    await world.run(sellerAccount, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  await world.addCollection({
    id: 'hall',
    issuer: artistAccount.address,
    taxon: 3,
    name: 'The Hall',
    description: 'Works that change hands',
    verified: true,
  })
  await cronUntil(world, 'the works are known', async () => {
    const ready = await world.countRows('nfts', { metadata_state: 'ready', owner: sellerAccount.address })
    const counted = await world.hasRow('collections', { id: 'hall', items_count: works.size })
    return ready === names.length && counted
  })
  const person = async (account: DemoAccount): Promise<Person> => ({
    account,
    session: await world.connect(account),
  })
  const hall = {
    artist: await person(artistAccount),
    seller: await person(sellerAccount),
    buyer: await person(buyerAccount),
  }
  const visits = createVisits(browser, world, works)
  return {
    world,
    ...hall,
    issuer,
    works,
    ...visits,
    close: async () => {
      await visits.leave()
      await world.close()
    },
  }
}
