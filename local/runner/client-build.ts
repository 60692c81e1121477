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

/** Returns when a file of the built client was written; 0 if it is missing. */
async function writtenAt(root: string, file: string): Promise<number> {
  try {
    return (await stat(path.join(root, 'dist', 'client', file))).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** Returns true if the client is missing or older than its sources. */
export async function isClientStale(root: string): Promise<boolean> {
  const buildTime = await writtenAt(root, 'index.html')
  const times = await Promise.all(sources.map((source) => findNewestTime(path.join(root, source))))
  return Math.max(...times) > buildTime
}

/** Returns true if the client was built with WalletConnect's client, which releases lack. */
export const hasWalletConnect = async (root: string): Promise<boolean> =>
  (await writtenAt(root, 'walletconnect-licence.txt')) > 0

/** Runs the Vite build. @throws StackError with the first reported error */
export async function buildClient(root: string): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runTool(vite, ['build', '--logLevel', 'error'], {
    cwd: root,
    env: { NODE_ENV: 'production' },
    failure: 'The client could not be built:',
  })
}
