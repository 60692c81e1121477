import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#web/api/call.ts'
import { provideCredentials, type SessionCredentials } from '#web/api/credentials.ts'
import { ApiError, isRetryable } from '#web/api/error.ts'

const member: SessionCredentials = { token: 'jwt', account: 'rMember', userToken: 'push' }
const nft = 'A'.repeat(64)

let session: SessionCredentials | null = null
const refused = vi.fn<(token: string) => void>()
const signInAgain = vi.fn<() => Promise<boolean>>()
const networkBusy = vi.fn<(refused: ApiError) => Promise<boolean>>()
const networkAnswered = vi.fn<() => void>()
const fetched = vi.fn<typeof fetch>()

/** Sets the response to the next request. */
const reply = (body: unknown, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), init))

function sent(index = 0) {
  const { headers, body = null } = fetched.mock.calls[index]?.[1] ?? {}
  return { headers: new Headers(headers), body }
}

beforeEach(() => {
  session = member
  vi.stubGlobal('fetch', fetched)
  provideCredentials({
    session: () => session,
    subscribe: () => () => undefined,
    refused,
    newerSignIn: () => undefined,
    signInAgain,
    costLimit: () => '1000',
    networkBusy,
    networkAnswered,
  })
})
afterEach(() => {
  // Test files share modules, so sign out for the next one.
  session = null
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

describe('a call', () => {
  test('names the calling account in the spelling of the operation', async () => {
    reply({ status: 'pending', data: {} })
    await call('buyNow', { body: { nftokenID: nft } })
    expect(JSON.parse(String(sent().body))).toEqual({
      account: 'rMember',
      user_token: 'push',
      nftokenID: nft,
    })
    expect(sent().headers.get('authorization')).toBe('Bearer jwt')
    reply('"signed"')
    await call('syncNft', { body: { id: nft } })
    expect(JSON.parse(String(sent(1).body))).toEqual({ account: 'rMember', userToken: 'push', id: nft })
  })

  test('names it in forms, too, and omits a missing wallet token', async () => {
    session = { ...member, userToken: null }
    reply({ status: 'success', data: {} })
    await call('pinMedia', { form: { mediaFile: new Blob(['x']) } })
    const { body } = sent()
    expect(body instanceof FormData ? [...body.keys()] : body).toEqual(['mediaFile', 'account'])
  })

  test('omits the session for operations that do not need it, and for a visitor', async () => {
    reply({ status: 'success', data: 'valid' })
    await call('validatePromoCode', { body: { collectionID: 'c', promoCode: 'p' } })
    session = null
    reply({ status: 'success', data: 'x' })
    await call('follow', { body: { followee: 'rOther' } })
    expect([sent().body, sent(1).body]).toEqual([
      '{"collectionID":"c","promoCode":"p"}',
      '{"followee":"rOther"}',
    ])
    expect(sent(1).headers.get('authorization')).toBeNull()
  })

  test('asks for the pending form only when there is something to sign', async () => {
    reply({ status: 'pending', data: {} })
    reply({ status: 'success', data: 'x' })
    await call('buyNow', { body: { nftokenID: nft } })
    await call('unfollow', { body: { followee: 'rOther' } })
    expect([sent().headers.get('prefer'), sent(1).headers.get('prefer')]).toEqual(['respond-async', null])
  })
})

describe('a refusal', () => {
  test('with status failed is rejection although the HTTP status is 200', async () => {
    reply({ status: 'failed', data: 'Gone.', code: 'offer_gone', requestId: 'r-1' })
    const rejection = await call('buyNow', { body: { nftokenID: nft } }).catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(ApiError)
    expect(rejection).toMatchObject({ message: 'Gone.', code: 'offer_gone', status: 200, requestId: 'r-1' })
  })

  test('of an operation without status is recognised by the HTTP status alone', async () => {
    reply({ state: 'failed', status: 'failed' })
    await expect(call('getNftSync', { query: { id: nft } })).resolves.toMatchObject({ state: 'failed' })
  })

  test('that requires a fresh sign-in repeats the call with the new session', async () => {
    signInAgain.mockImplementationOnce(async () => {
      session = { ...member, token: 'new', userToken: 'newer' }
      return true
    })
    reply({ status: 'failed', code: 'fresh_sign_in_required' }, { status: 401 })
    reply({ status: 'success', data: 'done' })
    await call('setPayoutTag', { body: { destinationTag: 7 } })
    expect(JSON.parse(String(sent(1).body))).toMatchObject({ user_token: 'newer', destinationTag: 7 })
    expect(sent(1).headers.get('authorization')).toBe('Bearer new')
    expect(refused).not.toHaveBeenCalled()
  })

  test('that a busy network makes expensive is repeated when the user goes on, and fails when they do not', async () => {
    const busy = () =>
      reply(
        { status: 'failed', code: 'network_busy', data: 'Busy.' },
        { status: 503, headers: { 'opx-cost': '28800', 'retry-after': '8' } },
      )
    networkBusy.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
    busy()
    reply({ status: 'pending', data: {} }, { status: 202 })
    await call('buyNow', { body: { nftokenID: nft } })
    expect(networkBusy.mock.calls[0]?.[0]).toMatchObject({ costDrops: '28800', retryAfterMs: 8000 })
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(sent(1).headers.get('opx-cost-limit')).toBe('1000')
    expect(networkAnswered).toHaveBeenCalledTimes(1)
    busy()
    await expect(call('buyNow', { body: { nftokenID: nft } })).rejects.toMatchObject({ code: 'network_busy' })
  })

  test('that requires a fresh sign-in repeats a form with its files', async () => {
    signInAgain.mockResolvedValueOnce(true)
    reply({ status: 'failed', code: 'fresh_sign_in_required' }, { status: 401 })
    reply({ status: 'success', data: 'done' })
    const thumbnailFile = new File(['picture'], 'work.png', { type: 'image/png' })
    await call('addDemandItem', {
      form: { taxon: '7', royalty: '5', metadata: '{"name":"Typed"}', thumbnailFile },
    })
    for (const at of [0, 1]) {
      const { body } = sent(at)
      if (!(body instanceof FormData)) throw new Error('No form was sent.')
      expect([body.get('metadata'), body.get('taxon')]).toEqual(['{"name":"Typed"}', '7'])
      const file = body.get('thumbnailFile')
      expect(file instanceof File && (await file.text())).toBe('picture')
    }
  })

  test('of a read that the page makes by itself opens no dialog', async () => {
    signInAgain.mockClear()
    reply({ status: 'failed', code: 'fresh_sign_in_required' }, { status: 401 })
    const background = call('getPrivateInfo', { body: { collectionID: 'x' } }, { isBackground: true })
    await expect(background).rejects.toMatchObject({ code: 'fresh_sign_in_required' })
    expect(signInAgain).not.toHaveBeenCalled()
  })

  test('that ends halfway counts as none, so that the call is repeated', async () => {
    const halfway = new ReadableStream({
      start: (body) => body.error(new TypeError('network error')),
    })
    fetched.mockResolvedValueOnce(new Response(halfway, { status: 202 }))
    const error: unknown = await call('buyNow', { body: { nftokenID: nft } }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: 'network', status: 0 })
    expect(isRetryable(error)).toBe(true)
  })

  test('of the token ends the session, and a response that is not JSON is unreadable', async () => {
    reply({ code: 'signed_out', detail: 'Signed out.' }, { status: 401 })
    await expect(call('getPayouts', {})).rejects.toMatchObject({ code: 'signed_out', message: 'Signed out.' })
    expect(refused).toHaveBeenCalledWith('jwt')
    reply('<html>', { status: 200 })
    await expect(call('getPayouts', {})).rejects.toMatchObject({ code: 'unreadable', status: 200 })
    reply('Please slow down.', { status: 429, headers: { 'content-type': 'text/plain', 'retry-after': '3' } })
    await expect(call('getPayouts', {})).rejects.toMatchObject({
      message: 'Please slow down.',
      retryAfterMs: 3000,
    })
  })
})
