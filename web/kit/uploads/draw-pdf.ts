import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedTypesPolicy } from '#contract/rules/trusted-types.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'
import { default as script } from './pdf-worker.ts?worker&url'

const address = trustedScript(trustedTypesPolicy, script)

/** Starts the pdf.js worker, which parses files. */
function startPdfWorker(): Worker {
  return new Worker(address, { type: 'module' })
}

export interface OpenPdf {
  /** Number of pages. */
  pages: number
  /** Renders a page, `height` CSS pixels high. Throws if the page cannot be read. */
  draw: (page: number, canvas: HTMLCanvasElement, height: number) => Promise<void>
}

/**
 * Opens a PDF until `signal` is aborted. Scripts in the file never run. Throws if the file cannot be read. `overrides`
 * in package.json omits pdf.js' canvas for Node, which browsers do not need.
 */
export async function openPdf(data: ArrayBuffer, signal: AbortSignal): Promise<OpenPdf> {
  signal.throwIfAborted()
  const port = startPdfWorker()
  GlobalWorkerOptions.workerPort = port
  const task = getDocument({ data, enableXfa: false })
  signal.addEventListener('abort', () => void task.destroy().finally(() => port.terminate()), { once: true })
  const document = await task.promise
  return {
    pages: document.numPages,
    draw: async (number, canvas, height) => {
      const page = await document.getPage(number)
      const size = page.getViewport({ scale: 1 })
      // Limits the width of the picture of a very wide page.
      const fit = Math.min(height / size.height, (4 * height) / size.width)
      const scale = fit * Math.min(devicePixelRatio, 2)
      const viewport = page.getViewport({ scale })
      signal.throwIfAborted()
      canvas.width = Math.ceil(viewport.width)
      canvas.height = Math.ceil(viewport.height)
      await page.render({ canvas, viewport }).promise
    },
  }
}

/** Renders the first page of a PDF and closes it. Throws if it cannot be read, or when `signal` is aborted. */
export async function drawPdf(
  data: ArrayBuffer,
  canvas: HTMLCanvasElement,
  height: number,
  signal: AbortSignal,
): Promise<void> {
  const controller = new AbortController()
  try {
    const pdf = await openPdf(data, AbortSignal.any([signal, controller.signal]))
    await pdf.draw(1, canvas, height)
  } finally {
    controller.abort()
  }
}
