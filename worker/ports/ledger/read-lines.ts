import * as v from 'valibot'
import type { TrustLine } from './port.ts'
import type { Rpc } from './transport.ts'

const LinesReply = v.object({
  lines: v.array(
    v.object({
      account: v.string(),
      currency: v.string(),
      balance: v.string(),
      limit: v.string(),
      freeze_peer: v.optional(v.boolean(), false),
    }),
  ),
  marker: v.optional(v.unknown()),
})

/** Trust lines of an account in the validated ledger. Source: xrpl.org "account_lines". */
export async function readLines(rpc: Rpc, account: string, peer: string | undefined): Promise<TrustLine[]> {
  const lines: TrustLine[] = []
  let marker: unknown
  do {
    const page: v.InferOutput<typeof LinesReply> = v.parse(
      LinesReply,
      await rpc('account_lines', {
        account,
        limit: 400,
        ledger_index: 'validated',
        ...(peer === undefined ? {} : { peer }),
        ...(marker === undefined ? {} : { marker }),
      }),
    )
    lines.push(
      ...page.lines.map((line) => ({
        currency: line.currency,
        issuer: line.account,
        balance: line.balance,
        limit: line.limit,
        frozen: line.freeze_peer,
      })),
    )
    marker = page.marker
  } while (marker !== undefined)
  return lines
}
