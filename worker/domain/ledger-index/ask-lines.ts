import { refreshListings, refreshOffers } from '#db/queries/index-derive.ts'
import {
  listTokensOnLines,
  listUnknownIssuers,
  listUnknownLines,
  writeIssuers,
  writeLines,
} from '#db/queries/index-lines.ts'
import { findCursor, lockIndex } from '#db/queries/index-writes.ts'
import type { Context } from '#worker/domain/context.ts'
import { absentLine, issuerState, lineSides } from '#worker/ledger/line-changes.ts'
import { dateToRippleTime, noTransferFee } from '#worker/contract/ledger.ts'

const batch = 8
/** Read after all transactions of its ledger. */
const endOfLedger = 2_147_483_647

/**
 * Reads the trust lines and issuers that offers depend on and that no transaction has shown yet, as of the index's ledger; from
 * then on the follower keeps them up to date. Returns how many were read.
 */
export async function askLines(
  { db, ledger, rules, now }: Pick<Context, 'db' | 'ledger' | 'rules' | 'now'>,
  deadline: Date,
): Promise<number> {
  let asked = 0
  while (now() < deadline) {
    const [lines, issuers, cursor] = await Promise.all([
      listUnknownLines(db.read, batch),
      listUnknownIssuers(db.read, batch),
      findCursor(db.read),
    ])
    if (cursor === null || lines.length + issuers.length === 0) break
    const at = cursor.ledgerIndex
    const place = { stateLedger: at, statePosition: endOfLedger }
    const foundLines = await Promise.all(
      lines.map(async ({ account, issuer, currency }) => {
        const sides = lineSides((await ledger.findLine(account, issuer, currency, at)) ?? undefined)
        const mine = sides.find((side) => side.account === account) ?? absentLine(account, issuer, currency)
        return { ...mine, ...place }
      }),
    )
    const foundIssuers = await Promise.all(
      issuers.map(async (account) => {
        const state = await ledger.findAccount(account, at)
        return { ...issuerState(account, state?.flags ?? 0, state?.transferRate ?? noTransferFee), ...place }
      }),
    )
    const reserves = await ledger.reserves()
    await db.transaction(async (tx) => {
      await lockIndex(tx)
      const nftIds = await listTokensOnLines(
        tx,
        await writeLines(tx, foundLines),
        await writeIssuers(tx, foundIssuers),
      )
      const closeTime = dateToRippleTime(cursor.closedAt)
      const changed = await refreshOffers(tx, { nftIds, accounts: [], closeTime, reserves })
      await refreshListings(tx, rules, [...new Set(changed)])
    })
    asked += lines.length + issuers.length
  }
  return asked
}
