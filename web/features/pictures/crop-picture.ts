export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The chosen part of a picture as a WEBP of at most `widest` pixels. Throws Error when the browser cannot read the picture.
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
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('This picture cannot be used.')) : resolve(blob)),
      'image/webp',
      0.9,
    )
  })
}
