import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { StackError } from '#dev/lib/stack-error.ts'
import { filesOf } from './bundle-files.ts'

/**
 * Bundles the worker once into `dir`, so that it can be started many times without being bundled each time.
 * @throws StackError with what Wrangler said when it cannot be bundled
 */
export async function bundleWorker(config: string, dir: string): Promise<void> {
  const wrangler = path.join(path.dirname(config), 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  const child = spawn(
    process.execPath,
    [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', dir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new StackError(`The worker could not be bundled:\n${said.trim()}`)
  const { script, options } = filesOf(dir)
  // The runtime would read a map of 7 MB at every start.
  await rm(`${script}.map`, { force: true })
  await writeFile(options, JSON.stringify(unstable_getMiniflareWorkerOptions(config).workerOptions))
}
