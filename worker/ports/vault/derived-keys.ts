import { Buffer } from 'node:buffer'
import { bytesToHex } from '#draw-verifier/draws.ts'
import type { VaultPort } from './port.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** PKCS #8 prefix for the 32 bytes of an ed25519 private key. Source: RFC 8410, section 7. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const ivBytes = 12

const once = <T>(make: () => Promise<T>) => {
  let key: Promise<T> | null = null
  return () => (key ??= make())
}

/**
 * Returns a function that derives 32 bytes from the secret for a purpose. Source: RFC 5869 (HKDF with SHA-256, without
 * a salt).
 */
function createDerivation(secret: string) {
  const key = once(() => crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveBits']))
  return async (use: string) => {
    const terms = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode(use) }
    return new Uint8Array(await crypto.subtle.deriveBits(terms, await key(), 256))
  }
}

function keysOf(secret: string) {
  const derive = createDerivation(secret)
  return {
    /** Identifies the secret that sealed a text without revealing anything about it. */
    id: once(async () => bytesToHex(await derive('opx/vault-id/1')).slice(0, 8)),
    sealing: once(async () =>
      crypto.subtle.importKey('raw', await derive('opx/vault-seal/1'), 'AES-GCM', false, [
        'encrypt',
        'decrypt',
      ]),
    ),
    async signing(name: string) {
      const pkcs8 = new Uint8Array([...privateKeyPrefix, ...(await derive(`opx/vault-sign/1/${name}`))])
      const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
      const { x = '' } = await crypto.subtle.exportKey('jwk', key)
      return { key, publicKey: bytesToHex(Buffer.from(x, 'base64url')) }
    },
  }
}

/**
 * Creates a vault with keys derived from secrets. The first secret seals and signs; all of them can unseal, so that
 * secrets can be rotated. Uses AES-256-GCM with a random nonce. A sealed text is the secret's id, a dot, and the nonce
 * and ciphertext in base64.
 */
export function createVault(secrets: string[]): VaultPort {
  const keySets = secrets.map(keysOf)
  const findCurrentKeys = () => {
    const [first] = keySets
    if (first === undefined) throw new Error('DRAW_SECRET is not set.')
    return first
  }
  return {
    isOpen: keySets.length > 0,
    async seal(bytes, about) {
      const keys = findCurrentKeys()
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const terms = { name: 'AES-GCM', iv, additionalData: encode(about) }
      const sealedBytes = await crypto.subtle.encrypt(terms, await keys.sealing(), new Uint8Array(bytes))
      return `${await keys.id()}.${Buffer.concat([iv, new Uint8Array(sealedBytes)]).toString('base64')}`
    },
    async unseal(sealedText, about) {
      const [id, text = ''] = sealedText.split('.')
      for (const keys of keySets) {
        if ((await keys.id()) !== id) continue
        const bytes = new Uint8Array(Buffer.from(text, 'base64'))
        const terms = { name: 'AES-GCM', iv: bytes.slice(0, ivBytes), additionalData: encode(about) }
        return new Uint8Array(await crypto.subtle.decrypt(terms, await keys.sealing(), bytes.slice(ivBytes)))
      }
      throw new Error(`DRAW_SECRET no longer has the secret ${id ?? ''}, which has sealed ${about}.`)
    },
    publicKey: async (name) => (await findCurrentKeys().signing(name)).publicKey,
    async sign(name, publicKey, message) {
      for (const keys of keySets) {
        const pair = await keys.signing(name)
        if (pair.publicKey === publicKey)
          return bytesToHex(new Uint8Array(await crypto.subtle.sign('Ed25519', pair.key, message)))
      }
      throw new Error(`DRAW_SECRET no longer has the secret of the draw key ${publicKey}.`)
    },
  }
}
