import { GIF } from 'image-size/types/gif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/**
 * The decoders that process untrusted bytes, each selected by its own magic number. Other decoders of the library may
 * never terminate.
 */
const decoders = [
  { contentType: 'image/png', decoder: PNG, magic: [[0, '\u0089PNG\r\n\u001a\n']] },
  { contentType: 'image/gif', decoder: GIF, magic: [[0, 'GIF8']] },
  {
    contentType: 'image/webp',
    decoder: WEBP,
    magic: [
      [0, 'RIFF'],
      [8, 'WEBPVP8'],
    ],
  },
] as const

/** The size is in this part of the file, even after a large color profile. */
const maxDecodedBytes = 1024 * 1024

export interface PictureFacts {
  contentType: (typeof decoders)[number]['contentType']
  width: number
  height: number
}

function startsWith(bytes: Uint8Array, at: number, magic: string): boolean {
  return [...magic].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/**
 * Returns the type that the first bytes of a file indicate, whatever its name; null if the file is not a PNG, GIF or
 * WebP.
 */
export function measurePicture(bytes: Uint8Array): PictureFacts | null {
  const type = decoders.find(({ magic }) => magic.every(([at, text]) => startsWith(bytes, at, text)))
  if (type === undefined) return null
  const { contentType, decoder } = type
  const head = bytes.subarray(0, maxDecodedBytes)
  try {
    if (!decoder.validate(head)) return null
    const { width, height } = decoder.calculate(head)
    return width < 1 || height < 1 ? null : { contentType, width, height }
  } catch {
    // A decoder throws for a truncated file.
    return null
  }
}
