import type { BrowserContext } from 'playwright-core'

/** Height in pixels of the header, which must be identical on the full page and in the viewport. */
const rows = 56
/** Share of pixels that may differ, because the edges of letters vary. */
const slack = 0.01

/** True if two screenshots (PNG) of a page have the same top. */
export async function sameTop(
  context: BrowserContext,
  buffer: Buffer,
  otherBuffer: Buffer,
): Promise<boolean> {
  const page = await context.newPage()
  try {
    const pictures = [buffer, otherBuffer].map((png) => `data:image/png;base64,${png.toString('base64')}`)
    const differenceCount = await page.evaluate(
      async ({ pictures: sources, rows: height }) => {
        const readPixels = async (source: string) => {
          const image = new Image()
          image.src = source
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, height)
          const canvasContext = canvas.getContext('2d')
          if (canvasContext === null) throw new Error('There is no canvas.')
          canvasContext.drawImage(image, 0, 0)
          return canvasContext.getImageData(0, 0, image.width, height).data
        }
        const [a, b] = await Promise.all(sources.map(readPixels))
        if (a === undefined || b === undefined || a.length !== b.length) return 1
        let count = 0
        for (let i = 0; i < a.length; i += 4) {
          const far = [0, 1, 2].some(
            (channel) => Math.abs((a[i + channel] ?? 0) - (b[i + channel] ?? 0)) > 40,
          )
          if (far) count += 1
        }
        return count / (a.length / 4)
      },
      { pictures, rows },
    )
    return differenceCount <= slack
  } finally {
    await page.close()
  }
}
