import type { Browser, Page } from 'playwright-core'
import { Wallet } from 'xrpl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rippleEpochSeconds, tfSetNoRipple } from '#contract/rules/ledger.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { drawable, openShop } from '#tests/support/shop.ts'
import { filled, sendForm, words } from '#tests/worker/creating.ts'
import {
  advanceClock,
  cronUntil,
  ledgerSeconds,
  openForBusiness,
  wealthOf,
  whileLedgersPass,
} from '#tests/worker/helpers.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'
import { expectUsable, field, openStudio, type Studio } from './creator.ts'
import { type Person, phone } from './visits.ts'

/** The issuer of TPR, created first because the world lists its token. */
const issuer: DemoAccount = (() => {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name: 'issuer', role: 'artist', address: classicAddress, seed }
})()
const token = { currency: 'TPR', issuer: issuer.address }

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser, { WALLET_BATCH: 'on', TOKEN_ISSUERS: `TPR=${issuer.address}` })
  const { world } = studio
  await world.ledger.run(await world.fund('bank', 300), {
    TransactionType: 'Payment',
    Destination: issuer.address,
    Amount: '100000000',
  })
  await world.run(issuer, { TransactionType: 'AccountSet', SetFlag: 8 })
  await trust(world.marketplace)
  await openForBusiness(world)
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

const trust = (account: DemoAccount) =>
  studio.world.run(account, {
    TransactionType: 'TrustSet',
    LimitAmount: { ...token, value: '1000000' },
    Flags: tfSetNoRipple,
  })

/** Returns the balance of TPR in hundred-millionths, because the ledger's royalty has more decimals than a price. */
async function tokensOf(address: string): Promise<bigint> {
  const reply = await callRpc(studio.world.ledgerUrl, 'account_lines', {
    account: address,
    peer: issuer.address,
    ledger_index: 'validated',
  })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  const [whole = '0', fraction = ''] = String(lines[0]?.['balance'] ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

/** The people of a drop. The artist shares the revenue with the payee by 60 and 40 %. */
interface Cast {
  artist: Person
  payee: Person
  first: Person
  second: Person
  collectionId: string
  taxon: number
}

/** The gains of artist, payee and marketplace, and what the buyer pays. In drops, or in hundred-millionths of TPR. */
type Gains = [artist: bigint, payee: bigint, marketplace: bigint, buyer: bigint]

/** A royalty of 5 % of 20.000003 XRP is 1 XRP; 18.600003 XRP are shared, and the drop that remains is the artist's. */
const fixedGains: Gains = [12_160_002n, 7_440_001n, 400_000n, -20_000_003n]
/** The ledger's royalty is 1.00000015 TPR. We count 1.000001 and share 18.600002 TPR. */
const tokenGains: Gains = [1_216_000_215n, 744_000_000n, 40_000_085n, -2_000_000_300n]

/** Defines how a kind of drop is put on sale and bought. */
interface Kind {
  /** Puts one work on sale. Returns the path of the page where it is bought. */
  open: (cast: Cast) => Promise<string>
  /** Names of the page's button and of the dialog's. */
  buttons: [buy: RegExp, confirm: string]
  /** Shown to a buyer while the work is reserved for another one; null if there are more works. */
  held: string | null
  bought: RegExp
  over: string
  /** The page's refusal before `admit` lets both buyers buy. */
  refused?: string
  admit?: (cast: Cast) => Promise<void>
  promoCode?: string
  /** Ends the sale after the purchase of the second buyer. */
  end?: (cast: Cast, path: string) => Promise<void>
  gains: Gains
  inTokens?: boolean
}

const share = ({ artist, payee }: Cast) => [
  { account: artist.account.address, perMille: 600 },
  { account: payee.account.address, perMille: 400 },
]

const agree = ({ payee }: Cast, split: string) =>
  studio.world.call('/api/split/agree', { session: payee.session, body: { split } })

/** Returns the ledger's time plus a number of seconds, in ISO 8601. */
const inSeconds = async (seconds: number) =>
  new Date(((await ledgerSeconds(studio.world)) + seconds + rippleEpochSeconds) * 1000).toISOString()

interface EditionTerms {
  prints?: string
  phase?: object
  /** Seconds until the phase ends. */
  endsIn?: number
}

/** Puts an edition on sale and waits until it starts. */
const edition =
  ({ prints, phase = {}, endsIn }: EditionTerms): Kind['open'] =>
  async (cast) => {
    const { world } = studio
    const phases = [
      {
        startsAt: await inSeconds(30),
        endsAt: endsIn === undefined ? null : await inSeconds(endsIn),
        priceDrops: '20000003',
        decline: null,
        perAccount: 0,
        audience: 'everyone',
        holdersOf: null,
        ...phase,
      },
    ]
    const reply = await sendForm(world, 'addEdition', cast.artist.session, {
      ...filled({ metadata: words({ name: 'Tide' }), taxon: String(cast.taxon), royalty: '5' }),
      phases: JSON.stringify(phases),
      payees: JSON.stringify(share(cast)),
      ...(prints === undefined ? {} : { prints }),
      rowKey: crypto.randomUUID(),
    })
    const id = String(asJson(reply.body['data'])['edition'])
    await agree(cast, id)
    await advanceClock(world, 60)
    await world.cron()
    return `/edition/${id}`
  }

/** Shares the revenue of a collection's works. */
async function shareCollection(cast: Cast): Promise<void> {
  const { world } = studio
  const { collectionId, artist } = cast
  await world.call('/api/collection/split', {
    session: artist.session,
    body: { collectionID: collectionId, payees: share(cast) },
  })
  const { body } = await world.call(`/api/collection/info?id=${collectionId}`)
  await agree(cast, String(asJson(body['split'])['_id']))
}

const print = {
  buttons: [/^(Buy|Claim) a print/, 'Continue in your wallet'],
  held: 'If a buyer does not pay, a print becomes available again.',
  bought: /^A print of Tide is yours/,
  over: 'Sold out',
  gains: fixedGains,
} satisfies Partial<Kind>

const work = {
  open: async (cast) => {
    await shareCollection(cast)
    const [item] = await studio.world.rowsOf('demand_items', { collection_id: cast.collectionId })
    return `/nft/${String(item?.['id'])}`
  },
  buttons: [/^Buy Now/, 'Continue in your wallet'],
  held: "Someone is buying this right now. If they don't pay, it becomes available again.",
  bought: /is yours$/,
  over: 'Not listed',
  gains: fixedGains,
} satisfies Kind

const draw = {
  open: async (cast) => {
    await shareCollection(cast)
    await drawable(studio.world, cast.collectionId)
    return `/collection/${cast.collectionId}`
  },
  buttons: [/^Random buy$/, 'Draw'],
  held: 'Every remaining work is reserved. Works that are not paid for within 15 minutes can be drawn again.',
  bought: /^It is yours$/,
  over: 'Everything is sold.',
  gains: fixedGains,
} satisfies Kind

const inTokens = { gains: tokenGains, inTokens: true }
const code = 'high-water-4711'

const kinds: Record<string, Kind> = {
  'a limited edition': { ...print, open: edition({ prints: '1' }) },
  'an open edition that its artist closes': {
    ...print,
    open: edition({}),
    held: null,
    end: async ({ artist }, path) => {
      const { page, close } = await studio.open(artist, path)
      await page.getByRole('button', { name: 'Close the edition' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close the edition' }).click()
      await page.getByText('The artist has closed this edition.').first().waitFor()
      await close()
    },
    over: 'The artist has closed this edition.',
  },
  'an open edition that ends at a time': {
    ...print,
    open: edition({ endsIn: 3000 }),
    held: null,
    end: async () => {
      await advanceClock(studio.world, 3000)
      await studio.world.cron()
    },
    over: 'The sale has ended.',
  },
  'an edition with a falling price': {
    ...print,
    // The hold of the first buyer lasts until the price has fallen once.
    open: edition({
      prints: '1',
      phase: {
        priceDrops: '40000003',
        decline: { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 900 },
      },
    }),
    gains: [18_240_002n, 11_160_001n, 600_000n, -30_000_003n],
  },
  'an edition of free prints': {
    ...print,
    open: edition({ prints: '1', phase: { priceDrops: '0', perAccount: 1 } }),
    gains: [0n, 0n, 0n, 0n],
  },
  'a phase for the whitelist': {
    ...print,
    open: edition({ prints: '1', phase: { audience: 'whitelist' } }),
    refused: "Only accounts on this collection's whitelist can buy from its issuer.",
    admit: async ({ collectionId, first, second }) => {
      for (const { account } of [first, second])
        await studio.world.addToWhitelist(collectionId, account.address, 1)
    },
  },
  'a phase for holders': {
    ...print,
    open: async (cast) => {
      const holdersOf = `${cast.collectionId}-held`
      const { address } = cast.artist.account
      await studio.world.addCollection({ id: holdersOf, issuer: address, taxon: 9, name: holdersOf })
      return edition({ prints: '1', phase: { audience: 'holders', holdersOf } })(cast)
    },
    refused: 'This phase is for holders of another collection.',
    admit: async ({ artist, first, second }) => {
      const { world } = studio
      for (const { account } of [first, second]) {
        const id = await world.mint(artist.account, { taxon: 9 })
        const offer = await world.list(artist.account, id, 0n, { destination: account.address })
        await world.run(account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
        await cronUntil(world, 'held', () => world.hasRow('nfts', { id, owner: account.address }))
      }
    },
  },
  'a phase with a promo code': {
    ...print,
    open: edition({ prints: '1', phase: { audience: 'promo_code' } }),
    refused: 'Invalid promo code',
    admit: ({ collectionId }) =>
      studio.world.setRules(collectionId, {
        promo_code: code,
        promo_digest: promoDigest(collectionId, code),
      }),
    promoCode: code,
  },
  'an edition in a token': { ...print, ...inTokens, open: edition({ prints: '1' }) },
  'a work on demand': work,
  'a work on demand in a token': { ...work, ...inTokens },
  'a random buy': draw,
  'a random buy in a token': { ...draw, ...inTokens },
}

async function person(name: string, { isInSteps, inTokens }: { isInSteps: boolean; inTokens: boolean }) {
  const { world } = studio
  const account = await world.fund(name)
  const session = await world.connect(account)
  if (isInSteps) await world.changeRows('wallets', { account: account.address }, { no_batch_at: new Date() })
  if (inTokens) {
    await trust(account)
    await world.run(issuer, {
      TransactionType: 'Payment',
      Destination: account.address,
      Amount: { ...token, value: '1000' },
    })
  }
  return { account, session }
}

/** Returns the open request in an account's wallet. */
async function requestOf({ account }: Person): Promise<string> {
  const requests = () => studio.world.waitingRequests(account.address)
  await expect.poll(async () => (await requests()).length).toBe(1)
  return String((await requests())[0]?.['uuid'])
}

/** Ends the first buyer's hold without a payment. */
async function lapse(page: Page, { first, collectionId }: Cast): Promise<void> {
  const { world } = studio
  await world.changeRows(
    'sign_requests',
    { account: first.account.address, state: 'created' },
    { state: 'expired', code: 'expired', resolved_at: new Date() },
  )
  await page.getByRole('dialog').getByText('The request was not signed in time.').waitFor()
  await page.keyboard.press('Escape')
  await advanceClock(world, 16 * 60)
  // The page shows a draw as held for 15 minutes of the browser's clock, which stays behind.
  await page.evaluate((account) => localStorage.removeItem(`opx_requests:${account}`), first.account.address)
  // A request that the wallet received expires at a ledger index.
  await whileLedgersPass(
    world,
    cronUntil(
      world,
      'released',
      async () => (await world.openReservations({ collection_id: collectionId })).length === 0,
    ),
  )
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Presses the button of the page, and confirms the purchase in its dialog. */
async function startPurchase(page: Page, { buttons, promoCode }: Kind): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: buttons[0] }).first().click()
  const dialog = page.getByRole('dialog')
  if (promoCode !== undefined) await field(page, 'Promo code').fill(promoCode)
  await dialog.getByRole('button', { name: buttons[1], exact: true }).click()
}

/** Creates the people of a drop and its collection, in which nothing is on sale yet. */
async function castOf(kind: Kind, isInSteps: boolean): Promise<Cast> {
  const { world } = studio
  const { inTokens = false } = kind
  const options = { isInSteps, inTokens }
  const [payee, first, second] = [
    await person('Payee', options),
    await person('First', options),
    await person('Second', options),
  ]
  const shop = await openShop(world, {
    random: kind.bought === draw.bought,
    items: kind.bought === print.bought ? 0 : 1,
    priceDrops: 20_000_003n,
    drawable: false,
    ...(inTokens ? { currency: token } : {}),
  })
  if (inTokens) await trust(shop.artist)
  const artist = { account: shop.artist, session: await world.connect(shop.artist) }
  const { collectionId, taxon } = shop
  return { artist, payee, first, second, collectionId, taxon }
}

type Visit = Awaited<ReturnType<Studio['open']>>
interface Buyers {
  slow: Visit
  quick: Visit
}

/** Lets the first buyer reject once and then not pay, while the second buyer sees that the work is reserved. */
async function loseReservation(kind: Kind, cast: Cast, { slow, quick }: Buyers): Promise<void> {
  await startPurchase(slow.page, kind)
  await studio.world.reject(await requestOf(cast.first))
  await says(slow.page, 'You rejected to sign.')
  await slow.page.keyboard.press('Escape')
  await startPurchase(slow.page, kind)
  await requestOf(cast.first)
  if (kind.held !== null) {
    await quick.page.reload()
    if (kind.bought === print.bought) {
      await says(quick.page, '1 print is reserved for a buyer')
      await startPurchase(quick.page, kind)
    }
    await says(quick.page, kind.held)
    await expectUsable(quick.page)
  }
  await lapse(slow.page, cast)
}

/** Lets the second buyer buy, ends the sale, and expects that nobody can buy any more. */
async function buyAndEnd(kind: Kind, cast: Cast, { slow, quick, path }: Buyers & { path: string }) {
  await quick.page.reload()
  await startPurchase(quick.page, kind)
  await studio.world.sign(await requestOf(cast.second), cast.second.account)
  await quick.page.getByRole('dialog').getByRole('heading', { name: kind.bought }).waitFor()
  await expectUsable(quick.page)
  await kind.end?.(cast, path)
  await quick.page.keyboard.press('Escape')
  await slow.page.goto(new URL(path, slow.page.url()).href)
  for (const { page } of [slow, quick]) {
    await says(page, kind.over)
    expect(await page.getByRole('main').getByRole('button', { name: kind.buttons[0] }).count()).toBe(0)
  }
  await quick.close()
  await slow.close()
}

describe.each([
  ['in two steps', true],
  ['with one signature', false],
] as const)('%s', (_how, isInSteps) => {
  test.each(Object.entries(kinds))(
    '%s is rejected, lapses, is bought by the next buyer and is over, and everyone is paid to the drop',
    async (_name, kind) => {
      const { world } = studio
      const cast = await castOf(kind, isInSteps)
      const { artist, payee, first, second, collectionId } = cast
      const path = await kind.open(cast)
      const slow = await studio.open(first, path)
      const quick = await studio.open(second, path, phone)
      if (kind.refused !== undefined) {
        await startPurchase(slow.page, kind)
        await says(slow.page, kind.refused)
        await expectUsable(slow.page)
        await slow.page.keyboard.press('Escape')
        await kind.admit?.(cast)
      }
      const accounts = [artist, payee, { account: world.marketplace }, second].map(
        ({ account }) => account.address,
      )
      const readBalances = () =>
        Promise.all(
          accounts.map((account) => (kind.inTokens === true ? tokensOf(account) : wealthOf(world, account))),
        )
      const before = await readBalances()

      await loseReservation(kind, cast, { slow, quick })
      await buyAndEnd(kind, cast, { slow, quick, path })

      const [sold] = await world.rowsOf('demand_items', { collection_id: collectionId, state: 'sold' })
      expect(await world.ownerOf(String(sold?.['token_id']), [second.account])).toBe(second.account.address)
      await cronUntil(world, 'paid', async () =>
        (await world.payoutsOf(collectionId)).every(({ state }) => state === 'paid'),
      )
      const after = await readBalances()
      expect(after.map((balance, place) => balance - (before[place] ?? 0n))).toEqual(kind.gains)
      const parts = await world.rowsOf('presigned_parts', { account: second.account.address, state: 'used' })
      expect(parts.length > 0).toBe(!isInSteps && kind.bought !== draw.bought)
    },
  )
})
