import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedTypesPolicy } from '#contract/rules/trusted-types.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'
import { default as script } from './pdf-worker.ts?worker&url'

const address = trustedScript(trustedTypesPolicy, script)

/** Starts the pdf.js worker, which parses files. */
function startPdfWorker(): Worker {
  return new Worker(address, { type: 'module' })
}

/**
 * Draws the first page of a PDF, `height` CSS pixels high, without running scripts of the file. Throws if it cannot be read,
 * and AbortError if it is aborted. `overrides` in package.json omit pdf.js' canvas for Node, which browsers do not need.
 */
export async function drawPdf(
  data: ArrayBuffer,
  canvas: HTMLCanvasElement,
  height: number,
  signal: AbortSignal,
): Promise<void> {
  const port = startPdfWorker()
  GlobalWorkerOptions.workerPort = port
  const task = getDocument({ data, enableXfa: false })
  const stop = () => void task.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const page = await (await task.promise).getPage(1)
    const scale = (height / page.getViewport({ scale: 1 }).height) * Math.min(devicePixelRatio, 2)
    const viewport = page.getViewport({ scale })
    signal.throwIfAborted()
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    await page.render({ canvas, viewport }).promise
  } finally {
    signal.removeEventListener('abort', stop)
    await task.destroy()
    port.terminate()
  }
}
