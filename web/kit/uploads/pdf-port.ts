import { trustedTypesPolicy } from '#contract/rules/trusted-types.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'
import { default as script } from './pdf-worker.ts?worker&url'

const address = trustedScript(trustedTypesPolicy, script)

/** Starts the pdf.js worker, which parses files. */
export function startPdfWorker(): Worker {
  return new Worker(address, { type: 'module' })
}
