import { cidOf } from '#worker/domain/media/cid.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { Drift } from './compare.ts'
import type { Market } from './market.ts'
import type { OpenedEdition } from './trade.ts'
import { exact } from './true-lines.ts'
import { jsonList, readAll } from './read-all.ts'

// Derives the sales of editions from the marketplace's transactions on the ledger, by the published rules. Amounts of
// issued currencies are in millionths.

interface TruePrint {
  nftId: string
  issuer: string
  taxon: number
  /** The royalty in units of 1/100,000. */
  transferFee: bigint
  /** The URI in hex, which is the hash of the metadata. */
  uri: string
  sale: { buyer: string; drops: bigint; royalty: bigint } | null
}

interface TrueSales {
  prints: TruePrint[]
  /** Works that the marketplace offers to a buyer. */
  offered: Set<string>
  /** Amounts that accounts have received, by `account currency`. */
  received: Map<string, bigint>
}

export const dropsOf = (amount: unknown) =>
  typeof amount === 'string' ? BigInt(amount) : exact(String(asJson(amount)['value'])) / 10n ** 24n
export const nameOf = (amount: unknown) =>
  typeof amount === 'string' ? 'XRP' : String(asJson(amount)['currency'])
const total = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
export const add = (sums: Map<string, bigint>, key: string, drops: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + drops)

const nodesOf = ({ meta }: Json, kind: string, type: string): Json[] =>
  jsonList(asJson(meta)['AffectedNodes'])
    .map((affected) => asJson(affected[kind] ?? {}))
    .filter((node) => node['LedgerEntryType'] === type)

/** Returns the account's gain in XRP, without the transaction cost that it paid. */
function gainOf(entry: Json, account: string): bigint {
  const tx = asJson(entry['tx_json'])
  const changes = nodesOf(entry, 'ModifiedNode', 'AccountRoot').map((node) => {
    const [after, before] = [asJson(node['FinalFields']), asJson(node['PreviousFields'] ?? {})]
    const isChange = after['Account'] === account && before['Balance'] !== undefined
    return isChange ? BigInt(String(after['Balance'])) - BigInt(String(before['Balance'])) : 0n
  })
  return total(changes) + (tx['Delegate'] === account ? BigInt(String(tx['Fee'])) : 0n)
}

export async function readTrueSales(url: string, marketplace: string): Promise<TrueSales> {
  const prints = new Map<string, TruePrint>()
  const received = new Map<string, bigint>()
  const range = { ledger_index_min: -1, ledger_index_max: -1, forward: true, api_version: 2 }
  const history = await readAll(url, 'account_tx', { account: marketplace, ...range }, 'transactions')
  const effects: Record<string, (entry: Json, tx: Json) => void> = {
    NFTokenMint: (entry, tx) => {
      const [offer] = nodesOf(entry, 'CreatedNode', 'NFTokenOffer')
      const nftId = String(asJson(offer?.['NewFields'] ?? {})['NFTokenID'])
      const [issuer, taxon, uri] = [String(tx['Issuer']), Number(tx['NFTokenTaxon']), String(tx['URI'])]
      const transferFee = BigInt(Number(tx['TransferFee'] ?? 0))
      prints.set(nftId, { nftId, issuer, taxon, transferFee, uri, sale: null })
    },
    NFTokenAcceptOffer: (entry, tx) => {
      const offers = nodesOf(entry, 'DeletedNode', 'NFTokenOffer')
      const offer = asJson(
        offers.find((node) => node['LedgerIndex'] === tx['NFTokenSellOffer'])?.['FinalFields'] ?? {},
      )
      const print = prints.get(String(offer['NFTokenID']))
      if (print === undefined || offer['Owner'] !== marketplace) return
      const amount = offer['Amount'] ?? '0'
      const drops = dropsOf(amount)
      const inMillionths = (drops * print.transferFee + 99_999n) / 100_000n
      const royalty = typeof amount === 'string' ? gainOf(entry, print.issuer) : inMillionths
      print.sale = { buyer: String(tx['Account']), drops, royalty }
    },
    Payment: (entry, tx) => {
      const amount = asJson(entry['meta'])['delivered_amount'] ?? tx['Amount']
      if (tx['Account'] === marketplace)
        add(received, `${String(tx['Destination'])} ${nameOf(amount)}`, dropsOf(amount))
    },
  }
  for (const entry of history) {
    const tx = asJson(entry['tx_json'])
    if (asJson(entry['meta'])['TransactionResult'] === 'tesSUCCESS')
      effects[String(tx['TransactionType'])]?.(entry, tx)
  }
  const objects = { account: marketplace, type: 'nft_offer', ledger_index: 'validated' }
  const offers = await readAll(url, 'account_objects', objects, 'account_objects')
  return {
    prints: [...prints.values()],
    offered: new Set(offers.map((one) => String(one['NFTokenID']))),
    received,
  }
}

/** Reads the number in the metadata of each print, by URI. */
async function readNumbers({ pool }: Market, edition: string): Promise<Map<string, number>> {
  const { rows } = await pool.query('select document from demand_items where edition_id = $1', [edition])
  const numbers = new Map<string, number>()
  for (const { document } of rows) {
    const uri = `ipfs://${await cidOf(new TextEncoder().encode(document))}`
    const [number] = /\d+/.exec(JSON.parse(document).name) ?? []
    numbers.set(Buffer.from(uri).toString('hex').toUpperCase(), Number(number))
  }
  return numbers
}

/**
 * Computes the report: a fee of 2 %, rounded down. The amount left after fee and royalty is divided in parts of a
 * thousand, and the first payee gets the remainder.
 */
function trueReport({ payees, issuer }: OpenedEdition, sales: NonNullable<TruePrint['sale']>[]) {
  const paid = sales.filter(({ drops }) => drops > 0n)
  const feeOf = (drops: bigint) => (drops < 50n ? 1n : drops / 50n)
  const shares = new Map<string, bigint>()
  for (const { drops, royalty } of paid) {
    const whole = drops - feeOf(drops) - royalty
    const parts = payees.map(({ perMille }) => (whole * BigInt(perMille)) / 1000n)
    add(shares, payees[0]?.account ?? issuer, whole - total(parts))
    for (const [place, { account }] of payees.entries()) add(shares, account, parts[place] ?? 0n)
  }
  return {
    sold: sales.length,
    waiting: 0,
    priceDrops: total(paid.map(({ drops }) => drops)).toString(),
    feeDrops: total(paid.map(({ drops }) => feeOf(drops))).toString(),
    royaltyDrops: total(paid.map(({ royalty }) => royalty)).toString(),
    payees: named(shares),
  }
}

const named = (sums: Map<string, bigint>) =>
  [...sums].flatMap(([key, drops]) => (drops === 0n ? [] : [`${key} ${drops}`])).toSorted()

function differ(what: string, index: unknown, ledger: unknown): Drift[] {
  const [left, right] = [JSON.stringify(index), JSON.stringify(ledger)]
  return left === right ? [] : [`${what}: index ${left}, ledger ${right}`]
}

export const printsOf = ({ issuer, taxon }: OpenedEdition, { prints }: TrueSales) =>
  prints.filter((print) => print.issuer === issuer && print.taxon === taxon)

const ask = async (market: Market, { issuer, id }: OpenedEdition, path: string) =>
  (await market.ask(issuer, `${path}?id=${id}`)).answer

/** Returns differences in unpaid reservations: the offers to buyers, and signatures that are missing on the ledger. */
async function compareWaiting(market: Market, edition: OpenedEdition, sales: TrueSales): Promise<Drift[]> {
  const { sold, reserved } = asJson((await ask(market, edition, '/api/edition'))['edition'])
  const prints = printsOf(edition, sales)
  const minSold = prints.filter(({ nftId }) => sales.offered.has(nftId)).length
  const trueSold = prints.filter(({ sale }) => sale !== null).length
  const maxSold = edition.attempts.size - trueSold
  return sold === trueSold && Number(reserved) >= minSold && Number(reserved) <= maxSold
    ? []
    : [
        `edition ${edition.id}: ${sold} sold, ${reserved} reserved; ledger ${trueSold}, ${minSold} to ${maxSold}`,
      ]
}

/** Returns the differences when no reservation is left. Adds the payments in the index to `paid`. */
async function compareSales(
  market: Market,
  edition: OpenedEdition,
  sales: TrueSales,
  paid: Map<string, bigint>,
): Promise<Drift[]> {
  const numbers = await readNumbers(market, edition.id)
  const sold = printsOf(edition, sales).flatMap(({ sale, uri, nftId }) =>
    sale === null ? [] : [{ ...sale, nftId, number: numbers.get(uri) ?? 0 }],
  )
  const inOrder = sold.map(({ number }) => number).toSorted((a, b) => a - b)
  const [lowest = 1, highest = 0] = [inOrder[0], inOrder.at(-1)]
  const hasFault =
    new Set(inOrder).size < inOrder.length ||
    lowest < 1 ||
    highest > (edition.prints ?? highest) ||
    // A number is skipped only while the lower ones are reserved.
    highest > edition.attempts.size
  const isMispriced = sold.some(({ drops }) => drops > edition.dearest || drops < edition.cheapest)
  const listed = jsonList((await ask(market, edition, '/api/edition/sales'))['sales'])
    .map((sale) => [sale['number'], sale['nftokenID'], sale['buyer'], sale['priceDrops']].join(' '))
    .toSorted()
  const expected = sold
    .map(({ number, nftId, buyer, drops }) => [number, nftId, buyer, drops].join(' '))
    .toSorted()
  const report = await ask(market, edition, '/api/edition/report')
  const shares = new Map<string, bigint>()
  for (const { account, paidDrops, owedDrops } of jsonList(report['payees'])) {
    add(paid, `${String(account)} ${edition.currency?.currency ?? 'XRP'}`, BigInt(String(paidDrops)))
    add(shares, String(account), BigInt(String(paidDrops)) + BigInt(String(owedDrops)))
  }
  const { waiting, priceDrops, feeDrops, royaltyDrops } = report
  const figures = { sold: report['sold'], waiting, priceDrops, feeDrops, royaltyDrops, payees: named(shares) }
  return [
    ...(hasFault
      ? [`edition ${edition.id}: numbers ${inOrder.join()} in ${edition.attempts.size} attempts`]
      : []),
    ...(isMispriced ? [`edition ${edition.id}: a price outside of its phases`] : []),
    ...differ(`sales of edition ${edition.id}`, listed, expected),
    ...differ(`report of edition ${edition.id}`, figures, trueReport(edition, sold)),
  ]
}

/**
 * Ends all sales. Returns the differences between the marketplace's editions and the ledger before and after.
 * `readOthers` returns what was paid for other works.
 */
export async function compareEditions(
  market: Market,
  editions: OpenedEdition[],
  readOthers: (market: Market) => Promise<Map<string, bigint>> = async () => new Map(),
) {
  const read = () => readTrueSales(market.ledgerUrl, market.cast.marketplace.classicAddress)
  const drift: Drift[] = []
  for (let rounds = 0; rounds < 2; rounds += 1) await market.round()
  const before = await read()
  for (const edition of editions) drift.push(...(await compareWaiting(market, edition, before)))
  drift.push(...(await market.settle()), ...market.raised)
  const sales = await read()
  const paid = await readOthers(market)
  for (const edition of editions) drift.push(...(await compareSales(market, edition, sales, paid)))
  drift.push(...differ('paid to artists and payees', named(paid), named(sales.received)))
  const sold = editions.flatMap((edition) =>
    printsOf(edition, sales).flatMap(({ sale }) => (sale === null ? [] : [{ edition, drops: sale.drops }])),
  )
  return {
    drift,
    counts: {
      editions: editions.length,
      prints: sold.length,
      free: sold.filter(({ drops }) => drops === 0n).length,
      shared: sold.filter(({ edition, drops }) => edition.payees.length > 0 && drops > 0n).length,
      issued: sold.filter(({ edition, drops }) => edition.currency !== null && drops > 0n).length,
    },
  }
}
