import { spawn } from 'node:child_process'
import { StackError } from './stack-error.ts'

/**
 * Runs a tool from `node_modules` with Node, without output.
 * @throws StackError with `failure` and the first lines of the tool's output if the exit code is not 0
 */
export async function runTool(
  file: string,
  args: string[],
  { cwd, env, failure }: { cwd: string; env: Record<string, string>; failure: string },
): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new StackError(`${failure}\n${output.trim().split('\n').slice(0, 12).join('\n')}`)
}
