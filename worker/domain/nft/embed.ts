import * as v from 'valibot'
import { embedHtml, embedSize } from '#contract/rules/embed.ts'
import type { OEmbedQuery, OEmbedReply } from '#contract/schemas/embed.ts'
import { sizedImage } from '#contract/rules/media.ts'
import { NftDatabaseID, NFTokenID } from '#contract/schemas/nfts.ts'
import { nameIn } from '#contract/words/page-titles.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { workFacts } from '#contract/words/work-facts.ts'
import { workState } from '#contract/words/social-titles.ts'
import type { Context } from '#worker/domain/context.ts'
import { readNft } from './read-nft.ts'

const cacheSeconds = 300
/** The image gateway's default size. */
const thumbnailSize = 500

/** Content of an embedded card. */
export interface EmbedCard {
  id: string
  title: string
  artist: { account: string; name: string }
  /** Year, medium and size, as on the work's label (`contract/words/work-facts.ts`). */
  facts: string[]
  collection: string | null
  /**
   * State of the sale in words, for example "129.50 XRP" or "auction from 10 XRP"; null if the work is not for sale.
   */
  state: string | null
  /** Address of the picture; null for works without one. */
  picture: string | null
  /** True for adult content, which other sites show blurred. */
  explicit: boolean
}

/** Reads a work for its card. Throws Refusal('not_found'). */
export async function readEmbedCard(context: Context, id: string): Promise<EmbedCard> {
  const reply = await readNft(context, id)
  const { metadata, issuer, collectionInfo } = reply.nft
  const picture = metadata?.imageFile?.kind === 'image' ? metadata.imageFile.src : null
  return {
    id,
    title: metadata?.name ?? 'NFT',
    artist: { account: issuer, name: nameIn(reply.people, issuer) },
    facts: workFacts(reply.nft),
    collection: collectionInfo?.name ?? null,
    state: workState(reply, { owner: context.treasury.account, tokens: context.settings.tokens }),
    picture,
    explicit: metadata?.imageFile?.explicit === true,
  }
}

/** Returns the work that an address of this site shows; null for any other address. */
function workIn(address: string, site: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  const [, id = ''] = /^\/nft\/([^/]{1,100})\/?$/.exec(pathname) ?? []
  return origin === new URL(site).origin && v.is(v.union([NFTokenID, NftDatabaseID]), id) ? id : null
}

/**
 * Returns the embedded view of a work for other sites (oembed.com). Throws Refusal('not_found') if the address does not
 * lead to a work on this site.
 */
export async function getOEmbed(context: Context, query: OEmbedQuery): Promise<OEmbedReply> {
  const { siteOrigin } = context.settings
  const id = workIn(query.url, siteOrigin)
  if (id === null) throw new Refusal('not_found', 'Only addresses of works on this site can be embedded.')
  const { title, artist, picture, explicit } = await readEmbedCard(context, id)
  const { maxwidth, maxheight } = query
  const size = embedSize({
    ...(maxwidth === undefined ? {} : { maxwidth }),
    ...(maxheight === undefined ? {} : { maxheight }),
  })
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'OPX',
    provider_url: siteOrigin,
    title,
    author_name: artist.name,
    author_url: `${siteOrigin}/account/${artist.account}`,
    cache_age: cacheSeconds,
    html: embedHtml(siteOrigin, id, title, size),
    ...size,
    ...(picture === null || explicit
      ? {}
      : {
          thumbnail_url: `${siteOrigin}${sizedImage(picture)}`,
          thumbnail_width: thumbnailSize,
          thumbnail_height: thumbnailSize,
        }),
  }
}
