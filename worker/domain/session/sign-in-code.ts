/** 32 characters that are not mistaken for each other: no I, O, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of six characters, as `K7F-3QX`: short enough to be compared at a glance. */
export function createSignInCode(): string {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    alphabet.charAt(byte % 32),
  )
  return `${characters.slice(0, 3).join('')}-${characters.slice(3).join('')}`
}
