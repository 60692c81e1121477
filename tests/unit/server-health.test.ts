import { describe, expect, test } from 'vitest'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import {
  hasBatch,
  readAmendments,
  readServerInfo,
  type ServerState,
  serverProblem,
} from '#worker/ledger/server-health.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const healthy: ServerState = {
  networkId: 0,
  amendmentBlocked: false,
  upgradeDue: false,
  ledgerAge: 3,
  ledgerIndex: 100,
  version: '3.4.1',
  answeredAt: ago(5),
  checkedAt: ago(5),
}

describe('what a server says about itself', () => {
  test('is read from server_info, by servers with and without Clio', () => {
    const info = { network_id: 0, build_version: '3.4.1', validated_ledger: { age: 3, seq: 100 } }
    const facts = { networkId: 0, amendmentBlocked: false, upgradeDue: false, ledgerAge: 3, ledgerIndex: 100 }
    expect(readServerInfo({ info })).toEqual({ ...facts, version: '3.4.1' })
    const clio = {
      info: { ...info, rippled_version: '3.4.0' },
      warnings: [{ id: 2001, message: 'This is a clio server.' }],
    }
    expect(readServerInfo(clio)).toEqual({ ...facts, version: '3.4.0' })
  })

  test.each([
    ['its field', { info: { amendment_blocked: true } }],
    ['a warning', { info: {}, warnings: [{ id: 1002 }] }],
  ])('says by %s that it is amendment blocked', (_how, reply) => {
    expect(readServerInfo(reply)).toMatchObject({ amendmentBlocked: true })
  })

  test('warns of an amendment that it does not know', () => {
    expect(readServerInfo({ info: {}, warnings: [{ id: 1001 }] })).toMatchObject({
      amendmentBlocked: false,
      upgradeDue: true,
    })
  })

  test.each([null, 'ok', {}, { info: [] }, { info: 7 }])('is not read from %j', (reply) => {
    expect(readServerInfo(reply)?.ledgerAge ?? null).toBeNull()
  })

  test('counts only numbers, and cuts the version', () => {
    const info = {
      network_id: '0',
      build_version: `3\u0000<b>${'9'.repeat(99)}`,
      validated_ledger: { age: -1, seq: 1e99 },
    }
    expect(readServerInfo({ info, warnings: 5 })).toEqual({
      networkId: null,
      amendmentBlocked: false,
      upgradeDue: false,
      ledgerAge: null,
      ledgerIndex: null,
      version: `3b${'9'.repeat(38)}`,
    })
  })
})

test('Batch is in force with its fix only', () => {
  const [batch = '', fix = ''] = [
    '9F287AED3CDB50A7BD1ACEC24296A30C9B5230CCD136219317AC790E3B884377',
    '14A2B45E48A4A124D1BBA657AC7B0DC3D5EA8C256C89E8F0D8142D32960A7944',
  ]
  expect([[], [batch], [fix], [fix, batch]].map(hasBatch)).toEqual([false, false, false, true])
  expect(readAmendments({ node: { Amendments: [batch] } })).toEqual([batch])
  expect(readAmendments({ node: { Amendments: ['x'] } })).toBeNull()
  expect(readAmendments(null)).toBeNull()
})

describe('a server is out of rotation', () => {
  test.each<[string, Partial<ServerState>, ReturnType<typeof serverProblem>]>([
    ['not when it follows the network', {}, null],
    ['not when it does not say its network', { networkId: null }, null],
    ['on another network', { networkId: 1 }, 'wrong_network'],
    [
      'on another network, also long after its last answer',
      { networkId: 1, answeredAt: ago(600) },
      'wrong_network',
    ],
    ['when amendment blocked', { amendmentBlocked: true }, 'amendment_blocked'],
    ['not at 60 seconds without a ledger', { ledgerAge: 60 }, null],
    ['after 61 seconds without a ledger', { ledgerAge: 61 }, 'stale'],
    ['without a validated ledger', { ledgerAge: null }, 'stale'],
    ['not a minute after its last answer', { answeredAt: ago(60), checkedAt: now }, null],
    ['not because it was not checked for long', { answeredAt: ago(600), checkedAt: ago(600) }, null],
    ['more than a minute after its last answer', { answeredAt: ago(61), checkedAt: now }, 'unreachable'],
    ['when it has never answered', { answeredAt: null }, 'unreachable'],
  ])('%s', (_when, state, problem) => {
    expect(serverProblem({ ...healthy, ...state }, 0)).toBe(problem)
  })
})

describe('rotation', () => {
  const hosts = ['one', 'two', 'three']
  function ledgerOf(answers: Record<string, () => Response>) {
    const calls: string[] = []
    const ledger = createJsonRpcLedger({
      urls: hosts.map((host) => `https://${host}.example/key`),
      timeoutMs: 1000,
      fetch: async (input) => {
        const host = new URL(String(input)).hostname.split('.')[0] ?? ''
        calls.push(host)
        return (answers[host] ?? (() => new Response('', { status: 502 })))()
      },
    })
    const idOf = new Map(ledger.servers.map(({ id, host }) => [host.split('.')[0] ?? '', id]))
    const rotate = (
      problems: Record<string, 'stale' | 'amendment_blocked' | 'wrong_network' | 'unreachable'>,
    ) =>
      ledger.rotate(
        new Map(Object.entries(problems).map(([host, problem]) => [idOf.get(host) ?? '', problem])),
      )
    return { ledger, asked: calls, rotate }
  }
  const fee = () => Response.json({ result: { drops: { base_fee: '10', open_ledger_fee: '10' } } })
  const all = { one: fee, two: fee, three: fee }

  test('names servers by host, without the key in their address', () => {
    const { ledger } = ledgerOf(all)
    expect(ledger.servers.map(({ host }) => host)).toEqual(hosts.map((host) => `${host}.example`))
    expect(JSON.stringify(ledger.servers)).not.toContain('key')
  })

  test.each<[string, Parameters<ReturnType<typeof ledgerOf>['rotate']>[0], string[]]>([
    ['the first by default', {}, ['one']],
    ['the next healthy one', { one: 'stale', two: 'wrong_network' }, ['three']],
    [
      'a stale one when none is healthy',
      { one: 'amendment_blocked', two: 'stale', three: 'wrong_network' },
      ['two'],
    ],
    [
      'one that did not answer lately, at the end',
      { one: 'wrong_network', two: 'unreachable', three: 'wrong_network' },
      ['two'],
    ],
  ])('asks %s', async (_which, problems, expected) => {
    const { ledger, asked, rotate } = ledgerOf(all)
    rotate(problems)
    await ledger.transactionCost()
    expect(asked).toEqual(expected)
  })

  test('never asks one of another network', async () => {
    const { ledger, asked, rotate } = ledgerOf(all)
    rotate({ one: 'wrong_network', two: 'wrong_network', three: 'wrong_network' })
    await expect(ledger.transactionCost()).rejects.toMatchObject({ code: 'ledger_unavailable' })
    expect(asked).toEqual([])
  })

  test('brings a server back once it is healthy', async () => {
    const { ledger, asked, rotate } = ledgerOf({ one: fee })
    rotate({ one: 'stale', two: 'wrong_network', three: 'wrong_network' })
    rotate({})
    await ledger.transactionCost()
    expect(asked).toEqual(['one'])
  })

  test('does not wait for a server that did not answer lately when a healthy one refuses', async () => {
    const refusal = () => Response.json({ result: { error: 'txnNotFound' } })
    const { ledger, asked, rotate } = ledgerOf({ two: refusal })
    rotate({ one: 'unreachable', three: 'unreachable' })
    expect(await ledger.findTransaction('AB'.repeat(32))).toBeNull()
    expect(asked).toEqual(['two'])
  })

  const header = (hash: string) => () =>
    Response.json({
      result: {
        validated: true,
        ledger_hash: hash,
        ledger_index: 9,
        ledger: {
          total_coins: '1',
          parent_hash: 'A'.repeat(64),
          transaction_hash: 'B'.repeat(64),
          account_hash: 'C'.repeat(64),
          parent_close_time: 1,
          close_time: 2,
          close_time_resolution: 10,
          close_flags: 0,
        },
      },
    })
  const [hash, other] = ['1'.repeat(64), '2'.repeat(64)]
  const missing = () => Response.json({ result: { error: 'lgrNotFound' } })

  test('is unavailable, not at fault, where no server has an old ledger any more', async () => {
    const { ledger, asked } = ledgerOf({ one: missing, two: missing, three: missing })
    await expect(ledger.findAccount('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 9)).rejects.toMatchObject({
      code: 'ledger_unavailable',
    })
    expect(asked).toEqual(['one', 'two', 'three'])
  })

  test('asks each healthy server for a header, and none of the others', async () => {
    const { ledger, asked, rotate } = ledgerOf({ one: header(hash), two: header(other), three: header(hash) })
    rotate({ three: 'stale' })
    expect((await ledger.findHeaders(9))?.map((one) => one.hash)).toEqual([hash, other])
    expect(asked).toEqual(['one', 'two'])
  })

  test.each([
    ['does not have it', missing],
    ['does not answer', () => new Response('', { status: 502 })],
    ['gives another ledger', () => Response.json({ result: { validated: true, ledger_index: 8 } })],
  ])('has no header while one server %s', async (_which, answer) => {
    const { ledger } = ledgerOf({ one: header(hash), two: answer, three: header(hash) })
    expect(await ledger.findHeaders(9)).toBeNull()
  })
})
