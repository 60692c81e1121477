import { queryAccountHistory } from '#db/queries/account/accounts.ts'
import { accountsOfHistory, queryPeople } from '#db/queries/people/people.ts'
import { maxHistory } from '#contract/schemas/profiles.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { historyView } from '#worker/domain/nft/history-view.ts'
import { peopleIn, peopleView } from '#worker/domain/people/view.ts'

/** Lists the sales, purchases and transfers of an account, newest first. */
export async function listAccountHistory({ db }: Context, account: string) {
  const [rows, nameRows] = await db.http.batch([
    queryAccountHistory(db.http, account, maxHistory),
    queryPeople(db.http, accountsOfHistory(account, maxHistory)),
  ])
  const people = peopleView(nameRows)
  return rows.map(({ event, name, sequence, metadata }) => ({
    ...historyView(event),
    name: name ?? fallbackName(sequence ?? 0),
    image: metadata?.image ?? null,
    people: peopleIn(people, [event.seller, event.buyer]),
  }))
}
