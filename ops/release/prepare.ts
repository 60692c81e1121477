import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { closedLicences, licenceReport } from './licences.ts'
import { releaseNotes, settingNames, unreleasedEntries, withVersion } from './notes.ts'
import { readPreviousRelease } from './previous-release.ts'
import { makeSbom } from './sbom.ts'

/** The tree cannot be released; the message says why. */
export class ReleaseFault extends Error {
  override name = 'ReleaseFault'
}

export interface ReleaseOptions {
  root: string
  version: string
  now: Date
  /** Checks that take long, in order. */
  checks: { name: string; holds: () => boolean }[]
}

const Package = v.looseObject({ version: v.string() })
const pattern = /^(\d+)\.(\d+)\.(\d+)$/
const numbersOf = (version: string) => (pattern.exec(version) ?? []).slice(1).map(Number)

function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)]
  const place = left.findIndex((number, at) => number !== right[at])
  return place >= 0 && (left[place] ?? 0) > (right[place] ?? 0)
}

/**
 * Checks the tree, sets the version in package.json, README and changelog, and writes the files of the release. Returns
 * their paths. Throws ReleaseFault, and changes nothing then.
 */
export function prepareRelease({ root, version, now, checks }: ReleaseOptions): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const { version: current } = v.parse(Package, JSON.parse(read('package.json')))
  const fault = (message: string): never => {
    throw new ReleaseFault(message)
  }
  if (!pattern.test(version)) fault('Name the version, as in: npm run release -- 1.0.0')
  if (!isNewer(version, current)) fault(`The version must be newer than ${current}.`)
  if (git('status', '--porcelain') !== '') fault('Commit or remove your changes first: git status')
  const entries = unreleasedEntries(read('CHANGELOG.md'))
  if (entries === '') fault('CHANGELOG.md has no entries under "Unreleased".')
  const lockfile = read('package-lock.json')
  const closed = closedLicences(lockfile)
  if (closed.length > 0) fault(closed.join('\n'))
  for (const { name, holds } of checks) if (!holds()) fault(`The check of ${name} failed.`)

  const day = now.toISOString().slice(0, 10)
  const previous = readPreviousRelease(root)
  const migrations = readdirSync(path.join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .toSorted()
  const settings = settingNames(read('README.md'))
  const previousSettings = settingNames(git('show', `${previous.commit}:README.md`))
  const notes = releaseNotes({
    version,
    day,
    entries,
    migrations: migrations.filter((name) => name > previous.migration),
    newSettings: [...settings].filter((name) => !previousSettings.has(name)),
    removedSettings: [...previousSettings].filter((name) => !settings.has(name)),
  })
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, encoding: 'utf8' })

  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(path.join(root, file), change(read(file)))
  npm('version', version, '--no-git-tag-version', '--workspaces-update=false')
  edit('CHANGELOG.md', (text) => withVersion(text, version, day))
  edit('README.md', (text) => text.replace(/^(\*\*Status:\*\* version )\d+\.\d+\.\d+/m, `$1${version}`))
  const latest = { commit: git('rev-parse', 'HEAD'), migration: migrations.at(-1) ?? '' }
  edit('ops/release/previous.json', () => `${JSON.stringify(latest, null, 2)}\n`)
  const folder = path.join(root, 'dist', 'release')
  mkdirSync(folder, { recursive: true })
  const outputs = {
    [`opx-${version}.cdx.json`]: makeSbom(lockfile, version),
    [`licences-${version}.md`]: licenceReport(lockfile),
    [`notes-${version}.md`]: notes,
  }
  return Object.entries(outputs).map(([name, text]) => {
    writeFileSync(path.join(folder, name), text)
    return path.join('dist', 'release', name)
  })
}
