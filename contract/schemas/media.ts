import * as v from 'valibot'

/**
 * A file to display. `src` is a path of our media route, and `color` the placeholder until the file is loaded. `kind`
 * is detected from the file's first bytes; until they are read, it comes from the metadata.
 */
export const Media = v.object({
  kind: v.picklist(['image', 'video', 'audio', 'model', 'html', 'pdf', 'other']),
  src: v.string(),
  contentType: v.nullable(v.string()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** The size of the whole file; null or absent until it is known. */
  bytes: v.optional(v.nullable(v.number())),
  color: v.nullable(v.string()),
  /** True if the work has adult content: it is blurred until the visitor agrees. */
  explicit: v.optional(v.boolean()),
})
export type Media = v.InferOutput<typeof Media>
