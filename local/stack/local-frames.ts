import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { ALL_FORMATS, BufferSource, Input, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import { maxStillBytes } from '#contract/rules/media.ts'
import { closeServer, listen, readBody } from '#local/lib/http.ts'

const library = '@napi-rs/webcodecs-linux-x64-gnu'
const largestSide = 1600

/**
 * Adds the WebCodecs classes to the global scope, where `mediabunny` looks for them. Returns false on machines without
 * the library.
 */
function loadDecoder(): boolean {
  try {
    Object.assign(globalThis, createRequire(import.meta.url)(library))
    return true
  } catch {
    return false
  }
}

/** Thrown for a video that the platform would not accept either. */
class UnreadableFilm extends Error {}

/**
 * Returns the first frame of a video that meets the platform's requirements: MP4 with H.264, and AAC or MP3 as sound.
 */
async function firstFrame(film: Uint8Array): Promise<Uint8Array> {
  using input = new Input({ source: new BufferSource(film), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const sound = await input.getPrimaryAudioTrack()
  const { name } = await input.getFormat()
  if (name !== 'MP4' || track?.codec !== 'avc') throw new UnreadableFilm('The film is no MP4 with H.264.')
  if (sound !== null && sound.codec !== 'aac' && sound.codec !== 'mp3')
    throw new UnreadableFilm('The sound is neither AAC nor MP3.')
  using sample = await new VideoSampleSink(track).getSample(await track.getFirstTimestamp())
  if (sample === null) throw new UnreadableFilm('The film has no frame.')
  const pixels = new Uint8Array(sample.allocationSize({ format: 'RGBA' }))
  await sample.copyTo(pixels, { format: 'RGBA' })
  const { width, height } = sample.visibleRect
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .rotate(track.rotation)
    .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg()
    .toBuffer()
}

/**
 * Extracts stills from videos in place of the platform's Media binding, which has no local emulation. It is as strict
 * as the binding. Source: developers.cloudflare.com/stream/transform-videos "Source video requirements".
 */
export async function startLocalFrames() {
  const isAvailable = loadDecoder()
  const server = createServer(async (request, response) => {
    try {
      if (!isAvailable) throw new UnreadableFilm(`This machine has no ${library}.`)
      const frame = await firstFrame(await readBody(request, maxStillBytes))
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(frame)
    } catch (error) {
      const text = error instanceof UnreadableFilm ? error.message : 'This film cannot be read.'
      response.writeHead(422, { connection: 'close' }).end(text)
    }
  })
  const port = await listen(server, 0, 'The local service of stills')
  return { url: `http://127.0.0.1:${port}`, isAvailable, close: () => closeServer(server) }
}
