import { createServer } from 'node:http'
import { asJson } from '#local/lib/rpc.ts'

// Serves the state of a simulated ledger of any size. Computes each entry from its position on request, so nothing is
// stored. Three of ten entries are full token pages, four are offers, two are accounts, and one has a type that the
// index does not need.

const pageTokens = 32
const tokensPerTen = 3 * pageTokens
const kinds = [
  'page',
  'offer',
  'account',
  'offer',
  'page',
  'other',
  'offer',
  'account',
  'offer',
  'page',
] as const

const madeLedger = { index: 90_000_000, closeTime: 800_000_000 }

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
/** Pseudo-random digits derived from the position. */
const noise = (place: number, digits: number) =>
  hex(Math.imul(place + 1, 0x9e37_79b1) >>> 0, 8)
    .repeat(Math.ceil(digits / 8))
    .slice(0, digits)

const keyDigits = 12
const keySpace = 16 ** keyDigits
const previous = `25${hex(madeLedger.index - 5, 8)}55${'CD'.repeat(32)}`
const issuers = 500

export class MadeState {
  private readonly count: number

  /** Creates a state of about this many tokens. */
  constructor(tokens: number) {
    this.count = Math.ceil(tokens / tokensPerTen) * 10
  }

  private key(place: number): string {
    return hex(Math.floor((place + 0.5) * (keySpace / this.count)), keyDigits) + noise(place, 64 - keyDigits)
  }

  private tokenId(page: number, n: number): string {
    return `00081388${noise(page % issuers, 40)}${noise(page, 8)}${hex((page * pageTokens + n) % 2 ** 32, 8)}`
  }

  private page(place: number): string {
    let tokens = ''
    for (let n = 0; n < pageTokens; n += 1)
      tokens += `EC5A${this.tokenId(place, n)}7535${'69'.repeat(49)}${hex(place, 8)}E1`
    return `1100502200000000${previous}FA${tokens}F1`
  }

  /**
   * Returns an offer for a token of the previous token page: a sell offer, or a bid by the owner of the page before
   * that.
   */
  private offer(place: number): string {
    const ten = place - (place % 10)
    const isSell = place % 10 !== 8
    const page = ten + (place % 10 > 4 ? 4 : 0)
    const owner = this.key(isSell ? page : ten + 9).slice(0, 40)
    const drops = (0x4000_0000_0000_0000n + BigInt(1_000_000 + place)).toString(16).toUpperCase()
    return `11003722${hex(isSell ? 1 : 0, 8)}25${hex(madeLedger.index - (place % 5000), 8)}34${hex(0, 16)}3C${hex(0, 16)}55${'CD'.repeat(32)}5A${this.tokenId(page, place % pageTokens)}61${drops}8214${owner}`
  }

  private account(place: number): string {
    const balance = (0x4000_0000_0000_0000n + BigInt(20_000_000 + place)).toString(16).toUpperCase()
    const account = this.key(place - (place % 10) + 9).slice(0, 40)
    return `110061220000000024${hex(5, 8)}25${hex(7, 8)}2D${hex(1, 8)}55${'CD'.repeat(32)}62${balance}8114${place % 10 === 2 ? account : noise(place, 40)}`
  }

  private data(place: number): string {
    const kind = kinds[place % 10]
    if (kind === 'page') return this.page(place)
    if (kind === 'offer') return this.offer(place)
    return kind === 'account' ? this.account(place) : `1100642200000000${previous}`
  }

  private placeAfter(key: string): number {
    const at = Number.parseInt(key.slice(0, keyDigits), 16)
    let place = Math.max(0, Math.floor((at * this.count) / keySpace) - 1)
    while (place < this.count && this.key(place) <= key) place += 1
    return place
  }

  /** Returns the entries after a key and the marker of the next page, as JSON text. */
  pageAfter(marker: string | null, limit: number): { state: string; next: string | null } {
    let place = marker === null ? 0 : this.placeAfter(marker)
    const parts: string[] = []
    const end = Math.min(this.count, place + limit)
    for (; place < end; place += 1) parts.push(`{"data":"${this.data(place)}","index":"${this.key(place)}"}`)
    return { state: `[${parts.join(',')}]`, next: place < this.count ? this.key(place - 1) : null }
  }
}

/** Serves the state by JSON-RPC, with only the methods that a bootstrap calls. */
export async function startStateServer(state: MadeState, port = 0, hashByte = 'AB') {
  const { index, closeTime } = madeLedger
  const hash = hashByte.repeat(32)
  const answer = (body: string): string => {
    const { method, params } = asJson(JSON.parse(body))
    const [input] = Array.isArray(params) ? params.map(asJson) : []
    if (method === 'server_info') return '{"result":{"info":{},"status":"success"}}'
    if (method === 'server_state')
      return '{"result":{"state":{"validated_ledger":{"reserve_base":1000000,"reserve_inc":200000}},"status":"success"}}'
    if (input?.['ledger_index'] !== 'validated' && input?.['ledger_index'] !== index)
      return '{"result":{"error":"lgrNotFound","status":"error"}}'
    if (method === 'ledger')
      return `{"result":{"ledger_index":${index},"ledger_hash":"${hash}","validated":true,"ledger":{"close_time":${closeTime}},"status":"success"}}`
    const marker = typeof input?.['marker'] === 'string' ? input['marker'] : null
    const page = state.pageAfter(marker, Number(input?.['limit']))
    const next = page.next === null ? '' : `,"marker":"${page.next}"`
    return `{"result":{"ledger_index":${index},"state":${page.state}${next},"status":"success"}}`
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(answer(Buffer.concat(parts).toString('utf8')))
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
