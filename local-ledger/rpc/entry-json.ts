import { encodeBinary } from '#ledger/codec/binary.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Entry } from '#ledger/entries/entry-types.ts'

/** Returns a ledger entry in the API's format: its fields and its index. */
export function entryJson(key: string, entry: Entry): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(entry))
  return { ...json, index: key }
}

export const entryBinary = (entry: Entry): string => encodeBinary(entry)

/** Returns the Gravatar address of an e-mail hash, as in account_info. */
export const gravatarUrl = (emailHash: string): string =>
  `https://www.gravatar.com/avatar/${emailHash.toLowerCase()}`
