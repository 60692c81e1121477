import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { runTool } from '#local/lib/run-tool.ts'
import { codeOf } from '#local/lib/stack-error.ts'

/** Sources of the client; it shares the contract with the worker. */
const sources = [
  'web',
  'contract',
  'draw-verifier',
  'messages',
  'build/client',
  'build/messages',
  'vite.config.ts',
  'package-lock.json',
]

async function findNewestTime(target: string): Promise<number> {
  const info = await stat(target)
  if (!info.isDirectory()) return info.mtimeMs
  const names = await readdir(target)
  const times = await Promise.all(
    // Excludes files that builds generate.
    names.filter((name) => !name.endsWith('.gen.ts')).map((name) => findNewestTime(path.join(target, name))),
  )
  return Math.max(0, ...times)
}

/** Returns when the client was built; 0 if it was not, or as a release without WalletConnect. */
async function builtAt(root: string): Promise<number> {
  try {
    await stat(path.join(root, 'dist', 'client', 'walletconnect-licence.txt'))
    return (await stat(path.join(root, 'dist', 'client', 'index.html'))).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

export async function isClientStale(root: string): Promise<boolean> {
  const buildTime = await builtAt(root)
  if (buildTime === 0) return true
  const times = await Promise.all(sources.map((source) => findNewestTime(path.join(root, source))))
  return Math.max(...times) > buildTime
}

/** Runs the Vite build. @throws StackError with the first reported error */
export async function buildClient(root: string): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runTool(vite, ['build', '--logLevel', 'error'], {
    cwd: root,
    env: { NODE_ENV: 'production' },
    failure: 'The client could not be built:',
  })
}
