/** Returns why an address may not be fetched, or null if it may. */
export type AddressRule = (address: URL) => string | null

/** IPv4 ranges that are not public, as [first, bits]. Source: IANA special-purpose address registry. */
const ranges4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const number4 = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/**
 * True if an IPv4 address is not public. The URL parser has already normalized every form (hex, octal, one number) to
 * four decimals.
 */
function isPrivate4(host: string): boolean {
  const at = number4(host)
  return ranges4.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(at / size) === Math.floor(number4(first) / size)
  })
}

/** Returns the groups of an IPv6 address that the URL parser has normalized (compressed, hexadecimal). */
function groups6(host: string): number[] {
  const [head = '', tail] = host.split('::')
  const parsePart = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const front = parsePart(head)
  if (tail === undefined) return front
  const back = parsePart(tail)
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}

/**
 * True if an IPv6 address is not public. Only global unicast (2000::/3) is public, except documentation, Teredo and
 * 6to4, which embed IPv4.
 */
function isPrivate6(host: string): boolean {
  const [a = 0, b = 0] = groups6(host)
  if ((a & 0xe000) !== 0x2000) return true
  return (a === 0x2001 && (b === 0xdb8 || b < 0x200)) || a === 0x2002 || (a === 0x3fff && b < 0x1000)
}

const localNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid|example)$/

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/**
 * Returns the rule for addresses in untrusted metadata: https on the default port, a public host and no password. Names
 * that resolve to private addresses are harmless, because a worker has no private network. `loopback` also allows this
 * machine and http, for tests and the local stack.
 */
export function addressRule(loopback: boolean): AddressRule {
  return (address) => {
    const host = address.hostname.replace(/\.$/, '').toLowerCase()
    if (loopback && isLoopback(host) && /^https?:$/.test(address.protocol)) return null
    if (address.protocol !== 'https:') return 'not https'
    if (address.username !== '' || address.password !== '') return 'with a password'
    if (address.port !== '') return 'an unusual port'
    if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivate4(host) ? 'a private address' : null
    if (host.startsWith('[')) return isPrivate6(host.slice(1, -1)) ? 'a private address' : null
    return localNames.test(host) || !host.includes('.') ? 'a private name' : null
  }
}
