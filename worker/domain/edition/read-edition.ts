import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Edition, EditionReply, EditionsReply } from '#contract/schemas/editions.ts'
import {
  type EditionFacts,
  queryEdition,
  queryEditionsOf,
  queryEditionsOnSale,
  queryPhases,
} from '#db/queries/edition/editions.ts'
import { accountList, queryPeople } from '#db/queries/people/people.ts'
import { queryUsdPrice } from '#db/queries/prices/prices.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { cleanName } from '#contract/rules/names.ts'
import type { Context } from '#worker/domain/context.ts'
import { metadataView } from '#worker/domain/nft/metadata-view.ts'
import { payeeView } from '#worker/domain/people/payee-view.ts'
import { queryPayees } from '#db/queries/split/splits.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { priceView } from '#worker/domain/prices/price-view.ts'

type Phases = Awaited<ReturnType<typeof queryPhases>>
type Payees = Awaited<ReturnType<typeof queryPayees>>

const phaseView = ({ phase, holdersName }: Phases[number]): Edition['phases'][number] => {
  const { lowestDrops, stepDrops, stepSeconds } = phase
  return {
    startsAt: phase.startsAt.toISOString(),
    endsAt: phase.endsAt?.toISOString() ?? null,
    priceDrops: phase.priceDrops.toString(),
    decline:
      lowestDrops === null || stepDrops === null || stepSeconds === null
        ? null
        : { lowestDrops: lowestDrops.toString(), stepDrops: stepDrops.toString(), stepSeconds },
    perAccount: phase.perAccount,
    audience: phase.audience,
    holdersOf: phase.holdersOf,
    holdersName,
  }
}

function editionView(
  { edition, collectionName, announced, sold, reserved, unpaidNumber }: EditionFacts,
  phases: Phases,
  payees: Payees,
): Edition {
  return {
    _id: edition.id,
    collectionId: edition.collectionId,
    collectionName,
    issuer: edition.issuer,
    name: cleanName(edition.name),
    metadata: metadataView(edition.metadata),
    transferFee: edition.transferFee,
    prints: edition.prints,
    currency: edition.currency,
    sold,
    reserved,
    unpaidNumber,
    closedAt: edition.closedAt?.toISOString() ?? null,
    state: edition.state,
    phases: phases.filter(({ phase }) => phase.editionId === edition.id).map(phaseView),
    payees: payees.filter(({ splitId }) => splitId === edition.id).map(payeeView),
    announced,
  }
}

/** Reads an edition with its phases. Throws Refusal('not_found'). */
export async function readEdition({ db, now }: Context, id: string): Promise<EditionReply> {
  const [rows, phases, payees, cursor, prices] = await db.http.batch([
    queryEdition(db.http, id),
    queryPhases(db.http, [id]),
    queryPayees(db.http, [id]),
    queryCursor(db.http),
    queryUsdPrice(db.http),
  ])
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found', sentence('This edition does not exist.'))
  const people = await queryPeople(
    db.http,
    accountList([row.edition.issuer, ...payees.map(({ account }) => account)]),
  )
  return {
    edition: editionView(row, phases, payees),
    ledgerTime: (cursor[0]?.closedAt ?? now()).toISOString(),
    xrpPrice: prices[0] === undefined ? null : priceView(prices[0]),
    people: peopleView(people),
  }
}

/** Lists editions on sale, now or later; for a collection, all of its editions. */
export async function listEditions(
  { db, now }: Context,
  collection: string | undefined,
): Promise<EditionsReply> {
  const [rows, cursor] = await db.http.batch([
    collection === undefined ? queryEditionsOnSale(db.http) : queryEditionsOf(db.http, collection),
    queryCursor(db.http),
  ])
  const ledgerTime = (cursor[0]?.closedAt ?? now()).toISOString()
  // Most collections have no editions, and their pages should not wait for a second round trip.
  if (rows.length === 0) return { editions: [], ledgerTime }
  const ids = rows.map(({ edition }) => edition.id)
  const [phases, payees, people] = await db.http.batch([
    queryPhases(db.http, ids),
    queryPayees(db.http, ids),
    queryPeople(db.http, accountList(rows.map(({ edition }) => edition.issuer))),
  ])
  return {
    editions: rows.map((row) => editionView(row, phases, payees)),
    ledgerTime,
    people: peopleView(people),
  }
}
