import { refreshListings, refreshOffers } from '#db/queries/ledger-index/derive.ts'
import {
  listTokensOnLines,
  listUnknownSettings,
  listUnknownLines,
  writeSettings,
  writeLines,
} from '#db/queries/ledger-index/lines.ts'
import { findCursor, lockIndex } from '#db/queries/ledger-index/writes.ts'
import type { Context } from '#worker/domain/context.ts'
import { absentLine, accountSettings, lineSides } from '#worker/ledger/line-changes.ts'
import { dateToRippleTime, noTransferFee } from '#contract/rules/ledger.ts'

const batch = 8
/** Position after all transactions of a ledger. */
const endOfLedger = 2_147_483_647

/**
 * Reads trust lines and settings that offers depend on and that no transaction has shown yet, as of the index's ledger.
 * From then on, the follower updates them. Returns the number of lines and settings read.
 */
export async function askLines(
  { db, ledger, rules, now }: Pick<Context, 'db' | 'ledger' | 'rules' | 'now'>,
  deadline: Date,
): Promise<number> {
  let count = 0
  while (now() < deadline) {
    const [lines, accounts, cursor] = await Promise.all([
      listUnknownLines(db.http, batch),
      listUnknownSettings(db.http, batch),
      findCursor(db.http),
    ])
    if (cursor === null || lines.length + accounts.length === 0) break
    const at = cursor.ledgerIndex
    const place = { stateLedger: at, statePosition: endOfLedger }
    const foundLines = await Promise.all(
      lines.map(async ({ account, issuer, currency }) => {
        const sides = lineSides((await ledger.findLine(account, issuer, currency, at)) ?? undefined)
        const ownLine =
          sides.find((side) => side.account === account) ?? absentLine(account, issuer, currency)
        return { ...ownLine, ...place }
      }),
    )
    const foundSettings = await Promise.all(
      accounts.map(async (account) => {
        const state = await ledger.findAccount(account, at)
        return {
          ...accountSettings(account, state?.flags ?? 0, state?.transferRate ?? noTransferFee),
          ...place,
        }
      }),
    )
    const reserves = await ledger.reserves()
    await db.transaction(async (tx) => {
      await lockIndex(tx)
      const nftIds = await listTokensOnLines(
        tx,
        await writeLines(tx, foundLines),
        await writeSettings(tx, foundSettings),
        rules.marketplace,
      )
      const closeTime = dateToRippleTime(cursor.closedAt)
      const changedOffers = await refreshOffers(tx, {
        nftIds,
        accounts: [],
        closeTime,
        reserves,
        marketplace: rules.marketplace,
      })
      await refreshListings(tx, rules, [...new Set(changedOffers)])
    })
    count += lines.length + accounts.length
  }
  return count
}
