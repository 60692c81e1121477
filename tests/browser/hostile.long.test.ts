import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { expectContract } from '#tests/support/contract.ts'
import { type HostileFile, hostileFiles } from '#tests/support/hostile-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'

let world: TestWorld
let browser: Browser
let mara: Session

beforeAll(async () => {
  browser = await launchBrowser()
  world = await createTestWorld({ runtime: true, bindings: { RATE_LIMITS: 'off' } })
  mara = await world.connect(await world.fund('Mara'))
})
afterAll(async () => {
  await world?.close()
  await browser?.close()
})

async function send({ bytes, name, type }: HostileFile) {
  const form = new FormData()
  form.append('mediaFile', new Blob([bytes], { type }), name)
  const response = await fetch(`${world.url}/api/ipfs/pinMedia`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mara.token}` },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: asJson(JSON.parse(text)) }
}

/** The accepted files and their types, by media address. */
const typesByPath = new Map<string, string>()
const takenDrawings: string[] = []

describe('hostile and broken files', () => {
  test('are more than two hundred, and no two are the same', () => {
    const different = new Set(hostileFiles.map(({ bytes, name }) => `${bytes.toString('base64')} ${name}`))
    expect(different.size).toBe(hostileFiles.length)
    expect(hostileFiles.length).toBeGreaterThan(200)
  })

  test('are refused with a clear message or accepted as harmless files', async () => {
    const sentences = new Set<string>()
    for (const file of hostileFiles) {
      const reply = await send(file)
      expectContract('pinMedia', reply)
      const { cid, contentType } = asJson(reply.body['data'])
      if (reply.status === 200) {
        typesByPath.set(`/media/ipfs/${String(cid)}`, String(contentType))
        if (/^(drawing|page) \d/.test(file.what)) takenDrawings.push(file.what)
      } else sentences.add(`${reply.status} ${String(reply.body['data'])}`)
      // The reply is never a 5xx and describes only what is wrong with the file.
      expect({ file: file.what, answered: [200, 400].includes(reply.status) }).toEqual({
        file: file.what,
        answered: true,
      })
    }
    const plain = /^400 (The request is not valid\. mediaFile: |This |Choose |Send the request as multipart)/
    expect([...sentences].filter((sentence) => !plain.test(sentence))).toEqual([])
    expect([...new Set(typesByPath.values())].sort()).toEqual([
      'application/pdf',
      'image/gif',
      'image/jpeg',
      'image/png',
      'image/svg+xml',
      'video/mp4',
      'video/webm',
    ])
    expect(world.workerLog.filter((line) => line.includes('request_failed'))).toEqual([])
  })

  test('are never accepted when they are drawings or pages with code', () => {
    expect(takenDrawings).toEqual([])
  })

  test('run no script in Chromium from any media address, even when pinned by others', async () => {
    // A file that our checks refuse can still be on IPFS, referenced by a token that was minted elsewhere.
    const foreign = await Promise.all(
      hostileFiles
        .filter(({ what }) => /^(drawing|page|a GIF|a PDF|a page|a drawing|a packed)/.test(what))
        .map(async ({ bytes }) => `/media/ipfs/${await world.pin(bytes)}`),
    )
    const addresses = [...new Set([...typesByPath.keys(), ...foreign])]
    expect(addresses.length).toBeGreaterThan(80)
    const page = await (await browser.newContext({ acceptDownloads: false })).newPage()
    const executed: string[] = []
    let at = ''
    page.on('console', (message) => {
      // Compares the whole text, because Chromium's messages about blocked scripts may quote it.
      if (message.text() === 'pwned') executed.push(`${at}: ${message.text()}`)
    })
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/pwned') executed.push(`${at}: ${request.url()}`)
    })
    page.on('dialog', (dialog) => {
      executed.push(`${at}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    // Proves that the detection works, with the same message from an ordinary page.
    await page.setContent("<script>console.log('pwned')</script>")
    expect(executed).toHaveLength(1)
    executed.length = 0
    for (const address of addresses) {
      at = address
      // A file that is not a picture is downloaded, which aborts the navigation.
      await page.goto(`${world.url}${address}`).catch((error: Error) => {
        if (!/ERR_ABORTED|Download is starting/.test(error.message)) throw error
      })
      await page.mouse.click(20, 20)
    }
    // Also embeds the file in a page without a content security policy.
    let parts: string[] = []
    await page.route(`${world.url}/harness`, (route) =>
      route.fulfill({ contentType: 'text/html', body: parts.join('') }),
    )
    for (let from = 0; from < addresses.length; from += 25) {
      parts = addresses
        .slice(from, from + 25)
        .map((src) => `<iframe src="${src}"></iframe><img src="${src}"><script src="${src}"></script>`)
      at = `harness ${from}`
      await page.goto(`${world.url}/harness`, { waitUntil: 'load' })
    }
    expect(executed).toEqual([])
    await page.context().close()
  })
})

/** Returns the scripts and all files that they may load, as names in the assets folder. */
async function scriptsReachedFrom(loaded: string[]): Promise<string[]> {
  const folder = path.resolve('dist/client/assets')
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.js') && !file.startsWith('pdf-worker'),
  )
  const reached = new Set(files.filter((file) => loaded.includes(file)))
  for (const file of reached) {
    const code = await readFile(path.join(folder, file), 'utf8')
    for (const other of files) if (code.includes(other)) reached.add(other)
  }
  return [...reached]
}

describe('Trusted Types', () => {
  test('allow only our worker’s address, by one policy that cannot be created again', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(world.url)
    await page.locator('#main').waitFor()
    const outcomes = await page.evaluate(() => {
      const tried = (work: () => unknown) => {
        try {
          work()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown'
        }
      }
      const types: unknown = Reflect.get(globalThis, 'trustedTypes')
      const make = (name: string) => Reflect.get(Object(types), 'createPolicy').call(types, name, {})
      const script = document.createElement('script')
      return {
        worker: tried(() => new Worker('/assets/none.js')),
        html: tried(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
        source: tried(() => script.setAttribute('src', '/assets/none.js')),
        otherPolicy: tried(() => make('other')),
        defaultPolicy: tried(() => make('default')),
      }
    })
    expect(outcomes).toEqual({
      worker: 'TypeError',
      html: 'TypeError',
      source: 'TypeError',
      otherPolicy: 'TypeError',
      defaultPolicy: 'TypeError',
    })
    await page.context().close()
  })

  test('allow every part of the client’s code to load', async () => {
    const watched = await newPage(browser)
    await watched.page.goto(world.url)
    await watched.page.locator('#main').waitFor()
    // The folder may have the client in several languages, and a page has only one of them.
    const loaded = await watched.page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /[^/]+\.js$/.exec(name) ?? []),
    )
    // The 3D viewer runs in a frame with its own policy.
    const scripts = (await scriptsReachedFrom(loaded)).filter((name) => !name.startsWith('model-frame'))
    expect(scripts.length).toBeGreaterThan(30)
    // A string, because the test transformer would rewrite an import() here.
    const load = `(async (names) => {
      const failures = []
      for (const name of names) await import('/assets/' + name).catch((error) => failures.push(name + ': ' + error))
      return failures
    })(${JSON.stringify(scripts)})`
    const failed = await watched.page.evaluate(load)
    expect(failed).toEqual([])
    await watched.close()
  })
})
