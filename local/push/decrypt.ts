import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

const headerBytes = 21
const tagBytes = 16

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/**
 * Decrypts a push message with the keys of the browser. Implemented from the standards, independently of the library
 * that encrypts. Source: RFC 8291 "Message Encryption for Web Push", RFC 8188 "Encrypted Content-Encoding for HTTP"
 * (one record).
 */
export function decryptPush(body: Buffer, browser: { keys: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyBytes = body.readUInt8(20)
  const sender = body.subarray(headerBytes, headerBytes + keyBytes)
  const record = body.subarray(headerBytes + keyBytes)
  if (record.length > recordSize) throw new Error('The message has more than one record.')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.keys.getPublicKey(), sender])
  const secret = derive(browser.keys.computeSecret(sender), browser.auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-tagBytes))
  const paddedRecord = Buffer.concat([cipher.update(record.subarray(0, -tagBytes)), cipher.final()])
  const end = paddedRecord.findLastIndex((byte) => byte !== 0)
  if (paddedRecord[end] !== 2) throw new Error('The last record does not end with its delimiter.')
  return paddedRecord.subarray(0, end)
}
