import { imageSize } from 'image-size'
import { mostPixels } from '#worker/contract/media-files.ts'

const types = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
} as const

export interface PictureFacts {
  contentType: (typeof types)[keyof typeof types]
  width: number
  height: number
}

/** What the first bytes of a file say that it is, whatever it is called; null for anything but a picture. */
export function measurePicture(bytes: Uint8Array): PictureFacts | null {
  try {
    const { width, height, type } = imageSize(bytes)
    const contentType = Object.entries(types).find(([name]) => name === type)?.[1]
    if (contentType === undefined || width < 1 || height < 1) return null
    return { contentType, width, height }
  } catch {
    // The library throws for what it does not know and for what is cut short.
    return null
  }
}

/** The same; null for a picture of more pixels than we take, too. */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  const facts = measurePicture(bytes)
  return facts !== null && facts.width * facts.height <= mostPixels ? facts : null
}
