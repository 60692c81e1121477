import * as v from 'valibot'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { NFTokenID } from './nfts.ts'
import { Pin, PinState } from './pins.ts'

/** The role that a file has in its work. */
export const FileRole = v.picklist(['metadata', 'image', 'animation', 'attachment', 'file'])
export type FileRole = v.InferOutput<typeof FileRole>

/**
 * Where the bytes of a file are stored: in the token's own data on the ledger, on IPFS, on Arweave, or on a web server.
 */
export const FilePlace = v.picklist(['chain', 'ipfs', 'arweave', 'web'])
export type FilePlace = v.InferOutput<typeof FilePlace>

/**
 * Reason why a file cannot be shown. The first two problems may be temporary; the others are caused by the file itself.
 */
export const FileProblem = v.picklist(['unreachable', 'quota', 'address', 'folder', 'type', 'size', 'pixels'])
export type FileProblem = v.InferOutput<typeof FileProblem>

export const WorkFile = v.object({
  role: FileRole,
  place: FilePlace,
  /** The address that the work names, shortened to 500 characters; empty for a file that is part of the metadata. */
  address: v.string(),
  /** The file's path at our media route; null for metadata. */
  src: v.nullable(v.string()),
  contentType: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  /**
   * True if the bytes match the hash in the file's address. False if they were not compared: the address has no hash, the
   * file is too large or no gateway proves it. Null until the file has been read.
   */
  verified: v.nullable(v.boolean()),
  /**
   * Number of our IPFS gateways that were queried, number that returned the file, and time of the queries; null for other
   * files, and before the first query.
   */
  gateways: v.nullable(v.object({ having: v.number(), asked: v.number(), at: v.string() })),
  /** True if the marketplace has a copy and serves the file from it. */
  hasCopy: v.boolean(),
  /** State of the marketplace's pin on IPFS; null without one. */
  pin: v.nullable(PinState),
  /**
   * Reason why the file cannot be fetched at the moment (null if it can), and the time of the next try (null if there is
   * none).
   */
  problem: v.nullable(FileProblem),
  nextTryAt: v.nullable(v.string()),
})
export type WorkFile = v.InferOutput<typeof WorkFile>

export const PermanenceReply = v.object({
  files: v.array(WorkFile),
  /**
   * Files that would be lost if the web servers disappeared: files on web servers without a copy here, or all files if the
   * metadata is on a web server.
   */
  lostWithWeb: v.array(FileRole),
})
export type PermanenceReply = v.InferOutput<typeof PermanenceReply>

export const KeepCopyBody = createCamelCaseClaimedSchema({ id: NFTokenID })
export const KeepCopyReply = v.object({
  status: v.literal('success'),
  /** The pins of the files on IPFS, and the number of copied bytes. */
  data: v.object({ bytes: v.number(), pins: v.array(Pin) }),
})
export type KeepCopyReply = v.InferOutput<typeof KeepCopyReply>
