import { BlobSource, EncodedPacketSink, Input, type InputTrack, MP4, QTFF, WEBM } from 'mediabunny'

/**
 * Video formats that common browsers play, by their names in MP4 and WebM: H.264 (in MP4), AV1, VP8 and VP9. Source:
 * MDN, "Web video codec guide".
 */
const commonFormats = new Set<unknown>(['avc1', 'avc3', 'av01', 'vp08', 'vp09', 'V_AV1', 'V_VP8', 'V_VP9'])

/** Reason why most browsers show no picture: the video has none, or uses a format such as HEVC. */
export type FilmConcern = 'sound_only' | 'rare_format' | null

/** Returns the formats of the non-empty tracks. */
async function formatsOf(tracks: InputTrack[]): Promise<unknown[]> {
  const formats: unknown[] = []
  for (const track of tracks) {
    const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })
    if (first !== null) formats.push(await track.getInternalCodecId())
  }
  return formats
}

/** Reads the track descriptions of an MP4 or a WebM. */
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
