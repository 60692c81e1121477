import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { DemoAccount } from '#dev/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { newPage } from '#tests/support/browser.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { costsOf, cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { explorerLink, paint } from './gallery.ts'

export const desktop = { width: 1360, height: 900 }
export const phone = { width: 390, height: 844 }

export interface Person {
  account: DemoAccount
  session: Session
}

export interface Visit {
  page: Page
  dialog: Locator
  /** An action of the work's page. */
  act: (name: string | RegExp) => Promise<void>
  /** Presses the dialog's last step, and signs what the wallet is asked. */
  sign: () => Promise<void>
  reject: () => Promise<void>
  /** Waits for the result's title. */
  result: (title: string) => Promise<void>
}

export interface Hall {
  world: TestWorld
  artist: Person
  seller: Person
  buyer: Person
  /** Works of the artist (5 % royalty) that the seller owns, by name. */
  works: Map<string, string>
  /** Opens a work's page as somebody (null: a visitor), acts, and closes it. */
  at: (
    who: Person | null,
    work: string,
    act: (visit: Visit) => Promise<void>,
    size?: typeof desktop,
  ) => Promise<void>
}

const row = ([first]: Record<string, unknown>[]) => first ?? {}

/** What the pages keep of a session, as connecting leaves it. */
export async function signedIn(page: Page, { account, session }: Person) {
  const expiry = Date.now() + 3_600_000
  const items = {
    jwt_token: { value: session.token, expiry },
    xumm_wallet_info: {
      value: { account: account.address, user_token: session.userToken, jwt_token: session.token },
      expiry,
    },
  }
  await page.addInitScript((given) => {
    for (const [key, item] of Object.entries(given)) localStorage.setItem(key, JSON.stringify(item))
  }, items)
}

/** The wallet request of an account that waits. */
export async function waitingRequest(world: TestWorld, person: Person, seen: Set<string>): Promise<string> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const found = await world.query(
      "select uuid from sign_requests where account = $1 and state = 'created' and uuid is not null order by created_at desc",
      [person.account.address],
    )
    const uuid = found.map((line) => String(line['uuid'])).find((each) => !seen.has(each))
    if (uuid !== undefined) {
      seen.add(uuid)
      return uuid
    }
    if (Date.now() > deadline) throw new Error('The wallet was not asked.')
    await new Promise((done) => setTimeout(done, 50))
  }
}

export async function openHall(browser: Browser, names: string[]): Promise<Hall> {
  const world = await createTestWorld({
    cronEveryMs: 400,
    bindings: { LINK_EXPLORER_TRANSACTION: explorerLink },
  })
  const [artistAccount, sellerAccount, buyerAccount] = [
    await world.fund('Mara'),
    await world.fund('Nina'),
    await world.fund('Jonas', 5000),
  ]
  await openForBusiness(world)
  const works = new Map<string, string>()
  const image = `ipfs://${await paint(world, '#274060')}`
  for (const name of names) {
    const id = await world.mint(artistAccount, {
      taxon: 3,
      transferFee: 5000,
      flags: 9,
      metadata: { name, description: 'A work for sale.', image, attributes: [] },
    })
    works.set(name, id)
    const gift = await world.list(artistAccount, id, 0n, { destination: sellerAccount.address })
    await world.run(sellerAccount, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  await world.query(
    "insert into collections (id, issuer, taxon, name, description, verified) values ('hall', $1, 3, 'The Hall', 'Works that change hands', true)",
    [artistAccount.address],
  )
  await cronUntil(world, 'the works are known', async () => {
    const found = row(
      await world.query("select count(*)::int as n from nfts where metadata_state = 'ready' and owner = $1", [
        sellerAccount.address,
      ]),
    )
    return found['n'] === names.length
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
  const seen = new Set<string>()

  const at: Hall['at'] = async (who, work, act, size = desktop) => {
    const watched = await newPage(browser, { viewport: size, reducedMotion: 'reduce' })
    const { page } = watched
    page.setDefaultTimeout(20_000)
    if (who !== null) await signedIn(page, who)
    await page.goto(`${world.url}/nft/${works.get(work) ?? work}`)
    await page.getByRole('heading', { level: 1, name: work }).waitFor()
    const dialog = page.getByRole('dialog')
    const asked = async () => {
      if (who === null) throw new Error('A visitor has no wallet.')
      await dialog.getByRole('button', { name: /wallet$/ }).click()
      return waitingRequest(world, who, seen)
    }
    await act({
      page,
      dialog,
      act: (name) => page.getByRole('main').getByRole('button', { name }).first().click(),
      sign: async () => {
        const uuid = await asked()
        if (who !== null) await world.sign(uuid, who.account)
      },
      reject: async () => {
        await world.reject(await asked())
      },
      result: async (title) => {
        await dialog.getByRole('heading', { name: title }).waitFor()
      },
    })
    await watched.close()
  }
  return { world, ...hall, works, at }
}

/** What each account has, in drops, without what it paid for transactions: only what was bought and sold shows. */
export async function holdings(world: TestWorld, people: Person[]): Promise<bigint[]> {
  return Promise.all(
    people.map(
      async ({ account }) =>
        (await world.balanceOf(account.address)) + (await costsOf(world, account.address)),
    ),
  )
}

/** Runs a sale and checks to the drop who got what; `marketplace` comes last. */
export async function settles(hall: Hall, expected: bigint[], sale: () => Promise<void>): Promise<void> {
  const { world, seller, buyer, artist } = hall
  const broker = { account: world.marketplace, session: seller.session }
  const people = [seller, buyer, artist, broker]
  const before = await holdings(world, people)
  await sale()
  const after = await holdings(world, people)
  expect(after.map((drops, index) => drops - (before[index] ?? 0n))).toEqual(expected)
}
