import { createRequire } from 'node:module'
import type { JsonObject } from '#ledger/codec/json.ts'
import { sha512Half } from '#ledger/codec/hash.ts'
import { isHash } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField } from './rpc-error.ts'

// The fields, types and result codes of the serialization, as the installed codec has them: a client that generates its codec from
// them reads and writes what this ledger does. Source: xrpl.org "server_definitions".

const definitions: JsonObject = createRequire(import.meta.url)(
  'ripple-binary-codec/dist/enums/definitions.json',
)
/** A digest of the definitions, so that a client that has the same ones does not fetch them again. */
const hash = sha512Half(Buffer.from(JSON.stringify(definitions), 'utf8').toString('hex'))

export const serverDefinitions: Handler = ({ params }) => {
  const clientHash = params.hash
  if (clientHash !== undefined && !isHash(clientHash)) throw invalidField('hash')
  return clientHash?.toUpperCase() === hash ? { hash } : { ...definitions, hash }
}
