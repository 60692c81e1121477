import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { runTool } from '#local/lib/run-tool.ts'
import { pseudoLocale } from '#build/messages/catalogue.ts'
import { toPseudoText } from '#build/messages/compile.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

/** The client with accented, longer texts instead of the English ones. */
export interface PseudoClient {
  /** Shows this page in the pseudo-locale from the next visit on. */
  show: (page: Page) => Promise<void>
  remove: () => Promise<void>
}

/** Matches strings of a reply that contain Japanese. No name in the gallery does. */
const japanese = /[^"]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^"]*/gu

/**
 * Shows the worker's replies with marks. The worker has no pseudo-locale, so the page requests Japanese. Texts that are
 * not translated into Japanese stay without marks.
 */
async function showReplies(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !/^\/api\/(live|events)/.test(url.pathname),
    async (route) => {
      const headers = { ...route.request().headers(), 'accept-language': 'ja' }
      const response = await route.fetch({ headers })
      await route.fulfill({ response, body: (await response.text()).replace(japanese, toPseudoText) })
    },
  )
}

const ownFiles = /<(?:script src="\/head\.js"|link rel="(?:stylesheet|preload)")[^>]*>/g

export async function buildPseudoClient(): Promise<PseudoClient> {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-pseudo-'))
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runTool(vite, ['build', '--logLevel', 'error', '--outDir', dir, '--emptyOutDir'], {
    cwd: root,
    env: { NODE_ENV: 'production', OPX_LOCALE: pseudoLocale },
    failure: 'The pseudo-locale could not be built:',
  })
  const html = await readFile(path.join(dir, 'index.html'), 'utf8')
  const files = html.match(ownFiles) ?? []
  const fileOf = (address: string) => path.join(dir, new URL(address).pathname)
  return {
    async show(page) {
      await showReplies(page)
      await page.route(
        (url) => url.pathname.startsWith('/assets/') && existsSync(fileOf(url.href)),
        (route) => route.fulfill({ path: fileOf(route.request().url()) }),
      )
      // Serves the edge's page with its data, but with the files of the other build.
      await page.route(
        (url) => !/^\/(api|assets|media)\//.test(url.pathname),
        async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback()
          const response = await route.fetch()
          const rest = [...files]
          const body = (await response.text()).replace(ownFiles, () => rest.shift() ?? '')
          await route.fulfill({ response, body })
        },
      )
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/**
 * Returns visible texts, including labels and alternative texts, with a word that is not in the catalogue. Words of the
 * catalogue end with a tilde.
 */
export async function plainTexts(page: Page, data: RegExp): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const texts = new Set<string>()
    const attributes = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']
    for (const element of document.querySelectorAll('body *')) {
      // Code is the same in every language.
      if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'CODE'].includes(element.tagName)) continue
      for (const name of attributes) texts.add(element.getAttribute(name) ?? '')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent ?? '')
    }
    return [...texts]
  })
  const isPlain = (text: string) =>
    (text.replace(data, '').match(/\p{L}+~*/gu) ?? []).some((word) => word.length > 1 && !word.endsWith('~'))
  return texts.map((text) => text.trim()).filter(isPlain)
}
