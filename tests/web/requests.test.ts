import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestParts } from '#web/api/request.ts'
import type { RequestRecord } from '#web/wallet/requests/request-record.ts'
import { requestResult } from '#web/wallet/requests/request-result.ts'
import { requestSteps } from '#web/wallet/requests/request-steps.ts'
import { loadRequests, saveRequests } from '#web/wallet/requests/request-storage.ts'
import { addRequest, followRequests, whenOver } from '#web/wallet/requests/request-store.ts'

const hash = 'A'.repeat(64)
const record: RequestRecord = {
  uuid: 'a2f1',
  action: 'buyNow',
  nftokenID: 'B'.repeat(64),
  title: 'Midnight Orchard #12',
  picture: null,
  amount: '1262500000',
  retry: { action: 'buyNow' },
  batch: false,
  feeDrops: '12500000',
  brokered: true,
  references: {
    uuid: 'a2f1',
    next: { always: 'https://wallet.example/a2f1' },
    refs: { qr_png: '', websocket_status: '' },
    pushed: false,
    expiresAt: '2026-11-21T00:00:00Z',
  },
  createdAt: 1,
  reply: null,
}

describe('a call', () => {
  it('puts params into the path, the query after it, and the body into JSON', () => {
    expect(requestParts('/api/xumm/check/{uuid}', { params: { uuid: 'a/b' } })).toEqual({
      url: '/api/xumm/check/a%2Fb',
      body: null,
    })
    expect(requestParts('/api/nft', { query: { id: 'AB', marker: undefined } })).toEqual({
      url: '/api/nft?id=AB',
      body: null,
    })
    expect(requestParts('/api/nft/buy_now', { body: { nftokenID: 'AB' } }).body).toBe('{"nftokenID":"AB"}')
    expect(requestParts('/api/nft/featured', {})).toEqual({ url: '/api/nft/featured', body: null })
  })
})

describe('the result of a request', () => {
  it('is null until the request has ended', () => {
    expect(requestResult(record, [])).toBeNull()
    expect(requestResult({ ...record, reply: { status: 'pending', stage: 'brokering' } }, [])).toBeNull()
  })

  it.each(['rejected', 'expired'] as const)(
    'offers no second try after %s if the work was sold meanwhile',
    (status) => {
      const unsigned = { ...record, reply: { status } }
      expect(requestResult(unsigned, [])).toMatchObject({ retryLabel: 'Try Again', isGone: false })
      expect(requestResult({ ...unsigned, isGone: true }, [])).toMatchObject({
        retryLabel: null,
        isGone: true,
        advice: 'Another collector has bought this work.',
      })
    },
  )

  it('names the work, the payment and the transaction after a success', () => {
    const result = requestResult(
      {
        ...record,
        reply: {
          status: 'success',
          txid: hash,
          outcome: {
            purpose: 'buy_now',
            nftokenID: record.nftokenID,
            txid: 'C'.repeat(64),
            ledgerIndex: 5,
            result: 'tesSUCCESS',
            batchTxid: null,
            inner: null,
            paidDrops: '1262500000',
            feeDrops: '12500000',
            paid: '1262500000',
            fee: '12500000',
          },
        },
      },
      [],
    )
    expect(result).toMatchObject({
      tone: 'good',
      title: 'Midnight Orchard #12 is yours',
      sentence: 'You paid 1,262.50 XRP, of which 12.50 XRP is the marketplace fee.',
      txid: 'C'.repeat(64),
      retryLabel: null,
    })
  })

  it('has the exact sentences', () => {
    const sentence = (reply: RequestRecord['reply']) => requestResult({ ...record, reply }, [])?.sentence
    expect(sentence({ status: 'rejected' })).toBe('You rejected to sign.')
    expect(sentence({ status: 'signed', txid: hash, dispatched_result: 'terQUEUED' })).toBe(
      'The signer signed the request. But something went wrong.',
    )
    expect(sentence({ status: 'failed' })).toBe('The request is failed.')
    expect(sentence({ status: 'failed', data: 'The listing is gone.' })).toBe('The listing is gone.')
  })

  it('says after a rejection and an expiry that nothing was paid, and what to do next', () => {
    const replies = [{ status: 'rejected' as const }, { status: 'expired' as const }]
    const advice = (more: Partial<RequestRecord>) =>
      replies.map((reply) => requestResult({ ...record, ...more, reply }, []))
    for (const result of advice({})) {
      expect(result?.reassurance).toBe('Nothing was paid, and nothing has changed.')
      expect(result?.advice).toMatch(/try again/)
    }
    expect(advice({ retry: null }).map((result) => result?.advice)).toEqual([null, null])
  })

  it('offers a retry only where it is sensible', () => {
    const retry = (reply: RequestRecord['reply']) => requestResult({ ...record, reply }, [])?.retryLabel
    expect(retry({ status: 'rejected' })).toBe('Try Again')
    expect(retry({ status: 'expired' })).toBe('Try Again')
    expect(retry({ status: 'signed', txid: hash })).toBeNull()
    expect(retry({ status: 'failed', code: 'not_found' })).toBeNull()
  })
})

describe('the steps', () => {
  it('follow the stage, and skip the marketplace when nothing is brokered', () => {
    expect(requestSteps('validating', true).map(({ state }) => state)).toEqual(['done', 'now', 'later'])
    expect(requestSteps('waiting', false)).toHaveLength(2)
  })
})

function createStorage() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return { items, storage }
}

describe('stored requests', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('are the last twenty of an account, and ignore unreadable entries', () => {
    const { items, storage } = createStorage()
    const many = Array.from({ length: 25 }, (_, index) => ({ ...record, uuid: String(index) }))
    saveRequests(storage, 'rA', many)
    expect(loadRequests(storage, 'rA').map(({ uuid }) => uuid)).toEqual(
      many.slice(0, 20).map(({ uuid }) => uuid),
    )
    expect(loadRequests(storage, 'rB')).toEqual([])
    items.set('opx_requests:rA', '[{"uuid":1},null')
    expect(loadRequests(storage, 'rA')).toEqual([])
  })

  it('include one that is sent before the code that follows the account is loaded', async () => {
    const { storage } = createStorage()
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
    const earlier = { ...record, uuid: 'earlier', reply: { status: 'rejected' as const } }
    saveRequests(storage, 'rA', [earlier])
    addRequest(record)
    const stop = followRequests('rA')
    expect(loadRequests(storage, 'rA')).toEqual([record, earlier])
    expect(await whenOver('earlier')).toEqual(earlier.reply)
    stop()
    // Another account does not see the requests of the first one.
    followRequests('rB')()
    expect(loadRequests(storage, 'rB')).toEqual([])
  })
})
