import * as v from 'valibot'
import { AccountAddress } from './accounts.ts'

const account = v.optional(AccountAddress)
const walletToken = v.optional(v.nullable(v.string()))

/**
 * Who a body says it is from. The API spells the wallet token `user_token` in some calls and `userToken` in others. The
 * session token decides; claims that differ from it are refused.
 */
export const claims = { account, user_token: walletToken }
export const camelCaseClaims = { account, userToken: walletToken }

/** Under either spelling, for a body that its own schema has parsed. */
export const Claims = v.object({ ...claims, ...camelCaseClaims })
