import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'

const account = v.optional(AccountAddress)
const walletToken = v.optional(v.nullable(v.string()))
const claims = { account, user_token: walletToken }
const camelCaseClaims = { account, userToken: walletToken }

/**
 * Claims of a body that names its sender. The API spells the wallet token `user_token` in some calls and `userToken` in
 * others. The session token is authoritative: claims that differ from it are refused.
 */
// @__NO_SIDE_EFFECTS__
export function createClaimedSchema<E extends v.ObjectEntries>(entries: E) {
  return v.object({ ...claims, ...entries })
}

// @__NO_SIDE_EFFECTS__
export function createCamelCaseClaimedSchema<E extends v.ObjectEntries>(entries: E) {
  return v.object({ ...camelCaseClaims, ...entries })
}

/** Reads the value under either spelling, from a body parsed by its own schema. */
export const Claims = v.object({ ...claims, ...camelCaseClaims })
