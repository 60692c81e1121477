const letters = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
/** A leading 0, 20 bytes of the account, 4 of the checksum. Source: xrpl.org "base58 Encodings". */
const length = 25

function bytesOf(address: string): Uint8Array<ArrayBuffer> | null {
  let value = 0n
  for (const letter of address) {
    const digit = letters.indexOf(letter)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  if (value >= 1n << BigInt((length - 1) * 8)) return null
  const hex = value.toString(16).padStart(length * 2, '0')
  const bytes = Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
  // Each leading 0 is one leading letter of its own, no more and no fewer.
  return bytes.findIndex((byte) => byte !== 0) === /^r*/.exec(address)?.[0].length ? bytes : null
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Whether the checksum of a classic address holds, as the server looks at it: a typing error breaks it. */
export async function checksumHolds(address: string): Promise<boolean> {
  const bytes = bytesOf(address)
  if (bytes === null) return false
  const sum = await sha256(await sha256(bytes.slice(0, -4)))
  return bytes.slice(-4).every((byte, i) => byte === sum[i])
}
