import { inWords, sentence } from '#contract/words/sentence.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import {
  findSwap,
  listSwapsOf,
  querySwapTokens,
  type SwapRow,
  type SwapTokenRow,
} from '#db/queries/swap/swaps.ts'
import { computeRoyalty } from '#contract/rules/fees.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Swap, SwapNft, SwapReply, SwapsReply } from '#contract/schemas/swaps.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { textField } from '#worker/ledger/ledger-json.ts'
import { swapPrices } from '#worker/ledger/swap-batch.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { nameOf } from './rules.ts'

const listLimit = 50

export const movedMessage = sentence('A work in this swap has changed hands or was burned in the meantime.')

type Known = Map<string, SwapTokenRow>

function nftView(tokens: Known, id: string, side: { owner: string; other: string; price: bigint }): SwapNft {
  const { issuer, transferFee } = identifyToken(id)
  const row = tokens.get(id)
  const issuerTakesPart = issuer === side.owner || issuer === side.other
  return {
    nftokenID: id,
    name: nameOf(id, row),
    image: row?.metadata?.image ?? null,
    collectionName: row?.collectionName ?? null,
    issuer,
    transferFee,
    valueDrops: row?.valueDrops ?? null,
    priceDrops: side.price.toString(),
    royaltyDrops: computeRoyalty(side.price, transferFee, issuerTakesPart).toString(),
    held: row !== undefined && !row.burned && row.owner === side.owner,
  }
}

/**
 * Returns the state of a swap. A proposal that has expired or whose works have moved counts as ended even before the
 * sweep stores its end.
 */
function stateOf(row: SwapRow, isMoved: boolean, now: Date): Pick<Swap, 'state' | 'message'> {
  const message = row.message === null ? null : inWords(row.message)
  if (row.state !== 'proposed') return { state: row.state, message }
  if (isMoved) return { state: 'void', message: inWords(movedMessage) }
  return { state: row.expiresAt <= now ? 'expired' : 'proposed', message }
}

function swapView(row: SwapRow, tokens: Known, now: Date): Swap {
  const { proposer, partner } = row
  const prices = swapPrices(row)
  const gives = row.gives.map((id, at) =>
    nftView(tokens, id, { owner: proposer, other: partner, price: prices.gives[at] ?? 0n }),
  )
  const gets = row.gets.map((id, at) =>
    nftView(tokens, id, { owner: partner, other: proposer, price: prices.gets[at] ?? 0n }),
  )
  return {
    id: row.id,
    ...stateOf(
      row,
      [...gives, ...gets].some(({ held }) => !held),
      now,
    ),
    proposer,
    partner,
    gives,
    gets,
    drops: row.drops.toString(),
    payer: row.payer,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    agreedUntil: row.agreedUntil?.toISOString() ?? null,
    handedOut: row.handedOutAt !== null,
    feeDrops: textField(row.batch ?? undefined, 'Fee') ?? null,
    txid: row.txid,
  }
}

async function swapViews({ db, now }: Context, rows: SwapRow[]): Promise<SwapsReply> {
  const ids = rows.flatMap(({ gives, gets }) => [...gives, ...gets])
  if (rows.length === 0) return { swaps: [], people: {} }
  const parties = rows.flatMap(({ proposer, partner }) => [proposer, partner])
  const [tokens, people] = await db.http.batch([
    querySwapTokens(db.http, ids),
    queryPeople(db.http, accountList(parties)),
  ])
  const byId = new Map(tokens.map((token) => [token.id, token]))
  return { swaps: rows.map((row) => swapView(row, byId, now())), people: peopleView(people) }
}

/** Returns the row of a swap. Throws Refusal('not_found'). */
export async function getSwapRow({ db }: Pick<Context, 'db'>, id: string): Promise<SwapRow> {
  const row = await findSwap(db.http, id)
  if (row === null) throw new Refusal('not_found', sentence('This swap does not exist: check the link.'))
  return row
}

/** Returns a swap. Anyone who has the link may see it. Throws Refusal('not_found'). */
export async function getSwap(context: Context, id: string): Promise<SwapReply> {
  const {
    swaps: [swap],
    people,
  } = await swapViews(context, [await getSwapRow(context, id)])
  if (swap === undefined) throw new Error('A row has no view.')
  return { ...swap, people }
}

/** Lists the newest swaps that an account has proposed or received. */
export async function listSwaps(context: Context, { account }: Actor): Promise<SwapsReply> {
  return swapViews(context, await listSwapsOf(context.db.http, account, listLimit))
}
