import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { mediaKind } from '#contract/rules/media-files.ts'
import { objectWords } from '#contract/words/plain-words.ts'

export const maxDescription = 450
const maxName = 200
const maxAttributes = 100

const optionalText = (fieldName: () => string, maxLength: number) =>
  v.pipe(
    v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))], fieldName),
    v.trim(),
    v.nonEmpty(fieldName),
    v.maxLength(maxLength, () =>
      t('{what} It can have at most {most} characters.', { what: fieldName(), most: maxLength }),
    ),
  )

/** A trait: both a name and a value. */
export const TokenAttribute = v.object({
  trait_type: optionalText(() => t('Give the attribute a name.'), 100),
  value: optionalText(() => t('Give the attribute a value.'), 200),
})

/** The creator's part of the metadata; the marketplace adds the rest. */
export const MintMetadata = v.object(
  {
    name: optionalText(() => t('Give it a name.'), maxName),
    description: v.pipe(
      v.string(() => t('Write a description.')),
      v.trim(),
      v.nonEmpty(() => t('Write a description.')),
      v.maxLength(maxDescription, () =>
        t('A description can have at most {most} characters.', { most: maxDescription }),
      ),
    ),
    attributes: v.pipe(
      v.array(TokenAttribute, () => t('Attributes are a list of names and values.')),
      v.minLength(1, () => t('Add at least one attribute.')),
      v.maxLength(maxAttributes, () => t('At most {most} attributes.', { most: maxAttributes })),
    ),
  },
  objectWords(() => t('Metadata must have a name, a description and attributes.')),
)
export type MintMetadata = v.InferOutput<typeof MintMetadata>

const Ipfs = v.pipe(v.string(), v.regex(/^ipfs:\/\/\S+$/))

const attachmentTypes = ['image', 'video', 'pdf'] as const

/** Token metadata in its stored form. Source: XLS-24, "art.v0"; `attachment` is the marketplace's own field. */
export const TokenJson = v.object({
  schema: v.literal('ipfs://QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU'),
  nftType: v.literal('art.v0'),
  name: v.pipe(v.string(), v.nonEmpty()),
  description: v.string(),
  image: Ipfs,
  video: v.optional(Ipfs),
  file: v.optional(Ipfs),
  attachment: v.optional(v.object({ type: v.picklist(attachmentTypes), file: Ipfs })),
  collection: v.optional(v.object({ name: v.string(), family: v.optional(v.string()) })),
  attributes: v.array(v.object({ trait_type: v.string(), value: v.string() })),
  /** Only for random items: makes their URI unpredictable before they are sold. */
  salt: v.optional(v.string()),
})
export type TokenJson = v.InferOutput<typeof TokenJson>

interface Piece {
  cid: string
  contentType: string
}

interface TokenParts {
  metadata: MintMetadata
  display: Piece
  /** Represents a video where only a picture can be displayed. */
  poster: Piece | null
  attachment: Piece | null
  collection: string | null
  salt?: string
}

/**
 * Returns the metadata of a token: the creator's texts, and the files by their CIDs. The same input gives the same
 * text.
 */
export function buildTokenJson(parts: TokenParts): TokenJson {
  const { metadata, display, poster, attachment, collection, salt } = parts
  const address = ({ cid }: Piece) => `ipfs://${cid}`
  const isVideo = mediaKind(display.contentType) === 'video'
  const type = attachmentTypes.find(
    (kind) => attachment !== null && kind === mediaKind(attachment.contentType),
  )
  return {
    schema: 'ipfs://QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU',
    nftType: 'art.v0',
    name: metadata.name,
    description: metadata.description,
    image: address(isVideo && poster !== null ? poster : display),
    ...(isVideo ? { video: address(display) } : {}),
    ...(attachment === null || type === undefined
      ? {}
      : { file: address(attachment), attachment: { type, file: address(attachment) } }),
    ...(collection === null ? {} : { collection: { name: collection } }),
    attributes: metadata.attributes.map(({ trait_type, value }) => ({ trait_type, value })),
    ...(salt === undefined ? {} : { salt }),
  }
}
