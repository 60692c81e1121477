import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, startRecordingService } from '#tests/support/recording-service.ts'
import { cidMatches } from '#worker/domain/media/cid.ts'
import { createPinning } from '#worker/ports/ipfs/pinning.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serviceThat(answer: Parameters<typeof startRecordingService>[0]) {
  const service = await startRecordingService(answer)
  closers.push(service.close)
  return service
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  body: new Blob([bytes]).stream(),
  bytes: bytes.length,
  contentType: 'image/png',
  name: 'a "name"',
  isCar: false,
})
const text = (value: string) => new TextEncoder().encode(value)
const soon = () => AbortSignal.timeout(20_000)

describe('pinning services', () => {
  test('send Kubo a form with the file and the parameters of our CIDs', async () => {
    const { url, asked: requests } = await serviceThat(() => ({ body: '{"Name":"x","Hash":"bafy"}\n' }))
    const kubo = createPinning('kubo', { url, token: 'Basic abc', bucket: '', fetch })
    expect(await kubo.add(fileOf(text('picture')), soon())).toBe('bafy')
    expect(requests[0]?.url).toBe('/api/v0/add?cid-version=1&raw-leaves=true&pin=true&quieter=true')
    expect(requests[0]?.headers['authorization']).toBe('Basic abc')
    const form = await new Response(new Uint8Array(requests[0]?.body ?? []), {
      headers: { 'content-type': String(requests[0]?.headers['content-type']) },
    }).formData()
    const file = form.get('file')
    expect(file instanceof File ? [file.type, await file.text()] : null).toEqual(['image/png', 'picture'])
  })

  test('end a pin, also one that is not there', async () => {
    const answers: Answer[] = [
      { body: '{"Pins":["bafy"]}' },
      { status: 500, body: '{"Message":"not pinned or pinned indirectly"}' },
      { status: 500, body: '{"Message":"disk is full"}' },
    ]
    const kubo = await serviceThat(() => answers.shift() ?? {})
    const node = createPinning('kubo', { url: kubo.url, token: '', bucket: '', fetch })
    await node.remove('bafy', soon())
    await node.remove('bafy', soon())
    await expect(node.remove('bafy', soon())).rejects.toMatchObject({ code: 'pinning_unavailable' })
    expect(kubo.asked.map(({ url }) => url)).toEqual(Array(3).fill('/api/v0/pin/rm?arg=bafy'))

    const replies: Answer[] = [{}, { status: 404 }, { status: 503 }]
    const { url, asked: requests } = await serviceThat(() => replies.shift() ?? {})
    const pinata = createPinning('pinata', { url, token: 'jwt', bucket: '', fetch })
    await pinata.remove('bafy', soon())
    await pinata.remove('bafy', soon())
    await expect(pinata.remove('bafy', soon())).rejects.toMatchObject({ code: 'pinning_unavailable' })
    expect(requests[0]).toMatchObject({ method: 'DELETE', url: '/pinning/unpin/bafy' })
  })

  test('send Pinata a public file in a form, and a large one in parts', async () => {
    const { url, asked: requests } = await serviceThat(
      ({ method, headers }): Answer =>
        method === 'PATCH'
          ? { status: 204, headers: { 'upload-cid': 'bafyparts' } }
          : 'upload-length' in headers
            ? { status: 201, headers: { location: '/v3/files/one' } }
            : { body: '{"data":{"cid":"bafyform"}}' },
    )
    const pinata = createPinning('pinata', { url, token: 'jwt', bucket: '', fetch })
    expect(await pinata.add(fileOf(text('picture')), soon())).toBe('bafyform')
    expect(requests[0]?.headers['authorization']).toBe('Bearer jwt')
    expect(requests[0]?.body.toString()).toContain('name="network"\r\n\r\npublic')
    const large = Buffer.alloc(
      120 * 1024 * 1024,
      Uint8Array.from({ length: 251 }, (_, at) => at),
    )
    expect(await pinata.add(fileOf(large), soon())).toBe('bafyparts')
    const parts = requests.filter(({ method }) => method === 'PATCH')
    expect(parts.map(({ headers }) => headers['upload-offset'])).toEqual(['0', '52428800', '104857600'])
    expect(Buffer.concat(parts.map(({ body }) => body)).equals(large)).toBe(true)
  })

  test('take the blocks of a file that has another CID than they would give it', async () => {
    const root = { Root: { Cid: { '/': 'Qmfile' }, PinErrorMsg: '' } }
    const { url, asked: requests } = await serviceThat(({ url }) => ({
      body: url.startsWith('/api/v0/dag/import') ? `${JSON.stringify(root)}\n` : '{"data":{"cid":"Qmfile"}}',
    }))
    const car = () => ({ ...fileOf(text('blocks')), isCar: true })
    const settings = { url, token: 'jwt', bucket: '', fetch }
    expect(await createPinning('kubo', settings).add(car(), soon())).toBe('Qmfile')
    expect(requests[0]?.url).toBe('/api/v0/dag/import?pin-roots=true')
    expect(await createPinning('pinata', settings).add(car(), soon())).toBe('Qmfile')
    expect(requests[1]?.body.toString()).toContain('name="car"\r\n\r\ntrue')
    root.Root.PinErrorMsg = 'a block is missing'
    await expect(createPinning('kubo', settings).add(car(), soon())).rejects.toThrow('did not pin')
  })

  test('report a refused, unreachable or invalid result as an error', async () => {
    const { url } = await serviceThat(({ url }) => (url.includes('v0') ? { status: 500 } : { body: '{}' }))
    const settings = { url, token: 't', bucket: '', fetch }
    const file = () => fileOf(text('x'))
    await expect(createPinning('kubo', settings).add(file(), soon())).rejects.toThrow('It answered 500.')
    await expect(createPinning('pinata', settings).add(file(), soon())).rejects.toThrow('no CID')
    const gone = createPinning('kubo', { ...settings, url: 'http://127.0.0.1:1' })
    await expect(gone.add(file(), soon())).rejects.toThrow('could not be reached')
    expect(() => createPinning('pinata', { ...settings, token: '' })).toThrow('PINNING_TOKEN')
    expect(() => createPinning('filebase', settings)).toThrow('PINNING_BUCKET')
    expect(createPinning('none', settings).available).toBe(false)
  })
})

describe('a CID', () => {
  test('is verified for any chunk size, and by CIDs of either version', async () => {
    // CIDs that Kubo's `ipfs add` returns for these eleven bytes: version 0, and version 1 with raw leaves.
    const hello = text('hello world')
    expect(await cidMatches(hello, 'Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')).toBe(true)
    expect(await cidMatches(hello, 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')).toBe(true)
    expect(await cidMatches(text('hello'), 'Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')).toBe(false)
  })
})
