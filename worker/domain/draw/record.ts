import { sentence } from '#contract/words/sentence.ts'
import {
  drawAnchorRecords,
  drawEpochRecords,
  drawRecords,
  drawSummary,
  queryDrawAnchors,
  queryDrawEpochs,
  queryDraws,
  queryDrawSummary,
} from '#db/queries/draw/record.ts'
import type {
  DrawAnchorsReply,
  DrawEpochsReply,
  DrawsQuery,
  DrawsReply,
} from '#draw-verifier/draw-records.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'

const drawsOnPage = 200
const epochsOnPage = 200
/** Each anchor has up to 256 entries. */
const anchorsOnPage = 40

const pageOf = ({ id, marker }: DrawsQuery, size: number) => ({
  collectionId: id,
  below: marker ?? null,
  // One extra row shows whether there is another page.
  limit: size + 1,
})

function takePage<T>(rows: T[], size: number, placeOf: (row: T) => number): { page: T[]; marker: number } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, marker: rows.length > size && last !== undefined ? placeOf(last) : -1 }
}

/**
 * Lists the draws of a collection, newest first. They reveal nothing about an item before its sale is validated. Throws
 * Refusal('not_found').
 */
export async function listDraws({ db, treasury }: Context, query: DrawsQuery): Promise<DrawsReply> {
  const [rows, summary] = await db.http.batch([
    queryDraws(db.http, pageOf(query, drawsOnPage)),
    queryDrawSummary(db.http, query.id),
  ])
  const summaryView = drawSummary(summary)
  if (summaryView === null) throw new Refusal('not_found', sentence('This collection does not exist.'))
  const { name, issuer, taxon, ledgerIndex, ...counts } = summaryView
  const { page, marker } = takePage(drawRecords(rows), drawsOnPage, ({ number }) => number)
  return {
    collection: { id: query.id, name, issuer, taxon },
    marketplace: treasury.account,
    ledgerIndex,
    counts,
    draws: page.map(({ people: _people, ...draw }) => draw),
    marker,
    people: peopleView(page.flatMap(({ people }) => people ?? [])),
  }
}

/** Lists the commitments of a collection's epochs, newest first. */
export async function listDrawEpochs({ db }: Context, query: DrawsQuery): Promise<DrawEpochsReply> {
  const rows = await queryDrawEpochs(db.http, pageOf(query, epochsOnPage))
  const { page, marker } = takePage(drawEpochRecords(rows), epochsOnPage, ({ epoch }) => epoch)
  return { epochs: page, marker }
}

/** Lists the marketplace's anchors during the draws of a collection, newest first. */
export async function listDrawAnchors({ db }: Context, query: DrawsQuery): Promise<DrawAnchorsReply> {
  const rows = await queryDrawAnchors(db.http, pageOf(query, anchorsOnPage))
  const { page, marker } = takePage(drawAnchorRecords(rows), anchorsOnPage, ({ ledger }) => ledger)
  return { anchors: page, marker }
}
