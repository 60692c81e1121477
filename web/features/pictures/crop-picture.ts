import { mostPictureBytes } from '#worker/contract/profiles.ts'

export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** Tried one after another until the part is small enough. */
const qualities = [0.9, 0.8, 0.65, 0.5]

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', quality)
  })

/**
 * The chosen part of a picture as a WEBP of at most `widest` pixels and 5 MB. Throws Error when the browser cannot read the
 * picture, or cannot make the part small enough.
 */
export async function cropPicture(file: Blob, area: CropArea, widest: number): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const width = Math.min(widest, Math.round(area.width))
  const height = Math.round((width * area.height) / area.width)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  picture.close()
  for (const quality of qualities) {
    const part = await encode(canvas, quality)
    if (part === null) throw new Error('This picture cannot be used.')
    if (part.size <= mostPictureBytes) return part
  }
  throw new Error('This part of the picture has more than 5 MB. Choose a smaller part.')
}
