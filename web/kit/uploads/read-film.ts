import { BlobSource, EncodedPacketSink, Input, type InputTrack, MP4, QTFF, WEBM } from 'mediabunny'

/**
 * Formats of pictures that the common browsers play, as MP4 and WebM name them: H.264 (in MP4), AV1, VP8 and VP9.
 * Source: MDN, "Web video codec guide".
 */
const commonFormats = new Set<unknown>(['avc1', 'avc3', 'av01', 'vp08', 'vp09', 'V_AV1', 'V_VP8', 'V_VP9'])

/** The reason why most browsers show no picture: the film has none, or one in a format such as HEVC. */
export type FilmConcern = 'sound_only' | 'rare_format' | null

/** The formats of the tracks that have something to play. */
async function formatsOf(tracks: InputTrack[]): Promise<unknown[]> {
  const formats: unknown[] = []
  for (const track of tracks) {
    const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })
    if (first !== null) formats.push(await track.getInternalCodecId())
  }
  return formats
}

/** Reads the parts of an MP4 or a WebM that describe its tracks. */
export async function readFilmConcern(film: Blob): Promise<FilmConcern> {
  const input = new Input({ source: new BlobSource(film), formats: [MP4, QTFF, WEBM] })
  try {
    const pictures = await formatsOf(await input.getVideoTracks())
    if (pictures.length > 0)
      return pictures.some((format) => commonFormats.has(format)) ? null : 'rare_format'
    const sounds = await formatsOf(await input.getAudioTracks())
    return sounds.length > 0 ? 'sound_only' : null
  } finally {
    input.dispose()
  }
}
