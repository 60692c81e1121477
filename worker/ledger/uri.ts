import { isIpfsPath } from '#contract/rules/media.ts'

/** The text in a URI field, which the ledger stores as hex; null when it is not valid UTF-8. */
export function hexToText(hex: string): string | null {
  const bytes = Buffer.from(hex, 'hex')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Any minter can put any bytes into a URI.
    return null
  }
}

export const textToHex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase()

/**
 * The IPFS path (`<cid>` or `<cid>/file`) of an address: `ipfs://`, a gateway's https address or a bare CID; null for anything
 * else.
 */
export function ipfsPath(address: string): string | null {
  const match =
    /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(address) ??
    /^https?:\/\/[^/]+\/ipfs\/(.+)$/i.exec(address) ??
    /^((?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,})(?:\/.*)?)$/.exec(address)
  const path = match?.[1]?.split(/[?#]/)[0]
  return path !== undefined && isIpfsPath(path) ? path : null
}
