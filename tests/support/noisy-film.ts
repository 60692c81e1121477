import { createRequire } from 'node:module'
import { BufferTarget, Output, VideoSample, VideoSampleSource, WebMOutputFormat } from 'mediabunny'

const [width, height, frames] = [320, 180, 10]

/**
 * Creates a WebM video that compresses badly: half a second has some 350 KB. Null on machines without the encoder
 * library.
 */
export async function makeNoisyFilm(): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    Object.assign(globalThis, createRequire(import.meta.url)('@napi-rs/webcodecs-linux-x64-gnu'))
  } catch {
    return null
  }
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new VideoSampleSource({ codec: 'vp8', bitrate: 4_000_000 })
  output.addVideoTrack(source)
  await output.start()
  for (let at = 0; at < frames; at += 1) {
    const pixels = crypto.getRandomValues(new Uint8Array(4096))
    const picture = Uint8Array.from({ length: width * height * 4 }, (_, place) =>
      place % 4 === 0 ? 220 : (pixels[(place * 7 + at * 13) % 4096] ?? 0) / 2,
    )
    using sample = new VideoSample(picture, {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp: at / 20,
      duration: 1 / 20,
    })
    await source.add(sample)
  }
  await output.finalize()
  return target.buffer === null ? null : new Uint8Array(target.buffer)
}
