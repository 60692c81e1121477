import * as v from 'valibot'

const Pixels = v.pipe(
  v.string(),
  v.regex(/^[1-9][0-9]{0,4}$/, 'Give a whole number of pixels.'),
  v.transform(Number),
)

export const OEmbedQuery = v.object({
  url: v.pipe(v.string(), v.maxLength(2048, 'The address is too long.')),
  maxwidth: v.optional(Pixels),
  maxheight: v.optional(Pixels),
  format: v.optional(v.picklist(['json'], 'Only the format json is served.')),
})
export type OEmbedQuery = v.InferOutput<typeof OEmbedQuery>

/** Source: oembed.com, 2.3.4.4 "The rich type". */
export const OEmbedReply = v.object({
  version: v.literal('1.0'),
  type: v.literal('rich'),
  provider_name: v.string(),
  provider_url: v.string(),
  title: v.string(),
  author_name: v.string(),
  author_url: v.string(),
  /** Seconds for which the card may be cached, because the price may change. */
  cache_age: v.number(),
  html: v.string(),
  width: v.number(),
  height: v.number(),
  thumbnail_url: v.optional(v.string()),
  thumbnail_width: v.optional(v.number()),
  thumbnail_height: v.optional(v.number()),
})
export type OEmbedReply = v.InferOutput<typeof OEmbedReply>
