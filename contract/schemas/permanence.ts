import * as v from 'valibot'
import { claimedInCamelCase } from './claims.ts'
import { NFTokenID } from './nfts.ts'
import { Pin, PinState } from './pins.ts'

/** The role that a file has in its work. */
export const FileRole = v.picklist(['metadata', 'image', 'animation', 'attachment', 'file'])
export type FileRole = v.InferOutput<typeof FileRole>

/** Where the bytes of a file are stored: in the token's own data on the ledger, on IPFS, on Arweave, or on a web server. */
export const FilePlace = v.picklist(['chain', 'ipfs', 'arweave', 'web'])
export type FilePlace = v.InferOutput<typeof FilePlace>

/** Why a file cannot be shown. The first two may pass; the others concern its bytes. */
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
   * True if the bytes match the hash in their address. False: they were not compared, because the address has no hash, the file
   * is too large or no gateway proves it. Null: nobody has read the file yet.
   */
  verified: v.nullable(v.boolean()),
  /** How many of our IPFS gateways have returned the file, and when they were asked; null for other files, and until then. */
  gateways: v.nullable(v.object({ having: v.number(), asked: v.number(), at: v.string() })),
  /** The marketplace has a copy and serves the file from it. */
  hasCopy: v.boolean(),
  /** State of the marketplace's pin on IPFS; null without one. */
  pin: v.nullable(PinState),
  /** Why the file cannot be fetched at the moment, and when that is tried again; null if it can, and for no further try. */
  problem: v.nullable(FileProblem),
  nextTryAt: v.nullable(v.string()),
})
export type WorkFile = v.InferOutput<typeof WorkFile>

export const PermanenceReply = v.object({
  files: v.array(WorkFile),
  /**
   * What would be lost if the web servers disappeared: files there without a copy here, and everything if the metadata is
   * there.
   */
  lostWithWeb: v.array(FileRole),
})
export type PermanenceReply = v.InferOutput<typeof PermanenceReply>

export const KeepCopyBody = claimedInCamelCase({ id: NFTokenID })
export const KeepCopyReply = v.object({
  status: v.literal('success'),
  /** The files on IPFS with the state of their pins, and the bytes that are copied. */
  data: v.object({ bytes: v.number(), pins: v.array(Pin) }),
})
export type KeepCopyReply = v.InferOutput<typeof KeepCopyReply>
