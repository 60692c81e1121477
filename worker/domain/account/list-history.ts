import { queryAccountHistory } from '#db/queries/accounts.ts'
import { maxHistory } from '#worker/contract/profiles.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#worker/domain/nft/card-view.ts'
import { historyView } from '#worker/domain/nft/history-view.ts'

/** What an account sold, bought, transferred and received, newest first. */
export async function listAccountHistory({ db }: Context, account: string) {
  const rows = await queryAccountHistory(db.read, account, maxHistory)
  return rows.map(({ event, name, sequence, metadata }) => ({
    ...historyView(event),
    name: name ?? fallbackName(sequence ?? 0),
    image: metadata?.image ?? null,
  }))
}
