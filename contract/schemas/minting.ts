import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { maxRows } from './batch.ts'
import { createClaimedSchema } from './claims.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { Cid, FormFile } from '#contract/rules/media-files.ts'
import { NFTokenID } from './nfts.ts'
import { MintMetadata } from './token-json.ts'

export const maxTaxon = 4_294_967_295
/** The ledger accepts 1,024 bytes, including the structure around the text. */
const maxMemoBytes = 900

/** Maximum number of identical NFTs in one mint. */
export const maxInBulk = 500

export const Taxon = v.pipe(
  v.union([v.number(), v.string()], () => t('Enter a taxon number.')),
  v.transform(String),
  v.trim(),
  v.regex(/^\d{1,10}$/, () => t('A taxon must be a whole number.')),
  v.transform(Number),
  v.maxValue(maxTaxon, () => t('A taxon can be at most {most}.', { most: maxTaxon })),
)

/** Royalty as a decimal text of percent, 0 to 50, in steps of 0.001, the precision of the ledger. */
export const RoyaltyPercent = v.pipe(
  v.union([v.number(), v.string()], () => t('Enter a royalty.')),
  v.transform(String),
  v.trim(),
  v.regex(/^\d{1,2}(\.\d{1,3})?$/, () => t('A royalty is a percentage with at most 3 decimals.')),
  v.check(
    (text) => transferFeeOf(text) <= 50_000,
    () => t('A royalty can be at most 50 %.'),
  ),
)

/** Returns the ledger's transfer fee in 1/100,000 for a valid percentage. */
export function transferFeeOf(percent: string): number {
  const [whole = '0', part = ''] = percent.split('.')
  return Number(whole) * 1000 + Number(part.padEnd(3, '0'))
}

/** A boolean in a form. */
export const Switch = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

/** A form field that contains JSON, parsed by its own schema. */
const createJsonField = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.string('Give the metadata as a text of JSON.'),
    v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
      try {
        return JSON.parse(dataset.value)
      } catch {
        addIssue({ message: t('Metadata is not valid JSON.') })
        return NEVER
      }
    }),
    schema,
  )

/**
 * The common fields of `nft/add` and `demand/add`. Files are part of the form, or are named by the CID of an upload.
 */
export const createFields = {
  metadata: createJsonField(MintMetadata),
  taxon: Taxon,
  royalty: RoyaltyPercent,
  thumbnailFile: v.optional(FormFile),
  thumbnailCid: v.optional(Cid),
  attachmentFile: v.optional(FormFile),
  attachmentCid: v.optional(Cid),
  /** The preview picture of a video. */
  posterFile: v.optional(FormFile),
  posterCid: v.optional(Cid),
}

/**
 * Identifies a row to mint: at most one NFT is minted for a row key, however often it is requested. A failed row can be
 * requested again. The Idempotency-Key is the default.
 */
export const RowKey = v.pipe(v.string(), v.uuid('A row key is a UUID.'), v.toLowerCase())

const mintFields = {
  /** The Memo of the transaction. */
  transaction_memo: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => new TextEncoder().encode(text).length <= maxMemoBytes,
        () => t('This memo is too long for the ledger.'),
      ),
    ),
  ),
  /** A royalty above 0 makes the NFT transferable in any case. */
  transferable: v.optional(Switch, 'true'),
  burnable: v.optional(Switch, 'false'),
  onlyXRP: v.optional(Switch, 'false'),
}

export const MintForm = createClaimedSchema({ ...createFields, ...mintFields, rowKey: v.optional(RowKey) })
export type MintForm = v.InferOutput<typeof MintForm>

const { metadata, taxon, royalty } = createFields
const MintRow = v.object({
  metadata,
  taxon,
  royalty,
  thumbnailCid: Cid,
  attachmentCid: createFields.attachmentCid,
  posterCid: createFields.posterCid,
  ...mintFields,
  rowKey: RowKey,
})

/** NFTs that one signature mints, from uploaded files. Each succeeds or fails independently. */
export const MintsBody = createClaimedSchema({
  rows: v.pipe(
    v.array(MintRow),
    v.minLength(2, 'One signature for several takes at least 2 rows. Ask for one by api/nft/add.'),
    v.maxLength(maxRows.mint, () => t('One signature mints at most {most} NFTs.', { most: maxRows.mint })),
    v.check(
      (rows) => new Set(rows.map(({ rowKey }) => rowKey)).size === rows.length,
      'Two rows have the same row key: give each its own.',
    ),
  ),
})
export type MintsBody = v.InferOutput<typeof MintsBody>

/** New metadata for a mutable NFT, sent by its issuer. */
export const UpdateNftForm = createClaimedSchema({
  nftokenID: NFTokenID,
  metadata: createFields.metadata,
  thumbnailFile: createFields.thumbnailFile,
  thumbnailCid: createFields.thumbnailCid,
  attachmentFile: createFields.attachmentFile,
  attachmentCid: createFields.attachmentCid,
  posterFile: createFields.posterFile,
  posterCid: createFields.posterCid,
})
export type UpdateNftForm = v.InferOutput<typeof UpdateNftForm>

/** Returns the NFT flags that a form requests. The collection determines `mutable`. */
export function mintFlagsOf(
  flags: { transferable: boolean; burnable: boolean; onlyXRP: boolean },
  transferFee: number,
  mutable: boolean,
): number {
  return (
    (flags.transferable || transferFee > 0 ? nftokenFlags.transferable : 0) +
    (flags.burnable ? nftokenFlags.burnable : 0) +
    (flags.onlyXRP ? nftokenFlags.onlyXRP : 0) +
    (mutable ? nftokenFlags.mutable : 0)
  )
}
