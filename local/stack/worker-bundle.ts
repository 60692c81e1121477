import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { runTool } from '#local/lib/run-tool.ts'
import { filesOf } from './bundle-files.ts'

/**
 * Bundles the worker once into `dir`, so that it can be started many times without bundling.
 * @throws StackError with Wrangler's message if bundling fails
 */
export async function bundleWorker(config: string, dir: string): Promise<void> {
  const root = path.dirname(config)
  await runTool(
    path.join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js'),
    ['deploy', '--dry-run', '--config', config, '--outdir', dir],
    {
      cwd: root,
      env: { WRANGLER_SEND_METRICS: 'false' },
      failure: 'The worker could not be bundled:',
    },
  )
  const { script, options } = filesOf(dir)
  // Removes the source map of 7 MB, which the runtime would read at every start.
  await rm(`${script}.map`, { force: true })
  await writeFile(options, JSON.stringify(unstable_getMiniflareWorkerOptions(config).workerOptions))
}
