import { queryTokens } from '#db/queries/account/accounts.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import { workFiles } from '#contract/rules/media.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import type { AccountNft, AccountNftsReply } from '#contract/schemas/profiles.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { nameAndPicture } from '#worker/domain/nft/card-view.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/**
 * Parses a marker of the form `<ledger>:<marker of the server>`. All pages come from one ledger, so nothing is missed
 * or shown twice.
 */
function readMarker(marker: string | undefined): { ledgerIndex: number | null; marker: string | null } {
  if (marker === undefined || marker === '') return { ledgerIndex: null, marker: null }
  const match = /^(\d{1,10}):([0-9A-F]{64})$/.exec(marker)
  if (match === null) {
    throw new Refusal('validation_failed', 'This marker is invalid: use one from an earlier reply.', {
      errors: [{ path: 'marker', message: 'Leave it out to begin anew.' }],
    })
  }
  return { ledgerIndex: Number(match[1]), marker: match[2] ?? null }
}

const kindOf = (metadata: TokenMetadata | null | undefined): AccountNft['kind'] =>
  metadata == null ? null : (workFiles(metadata)[0]?.kind ?? null)

const textOf = (drops: bigint | null | undefined) => drops?.toString() ?? null

/**
 * Lists a page of the tokens that an account holds in the validated ledger, with their data from the index: one ledger
 * call and two round trips to the database. Throws Refusal: ledger_unavailable, validation_failed, rate_limited.
 */
export async function listAccountNfts(
  context: Context,
  query: { account: string; marker?: string | undefined },
): Promise<AccountNftsReply> {
  const start = readMarker(query.marker)
  await takePublicCall(context, 'ledger')
  const page = await context.ledger.pageOfAccount(query.account, start.ledgerIndex, start.marker)
  const ids = page.tokens.map(({ id }) => id)
  const issuers = [...new Set(ids.map((id) => identifyToken(id).issuer))]
  const reader = context.db.http
  const [rows, people] =
    ids.length === 0
      ? [[], []]
      : await reader.batch([
          queryTokens(reader, context.rules.marketplace, ids),
          queryPeople(reader, accountList(issuers)),
        ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    nfts: ids.map((id) => {
      const { issuer, taxon, sequence } = identifyToken(id)
      const row = byId.get(id)
      return {
        nftokenID: id,
        issuer,
        nftokenTaxon: taxon,
        ...nameAndPicture(row?.name ?? fallbackName(sequence), row?.metadata?.image ?? null),
        kind: kindOf(row?.metadata),
        collectionId: row?.collectionId ?? null,
        collectionName: row?.collectionName ?? null,
        floorDrops: textOf(row?.floorDrops),
        priceDrops: textOf(row?.priceDrops),
        issuedPrice: row?.issuedPrice ?? null,
        auctionEndsAt: row?.auctionEndsAt?.toISOString() ?? null,
      }
    }),
    marker: page.marker === null ? null : `${page.ledgerIndex}:${page.marker}`,
    ledgerIndex: page.ledgerIndex,
    people: peopleView(people),
  }
}
