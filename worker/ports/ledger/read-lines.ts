import * as v from 'valibot'
import type { TrustLine } from './port.ts'
import type { Rpc } from './transport.ts'

/** The QualityIn value at which amounts arrive in full; 0 means the same. Source: xrpl.org "TrustSet". */
const wholeQuality = 1_000_000_000

const LinesReply = v.object({
  lines: v.array(
    v.object({
      account: v.string(),
      currency: v.string(),
      balance: v.string(),
      limit: v.string(),
      freeze: v.optional(v.boolean(), false),
      freeze_peer: v.optional(v.boolean(), false),
      peer_authorized: v.optional(v.boolean(), false),
      no_ripple_peer: v.optional(v.boolean(), false),
      quality_in: v.optional(v.number(), 0),
    }),
  ),
  marker: v.optional(v.unknown()),
})

/** Reads the trust lines of an account in the newest validated ledger. Source: xrpl.org "account_lines". */
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
        closed: line.freeze || (line.quality_in > 0 && line.quality_in < wholeQuality),
        authorised: line.peer_authorized,
        noRipple: line.no_ripple_peer,
      })),
    )
    marker = page.marker
  } while (marker !== undefined)
  return lines
}
