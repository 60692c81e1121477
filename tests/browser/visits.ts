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

/** Simulates a return to the tab, which makes the page poll at once, as after a visit to the wallet app. */
async function shows(page: Page, what: Locator) {
  const deadline = Date.now() + 30_000
  for (;;) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    if (await what.isVisible()) return
    if (Date.now() > deadline) throw new Error(`Not in time: ${what}`)
    await page.waitForTimeout(150)
  }
}

/** Opens one browser page per account, which navigates from work to work. */
export function createVisits(browser: Browser, world: TestWorld, works: ReadonlyMap<string, string>) {
  const uuids = new Set<string>()
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

  return {
    at,
    /** Returns the next request in the account's wallet. */
    asked: (who: Person) => waitingRequest(world, who, uuids),
    /** Closes the pages. Throws if one of them has reported an error. */
    leave: async () => {
      for (const watched of pages.values()) await watched.close()
    },
  }
}
