import { sql } from 'drizzle-orm'
import { actions, purposesOf } from '#contract/rules/actions.ts'

const toLiterals = (purposes: string[]) => purposes.map((purpose) => `'${purpose}'`).join(', ')

/**
 * The purposes of sell offers that are never listings, as SQL literals, because the partial index of `sign_requests`
 * for them does not apply to parameters.
 */
export const unlistedPurposes = toLiterals(purposesOf('notListed').toSorted())

/** True if the request `r` was signed to open an auction. */
export const opensAuction = sql.raw(`r.purpose = ${toLiterals([actions.runAuction.purpose])}`)
