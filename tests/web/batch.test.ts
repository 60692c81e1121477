import { describe, expect, it } from 'vitest'
import {
  type BatchState,
  changeRow,
  emptyBatch,
  resetFinished,
  rowOf,
} from '#web/features/collection/batch/batch-state.ts'
import { rowErrors, rowTransaction } from '#web/features/collection/batch/row-offer.ts'
import {
  begin,
  cancelRun,
  finish,
  isRunning,
  nextToRequest,
  rowInWallet,
  start,
  tryAgain,
} from '#web/wallet/runs/run-state.ts'
import { rowOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { tfSellNFToken } from '#worker/contract/ledger.ts'

const account = 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1'
const broker = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const txjson = {
  TransactionType: 'NFTokenCreateOffer' as const,
  Account: account,
  NFTokenID: 'A',
  Amount: '1',
}
const asked = { key: 'k1', txjson }
const success = { status: 'success', message: null, txid: null, nftId: null, again: false } as const
const lost = { status: 'failed', message: 'No answer', txid: null, nftId: null, again: true } as const

describe('a batch', () => {
  const queued = start(emptyBatch, ['a', 'b', 'c'])

  it('processes its rows in order', () => {
    expect(nextToRequest(queued)).toBe('a')
    const asking = begin(queued, 'a', asked)
    // Repeated until the request is known, and with the same key after a reload.
    expect(nextToRequest(asking)).toBe('a')
    expect(rowOf(asking, 'a').asked?.key).toBe('k1')
    const inWallet = changeRow(asking, 'a', { uuid: 'u' })
    expect([nextToRequest(inWallet), rowInWallet(inWallet)]).toEqual([null, { id: 'a', uuid: 'u' }])
    expect(nextToRequest(finish(inWallet, 'a', success))).toBe('b')
  })

  it('never offers a row twice', () => {
    const done = finish(begin(queued, 'a', asked), 'a', success)
    expect(start(done, ['a'])).toEqual(done)
    expect(tryAgain(done, 'a')).toEqual(done)
    expect(start(resetFinished(done), ['a']).queue).toContain('a')
  })

  it('retries with the same key while the outcome is unknown, and with a new one afterwards', () => {
    const unanswered = finish(begin(queued, 'a', asked), 'a', lost, false)
    expect(rowOf(tryAgain(unanswered, 'a'), 'a').asked?.key).toBe('k1')
    const rejected = finish(begin(queued, 'a', asked), 'a', { ...lost, status: 'rejected' })
    expect(rowOf(tryAgain(rejected, 'a'), 'a').asked).toBeNull()
    expect(tryAgain(rejected, 'a').queue).toEqual(['b', 'c', 'a'])
  })

  it('can be left without losing the row that is in the wallet', () => {
    const left = cancelRun(changeRow(begin(queued, 'a', asked), 'a', { uuid: 'u' }))
    expect([isRunning(left), nextToRequest(left), rowInWallet(left)?.id]).toEqual([true, null, 'a'])
    expect(isRunning(finish(left, 'a', success))).toBe(false)
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
