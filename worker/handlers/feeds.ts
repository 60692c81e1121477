import { defaultLanguage } from '#contract/words/languages.ts'
import { inLanguage } from '#contract/words/speech.ts'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { AccountAddress } from '#contract/schemas/account-address.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { eventSentence } from '#contract/words/events.ts'
import { feedPath } from '#contract/rules/feeds.ts'
import { readableText } from '#contract/rules/names.ts'
import { CollectionId } from '#contract/schemas/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import {
  type Feed,
  readArtistFeed,
  readAuctionsFeed,
  readCollectionFeed,
} from '#worker/domain/market/read-feed.ts'
import { parsePart } from '#worker/http/validate.ts'
import type { AppEnv } from './app-env.ts'

const extension = '.xml'

function renderEntry(event: MarketEvent, { settings }: Context) {
  const { siteOrigin, tokens } = settings
  const page = event.nft === null ? `/collection/${event.collectionId ?? ''}` : `/nft/${event.nft}`
  const sentence = eventSentence(event, tokens)
  // A tag URI (RFC 4151) of our host. Keys are never reused, and an event's key never changes.
  const id = `tag:${new URL(siteOrigin).hostname},2026:event:${event.key}`
  return html`<entry><id>${id}</id><title>${sentence}</title><updated>${event.at}</updated><link rel="alternate" href="${siteOrigin}${page}"/><category term="${event.kind}"/><summary>${sentence}.</summary></entry>`
}

/** Returns an Atom document (RFC 4287). The escaping of hono/html is also correct for XML. */
async function renderAtom(context: Context, path: string, { title, page, events }: Feed): Promise<Response> {
  const { siteOrigin } = context.settings
  const updatedAt = events[0]?.at ?? new Date(0).toISOString()
  const entries = inLanguage(defaultLanguage, () => events.map((event) => renderEntry(event, context)))
  const text =
    await html`<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${siteOrigin}${path}</id><title>${title} · OPX</title><updated>${updatedAt}</updated><author><name>OPX</name></author><link rel="self" type="application/atom+xml" href="${siteOrigin}${path}"/><link rel="alternate" type="text/html" href="${siteOrigin}${page}"/>${entries}</feed>`
  // Names stored before the cleaning rules may contain characters that XML readers reject.
  return new Response(readableText(String(text)), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
}

/** Serves feeds of events for feed readers. */
export function feedRoutes(app: Hono<AppEnv>) {
  const idOf = (file: string) => file.slice(0, -extension.length)
  app.get('/feeds/collection/:file{.+\\.xml}', async (http) => {
    const id = parsePart(CollectionId, idOf(http.req.param('file')))
    return renderAtom(
      http.var.context,
      feedPath({ collection: id }),
      await readCollectionFeed(http.var.context, id),
    )
  })
  app.get('/feeds/artist/:file{.+\\.xml}', async (http) => {
    const account = parsePart(AccountAddress, idOf(http.req.param('file')))
    return renderAtom(
      http.var.context,
      feedPath({ artist: account }),
      await readArtistFeed(http.var.context, account),
    )
  })
  app.get('/feeds/auctions.xml', async (http) =>
    renderAtom(http.var.context, feedPath('auctions'), await readAuctionsFeed(http.var.context)),
  )
}
