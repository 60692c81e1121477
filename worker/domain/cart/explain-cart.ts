import { sentence } from '#contract/words/sentence.ts'
import { queryTokens } from '#db/queries/account/accounts.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { explainUndone, whySaleFails } from '#worker/domain/trade/explain-undone.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/**
 * Returns why no work in the cart was bought. Names the unavailable works, because the buyer can still buy the rest.
 */
export async function explainCart(context: Context, row: SignRequestRow): Promise<Refusal> {
  const sales = (row.context.sales ?? []).flatMap((sale) => (sale.kind === 'demand' ? [] : [sale]))
  const failures: { nftId: string; reason: Refusal }[] = []
  for (const sale of sales) {
    const reason = await whySaleFails(context, row.account ?? '', sale)
    if (reason !== null) failures.push({ nftId: sale.nftId, reason })
  }
  const [first, ...rest] = failures
  if (first === undefined) return explainUndone(context, row)
  const ids = failures.map(({ nftId }) => nftId)
  const byId = new Map(
    (await queryTokens(context.db.http, context.rules.marketplace, ids)).map(({ id, name }) => [id, name]),
  )
  const names = ids.map((id) => byId.get(id) ?? fallbackName(identifyToken(id).sequence))
  const { code, sentence: reason } = first.reason
  return rest.length === 0
    ? new Refusal(code, sentence('{label}: {value}', { label: names[0] ?? '', value: reason }))
    : new Refusal(
        code,
        sentence(
          '{names} and {last} were just sold, or their listings have changed. Nothing was paid, and nothing is pending.',
          { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' },
        ),
      )
}
