import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './open-pages.ts'

const maxText = 1000
const maxMs = 3000

/** Returns what a user would see: the dialog if one is open, otherwise the page. */
function visibleText(page: Page): Promise<string> {
  const text = page.evaluate(() => {
    const place = document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body
    return place instanceof HTMLElement ? place.innerText : ''
  })
  const result = text.catch((error: unknown) => `(${String(error)})`)
  return Promise.race([result, wait(maxMs, '(The page does not answer.)', { ref: false })])
}

// Prints the open pages of a failed test, because CI machines cannot be inspected.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [page, { problems, unanswered }] of openPages) {
    const text = (await visibleText(page)).replace(/\s*\n\s*/g, ' | ').slice(0, maxText)
    const waits = [...unanswered].map((request) => `unanswered: ${request.method()} ${request.url()}`)
    console.error([`The page ${page.url()} shows:`, text, ...problems, ...waits].join('\n'))
  }
})
