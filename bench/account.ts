// `npm run bench:account [-- --tokens 5000 --offers 2000]`: the profile of an account with many holdings, in a real
// browser.
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { demoAccounts, genesisAccount } from '#local/stack/people.ts'
import { startBenchStack } from '#local/stack/bench-stack.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { startLedgerProxy } from '#tests/support/ledger-proxy.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'

const { values } = parseArgs({
  options: { tokens: { type: 'string', default: '5000' }, offers: { type: 'string', default: '2000' } },
})
const tokens = Number(values.tokens)
const offers = Number(values.offers)
/** One series has 1,000 works; each of the others has 50. */
const taxonOf = (index: number) => (index < 1000 ? 1 : 2 + Math.floor(index / 50))

const proxy = await startLedgerProxy()
const bench = await startBenchStack({ bindings: { PUBLIC_READ_SECONDS: '0', LEDGER_URLS: proxy.url } })
const { stack, database } = bench
const [holder] = demoAccounts
if (holder === undefined) throw new Error('The demo has no account to hold the tokens.')

async function fill(account: { address: string; seed: string }) {
  const ledger = await openLedgerSession(stack.urls.ledger)
  await ledger.run(genesisAccount, {
    TransactionType: 'Payment',
    Destination: account.address,
    Amount: '10000000000',
  })
  let frames: string[] = []
  for (let index = 0; index < tokens; index += 1) {
    frames.push(
      await ledger.send(account, {
        TransactionType: 'NFTokenMint',
        NFTokenTaxon: taxonOf(index),
        Flags: nftokenFlags.transferable,
      }),
    )
    if (frames.length === 250 || index === tokens - 1) {
      await ledger.settle(frames)
      frames = []
    }
  }
  await database.query(
    `insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, state, created_ledger)
       select upper(md5('o' || g) || md5('p' || g)), upper(md5('n' || g) || md5('m' || g)), $1, false, to_jsonb((1000000 + g)::text),
         1000000 + g, 'open', g from generate_series(1, $2::int) g`,
    [account.address, offers],
  )
}

const calls = () => [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)

/** Returns the milliseconds between frames while the page is scrolled to its end and back. */
async function scroll(page: Page): Promise<number[]> {
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        let last = performance.now()
        const until = last + 6000
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now < until) requestAnimationFrame(frame)
          else resolve(gaps)
        }
        requestAnimationFrame(frame)
      }),
  )
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, turn < 20 ? 900 : -900)
    await page.waitForTimeout(100)
  }
  return frames
}

function printGaps(label: string, gaps: number[]) {
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  console.log(
    `${label}: frames of ${at(0.5)} ms (median), ${at(0.95)} (95 %), ${sorted.at(-1)?.toFixed(0)} (longest)`,
  )
}

try {
  proxy.target = stack.urls.ledger
  await fill(holder)
  await stack.startWorker()
  const site = stack.urls.worker
  const browser = await launchBrowser()
  const { page, close } = await newPage(browser, { viewport: { width: 1360, height: 900 } })
  page.setDefaultTimeout(60_000)
  const nfts = `${site}/account/${holder.address}/profile/nfts`
  const cards = page.locator('#main').getByRole('button', { name: /NFTs/ })
  // The first visit warms the worker up; only the following ones are measured.
  await page.goto(nfts)
  await cards.first().waitFor()
  proxy.calls.clear()
  const startedAt = performance.now()
  await page.goto(nfts)
  await cards.first().waitFor()
  const first = performance.now() - startedAt
  await page.waitForTimeout(3000)
  console.log(`first cards after ${first.toFixed(0)} ms; the first screen cost ${calls()} ledger calls`)
  while (!(await page.locator('#main').getByText('Here are all').isVisible())) {
    await page.mouse.wheel(0, 2000)
    await page.waitForTimeout(50)
  }
  console.log(`scrolled to the end: all ${tokens} NFTs for ${calls()} ledger calls`)
  await page.evaluate(() => scrollTo(0, 0))
  printGaps('scrolling the series', await scroll(page))
  await page
    .locator('#main')
    .getByRole('button', { name: /1,000 NFTs/ })
    .click()
  await page.getByRole('dialog').getByRole('link').nth(20).waitFor()
  printGaps('scrolling a series of 1,000', await scroll(page))
  await page.keyboard.press('Escape')
  const offered = performance.now()
  await page.goto(`${site}/account/${holder.address}/profile/offers`)
  await page.locator('#main').getByRole('row').nth(20).waitFor()
  console.log(`offers after ${(performance.now() - offered).toFixed(0)} ms`)
  printGaps('scrolling the offers', await scroll(page))
  await close()
  await browser.close()
} finally {
  await bench.stop()
  await proxy.close()
}
