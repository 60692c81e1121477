import { createRequire } from 'node:module'
import type { JsonObject } from '#ledger/codec/json.ts'
import { sha512Half } from '#ledger/codec/hash.ts'
import { isHash } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField } from './rpc-error.ts'

// Fields, types and result codes of the serialization, from the installed codec. A client can generate a compatible
// codec from them. Source: xrpl.org "server_definitions".

const definitions: JsonObject = createRequire(import.meta.url)(
  'ripple-binary-codec/dist/enums/definitions.json',
)
/** Digest of the definitions, with which clients avoid downloading them again. */
const hash = sha512Half(Buffer.from(JSON.stringify(definitions), 'utf8').toString('hex'))

export const serverDefinitions: Handler = ({ params }) => {
  const clientHash = params.hash
  if (clientHash !== undefined && !isHash(clientHash)) throw invalidField('hash')
  return clientHash?.toUpperCase() === hash ? { hash } : { ...definitions, hash }
}
