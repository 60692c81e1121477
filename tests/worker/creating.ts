import { asJson } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { png } from '#tests/support/media-files.ts'
import type { TestWorld } from '#tests/support/test-world.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import { partBytes } from '#contract/schemas/uploads.ts'

export const moonPicture = {
  name: 'Moon over water',
  description: 'A night without wind.',
  attributes: [
    { trait_type: 'Sky', value: 'clear' },
    { trait_type: 'Moon', value: 'full' },
  ],
}

export const words = (more: Record<string, unknown> = {}) => JSON.stringify({ ...moonPicture, ...more })

export type Fields = Record<string, string | Blob>

/** Returns the form fields of a creator, and a picture. */
export const filled = (more: Fields = {}): Fields => ({
  metadata: words(),
  taxon: '7',
  royalty: '2.5',
  thumbnailFile: new Blob([png(6, 4)]),
  ...more,
})

/** Sends a multipart form and checks the reply against the contract. */
export async function sendForm(
  world: TestWorld,
  name: OperationName,
  session: Session,
  fields: Fields,
  headers: Record<string, string> = { prefer: 'respond-async' },
) {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  const response = await fetch(`${world.url}${operations[name].path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, ...headers },
    body,
  })
  const text = await response.text()
  const reply = { status: response.status, headers: response.headers, body: asJson(JSON.parse(text)), text }
  expectContract(name, reply)
  return reply
}

/** Requests a mint. Returns the request's uuid. */
export async function askToMint(
  world: TestWorld,
  session: Session,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<string> {
  const reply = await sendForm(world, 'mintNft', session, fields, { prefer: 'respond-async', ...headers })
  const { uuid } = asJson(reply.body['data'])
  if (typeof uuid !== 'string') throw new Error(`mintNft answered ${reply.status}: ${reply.text}`)
  return uuid
}

/** Mints and signs. Returns the NFTokenID. */
export async function mintByForm(world: TestWorld, session: Session, fields: Fields): Promise<string> {
  const uuid = await askToMint(world, session, fields)
  await world.sign(uuid, session.account)
  const outcome = await world.outcomeOf(uuid, session)
  const { nftokenID } = asJson(outcome['outcome'])
  if (typeof nftokenID !== 'string') throw new Error(`The mint came to ${JSON.stringify(outcome)}`)
  return nftokenID
}

export interface Begun {
  id: string
  urls: string[]
}

export async function beginUpload(
  world: TestWorld,
  session: Session,
  use: 'display' | 'attachment',
  bytes: number,
): Promise<Begun> {
  const reply = await world.call('/api/uploads', { session, body: { use, bytes } })
  expectContract('beginUpload', reply)
  const parts = Array.isArray(reply.body['parts']) ? reply.body['parts'].map(asJson) : []
  return { id: String(reply.body['id']), urls: parts.map((part) => String(part['url'])) }
}

/** Uploads one part as a browser does. Returns its ETag. */
export async function putPart(url: string, file: Uint8Array<ArrayBuffer>, number: number): Promise<string> {
  const body = file.subarray((number - 1) * partBytes, number * partBytes)
  const response = await fetch(url, { method: 'PUT', body })
  if (!response.ok) throw new Error(`The store answered ${response.status}: ${await response.text()}`)
  return response.headers.get('etag') ?? ''
}

export async function completeUpload(
  world: TestWorld,
  session: Session,
  id: string,
  parts: { number: number; etag: string }[],
) {
  const reply = await world.call(`/api/uploads/${id}/complete`, { session, body: { parts } })
  expectContract('completeUpload', reply)
  return reply
}

/** Uploads a whole file. Returns the marketplace's description of it. */
export async function upload(
  world: TestWorld,
  session: Session,
  use: 'display' | 'attachment',
  file: Uint8Array<ArrayBuffer>,
) {
  const { id, urls } = await beginUpload(world, session, use, file.length)
  const parts = await Promise.all(
    urls.map(async (url, index) => ({ number: index + 1, etag: await putPart(url, file, index + 1) })),
  )
  return completeUpload(world, session, id, parts)
}
