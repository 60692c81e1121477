import { keysOf, sign } from 'local-ledger/codec/key-pairs.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { signPayload } from '#local/signer/sign-blob.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { PageWallet } from '#contract/rules/wallets.ts'
import type { ApiReply, CallOptions, Session } from './api.ts'
import type { TestWorld } from './test-world.ts'

type World = Pick<TestWorld, 'call'>

/** Returns the wallet's answer to a transaction: the signed blob, which is not submitted. */
export const signedBlob = (txjson: Json, { seed }: DemoAccount): string => signPayload(txjson, seed).hex

/** Returns GemWallet's answer to a text. */
export function signedText(message: string, { address, seed }: DemoAccount) {
  const { publicKey, privateKey } = keysOf(seed)
  return {
    account: address,
    publicKey,
    signature: sign(Buffer.from(message, 'utf8').toString('hex'), privateKey),
  }
}

const path = (uuid: string, step: 'open' | 'blob' | 'reject') => `/api/sign-requests/${uuid}/${step}`

/** Returns the calls of a page with a browser wallet, with the credentials of `by`. */
export const pageCalls = ({ call }: World, by: Pick<CallOptions, 'session' | 'headers'>) => ({
  open: (uuid: string) => call(path(uuid, 'open'), { ...by, method: 'POST' }),
  handIn: (uuid: string, body: unknown) => call(path(uuid, 'blob'), { ...by, body }),
  decline: (uuid: string) => call(path(uuid, 'reject'), { ...by, method: 'POST' }),
})

/** Starts a sign-in as the page does for a browser wallet. */
export async function beginOnPage(world: World, wallet: PageWallet) {
  const reply = await world.call(`/api/xumm/connect?wallet=${wallet}`)
  const [set = ''] = reply.headers.getSetCookie()
  const headers = { cookie: set.split(';', 1)[0] ?? '' }
  const uuid = String(reply.body['uuid'])
  return {
    begun: reply,
    uuid,
    headers,
    ...pageCalls(world, { headers }),
    check: () => world.call(`/api/xumm/check/${uuid}`, { headers }),
  }
}

/** Returns the wallet's answer to a sign-in request. */
export function signInAnswer({ body }: ApiReply, account: DemoAccount): Json {
  const { message, txjson } = body
  return typeof message === 'string'
    ? signedText(message, account)
    : { blob: signedBlob({ ...asJson(txjson), Account: account.address }, account) }
}

/** Completes a sign-in with a browser wallet through the API. */
export async function connectOnPage(
  world: World,
  account: DemoAccount,
  wallet: PageWallet = 'gemwallet',
): Promise<Session> {
  const { uuid, open, handIn, check } = await beginOnPage(world, wallet)
  const handed = await handIn(uuid, signInAnswer(await open(uuid), account))
  const { body } = await check()
  if (typeof body['jwt_token'] !== 'string') throw new Error(`No session: ${handed.text}`)
  return { account, token: body['jwt_token'], userToken: String(body['user_token']) }
}

/** Opens a request, signs it with the session's account and sends the signature. */
export async function signOnPage(world: World, uuid: string, session: Session): Promise<ApiReply> {
  const { open, handIn } = pageCalls(world, { session })
  const { body } = await open(uuid)
  return handIn(uuid, { blob: signedBlob(asJson(body['txjson']), session.account) })
}
