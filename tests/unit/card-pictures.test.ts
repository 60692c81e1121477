import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { GIFEncoder } from 'gifenc/dist/gifenc.esm.js'
import sharp from 'sharp'
import { type ImageMaker, maxCardBytes, resizePicture } from '#worker/handlers/pictures.ts'
import type { Sized } from '#worker/http/media-request.ts'
import { sampleOf } from '#tests/support/sample.ts'

/** Simulates the Images binding like the local emulation, and records the requested sizes. */
function recordingImages(): ImageMaker & { requests: Sized[] } {
  const requests: Sized[] = []
  return {
    requests,
    async resize(body, size) {
      requests.push(size)
      const picture = sharp(Buffer.from(await new Response(body).arrayBuffer())).resize(
        size.width,
        size.height,
      )
      return new Response(Uint8Array.from(await picture.webp({ quality: size.quality }).toBuffer()))
    },
  }
}

const streamOf = (bytes: Buffer) => new Blob([Uint8Array.from(bytes)]).stream()
const noise = () =>
  sharp(randomBytes(3 * 1000 * 1000), { raw: { width: 1000, height: 1000, channels: 3 } })
    .png()
    .toBuffer()

test('a card never loads more than 200 KB, however little a picture can be compressed', async () => {
  const bytes = await noise()
  for (const width of sampleOf([800, 300], 1)) {
    const images = recordingImages()
    const size = { width, height: null, quality: 90, format: 'image/webp' } as const
    const result = await resizePicture(images, streamOf(bytes), size)
    expect(result?.byteLength).toBeLessThanOrEqual(maxCardBytes)
    expect(images.requests[0]).toEqual(size)
  }
  // The page of a work requests a larger picture.
  const images = recordingImages()
  await resizePicture(images, streamOf(bytes), {
    width: 1600,
    height: null,
    quality: 90,
    format: 'image/webp',
  })
  expect(images.requests).toHaveLength(1)
})

test('of a GIF with thousands of frames one is left', async () => {
  const gif = GIFEncoder()
  const palette = [
    [0, 0, 0],
    [200, 160, 100],
  ]
  const frame = new Uint8Array(64 * 64)
  for (let at = 0; at < 5000; at += 1) gif.writeFrame(frame, 64, 64, { palette, delay: 20 })
  gif.finish()
  const images = recordingImages()
  const size = { width: 150, height: null, quality: 60, format: 'image/webp' } as const
  const result = await resizePicture(images, streamOf(Buffer.from(gif.bytes())), size)
  expect((await sharp(Buffer.from(result ?? new ArrayBuffer())).metadata()).pages ?? 1).toBe(1)
  expect(images.requests).toHaveLength(1)
})
