/**
 * Returns the eight groups of an IPv6 address; null for anything else. An embedded IPv4 address counts as two groups.
 */
function groupsOf(address: string): number[] | null {
  const [head = '', tail, ...extraParts] = address.replace(/%.*$/, '').split('::')
  if (extraParts.length > 0) return null
  const parse = (half: string): number[] =>
    half === ''
      ? []
      : half.split(':').flatMap((group) => {
          const bytes = group.split('.').map(Number)
          const [a = 0, b = 0, c = 0, d = 0] = bytes
          return bytes.length === 4 ? [a * 256 + b, c * 256 + d] : [Number.parseInt(group, 16)]
        })
  const [front, back] = [parse(head), parse(tail ?? '')]
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  if (gap < 0) return null
  const groups = [...front, ...Array.from({ length: gap }, () => 0), ...back]
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null
}

/**
 * Returns the networks of an address, smallest first. For an IPv6 address this includes the /48, because one subscriber
 * may have all of it.
 */
export function networksOf(address: string): string[] {
  const network = networkOf(address)
  if (!network.endsWith('::/64')) return [network]
  return [network, `${network.split(':').slice(0, 3).join(':')}::/48`]
}

/**
 * Returns the network of an address. For IPv4, also in its IPv6 form, this is the address itself. For IPv6 it is the
 * /64 of one subscriber (RFC 6177), so that single addresses are not counted separately.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  if (groups === null) return address
  const [, , , , , marker = 0, high = 0, low = 0] = groups
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
