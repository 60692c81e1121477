import * as keypairs from 'ripple-keypairs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOf, sign, verify } from 'local-ledger/codec/key-pairs.ts'

const hex = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const algorithm = fc.constantFrom('ed25519' as const, 'ecdsa-secp256k1' as const)
const seed = fc
  .tuple(fc.uint8Array({ minLength: 16, maxLength: 16 }), algorithm)
  .map(([entropy, of]) => keypairs.generateSeed({ entropy: new Uint8Array(entropy), algorithm: of }))

test('signatures are those of ripple-keypairs, and a changed byte breaks them', () => {
  fc.assert(
    fc.property(seed, hex, hex, (secret, data, other) => {
      const { publicKey, privateKey } = keysOf(secret)
      const signature = sign(data, privateKey)
      expect(signature).toBe(keypairs.sign(data, privateKey))
      expect(verify(data, signature, publicKey)).toBe(true)
      expect(verify(other, signature, publicKey)).toBe(other === data)
      expect(
        verify(data, `${signature.slice(0, -2)}${signature.endsWith('00') ? '01' : '00'}`, publicKey),
      ).toBe(false)
    }),
    { numRuns: 30 },
  )
})

test('anything but a key or a signature is refused without an error', () => {
  const { publicKey } = keysOf(keypairs.generateSeed({ algorithm: 'ed25519' }))
  for (const [signature, key] of [
    ['', publicKey],
    ['zz', publicKey],
    ['00'.repeat(64), `ED${'FF'.repeat(32)}`],
    ['00', 'ED00'],
  ] as const) {
    expect(verify('00', signature, key)).toBe(false)
  }
})
