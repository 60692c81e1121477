import { maxPictureBytes } from '#contract/schemas/profiles.ts'

export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** Encoder qualities, tried in this order until the picture is small enough. */
const qualities = [0.9, 0.8, 0.65, 0.5]

/** The canvas of the cropped picture. */
export interface CroppedCanvas {
  toBlob: HTMLCanvasElement['toBlob']
  hasTransparency: () => boolean
  /** Fills the background with white, for JPEG. */
  fillBackground: () => void
}

async function encode(canvas: CroppedCanvas, type: string, quality: number): Promise<Blob> {
  const part = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (part === null) throw new Error('This picture cannot be used.')
  return part
}

/**
 * Encodes the canvas as a WebP of at most 5 MB. Browsers without a WebP encoder (Safari) return a PNG at every quality:
 * a small transparent PNG is used as it is, anything else becomes a JPEG. Throws Error if no result is small enough.
 */
export async function encodePicture(canvas: CroppedCanvas): Promise<Blob> {
  const first = await encode(canvas, 'image/webp', qualities[0] ?? 1)
  const isWebp = first.type === 'image/webp'
  const isSmall = first.size <= maxPictureBytes
  if (isSmall && (isWebp || canvas.hasTransparency())) return first
  if (!isWebp) canvas.fillBackground()
  for (const quality of isWebp ? qualities.slice(1) : qualities) {
    const part = await encode(canvas, isWebp ? 'image/webp' : 'image/jpeg', quality)
    if (part.size <= maxPictureBytes) return part
  }
  throw new Error('This part of the picture has more than 5 MB. Choose a smaller part.')
}

/**
 * Returns the cropped part of a picture, at most `maxWidth` pixels wide, encoded by encodePicture. Throws Error if the
 * browser cannot read the picture or cannot make the result small enough.
 */
export async function cropPicture(file: Blob, area: CropArea, maxWidth: number): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const width = Math.min(maxWidth, Math.round(area.width))
  const height = Math.round((width * area.height) / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  picture.close()
  return encodePicture({
    toBlob: (...args) => canvas.toBlob(...args),
    hasTransparency: () => {
      const { data } = pen.getImageData(0, 0, width, height)
      return data.some((value, place) => place % 4 === 3 && value < 255)
    },
    fillBackground: () => {
      pen.globalCompositeOperation = 'destination-over'
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, width, height)
    },
  })
}
