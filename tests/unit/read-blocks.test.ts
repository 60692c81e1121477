import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cidOf } from '#worker/domain/media/cid.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { readBlocks } from '#worker/domain/media/read-blocks.ts'

const pieces = [3, 10, 1, 25, 7].map((length, index) => new Uint8Array(length).fill(index + 1))
const allBytes = Buffer.concat(pieces)

/** Creates a byte stream that behaves like a network stream. */
function bytes(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const waiting = pieces.map((piece) => new Uint8Array(piece))
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const next = waiting.shift()
      if (next !== undefined) return controller.enqueue(next)
      controller.close()
      // A pending read of a closed stream ends only when its request is answered.
      controller.byobRequest?.respond(0)
    },
  })
}

async function blocksOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = []
  for await (const block of readBlocks(body, 16)) blocks.push(block)
  return blocks
}

test('a byte stream is read in blocks of one size, for any chunk size', async () => {
  const blocks = await blocksOf(bytes(pieces))
  expect(blocks.map(({ length }) => length)).toEqual([16, 16, 14])
  expect(Buffer.concat(blocks).equals(allBytes)).toBe(true)
  expect(await blocksOf(bytes([]))).toEqual([])
})

test('a file inspected in reused memory has the correct CID', async () => {
  for (const length of [0, 1, 70_000, 262_144, 1_048_576, 10_000_000 + 123]) {
    const file = randomBytes(length)
    const pieces: Uint8Array[] = []
    for (let at = 0; at < length; at += 99_991) pieces.push(file.subarray(at, at + 99_991))
    const passed: Buffer[] = []
    const { cid, bytes: size } = await inspectFile(bytes(pieces), async (block) => {
      passed.push(Buffer.from(block))
    })
    expect([cid, size]).toEqual([await cidOf(file), length])
    expect(Buffer.concat(passed).equals(file)).toBe(true)
  }
})

test('any other stream is read in its own chunks', async () => {
  const plain = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  expect(Buffer.concat(await blocksOf(plain)).equals(allBytes)).toBe(true)
})

test('a broken stream is an error, and an abandoned one is cancelled', async () => {
  const broken = new ReadableStream({
    type: 'bytes',
    pull: () => Promise.reject(new Error('The line broke.')),
  })
  await expect(blocksOf(broken)).rejects.toThrow('The line broke.')
  let cancelled = false
  const long = new ReadableStream({
    type: 'bytes',
    pull: (controller) => controller.enqueue(new Uint8Array(16)),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const block of readBlocks(long, 16)) if (block.length === 16) break
  expect(cancelled).toBe(true)
})
