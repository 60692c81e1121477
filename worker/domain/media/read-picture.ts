import { imageSize } from 'image-size'

const types = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
} as const

const mostPixels = 40_000_000

export interface PictureFacts {
  contentType: (typeof types)[keyof typeof types]
  width: number
  height: number
}

/** What the first bytes of a file say that it is, whatever it is called; null for anything but a picture of sane size. */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  try {
    const { width, height, type } = imageSize(bytes)
    const contentType = Object.entries(types).find(([name]) => name === type)?.[1]
    if (contentType === undefined || width < 1 || height < 1 || width * height > mostPixels) return null
    return { contentType, width, height }
  } catch {
    // The library throws for what it does not know and for what is cut short.
    return null
  }
}
