import { createRequire } from 'node:module'
import type * as Codec from 'ripple-binary-codec'

// ripple-binary-codec is a CommonJS package: `require` keeps its exports complete under type stripping.
const codec: typeof Codec = createRequire(import.meta.url)('ripple-binary-codec')

export const encodeBinary = (json: object): string => codec.encode(json)
/** Decodes a serialized object to JSON. @throws if the text is not a serialized object. */
export const decodeBinary = (hex: string): unknown => codec.decode(hex)
export const signingData = (json: object): string => codec.encodeForSigning(json)
export const multisigningData = (json: object, signer: string): string =>
  codec.encodeForMultisigning(json, signer)
