import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { seeded } from 'local-ledger/tests/workload.ts'
import {
  anchorMemo,
  answerFrom,
  type DrawHistory,
  headerHash,
  honestHistory,
  type StoredLedger,
} from '#tests/support/draw-history.ts'
import { forgeries, nothing } from '#tests/support/forged-draws.ts'
import { everyCase, longTest, sampleOf } from '#tests/support/sample.ts'
import { Cheat, type Tampered, tamperings } from '#tests/support/tampered-draws.ts'
import { DrawAnchorsReply, DrawEpochsReply, DrawsReply } from '#draw-verifier/draw-records.ts'
import { jsonRpcNode } from '#draw-verifier/json-rpc.ts'
import type { DrawProgress } from '#draw-verifier/inquiry.ts'
import { verifyDraws } from '#draw-verifier/verify.ts'

const nodeOf = (ledger: StoredLedger, name = 'one.example') =>
  jsonRpcNode(`https://${name}/`, {
    post: async (_address, body) => answerFrom(ledger, body),
    wait: async () => undefined,
  })

const verify = ({ record, ledger }: DrawHistory, { receipts = [] }: Partial<Tampered> = {}) =>
  verifyDraws(record, [nodeOf(ledger), nodeOf(ledger, 'two.example')], { receipts })

const histories = [1, 3, 4].map((seed) =>
  honestHistory({ seed, draws: 36, epochDraws: 13, unpaid: 0.5, troubles: 0.25, pace: 0.2, accounts: 8 }),
)
const [first] = histories as [DrawHistory]

describe('honest histories', () => {
  test.each(histories.map((history, place) => [place + 1, history] as const))(
    '%i is right',
    async (_, history) => {
      const verdict = await verify(history)
      expect(verdict.refused).toEqual([])
      expect(verdict).toMatchObject({
        result: 'right',
        sentence: 'All 36 draws in this collection are fair.',
      })
      expect(verdict.checks.every(({ result }) => result === 'right')).toBe(true)
    },
  )

  longTest(
    'many more are right: with few and many works, buyers, epochs and troubles',
    async () => {
      for (const seed of Array.from({ length: 30 }, (_, index) => 100 + index)) {
        const history = honestHistory({
          seed,
          draws: 10 + (seed % 5) * 12,
          epochDraws: 5 + (seed % 7) * 6,
          unpaid: (seed % 4) / 4,
          troubles: (seed % 3) / 4,
          pace: [1, 0.5, 0.2, 0.05][seed % 4] ?? 1,
          accounts: 4 + (seed % 30),
        })
        const { refused } = await verifyDraws(history.record, [nodeOf(history.ledger)])
        expect([seed, refused]).toEqual([seed, []])
      }
    },
    60_000,
  )

  test('they are not called fair where signatures of receipts cannot be checked', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const real = importKey.getMockImplementation() ?? SubtleCrypto.prototype.importKey
    importKey.mockImplementation((...call: unknown[]) =>
      JSON.stringify(call[2]).includes('Ed25519')
        ? Promise.reject(new DOMException('no Ed25519', 'NotSupportedError'))
        : Reflect.apply(real, crypto.subtle, call),
    )
    const verdict = await verify(first).finally(() => importKey.mockRestore())
    expect(verdict).toMatchObject({
      result: 'unknown',
      sentence: 'There are no problems with 36 draws, but the receipts could not be checked here.',
    })
    expect(verdict.checks.filter(({ result }) => result !== 'right').map(({ check }) => check)).toEqual([
      'receipts',
    ])
  })

  test('they have all that can happen to an honest marketplace', () => {
    const states = new Set(histories.flatMap(({ record }) => record.draws.map(({ state }) => state)))
    expect([...states].sort()).toEqual(['lapsed', 'sold', 'withheld'])
    const entries = histories.flatMap(({ record }) => record.anchors.flatMap((anchor) => anchor.entries))
    expect(entries.some(({ kind }) => kind === 'withdrawal')).toBe(true)
    expect(entries.some(({ collection }) => collection === 'another')).toBe(true)
    expect(histories.every(({ record }) => record.epochs.length > 2)).toBe(true)
    // Checks that a lapsed position is drawn again by the same account, and by another one.
    const again = (isSame: boolean) =>
      histories.some(({ record: { draws } }) =>
        draws.some(({ epoch, position, account, number }) =>
          draws.some(
            (later) =>
              position !== null &&
              later.number > number &&
              later.epoch === epoch &&
              later.position === position &&
              (later.account === account) === isSame,
          ),
        ),
      )
    expect([again(true), again(false)]).toEqual([true, true])
  })
})

describe('tampered histories', () => {
  const cases = tamperings.flatMap((tampering) =>
    histories.map((history, place) => ({
      ...tampering,
      name: `${tampering.name} (${place + 1})`,
      history,
      place,
    })),
  )

  test('there are at least a hundred', () => expect(cases.length).toBeGreaterThanOrEqual(100))

  // Runs each tampering on one history, or on all of them with the long tests.
  const samples = everyCase
    ? cases
    : cases.filter((_, at) => at % histories.length === Math.floor(at / histories.length) % histories.length)

  test.each(samples)(
    'the verifier names the tampering: $name',
    async ({ history, place, code, says, tamper }) => {
      const cheat = new Cheat(history, seeded(place + 1))
      tamper(cheat)
      const verdict = await verify(cheat.history, cheat.history)
      expect(verdict.result).toBe('wrong')
      expect(verdict.codes).toContain(code)
      expect(verdict.refused.find((one) => one.code === code)?.sentence).toMatch(says)
    },
  )
})

/**
 * Verifies what a site can publish. Returns null for a record in an invalid format, which is refused before
 * verification.
 */
async function verdictOn(forged: Tampered) {
  const { draws, anchors, epochs, ...rest } = forged.record
  const isReadable =
    v.is(DrawsReply, { ...rest, draws, marker: -1, people: {} }) &&
    v.is(DrawAnchorsReply, { anchors, marker: -1 }) &&
    v.is(DrawEpochsReply, { epochs, marker: -1 })
  return isReadable ? verify(forged, forged) : null
}

/** Returns a forged history; null if none contains anything to forge. */
function forged(forge: (cheat: Cheat) => void, turn: number): Cheat | null {
  for (let place = 0; place < histories.length; place += 1) {
    const cheat = new Cheat(histories[(turn + place) % histories.length] ?? first, seeded(turn))
    try {
      forge(cheat)
      return cheat
    } catch (error) {
      if (error !== nothing && !String(error).includes('nothing to')) throw error
    }
  }
  return null
}

describe('forged histories', () => {
  test('of every field, every order and every known trick: none is accepted', {
    timeout: 240_000,
  }, async () => {
    const accepted: string[] = []
    const unnamed: string[] = []
    const kinds = new Set<string>()
    let count = 0
    for (const [turn, { name, code, forge }] of sampleOf(forgeries, 20).entries()) {
      const cheat = forged(forge, turn)
      if (cheat === null) continue
      const verdict = await verdictOn(cheat.history)
      kinds.add(name.replace(/, in way .*/, ''))
      count += 1
      if (verdict?.result === 'right') accepted.push(name)
      if (code !== undefined && !verdict?.codes.includes(code))
        unnamed.push(`${name}: ${verdict?.codes.join(' ')}`)
    }
    expect(accepted).toEqual([])
    expect(unnamed).toEqual([])
    expect(count).toBeGreaterThan(everyCase ? 250 : 15)
    expect(kinds.size).toBeGreaterThan(everyCase ? 150 : 15)
  })
})

describe('nodes', () => {
  const beacon = first.record.draws.find(({ position }) => position !== null)?.beaconLedger

  /** Returns a copy of the ledger with one changed header, with or without a matching hash. */
  function lying(fits: boolean): StoredLedger {
    const ledger = structuredClone(first.ledger)
    const header = ledger.headers.find((one) => one.ledger_index === beacon)
    if (header === undefined) throw new Error('nothing was drawn')
    header.account_hash = 'AB'.repeat(32)
    if (fits) header.ledger_hash = headerHash(header)
    return ledger
  }

  test('a node that lies about a ledger is named, and the record refused', async () => {
    const verdict = await verifyDraws(first.record, [
      nodeOf(first.ledger),
      nodeOf(lying(true), 'liar.example'),
    ])
    expect(verdict).toMatchObject({ result: 'wrong', codes: ['nodes_disagree'] })
    expect(verdict.refused[0]?.sentence).toMatch(/^one\.example and liar\.example disagree about ledger \d+/)
    // No check may pass that depends on facts about which the nodes disagree.
    expect(verdict.checks.map(({ check }) => check)).toEqual(['nodes'])
  })

  test('two nodes that lie alike do not get past the hash of the header', async () => {
    const ledger = lying(false)
    const verdict = await verify({ ...first, ledger })
    expect(verdict.codes).toContain('header_forged')
    const changed = await verify({ ...first, ledger: lying(true) })
    expect(changed.codes).toContain('beacon_hash_wrong')
  })

  test('a transaction that one node does not have, or has otherwise, is a disagreement', async () => {
    const less = structuredClone(first.ledger)
    less.entries.pop()
    const other = structuredClone(first.ledger)
    const [entry] = other.entries
    if (entry !== undefined) entry.meta.TransactionResult = 'tecKILLED'
    for (const ledger of [less, other]) {
      for (const nodes of [
        [nodeOf(first.ledger), nodeOf(ledger, 'two.example')],
        [nodeOf(ledger), nodeOf(first.ledger, 'two.example')],
      ])
        expect((await verifyDraws(first.record, nodes)).codes).toEqual(['nodes_disagree'])
    }
  })

  test('without the history, or without an answer, nothing is said about the record', async () => {
    const headers = first.ledger.headers.slice(-20)
    const verdict = await verify({ ...first, ledger: { ...first.ledger, headers } })
    expect(verdict).toMatchObject({ result: 'unknown', checks: [] })
    expect(verdict.sentence).toContain('Choose a node with full history.')
    const replies: unknown[] = [
      '<html>',
      null,
      { result: { error: 'slowDown' } },
      { result: { validated: true } },
    ]
    for (const reply of replies) {
      const waits: number[] = []
      const node = jsonRpcNode('https://down.example/', {
        post: async () => reply,
        wait: async (milliseconds) => void waits.push(milliseconds),
      })
      const failed = await verifyDraws(first.record, [node, nodeOf(first.ledger)])
      expect(failed.result).toBe('unknown')
      expect(failed.sentence).toMatch(/^down\.example does not respond like an XRP Ledger node/)
      expect(waits.length).toBeLessThanOrEqual(4)
    }
  })

  test('a node that is a little behind is waited for, and one that stays behind is named', async () => {
    const newest = first.ledger.headers.at(-1)
    const late = (ledgers: number, turns: number) => {
      let calls = 0
      return jsonRpcNode('https://late.example/', {
        post: async (_address, body) => {
          if (!body.includes('"validated"')) return answerFrom(first.ledger, body)
          calls += 1
          const headers = first.ledger.headers.slice(0, calls > turns ? undefined : -ledgers)
          return answerFrom({ ...first.ledger, headers }, body)
        },
        wait: async () => undefined,
      })
    }
    expect((await verifyDraws(first.record, [late(3, 2), nodeOf(first.ledger)])).result).toBe('right')
    const behind = await verifyDraws(first.record, [late(3, 100), nodeOf(first.ledger)])
    expect(behind).toMatchObject({ result: 'unknown' })
    expect(behind.sentence).toBe(
      `late.example is behind: it has ledger ${(newest?.ledger_index ?? 0) - 3}, but the record goes up to ledger ${newest?.ledger_index}.`,
    )
  })

  longTest('pages of different sizes are compared as one list', async () => {
    const small = jsonRpcNode('https://small.example/', {
      post: async (_address, body) => {
        const call = JSON.parse(body)
        call.params[0].limit = 7
        return answerFrom(first.ledger, JSON.stringify(call))
      },
      wait: async () => undefined,
    })
    for (const nodes of [
      [small, nodeOf(first.ledger)],
      [nodeOf(first.ledger), small],
    ])
      expect((await verifyDraws(first.record, nodes)).result).toBe('right')
  })

  test('progress is told, and the work grows with the draws alone', async () => {
    const requests: DrawProgress[] = []
    const digest = vi.spyOn(crypto.subtle, 'digest')
    let calls = 0
    const node = jsonRpcNode('https://one.example/', {
      post: async (_address, body) => {
        calls += 1
        return answerFrom(first.ledger, body)
      },
      wait: async () => undefined,
    })
    try {
      await verifyDraws(first.record, [node], { onProgress: (progress) => requests.push(progress) })
      expect(new Set(requests.map(({ stage }) => stage))).toEqual(new Set(['history', 'headers', 'checks']))
      expect(requests.at(-1)).toMatchObject({ stage: 'checks', total: 36 })
      // About twenty hashes per draw: seeds, leaves, paths, anchors and headers. Every header is requested once, everything
      // else in pages.
      expect(digest.mock.calls.length).toBeLessThan(36 * 40)
      expect(calls).toBeLessThan(first.record.anchors.length + 10)
    } finally {
      digest.mockRestore()
    }
  })

  longTest('anchors of other collections are right when the record opens them', async () => {
    const cheat = new Cheat(first, seeded(1))
    const { record } = cheat.history
    const [own] = record.anchors
    if (own === undefined) throw new Error('nothing was anchored')
    const account = record.collection.issuer
    const entries = [{ kind: 'request', collection: 'another', epoch: 1, number: 7, account } as const]
    const entry = cheat.add(cheat.entry(own.txid), {}, own.ledger - 1)
    cheat.memo(entry, anchorMemo(entries))
    expect((await verify(cheat.history)).codes).toEqual(['anchor_hidden'])
    record.anchors.push({ txid: entry.hash, ledger: own.ledger - 1, entries })
    expect((await verify(cheat.history)).result).toBe('right')
  })

  test('a record that ends long before the newest ledger, and hides what came after, is not right', async () => {
    const [epoch] = first.record.epochs
    const old = { ...first.record, ledgerIndex: epoch?.commitmentLedger ?? 0 }
    const verdict = await verify({ ...first, record: old })
    expect(verdict).toMatchObject({ result: 'unknown', checks: [] })
    expect(verdict.sentence).toMatch(/^The record ends at ledger \d+, \d+ ledgers behind the latest/)
  })

  test('a draw whose deciding ledger no node has is not called right', async () => {
    const headers = first.ledger.headers.filter((header) => header.ledger_index !== beacon)
    const verdict = await verify({ ...first, ledger: { ...first.ledger, headers } })
    expect(verdict).toMatchObject({ result: 'unknown', checks: [] })
    expect(verdict.sentence).toMatch(/do not have ledger \d+, which decided draw \d+/)
  })

  test('a node whose list of transactions has no end is left', async () => {
    let calls = 0
    const endless = jsonRpcNode('https://endless.example/', {
      post: async (_address, body) => {
        const { method, params } = JSON.parse(body)
        if (method !== 'account_tx') return answerFrom(first.ledger, body)
        calls += 1
        if (calls > 10_000) throw new Error('It does not end.')
        const { ledger_index_min, ledger_index_max } = params[0]
        return { result: { ledger_index_min, ledger_index_max, transactions: [], marker: calls } }
      },
      wait: async () => undefined,
    })
    const verdict = await verifyDraws(first.record, [endless, nodeOf(first.ledger)])
    expect(verdict.result).toBe('unknown')
    expect(calls).toBeLessThan(200)
  })

  test('a record without a commitment is neither right nor wrong, and one with nothing but numbers is wrong', async () => {
    const counts = { draws: 0, sold: 0, held: 0, lapsed: 0, withheld: 0, soldOut: 0 }
    const empty = { ...first.record, draws: [], anchors: [], epochs: [], counts }
    expect((await verify({ ...first, record: empty })).result).toBe('unknown')
    // A record that contains the commitments cannot omit their draws.
    const hidden = { ...first.record, draws: [], anchors: [], counts }
    expect((await verify({ ...first, record: hidden })).codes).toContain('anchor_hidden')
    const bare = { ...first.record, anchors: [], epochs: [] }
    expect((await verify({ ...first, record: bare })).codes).toContain('epoch_wrong')
  })
})

describe('the script', () => {
  const script = fileURLToPath(new URL('../../draw-verifier/download.ts', import.meta.url))
  const newest = <T>(all: readonly T[], by: (one: T) => number) => all.toSorted((a, b) => by(b) - by(a))

  /** Returns a page of entries, newest first. */
  function pageOf<T>(all: readonly T[], by: (one: T) => number, marker: string | null) {
    const rest = newest(all, by).filter((one) => marker === null || by(one) < Number(marker))
    const page = rest.slice(0, 15)
    const last = page.at(-1)
    return { page, marker: rest.length > page.length && last !== undefined ? by(last) : -1 }
  }

  /** Answers as a marketplace and a node at the same address. */
  function replyOf({ record, ledger }: DrawHistory, address: string, body: string): unknown {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (!pathname.startsWith('/api/')) return answerFrom(ledger, body)
    const { draws, anchors, epochs, ...rest } = record
    const after = searchParams.get('marker')
    if (pathname.endsWith('/anchors')) {
      const { page, marker } = pageOf(anchors, (one) => one.ledger, after)
      return { anchors: page, marker }
    }
    if (pathname.endsWith('/epochs')) {
      const { page, marker } = pageOf(epochs, (one) => one.epoch, after)
      return { epochs: page, marker }
    }
    const { page, marker } = pageOf(draws, (one) => one.number, after)
    return { ...rest, draws: page, marker }
  }

  async function run(reply: (address: string, body: string) => unknown, options: string[] = []) {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => response.end(JSON.stringify(reply(request.url ?? '/', body))))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const flags = [
      '--site',
      origin,
      '--collection',
      'fair',
      '--node',
      `${origin}/one`,
      '--node',
      `${origin}/two`,
    ]
    const child = spawn(process.execPath, [script, ...flags, ...options])
    const said = { out: '', progress: '' }
    child.stdout.on('data', (part) => {
      said.out += part
    })
    child.stderr.on('data', (part) => {
      said.progress += part
    })
    const status = await new Promise<number | null>((resolve) => void child.on('close', resolve))
    server.close()
    return { status, ...said }
  }

  test('it reads the record page by page, shows progress and says that all is right', async () => {
    const { status, out, progress } = await run((address, body) => replyOf(first, address, body))
    expect(out).toContain('✓ Positions: Recomputing every draw gives the same positions.')
    expect(out).toContain('✓ All 36 draws in this collection are fair.')
    expect(progress).toContain('Reading the record')
    expect(progress).toContain('Reading ledgers')
    expect(status).toBe(0)
  })

  longTest('it refuses a tampered record with the sentence and status 1', async () => {
    const cheat = new Cheat(first, seeded(7))
    const [tampering] = tamperings
    tampering?.tamper(cheat)
    const { status, out } = await run((address, body) => replyOf(cheat.history, address, body))
    expect(out).toMatch(/✗ Works: .*the item was swapped/)
    expect(out).toContain('✗ This record is refused.')
    expect(status).toBe(1)
  })

  longTest('a record that cannot be read is refused, and one without an end', async () => {
    const withoutEnd = await run((address, body) => {
      const reply = replyOf(first, address, body)
      return address.includes('/anchors') ? { anchors: [], marker: 5 } : reply
    })
    expect(withoutEnd.out).toMatch(/✗ Numbers: The record cannot be read: .* do not end/)
    let below = 2 ** 31
    const emptyForEver = await run((address, body) => {
      const reply = replyOf(first, address, body)
      below -= 1
      return address.includes('/anchors') ? { anchors: [], marker: below } : reply
    })
    expect(emptyForEver.out).toMatch(/the pages of \/api\/collection\/draws\/anchors do not end/)
    const malformed = await run(() => ({ draws: 'none' }))
    expect(malformed.out).toMatch(
      /✗ Numbers: The record cannot be read: collection of \/api\/collection\/draws/,
    )
    expect([withoutEnd.status, malformed.status]).toEqual([1, 1])
  })

  longTest('what a record says does not reach the terminal as commands', async () => {
    const error = '\u001b]0;owned\u0007'
    const { out, status } = await run((address, body) =>
      address.startsWith('/api/') ? replyOf(first, address, body) : { result: { error } },
    )
    expect(out).toContain('owned')
    expect(out).not.toMatch(/\p{Cc}(?<!\n)/u)
    expect(status).toBe(2)
  })

  longTest('a receipt of another collection is not passed over in silence', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'opx-receipt-'))
    const file = join(folder, 'receipt.json')
    const receipt = {
      collection: 'another',
      epoch: 1,
      number: 1,
      account: 'r',
      requestLedger: 1,
      signature: '',
    }
    writeFileSync(file, JSON.stringify(receipt))
    try {
      const { status, out, progress } = await run(
        (address, body) => replyOf(first, address, body),
        ['--receipt', file],
      )
      expect(progress).toContain('is a receipt of the collection another')
      expect([status, out]).toEqual([2, ''])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  longTest('without two nodes it says how it is used', async () => {
    const child = spawnSync(process.execPath, [script, '--site', 'http://localhost'], { encoding: 'utf8' })
    expect(child.status).toBe(2)
    expect(child.stderr).toContain('--node        a JSON-RPC server with full history')
  })
})
