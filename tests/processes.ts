import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

export interface Finished {
  code: number
  output: string
  seconds: number
}

/**
 * Runs a command of node_modules/.bin (npm adds it to the PATH) and collects its output; `live` also prints it.
 * `yields` runs it with lower priority.
 */
export function run(
  command: string,
  args: string[],
  options: { live?: boolean; env?: NodeJS.ProcessEnv; yields?: boolean } = {},
): Promise<Finished> {
  const started = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (options.yields === true && child.pid !== undefined) setPriority(child.pid, 5)
    let output = ''
    const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString()
      if (options.live === true) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output, seconds: (Date.now() - started) / 1000 }))
  })
}
