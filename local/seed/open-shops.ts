import { setTimeout as wait } from 'node:timers/promises'
import { acceptsOnDemand, type LedgerSession } from '#local/lib/ledger-session.ts'
import { asJson } from '#local/lib/rpc.ts'
import { StackError } from '#local/lib/stack-error.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Stack } from '#local/stack/options.ts'
import { demoAccounts, marketplaceAccount } from '#local/stack/people.ts'
import { type Api, createApi, type Session } from '#tests/support/api.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import { publishWork } from './mint.ts'
import type { Publisher } from './publish.ts'
import { type ShopEntry, shops } from './shop-catalogue.ts'
import { makeWork } from './works.ts'
import type { IndexWriter } from './write-index.ts'

/** AccountSet flag that sets NFTokenMinter, the account that may mint. */
const authorizedMinter = 10
const collectors = demoAccounts.filter(({ role }) => role === 'collector')

/**
 * Publishes each shop's cover and lets the artist authorize the marketplace as minter. Runs before the worker starts.
 */
export async function prepareShops(ledger: LedgerSession, publisher: Publisher) {
  for (const { artist } of shops)
    await ledger.send(artist, {
      TransactionType: 'AccountSet',
      SetFlag: authorizedMinter,
      NFTokenMinter: marketplaceAccount.address,
    })
  await ledger.settle()
  return Promise.all(
    shops.map(async (entry) => {
      const { media, imageCid } = await publishWork(publisher, entry, await makeWork(entry, entry.cover))
      return { entry, works: [{ number: entry.cover, media, imageCid }] }
    }),
  )
}

const maxMs = 300_000
const everyMs = 250

/** Calls the product's API and returns `data`. */
async function callOperation(stack: Stack, name: OperationName, session: Session, body: FormData | string) {
  const send = () =>
    fetch(`${stack.urls.worker}${operations[name].path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${session.token}`,
        prefer: 'respond-async',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body,
    })
  const deadline = Date.now() + maxMs
  let response = await send()
  let text = await response.text()
  // The API refuses a form without reading it if too many arrive at once.
  while (asJson(JSON.parse(text))['code'] === 'forms_busy' && Date.now() < deadline) {
    await wait(everyMs)
    response = await send()
    text = await response.text()
  }
  const reply = asJson(JSON.parse(text))
  if (!response.ok || reply['status'] === 'failed') throw new StackError(`${name} returned ${text}.`)
  return asJson(reply['data'])
}

interface Item {
  id: string
  isSold: boolean
}

/** Adds the missing items in their artist's session. Returns all items in catalogue order. */
async function fill(stack: Stack, api: Api, index: IndexWriter, shop: ShopEntry): Promise<Item[]> {
  const artist = await api.connect(shop.artist)
  const present = await index.demandItems(shop.slug)
  const itemPromises: Promise<Item>[] = []
  for (let number = 1; number <= shop.count; number += 1) {
    const { name, description, traits, image } = await makeWork(shop, number)
    const item = present.get(name)
    if (item !== undefined) {
      itemPromises.push(Promise.resolve(item))
      continue
    }
    const attributes = Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value }))
    const form = new FormData()
    form.append('metadata', JSON.stringify({ name, description, attributes }))
    form.append('taxon', String(shop.taxon))
    form.append('royalty', String(shop.transferFee / 1000))
    form.append('amount', `${shop.priceXrp}000000`)
    form.append('thumbnailFile', new Blob([Uint8Array.from(image.bytes)], { type: image.contentType }))
    // Draws the next picture in the meantime. A failure is reported when all promises are awaited.
    const itemPromise = callOperation(stack, 'addDemandItem', artist, form).then((data) => ({
      id: String(data['nftDatabaseID']),
      isSold: false,
    }))
    itemPromise.catch(() => undefined)
    itemPromises.push(itemPromise)
  }
  return Promise.all(itemPromises)
}

/** Row key of each shop's edition, by which a second start finds the edition. */
const editionKey = '5e1d0000-0000-4000-8000-000000000000'
const dayMs = 86_400_000

/** Puts an edition of another work on sale, half a minute from now by ledger time. */
async function addEdition(stack: Stack, api: Api, shop: ShopEntry): Promise<void> {
  const artist = await api.connect(shop.artist)
  const list = await fetch(`${stack.urls.worker}${operations.getEditions.path}`)
  const now = Date.parse(String(asJson(await list.json())['ledgerTime']))
  const { name, description, traits, image } = await makeWork(shop, shop.count + 1)
  const attributes = Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value }))
  const phase = {
    startsAt: new Date(now + 30_000).toISOString(),
    endsAt: new Date(now + 10 * dayMs).toISOString(),
    priceDrops: '40000000',
    decline: null,
    perAccount: 3,
    audience: 'everyone',
    holdersOf: null,
  }
  const form = new FormData()
  form.append('metadata', JSON.stringify({ name, description, attributes }))
  form.append('taxon', String(shop.taxon))
  form.append('royalty', String(shop.transferFee / 1000))
  form.append('prints', '25')
  form.append('phases', JSON.stringify([phase]))
  form.append('rowKey', editionKey)
  form.append('thumbnailFile', new Blob([Uint8Array.from(image.bytes)], { type: image.contentType }))
  await callOperation(stack, 'addEdition', artist, form)
}

/** Waits for a result. The time limit is far longer than usual. */
async function until<T>(label: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + maxMs
  for (;;) {
    const value = await find()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new StackError(`Timed out: ${label}.`)
    await wait(everyMs)
  }
}

/**
 * Waits until every item of a random collection can be drawn. The artist starts the epoch, because it would start
 * automatically only after a minute without new items.
 */
async function waitUntilDrawable(stack: Stack, api: Api, { slug, artist }: ShopEntry, unsoldCount: number) {
  const session = await api.connect(artist)
  const readAvailable = async () => {
    await stack.fireCron()
    const response = await fetch(`${stack.urls.worker}${operations.getBuyingRules.path}?id=${slug}`)
    const { available, preparing } = asJson(asJson(await response.json())['random'])
    return preparing === false ? Number(available) : 0
  }
  await until(`draws of ${slug}`, async () => {
    const available = await readAvailable()
    if (available < unsoldCount)
      // Refused while the seed chain is being computed, or if the cron was faster, because replies about the epoch can be
      // seconds old.
      await callOperation(stack, 'startDrawEpoch', session, JSON.stringify({ collectionID: slug })).catch(
        (error: unknown) => {
          if (!(error instanceof StackError)) throw error
        },
      )
    return available === unsoldCount || undefined
  })
}

/** Returns the uuid of the wallet's request. For a draw, waits until the draw is made. */
const requestOf = (stack: Stack, { token }: Session, request: { uuid: string; isDraw: boolean }) =>
  request.isDraw
    ? until('a draw', async () => {
        const path = operations.checkSignRequest.path.replace('{uuid}', request.uuid)
        const headers = { authorization: `Bearer ${token}` }
        const reply = asJson(await (await fetch(`${stack.urls.worker}${path}`, { headers })).json())
        return reply['references'] === undefined ? undefined : String(asJson(reply['references'])['uuid'])
      })
    : Promise.resolve(request.uuid)

async function buyOne(stack: Stack, api: Api, buyer: DemoAccount, shop: ShopEntry, id: string) {
  const session = await api.connect(buyer)
  const { uuid, receipt } = shop.onDemand.random
    ? await callOperation(stack, 'buyRandom', session, JSON.stringify({ collection_id: shop.slug }))
    : await callOperation(stack, 'buyOnDemand', session, JSON.stringify({ nftDatabaseID: id }))
  await api.sign(
    await requestOf(stack, session, { uuid: String(uuid), isDraw: receipt !== undefined }),
    buyer,
  )
  const { status } = await api.outcomeOf(String(uuid), session)
  if (status !== 'success') throw new StackError(`A purchase from ${shop.name} ended as ${String(status)}.`)
}

/** Closes ledgers immediately until `work` is done. */
async function withFastLedgers<T>(ledgerUrl: string, work: Promise<T>): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort()
  work.then(end, end)
  while (!controller.signal.aborted && (await acceptsOnDemand(ledgerUrl))) await wait(250)
  return work
}

/**
 * Adds on-demand items, including hidden ones, and buys some of them, through the product's API. The worker is running,
 * and the marketplace has tickets once `ready` resolves. A failure is logged and skipped: the marketplace then starts
 * without these items.
 */
export async function openShops(
  stack: Stack,
  index: IndexWriter,
  ready: Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  if (stack.signer === null) return ready
  const api = createApi(stack.urls.worker, stack.signer)
  const logSkipped = (subject: string) => (error: unknown) =>
    say(`    Skipped: ${subject} (${error instanceof Error ? error.message : String(error)})`)
  const [filledShop] = await Promise.all([
    Promise.all(
      shops.map(async (shop) => {
        const items = await fill(stack, api, index, shop).catch(logSkipped(`items of ${shop.name}`))
        if (!shop.onDemand.random)
          await addEdition(stack, api, shop).catch(logSkipped(`the edition of ${shop.name}`))
        return { shop, items: items ?? [] }
      }),
    ),
    ready,
  ])
  await withFastLedgers(
    stack.urls.ledger,
    Promise.all(
      filledShop
        .filter(({ shop }) => shop.onDemand.random)
        .map(({ shop, items }) =>
          waitUntilDrawable(stack, api, shop, items.filter(({ isSold }) => !isSold).length).catch(
            logSkipped(`draws of ${shop.name}`),
          ),
        ),
    ),
  )
  const purchases = filledShop.flatMap(({ shop, items }) => {
    const soldCount = items.filter(({ isSold }) => isSold).length
    return items
      .filter(({ isSold }) => !isSold)
      .slice(0, Math.max(0, shop.onDemand.sold - soldCount))
      .map(({ id }) => ({ shop, id }))
  })
  await withFastLedgers(
    stack.urls.ledger,
    Promise.all(
      purchases.map(({ shop, id }, place) => {
        const buyer = collectors[place % collectors.length]
        if (buyer === undefined) throw new StackError('There are no collectors.')
        return buyOne(stack, api, buyer, shop, id).catch(logSkipped(`a purchase from ${shop.name}`))
      }),
    ),
  )
}
