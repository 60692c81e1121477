import type { Browser, Locator, Page } from 'playwright-core'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { newPage, type WatchedPage } from '#tests/support/browser.ts'
import type { TestWorld } from '#tests/support/test-world.ts'

export const desktop = { width: 1360, height: 900 }
export const phone = { width: 390, height: 844 }

export interface Person {
  account: DemoAccount
  session: Session
}

export interface Visit {
  page: Page
  dialog: Locator
  /** Clicks an action of the work's page. */
  act: (name: string | RegExp) => Promise<void>
  /** Presses the dialog's last button, and signs the request in the wallet. */
  sign: () => Promise<void>
  reject: () => Promise<void>
  /** Waits for the result's title. */
  result: (title: string) => Promise<void>
  /** Errors of the page with this text are expected. */
  allow: (text: string) => void
}

export type At = (
  who: Person | null,
  work: string,
  act: (visit: Visit) => Promise<void>,
  size?: typeof desktop,
) => Promise<void>

/** Stores the values that a connected session leaves in the browser's storage. */
export async function signedIn(page: Page, { account, session }: Person) {
  const expiry = Date.now() + 3_600_000
  const items = {
    jwt_token: { value: session.token, expiry },
    xumm_wallet_info: {
      value: { account: account.address, user_token: session.userToken, jwt_token: session.token },
      expiry,
    },
  }
  await page.addInitScript((values) => {
    for (const [key, item] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(item))
  }, items)
}

/** Returns the open wallet request of an account. */
async function waitingRequest(world: TestWorld, person: Person, uuids: Set<string>): Promise<string> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const requests = await world.waitingRequests(person.account.address)
    const uuid = requests.map((line) => String(line['uuid'])).findLast((each) => !uuids.has(each))
    if (uuid !== undefined) {
      uuids.add(uuid)
      return uuid
    }
    if (Date.now() > deadline) throw new Error('The wallet was not asked.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const waitForHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Clicks the first button with exactly this name, or one that matches the pattern, in the page's main part. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Simulates a return to the tab, which makes the page poll at once, as after a visit to the wallet app. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function shows(page: Page, what: Locator) {
  const deadline = Date.now() + 30_000
  for (;;) {
    await returnToTab(page)
    if (await what.isVisible()) return
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`)
    await page.waitForTimeout(150)
  }
}

export type Answer = 'sign' | 'reject'

/** Creates helpers that visit the site's pages as an account and answer in its wallet. */
export function createVisits(browser: Browser, world: TestWorld, works: ReadonlyMap<string, string>) {
  const uuids = new Set<string>()
  const single: WatchedPage[] = []
  const pages = new Map<Person | null, WatchedPage>()

  async function pageOf(who: Person | null): Promise<WatchedPage> {
    const earlier = pages.get(who)
    if (earlier !== undefined) return earlier
    const watched = await newPage(browser, { viewport: desktop })
    if (who !== null) await signedIn(watched.page, who)
    pages.set(who, watched)
    return watched
  }

  const at: At = async (who, work, act, size = desktop) => {
    const { page, allow } = await pageOf(who)
    await page.setViewportSize(size)
    await page.goto(`${world.url}/nft/${works.get(work) ?? work}`)
    await page.getByRole('heading', { level: 1, name: work }).waitFor()
    const dialog = page.getByRole('dialog')
    const askWallet = async () => {
      if (who === null) throw new Error('A visitor has no wallet.')
      await dialog.getByRole('button', { name: /wallet$|^Burn$/ }).click()
      return { who, uuid: await waitingRequest(world, who, uuids) }
    }
    await act({
      page,
      dialog,
      allow,
      act: (name) => page.getByRole('main').getByRole('button', { name }).first().click(),
      sign: async () => {
        const { who, uuid } = await askWallet()
        await world.sign(uuid, who.account)
      },
      reject: async () => {
        await world.reject((await askWallet()).uuid)
      },
      result: (title) => shows(page, dialog.getByRole('heading', { name: title })),
    })
  }

  /** Returns the next request in the account's wallet. */
  const nextRequest = (who: Person) => waitingRequest(world, who, uuids)

  /** Signs or rejects the next request in the account's wallet. */
  async function answerRequest(who: Person, how: Answer = 'sign') {
    const uuid = await nextRequest(who)
    if (how === 'sign') await world.sign(uuid, who.account)
    else await world.reject(uuid)
  }

  return {
    /** Opens a work's page in the account's one browser page (null: a visitor's) and runs the callback. */
    at,
    nextRequest,
    answerRequest,
    /** Opens a path in a browser page of its own. The page may report errors with the text `allowedError`. */
    visit: async (who: Person, path: string, size = desktop, allowedError?: string): Promise<Page> => {
      const watched = await newPage(browser, { viewport: size })
      single.push(watched)
      if (allowedError !== undefined) watched.allow(allowedError)
      await signedIn(watched.page, who)
      await watched.page.goto(`${world.url}${path}`)
      return watched.page
    },
    /** Continues in the dialog, answers in the wallet, waits for the result with this title, and closes it. */
    answerDialog: async (page: Page, who: Person, how: Answer, result: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Continue in your wallet' }).click()
      await answerRequest(who, how)
      await returnToTab(page)
      await dialog.getByRole('heading', { name: result }).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
    },
    /** Closes the pages. Throws if one of them has reported an error. */
    leave: async () => {
      for (const watched of [...pages.values(), ...single]) await watched.close()
    },
  }
}

export type Visits = ReturnType<typeof createVisits>
