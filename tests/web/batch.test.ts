import { describe, expect, it } from 'vitest'
import {
  type BatchState,
  changeRow,
  emptyBatch,
  resetFinished,
  rowOf,
  selectAtXrp,
} from '#web/wallet/selling/batch-state.ts'
import { rowErrors, rowTransaction } from '#web/wallet/selling/row-offer.ts'
import {
  beginRow,
  cancelRun,
  countLeft,
  finish,
  groupOf,
  isRunning,
  nextToRequest,
  requeue,
  rowInWallet,
  rowsInWallet,
  start,
  tryAgain,
  tryAllAgain,
} from '#web/wallet/runs/run-state.ts'
import { endRows, groupOutcome, rowOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { refuseRows } from '#web/wallet/runs/use-run-queue.ts'
import { ApiError } from '#web/api/error.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'

const account = 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1'
const broker = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const txjson = {
  TransactionType: 'NFTokenCreateOffer' as const,
  Account: account,
  NFTokenID: 'A',
  Amount: '1',
}
const order = { key: 'k1', txjson }
const success = { status: 'success', message: null, txid: null, nftId: null, again: false } as const
const lost = { status: 'failed', message: 'No answer', txid: null, nftId: null, again: true } as const

describe('a batch', () => {
  const queued = start(emptyBatch, ['a', 'b', 'c'])

  it('processes its rows in order', () => {
    expect(nextToRequest(queued)).toBe('a')
    const asking = beginRow(queued, 'a', order)
    // The row is repeated until its request exists, and with the same key after a reload.
    expect(nextToRequest(asking)).toBe('a')
    expect(rowOf(asking, 'a').asked?.key).toBe('k1')
    const inWallet = changeRow(asking, 'a', { uuid: 'u' })
    expect([nextToRequest(inWallet), rowInWallet(inWallet)]).toEqual([null, { id: 'a', uuid: 'u' }])
    expect(nextToRequest(finish(inWallet, 'a', success))).toBe('b')
  })

  it('takes over prices in XRP as XRP, whatever currency was used before', () => {
    const typed = changeRow({ ...emptyBatch, currency: 'custom' }, 'a', { value: '5', selected: true })
    const batch = selectAtXrp(typed, [{ id: 'b', value: '12.5' }])
    const seller = { account, nftokenID: 'B', broker }
    expect(rowTransaction(batch, rowOf(batch, 'b').value, [], seller)?.Amount).toBe('12500000')
    expect(rowOf(batch, 'b').selected).toBe(true)
    // The price was meant in the other currency.
    expect(rowOf(batch, 'a')).toMatchObject({ value: '', selected: false })
    const running = start(typed, ['a'])
    expect(selectAtXrp(running, [{ id: 'b', value: '12.5' }])).toBe(running)
    const inXrp = changeRow(emptyBatch, 'a', { value: '5', selected: true })
    expect(rowOf(selectAtXrp(inXrp, [{ id: 'b', value: '1' }]), 'a')).toMatchObject({ value: '5' })
  })

  it('never offers a row twice', () => {
    const state = finish(beginRow(queued, 'a', order), 'a', success)
    expect(start(state, ['a'])).toEqual(state)
    expect(tryAgain(state, 'a')).toEqual(state)
    expect(start(resetFinished(state), ['a']).queue).toContain('a')
  })

  it('retries with the same key while the outcome is unknown, and with a new one afterwards', () => {
    const unanswered = finish(beginRow(queued, 'a', order), 'a', lost, false)
    expect(rowOf(tryAgain(unanswered, 'a'), 'a').asked?.key).toBe('k1')
    const rejected = finish(beginRow(queued, 'a', order), 'a', { ...lost, status: 'rejected' })
    expect(rowOf(tryAgain(rejected, 'a'), 'a').asked).toBeNull()
    expect(tryAgain(rejected, 'a').queue).toEqual(['b', 'c', 'a'])
  })

  it('can be left without losing the row that is in the wallet', () => {
    const left = cancelRun(changeRow(beginRow(queued, 'a', order), 'a', { uuid: 'u' }))
    expect([isRunning(left), nextToRequest(left), rowInWallet(left)?.id]).toEqual([true, null, 'a'])
    expect(isRunning(finish(left, 'a', success))).toBe(false)
  })
})

describe('rows that one signature covers', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `row ${n}`)
  const signs = () => 8

  /** Runs the queue to its end and returns the groups. `sizeOf` may differ between rows. */
  function groupsOf(order: string[], sizeOf: (id: string) => number): string[][] {
    let state = start(emptyBatch, order)
    const groups: string[][] = []
    for (let id = nextToRequest(state); id !== null; id = nextToRequest(state)) {
      const group = groupOf(state, id, sizeOf)
      const key = `key ${groups.length}`
      for (const each of group) state = beginRow(state, each, { key })
      // After a reload the same rows are requested with the same key.
      const lost = nextToRequest(state)
      expect(lost === null ? null : groupOf(state, lost, () => 1)).toEqual(group)
      for (const each of group) state = changeRow(state, each, { uuid: key })
      expect(rowsInWallet(state)).toEqual(group)
      expect(nextToRequest(state)).toBeNull()
      for (const each of group) state = finish(state, each, success)
      groups.push(group)
    }
    return groups
  }

  it.each([0, 1, 2, 7, 8, 9, 16, 17, 20])(
    'are %i rows in as few groups as possible, each row once',
    (count) => {
      const groups = groupsOf(ids.slice(0, count), signs)
      expect(groups).toHaveLength(Math.ceil(count / 8))
      expect(groups.flat().toSorted()).toEqual(ids.slice(0, count).toSorted())
      expect(groups.every(({ length }) => length <= 8)).toBe(true)
    },
  )

  it('hold for any mixture of rows, of which some are requested alone', () => {
    // Tests every pattern of ten rows.
    for (let pattern = 0; pattern < 1024; pattern += 1) {
      const rows = ids.slice(0, 10)
      const sizeOf = (id: string) => ((pattern >> rows.indexOf(id)) & 1 ? 1 : 8)
      const groups = groupsOf(rows, sizeOf)
      expect(groups.flat()).toEqual(rows)
      expect(groups.every((group) => group.length <= Math.min(...group.map(sizeOf)))).toBe(true)
    }
  })

  it('stop before the next group when the run is cancelled', () => {
    const [first = ''] = ids
    let state = start(emptyBatch, ids)
    const group = groupOf(state, first, signs)
    for (const id of group) state = changeRow(beginRow(state, id, order), id, { uuid: 'u' })
    state = cancelRun(state)
    expect(rowsInWallet(state)).toEqual(group)
    for (const id of group) state = finish(state, id, success)
    expect([isRunning(state), nextToRequest(state)]).toEqual([false, null])
    expect(rowOf(state, 'row 8').status).toBe('ready')
  })

  it('are repeated as they were when there was no answer, and regrouped after a refusal', () => {
    let state = start(emptyBatch, ids.slice(0, 3))
    for (const id of groupOf(state, 'row 0', signs))
      state = finish(beginRow(state, id, order), id, lost, false)
    const again = tryAgain(state, 'row 1')
    expect(again.queue).toEqual(['row 0', 'row 1', 'row 2'])
    expect(groupOf(start(again, ['row 3']), 'row 0', signs)).toEqual(['row 0', 'row 1', 'row 2'])
    const anew = requeue(start(again, ['row 3']), ['row 0', 'row 2'])
    expect(anew.queue).toEqual(['row 0', 'row 2', 'row 1', 'row 3'])
    expect(rowOf(anew, 'row 0')).toMatchObject({ status: 'ready', asked: null })
  })

  const inWallet = (rows: readonly string[]) =>
    rows.reduce((state, id) => changeRow(beginRow(state, id, order), id, { uuid: 'u' }), emptyBatch)

  it('are all to go until they are finished: before, while and after they are requested', () => {
    const queued = start(emptyBatch, ids.slice(0, 5))
    const asking = groupOf(queued, 'row 0', signs).reduce((state, id) => beginRow(state, id, order), queued)
    const [first = '', ...others] = ids.slice(0, 5)
    expect([queued, asking, inWallet(ids.slice(0, 5))].map(countLeft)).toEqual([5, 5, 5])
    expect(countLeft(finish(inWallet([first, ...others]), first, success))).toBe(4)
  })

  it('stop the run once when a refusal would meet every other row, too', () => {
    const queued = start(emptyBatch, ids)
    const group = groupOf(queued, 'row 0', signs)
    const asking = group.reduce((state, id) => beginRow(state, id, order), queued)
    const refused = (code: ErrorCode, rows: string[], of = asking) =>
      refuseRows(of, rows, new ApiError('No.', { code, status: 409 }))
    for (const code of ['minter_missing', 'fresh_sign_in_required', 'forbidden', 'network_busy'] as const) {
      const stopped = refused(code, group)
      expect([isRunning(stopped), rowOf(stopped, 'row 0').again]).toEqual([false, true])
      expect(rowOf(stopped, 'row 9')).toMatchObject({ status: 'ready', message: null })
    }
    // A problem with one row stops only that row.
    expect(refused('not_owner', ['row 0'], beginRow(queued, 'row 0', order)).queue).toHaveLength(19)
    const each = (code: ErrorCode) =>
      new ApiError('No.', {
        code: 'rows_refused',
        status: 409,
        rows: group.map((_, row) => ({ row, code, message: 'No.' })),
      })
    expect(isRunning(refuseRows(asking, group, each('minter_missing')))).toBe(false)
    expect(isRunning(refuseRows(asking, group, each('not_owner')))).toBe(true)
  })

  describe('end', () => {
    const [one = '', two = '', three = ''] = ids
    const row = { rowKey: null, txid: null, result: null, message: null }
    const end = (reply: Parameters<typeof rowOutcome>[0], rows = [one, two, three]) =>
      groupOutcome(reply, rows, rowOutcome, (id) => id.toUpperCase())
    const outcome = {
      purpose: 'list_many',
      nftokenID: null,
      txid: null,
      ledgerIndex: 1,
      result: null,
      batchTxid: null,
      inner: null,
      paidDrops: null,
      feeDrops: null,
      paid: null,
      fee: null,
    }

    it('each by its own transaction; one that stopped others is named', () => {
      const rows = [
        { ...row, nftokenID: two, status: 'failed' as const, message: 'No.' },
        { ...row, nftokenID: three, status: 'ready' as const, message: 'Row 2 failed.' },
        { ...row, nftokenID: one, status: 'success' as const, txid: 'T' },
      ]
      const ends = end({ status: 'success', outcome: { ...outcome, rows } })
      expect(ends?.get(one)).toMatchObject({ status: 'success', txid: 'T', again: false })
      expect(ends?.get(two)).toMatchObject({ status: 'failed', message: 'No.', again: true })
      expect(ends?.get(three)).toMatchObject({
        status: 'ready',
        message: 'Not carried out, because ROW 1 failed.',
      })
    })

    it('as rejected when the request was rejected or ran out, and are retried one by one or all at once', () => {
      expect(end({ status: 'pending' })).toBeNull()
      for (const status of ['rejected', 'expired'] as const) {
        const ends = end({ status })
        expect([...(ends ?? [])].map(([, row]) => [row.status, row.again])).toEqual([
          ['rejected', true],
          ['rejected', true],
          ['rejected', true],
        ])
        const state = endRows(inWallet([one, two, three]), 'u', ends ?? new Map())
        expect(isRunning(state)).toBe(false)
        expect(tryAgain(state, two).queue).toEqual([two])
        expect(tryAllAgain(state).queue).toEqual([one, two, three])
        expect(groupOf(tryAllAgain(state), one, signs)).toEqual([one, two, three])
      }
    })

    it('as ready when the wallet cannot sign several, and are requested first', () => {
      const ends = end({ status: 'rejected' }) ?? new Map()
      const run = { ...inWallet([one, two, three]), queue: ['row 9'], apart: 'u' }
      expect(endRows(run, 'u', ends).queue).toEqual([one, two, three, 'row 9'])
      expect(endRows(run, 'v', ends).queue).toEqual(['row 9'])
      // The request was signed in the meantime.
      const signed = end({ status: 'success' }) ?? new Map()
      expect(rowOf(endRows(run, 'u', signed), one).status).toBe('success')
    })

    it('as failed when the request failed', () => {
      expect(end({ status: 'failed', data: 'Too late.' })?.get(two)).toMatchObject({
        status: 'failed',
        message: 'Too late.',
        again: true,
      })
    })
  })
})

describe('a row', () => {
  const of = (value: string, change: Partial<BatchState> = {}) =>
    rowErrors({ ...emptyBatch, ...change }, value, [])[0]?.field ?? null

  it('takes 0.1 or more in any currency', () => {
    expect(of('0.1')).toBeNull()
    expect(of('0.09')).toBe('value')
    expect(of('')).toBe('value')
    const custom = { currency: 'custom', customCurrency: 'ART', customIssuer: account }
    expect(of('0.1', custom)).toBeNull()
    expect(of('0.09', custom)).toBe('value')
    expect(of('1', { ...custom, customIssuer: '' })).toBe('issuer')
    expect(of('1', { ...custom, customCurrency: '' })).toBe('currency')
  })

  it('becomes an offer to the marketplace', () => {
    expect(rowTransaction(emptyBatch, '12.5', [], { account, nftokenID: 'A', broker })).toEqual({
      TransactionType: 'NFTokenCreateOffer',
      Account: account,
      NFTokenID: 'A',
      Amount: '12500000',
      Flags: tfSellNFToken,
      Destination: broker,
    })
  })

  it('ends with its request, and is not retried while its offer may still be accepted', () => {
    expect(rowOutcome({ status: 'pending' })).toBeNull()
    expect(rowOutcome({ status: 'rejected' })).toMatchObject({ status: 'rejected', again: true })
    expect(rowOutcome({ status: 'signed' })).toMatchObject({ status: 'signed', again: false })
    expect(rowOutcome({ status: 'success' })).toMatchObject({ status: 'success', again: false })
  })
})
