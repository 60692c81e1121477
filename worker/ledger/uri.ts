import { createHash } from 'node:crypto'
import { base16 } from 'multiformats/bases/base16'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import type { MultibaseDecoder } from 'multiformats/bases/interface'
import { CID } from 'multiformats/cid'
import { cidPattern, decodedIpfsPath, decodePercent, ipfsSource, isIpfsPath } from '#contract/rules/media.ts'
import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'
import { metadataProblem } from '#contract/words/metadata-problems.ts'
import { decodeEntities } from './html-text.ts'

/** The address of a file in canonical form: equal addresses name the same file. */
export type Address =
  /** `<cid>` or `<cid>/name`. `otherPath` is an alternative reading of the path, as in `otherIpfsPath`. */
  | { at: 'ipfs'; path: string; otherPath: string | null }
  /** Id of a transaction, and a path in its manifest or ''. */
  | { at: 'arweave'; id: string; path: string }
  /** https; http only for this machine. The caller checks with `AddressRule` whether fetching is allowed. */
  | { at: 'web'; url: string }
  | { at: 'data'; contentType: string; bytes: Uint8Array }

export type WebAddress = Extract<Address, { at: 'web' | 'arweave' }>

/** Maximum length of an address that does not contain the file itself. */
const maxLength = 2048
/** Maximum length of a CID in any base, with a hash of 64 bytes. Decoding base 36 and 58 takes quadratic time. */
const maxCidLength = 160
/** Maximum number of nested prefixes, as in "ipfs://ipfs/ipfs://…". */
const maxPrefixes = 8

/** Decodes a URI field, which the ledger stores as hex; null if it is not valid UTF-8. */
export function hexToText(hex: string): string | null {
  const bytes = Buffer.from(hex, 'hex')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Minters can put any bytes into a URI.
    return null
  }
}

export const textToHex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase()

const decoders = new Map<string, MultibaseDecoder<string>>(
  [base16, base32, base36, base58btc, base64url].map((base) => [base.prefix, base.decoder]),
)
/** Multicodec of public keys, which identify mutable IPNS names. */
const libp2pKey = 0x72

/** Returns a CID of any version and base in canonical form: base32, or base58 for version 0. Null for anything else. */
function readCid(text: string): string | null {
  if (text.length < 40 || text.length > maxCidLength) return null
  // These bases ignore case, so upper case is converted.
  const source = /^[bkf]/i.test(text) ? text.toLowerCase() : text
  // The bytes of a version 0 CID in hex.
  if (/^1220[\da-f]{64}$/i.test(text)) return CID.decode(Buffer.from(text, 'hex')).toString()
  try {
    const cid = source.startsWith('Q') ? CID.parse(source) : CID.parse(source, decoderOf(source))
    const name = cid.version === 0 ? cid.toString() : cid.toString(base32.encoder)
    return cid.code !== libp2pKey && cidPattern.test(name) ? name : null
  } catch {
    return null
  }
}

function decoderOf(source: string) {
  const decoder = decoders.get(source.charAt(0))
  if (decoder === undefined) throw new Error('This base is not used for CIDs.')
  return decoder
}

const namesOf = (text: string): string[] =>
  text
    .split('/')
    .map(decodePercent)
    .flatMap((name) => name.split('/'))
    .filter((name) => name !== '' && name !== '.')

/** Query parameters of gateways. In any other address, "?" may be part of a file name. */
const gatewayParameters = /\?(?:filename|download|format|ext)=.*$/s
const anyParameters = /\?[\w.-]+=.*$/s

/** Matches one trailing blank, line break or NUL, encoded or escaped, or one trailing punctuation mark. */
const encodedEnd = /(?:%(?:0[\dad]|20)|\\[nrt0]|[.\s/,;"'`”»])$/i

/**
 * Removes all trailing matches of `encodedEnd`. Examines only the last three characters each time, so it takes linear
 * time.
 */
function withoutEnd(text: string): string {
  let end = text.length
  for (;;) {
    const [last] = encodedEnd.exec(text.slice(Math.max(0, end - 3), end)) ?? []
    if (last === undefined) return text.slice(0, end)
    end -= last.length
  }
}

/** Reads a CID and the path after it; null if the text does not begin with a CID. */
function readIpfs(text: string, ofGateway: boolean): Address | null {
  const [, head = '', tail = ''] = /^([^/?#\s]+)(.*)$/s.exec(text.replace(/^(\w{40,160})%2f/i, '$1/')) ?? []
  // Some tools append a file extension to the CID.
  const cid = readCid(head) ?? readCid(head.replace(/\.\w{2,5}$/, '')) ?? readCid(withoutEnd(head))
  if (cid === null) return null
  const names = withoutEnd(
    tail.replace(ofGateway ? anyParameters : gatewayParameters, '').replace(/^[?#].*$/s, ''),
  )
  const join = (rest: string) => [cid, ...namesOf(rest)].join('/')
  const path = join(names)
  const shorter = join(names.replace(/[?#].*$/s, ''))
  if (!isIpfsPath(path)) return null
  // An encoded "#" is part of the name.
  return { at: 'ipfs', path, otherPath: shorter === path ? decodedIpfsPath(path) : shorter }
}

const prefix = /^(?:(?:web\+)?(?:ipfs|cid|hash|dweb):?\/*|\/+)\s*/i
const gatewayPath = /\/ipfs\/+(.+)$/is
const gatewayHost = /^(?:https?:)?\/*([^./?#]+)\.ipfs\.[^/?#]+(.*)$/is
const gatewayCall = /^https?:\/\/[^?#]+\/api\/v0\/cat\?(?:[^#]*&)?arg=([^&#]+)/i

/** Finds the CID after prefixes, which minting tools repeat, or in a gateway address. */
function findIpfs(text: string): Address | null {
  let rest = text
  let ofGateway = false
  for (let round = 0; round < maxPrefixes; round += 1) {
    const address = readIpfs(rest, ofGateway)
    if (address !== null) return address
    const [, label = '', path = ''] = gatewayHost.exec(rest) ?? []
    const onHost = label === '' ? null : readIpfs(`${label}${path}`, true)
    if (onHost !== null) return onHost
    const inside = (gatewayPath.exec(rest) ?? gatewayCall.exec(rest))?.[1]
    const next = prefix.test(rest) ? rest.replace(prefix, '') : inside
    if (next === undefined || next === rest) return null
    ofGateway = next === inside
    rest = ofGateway && /^(?:%2f|[a-z]+%3a)/i.test(next) ? decodePercent(next) : next
  }
  return null
}

const arweaveId = /^[\w-]{43}$/
const arweaveScheme = /^(?:ar|arweave):\/*([\w-]{43})(?=$|[/?#])(.*)$/is
const arweaveHosts =
  /(?:^|\.)(?:arweave\.(?:net|dev|live|team|developerdao\.com)|ar-io\.(?:net|dev)|ar\.io|g8way\.io|permagate\.io|(?:irys|bundlr)\.(?:xyz|network)|turbo-gateway\.com|ardrive\.io)$/i

/**
 * Returns the address of a file on Arweave. The path identifies the file on every gateway, so query parameters are not
 * part of the address.
 */
const onArweave = (id: string, rest: string): Address => ({
  at: 'arweave',
  id,
  path: namesOf(rest.replace(/[?#].*$/s, '')).join('/'),
})

/** Parses a web URL. A host without a scheme must have a path, so that a file name is not mistaken for a host. */
function parseUrl(text: string): URL | null {
  const bare = /^(?:\/\/)?[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/.*$/i.test(text)
  const url = URL.parse(bare ? `https://${text.replace(/^\/\//, '')}` : text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/**
 * Returns the transaction id in the first label of a host: as it is, or in base32, which gateways use for sandbox
 * subdomains.
 */
function transactionOfHost(text: string): string | null {
  const label = /^https?:\/\/([\w-]+)\./i.exec(text)?.[1] ?? ''
  if (arweaveId.test(label)) return label
  // 52 base32 characters have 4 bits more than 32 bytes. The decoder throws unless these bits are zero.
  if (!/^[a-z2-7]{51}[aq]$/i.test(label)) return null
  return Buffer.from(base32.decoder.decode(`b${label.toLowerCase()}`)).toString('base64url')
}

function readArweave(text: string): Address | null {
  const [, id, rest = ''] = arweaveScheme.exec(text) ?? []
  if (id !== undefined) return onArweave(id, rest)
  if (arweaveId.test(text)) return onArweave(text, '')
  const url = parseUrl(text)
  if (url === null || !arweaveHosts.test(url.hostname)) return null
  const [first = '', ...names] = url.pathname.split('/').filter((name) => name !== '' && name !== 'raw')
  if (first === 'tx' && arweaveId.test(names[0] ?? '')) return onArweave(names[0] ?? '', '')
  const transaction = first.replace(/\.\w{2,5}$/, '')
  if (arweaveId.test(transaction)) return onArweave(transaction, names.join('/'))
  const ofHost = transactionOfHost(text)
  return ofHost === null ? null : onArweave(ofHost, url.pathname)
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** Services whose share links open a page: a pattern for the page, and the address of the file itself. */
const sharedFiles = [
  [/^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/([^?]+).*$/s, 'https://raw.githubusercontent.com/$1/$2'],
  [/^(https:\/\/www\.dropbox\.com\/.*[?&])dl=0/s, '$1dl=1'],
  [
    /^https:\/\/drive\.google\.com\/(?:file\/d\/|open\?id=)([\w-]+).*$/s,
    'https://drive.google.com/uc?export=download&id=$1',
  ],
] as const

const fileOfPage = (address: string): string =>
  sharedFiles.reduce((text, [page, file]) => text.replace(page, file), address)

function readWeb(text: string): Address | null {
  const url = parseUrl(text)
  if (url === null) return null
  if (!isLoopback(url.hostname)) {
    // A host name without a dot is never public.
    if (!/[.:]/.test(url.hostname)) return null
    url.protocol = 'https:'
  }
  url.hash = ''
  // Metaplex tools repeat the file type in the query.
  if (/^\?ext=\w+$/.test(url.search)) url.search = ''
  // Texts with blanks are not decoded as a whole, so this entity may remain.
  return { at: 'web', url: fileOfPage(url.href.replaceAll('&amp;', '&')) }
}

const encoder = new TextEncoder()

/** Decodes percent-encoded text to bytes. A "%" without two hex digits is kept as it is. */
function percentBytes(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const pair = bytes[at] === 0x25 ? String.fromCharCode(...bytes.subarray(at + 1, at + 3)) : ''
    const isEncoded = /^[\da-f]{2}$/i.test(pair)
    bytes[length] = isEncoded ? Number.parseInt(pair, 16) : (bytes[at] ?? 0)
    length += 1
    if (isEncoded) at += 2
  }
  return bytes.subarray(0, length)
}

const inlineTypes = [
  // An address in braces or brackets, or a Markdown link, is not JSON.
  [/^(?:\{(?!\s*[a-z]+:\/\/)|\[(?![^\]"'{}[]*\]\())/i, 'application/json'],
  [/^(?:<(?:\?xml|!--|!doctype\s+svg)[^>]{0,1000}>\s*){0,4}<svg[\s>/]/i, 'image/svg+xml'],
  [/^<(?:!doctype\s+html|html)[\s>]/i, 'text/html'],
] as const

const inlineType = (text: string) => inlineTypes.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** First characters of files by type, in Latin-1. */
const signatures = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^\0{3}.ftyp(?:isom|mp4|avc1|M4V)/s, 'video/mp4'],
] as const

/** Returns the type of a file by its first bytes; null for plain text and unusual types. */
function typeOfBytes(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 5000)).toString('latin1').trimStart()
  return [...signatures, ...inlineTypes.slice(1)].find(([pattern]) => pattern.test(start))?.[1] ?? null
}

/**
 * Decodes base64 in the variants that tools write: wrapped, percent-encoded, URL-safe or without padding. Returns null
 * for any other text.
 */
function base64Bytes(text: string): Uint8Array | null {
  const base64 = decodePercent(text).replace(/[\s=]+/g, '')
  return /^[\w+/-]*$/.test(base64) ? new Uint8Array(Buffer.from(base64, 'base64')) : null
}

/** Reads a `data:` address (RFC 2397). */
function readData(text: string): Address | null {
  const [, inline] = /^data:\s*([[{<].*)$/is.exec(text) ?? []
  if (inline !== undefined) return readInline(inline)
  const [, head, content = ''] = /^data:([^,]{0,200}),(.*)$/is.exec(text) ?? []
  if (head === undefined) return null
  const contentType = head
    .replace(/;\s*base64\s*$/i, '')
    .trim()
    .toLowerCase()
  const isEncoded = /;\s*base64\s*$/i.test(head) && !content.startsWith('<')
  const bytes = isEncoded ? base64Bytes(content) : percentBytes(content)
  if (bytes === null) return null
  const isPlain = /^(?:;|text\/plain|application\/octet-stream|$)/.test(contentType)
  const declaredType =
    contentType === '' || contentType.startsWith(';') ? `text/plain${contentType}` : contentType
  return { at: 'data', contentType: (isPlain ? typeOfBytes(bytes) : null) ?? declaredType, bytes }
}

/** Reads file content that is written instead of an address, as text or in base64. */
function readInline(text: string): Address | null {
  const type = inlineType(text)
  if (type !== null) return { at: 'data', contentType: type, bytes: encoder.encode(text) }
  // PNG, JPEG, GIF, WebP, MP4, "<svg" and "<?xml" begin like this in base64.
  if (!/^(?:iVBOR|\/9j\/|R0lGOD|UklGR|AAAA[\w+/]{2}Z0eX|PHN2Z|PD94bWw)[\w+/\s-]{16,}/.test(text)) return null
  const bytes = base64Bytes(text)
  const contentType = bytes === null ? null : typeOfBytes(bytes)
  return bytes === null || contentType === null ? null : { at: 'data', contentType, bytes }
}

/** Blanks, NUL, byte order marks and other invisible characters. */
const edge = /[\s\p{Cc}\p{Cf}]/u

/** Removes blanks and control characters at both ends, in linear time. */
export function trimEnds(text: string): string {
  const trimmedText = text.trim()
  let start = 0
  let end = trimmedText.length
  while (start < end && edge.test(trimmedText.charAt(start))) start += 1
  while (end > start && edge.test(trimmedText.charAt(end - 1))) end -= 1
  return trimmedText.slice(start, end)
}

/** Removes blanks, control characters, and quotes around an address. */
function trimAddress(text: string): string {
  const trimmedText = trimEnds(text)
  const isQuoted = /^(?:"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»|<[^<>\s]*>)$/.test(trimmedText)
  return isQuoted ? trimAddress(trimmedText.slice(1, -1)) : trimmedText
}

/** Decodes bytes that are not UTF-8: UTF-16 with its mark, or Latin-1. */
function otherText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const label = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'windows-1252'
  return new TextDecoder(label).decode(bytes)
}

/** Reads the address in a URI field: a text, or the bytes of a CID. */
export function readUri(hex: string): Address | null {
  const text = hexToText(hex)
  if (text !== null) return readAddress(text)
  const bytes = Buffer.from(hex, 'hex')
  try {
    return readIpfs(CID.decode(bytes).toString(), false)
  } catch {
    return readAddress(otherText(bytes))
  }
}

/** Decodes hex to text; null if the result is not human-readable. */
export function textOfHex(text: string): string | null {
  const digits = text.replace(/^0x/i, '')
  if (digits.length < 16 || digits.length % 2 === 1 || !/^[\da-f]+$/i.test(digits)) return null
  const content = hexToText(digits)
  if (content === null || /(?![\t\n\r\0])\p{C}/u.test(content)) return null
  // Plain digits may be a number; digits that are hex represent a text.
  return /\p{L}{2}/u.test(content) ? content : textOfHex(content)
}

/** Matches a base64 text whose content begins with "ipfs://", "http", "ar://", "data:" or JSON. */
const base64Start = /^(?:aXBmczov|aHR0c|YXI6Ly|ZGF0YT|ew[o0]|eyJ|eyAi|W3s)[\w+/-]{8,}=*$/
const percentStart =
  /^(?:(?:%(?:25)*[\da-f]{2}){4}|[a-z]{2,5}%(?:25)*3a|%(?:25)*7b|%(?:25)*5b|%(?:25)*3csvg)/i
/** Maximum number of nested encodings. */
const maxRounds = 4

/** Removes one layer of blanks, quotes, hex, base64, percent-encoding or HTML around an address. */
function unwrapAddress(text: string): string {
  const trimmedAddress = trimAddress(text)
  const hex = textOfHex(trimmedAddress)
  if (hex !== null) return hex
  if (base64Start.test(trimmedAddress))
    return hexToText(Buffer.from(trimmedAddress, 'base64').toString('hex')) ?? trimmedAddress
  if (percentStart.test(trimmedAddress)) return decodePercent(trimmedAddress)
  return /^&(?:lt|quot);|^(?!data:)[^<{[\s]*&(?:amp|#38|#x26);/i.test(trimmedAddress)
    ? decodeEntities(trimmedAddress)
    : trimmedAddress
}

/** Removes all layers around an address, escaped slashes, and `ipfs://` before another scheme. */
function plainAddress(text: string): string {
  // NUL characters between the letters come from UTF-16.
  let plain = text.replaceAll('\0', '')
  for (let round = 0; round < maxRounds; round += 1) {
    const next = unwrapAddress(plain)
    if (next === plain) break
    plain = next
  }
  if (/^[a-z]+:\\/i.test(plain)) plain = plain.replaceAll('\\/', '/').replaceAll('\\', '/')
  if (/^(?:image|video|audio|model|application|text)\/[\w.+-]+;[\w=;-]*,/i.test(plain))
    plain = `data:${plain}`
  return plain.replace(/^(?:ipfs:\/*){1,8}(?=(?:https?|ar|data):)/i, '')
}

/** Matches an address surrounded by extra words or characters, up to a second address. */
const inText =
  /(?:https?|ipfs|ar):\/\/(?!https?:|ipfs:)(?:(?![,;]+(?:ipfs|https?|ar):\/\/)[^\s"'<>()[\]{}|])+|(?<!\w)(?:Qm\w{44}|baf\w{50,60})(?:\/[^\s"'<>]*)?/i
/** Invisible characters that are copied along with text. Joiners are allowed, because emoji in file names use them. */
const shapeless = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Matches a text of at most three words, or markup; longer texts are not addresses. */
const fewWords = /^(?:\S+\s+){0,2}\S+$|^</

/**
 * Yields the parts of a text that may be the address: the first of several addresses, the whole text, or an address
 * within a few words.
 */
function* addressesIn(text: string): Generator<string> {
  const first = /^([^\s,;|]+)[\s,;|]+(?:ipfs|https?|ar):\/\//i.exec(text)?.[1]
  if (first !== undefined) yield first
  const part = fewWords.test(text) ? inText.exec(text)?.[0] : undefined
  if (part !== undefined && /^[<[({!]/.test(text)) yield part
  yield text.replace(/[\t\n\r]/g, '')
  if (part !== undefined && part !== text) yield part
}

/**
 * Reads an address in any form that minting tools write. Returns null for text that can never be fetched;
 * `addressProblem` gives the reason.
 */
export function readAddress(text: string): Address | null {
  // Encoding a lone surrogate would throw.
  const plain = plainAddress(text).toWellFormed()
  const content = readData(plain) ?? readInline(plain)
  if (content !== null || plain.length > maxLength || /^data:/i.test(plain)) return content
  for (const address of addressesIn(plain.replace(shapeless, ''))) {
    const place = findIpfs(address) ?? readArweave(address) ?? readWeb(address)
    // URL parsing resolves "." and "..", so the path must be read from the parsed URL.
    if (place?.at === 'web' && /\/\.\.?(?:\/|$)/.test(address)) return findIpfs(place.url) ?? place
    if (place !== null) return place
  }
  return null
}

/** Returns why a text is not a fetchable address. */
export function addressProblem(text: string): MetadataProblem {
  const address = plainAddress(text)
  if (/^data:/i.test(address)) return metadataProblem('damaged_data')
  const namesIpfs = /^(?:(?:web\+)?(?:ipfs|cid|hash|dweb):|\/ipfs\/)/i.test(address)
  if (!namesIpfs) return metadataProblem('no_address')
  const hasCid = address.split(/[/:?#]+/, maxPrefixes).some((part) => readCid(part) !== null)
  return metadataProblem(hasCid ? 'no_path' : 'no_cid')
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** Returns the canonical text of an address: equal addresses have equal texts. */
export function addressText(address: Address): string {
  if (address.at === 'ipfs') return `ipfs://${encodePath(address.path)}`
  if (address.at === 'arweave')
    return `ar://${address.id}${address.path === '' ? '' : `/${encodePath(address.path)}`}`
  if (address.at === 'web') return address.url
  return `data:${address.contentType};base64,${Buffer.from(address.bytes).toString('base64')}`
}

/** Returns the URL of a file on the web or on Arweave. */
export const webUrl = (address: WebAddress, arweaveGateway: string): string =>
  address.at === 'web' ? address.url : addressText(address).replace('ar:/', arweaveGateway)

/** Returns the id of a file outside IPFS at the media route. */
const webFileId = (address: Address): string =>
  createHash('sha256').update(addressText(address)).digest('hex')

/** Returns the path of an address at our media route. */
export const mediaSource = (address: Address): string =>
  address.at === 'ipfs' ? ipfsSource(address.path) : `/media/web/${webFileId(address)}`

/** Returns the IPFS path (`<cid>` or `<cid>/file`) of an address; null for anything else. */
export function ipfsPath(text: string): string | null {
  const address = readAddress(text)
  return address?.at === 'ipfs' ? address.path : null
}
