import { gunzipSync, inflateSync } from 'node:zlib'
import { mediaKind } from '#contract/rules/media-files.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { metadataProblem } from '#contract/words/metadata-problems.ts'
import type { Context } from '#worker/domain/context.ts'
import { recognizeFile } from '#worker/domain/media/recognize-file.ts'
import { decodeBody, parseDocument } from '#worker/ledger/metadata-body.ts'
import { type KnownMedia, mediaKey } from '#worker/ledger/metadata-files.ts'
import { type Beginning, maxMetadataBytes, readBeginning } from '#worker/ledger/read-limited.ts'
import { metadataAddresses, pointedAddress, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import {
  type Address,
  addressProblem,
  addressText,
  hexToText,
  readAddress,
  readUri,
  webUrl,
} from '#worker/ledger/uri.ts'
import type { FetchProblem } from '#worker/ports/web/port.ts'

interface Content extends Beginning {
  contentType: string
  /** The address of the content; relevant if a URI may refer to two files. */
  address: Address
  /** True if the address always returns these bytes. */
  isProven: boolean
}

type ProblemCode = Parameters<typeof metadataProblem>[0]
const problemForNow = (code: ProblemCode): FetchProblem => ({
  problem: metadataProblem(code),
  isFinal: false,
})
const problemForever = (code: ProblemCode): FetchProblem => ({
  problem: metadataProblem(code),
  isFinal: true,
})

/**
 * Returns the address where an issuer publishes the metadata of tokens without a URI. Source: XLS-20, "Retrieving
 * NFToken Data and Metadata".
 */
async function findDomainAddress(
  { ledger }: Context,
  token: { id: string; issuer: string },
): Promise<Address | FetchProblem> {
  const domain = (await ledger.findAccount(token.issuer))?.domain ?? null
  const origin = domain === null || /^https?:/i.test(domain) ? domain : `https://${domain}/`
  const address = origin === null ? null : readAddress(origin)
  if (address?.at !== 'web') return problemForever('no_domain')
  return { at: 'web', url: new URL(`/.well-known/xrpl-nft/${token.id}`, address.url).href }
}

async function findAddress(
  context: Context,
  token: { id: string; issuer: string; uri: string | null },
): Promise<Address | FetchProblem> {
  if (token.uri === null) return findDomainAddress(context, token)
  const text = hexToText(token.uri)
  const address = readUri(token.uri)
  if (address !== null) return address
  if (text !== null) return { problem: addressProblem(text), isFinal: true }
  return problemForever('not_text')
}

/** Length of a header and a trailer (RFC 1952). */
const shortestGzip = 18

/** Returns true for a zlib header, which is a multiple of 31 (RFC 1950). The platform does not decompress `deflate`. */
const isZlib = ([first = 0, second = 0]: Uint8Array) => first === 0x78 && (first * 256 + second) % 31 === 0

/**
 * Decompresses a body that is sent with `deflate`, or as a stored gzip file without a Content-Encoding. A
 * DecompressionStream would load the whole content into memory, which may be a thousand times as long.
 */
function decompress(bodyStart: Beginning): Beginning {
  const { bytes, isWhole } = bodyStart
  const isGzip = bytes.length >= shortestGzip && bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isWhole || !(isGzip || isZlib(bytes))) return bodyStart
  // The last four bytes of gzip state the length of the content, but may be wrong.
  if (isGzip && Buffer.from(bytes).readUInt32LE(bytes.length - 4) > maxMetadataBytes)
    return { bytes, isWhole: false }
  try {
    const inflate = isGzip ? gunzipSync : inflateSync
    return { bytes: new Uint8Array(inflate(bytes, { maxOutputLength: maxMetadataBytes })), isWhole }
  } catch {
    return bodyStart
  }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  rest: Omit<Content, keyof Beginning>,
): Promise<Content | FetchProblem> {
  const bodyStart = await readBeginning(body, maxMetadataBytes).catch(() => null)
  return bodyStart === null ? problemForNow('broken_off') : { ...decompress(bodyStart), ...rest }
}

async function fetchContent(
  { ipfs, web, settings }: Context,
  address: Address,
): Promise<Content | FetchProblem> {
  if (address.at === 'data') return { ...address, isWhole: true, address, isProven: true }
  if (address.at === 'ipfs') {
    for (const path of [address.path, address.otherPath]) {
      const file = path === null ? null : await ipfs.find(path)
      if (path !== null && file !== null)
        return readBody(file.body, {
          contentType: '',
          address: { at: 'ipfs', path, otherPath: null },
          isProven: file.isVerified,
        })
    }
    return ipfs.isFolder(address.path) ? problemForever('folder') : problemForNow('absent')
  }
  const file = await web.findFile(webUrl(address, settings.arweaveGateway))
  if ('problem' in file) return file
  return readBody(file.body, { contentType: file.contentType, address, isProven: false })
}

/**
 * Returns the type of a file that is itself the work; null for other files. Web pages are not works, because servers
 * return them for errors.
 */
async function workType({ bytes, address }: Content): Promise<string | null> {
  const type = (await recognizeFile(bytes))?.contentType ?? null
  if (type === 'text/html' && address.at === 'web') return null
  return type === null || mediaKind(type) === 'other' ? null : type
}

/** Fields of metadata for a file that is itself the work. */
const fieldOf = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  model: 'model',
  html: 'html',
  pdf: 'file',
  other: 'file',
}

export interface MetadataReading {
  /** The files that the metadata names. */
  addresses: Address[]
  /** Returns the metadata with the known facts about its files. */
  describe(knownMedia: ReadonlyMap<string, KnownMedia>): TokenMetadata
}

/** A document may contain only the address of another document. At most this many redirects lead to the metadata. */
const maxPointers = 2
/** Matches a document that contains only an address and is not JSON. */
const onlyAddress = /^\s*(?:https?|ipfs|ar):\S{1,2000}\s*$/i

/** Reads the metadata at an address. If the document there is only another address, reads the metadata there. */
async function readFrom(
  context: Context,
  place: Address,
  pointers = 0,
): Promise<MetadataReading | FetchProblem> {
  const content = await fetchContent(context, place)
  if ('problem' in content) return content
  const { address, bytes, contentType, isWhole, isProven } = content
  const facts = new Map<string, KnownMedia>()
  const text = isWhole ? decodeBody(bytes, contentType) : ''
  let json = parseDocument(text)
  const pointedAt = pointers < maxPointers ? pointedAddress(onlyAddress.test(text) ? text : json) : null
  if (pointedAt !== null) {
    const metadataReading = await readFrom(context, pointedAt, pointers + 1)
    return 'problem' in metadataReading && !isProven
      ? { ...metadataReading, isFinal: false }
      : metadataReading
  }
  const type = readTokenMetadata(json, facts, address) === null ? await workType(content) : null
  if (type !== null) {
    json = { [fieldOf[mediaKind(type)]]: addressText(address) }
    facts.set(mediaKey(address), { contentType: type, width: null, height: null, color: null })
  }
  const metadata = readTokenMetadata(json, facts, address)
  if (metadata !== null)
    return {
      addresses: metadataAddresses(json, address),
      // The document may name only files of types that nothing can display. It counts as read, so that it is not fetched
      // again.
      describe: (more) => readTokenMetadata(json, new Map([...facts, ...more]), address) ?? metadata,
    }
  // Instead of an unproven file, a gateway may have sent its own page, which is small.
  if (!isWhole) return address.at === 'ipfs' ? problemForever('too_large') : problemForNow('too_large')
  return isProven ? problemForever('not_metadata') : problemForNow('not_metadata')
}

/** Reads the metadata of a token, wherever its URI points. Throws Error only if our own parts fail. */
export async function readMetadata(
  context: Context,
  token: { id: string; issuer: string; uri: string | null },
): Promise<MetadataReading | FetchProblem> {
  const place = await findAddress(context, token)
  return 'problem' in place ? place : readFrom(context, place)
}
