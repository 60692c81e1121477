import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { closedLicences, isOpen } from '#ops/release/licences.ts'
import { prepareRelease, ReleaseFault } from '#ops/release/prepare.ts'

const source = path.resolve(import.meta.dirname, '..', '..')
const day = new Date('2026-12-24T10:00:00Z')
const Sbom = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(v.object({ name: v.string(), scope: v.string() })),
})

let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (file: string) => readFile(path.join(root, file), 'utf8')
const write = (file: string, text: string) => writeFile(path.join(root, file), text)

function commit(subject: string): string {
  git('add', '-A')
  git('-c', 'user.name=Test', '-c', 'user.email=test@opx.example', 'commit', '-qm', subject)
  return git('rev-parse', 'HEAD')
}

/** Makes a repository with a previous release, and one migration and one setting since then. */
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'opx-release-'))
  git('init', '-q')
  for (const file of [
    'package.json',
    'package-lock.json',
    'README.md',
    'local-ledger/package.json',
    '.gitignore',
  ])
    await cp(path.join(source, file), path.join(root, file))
  // The version of this checkout changes with each release.
  execFileSync(
    'npm',
    ['version', '0.9.0', '--no-git-tag-version', '--workspaces-update=false', '--allow-same-version'],
    {
      cwd: root,
    },
  )
  await mkdir(path.join(root, 'ops', 'release'), { recursive: true })
  await mkdir(path.join(root, 'migrations'))
  await write('migrations/0001_first.sql', '')
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.9.0\n\n- The first one.\n')
  const previous = commit('the previous release')
  await write('ops/release/previous.json', JSON.stringify({ commit: previous, migration: '0001_first' }))
  await write('migrations/0002_second.sql', '')
  await write('README.md', `${await read('README.md')}\n| \`NEW_SETTING\` | new | none |\n`)
  commit('a change')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const prepare = (version: string, holds = true) =>
  prepareRelease({
    root,
    version,
    now: day,
    checks: [{ name: 'tests', holds: () => holds }],
  })

test('a tree that is not ready is not released, with the reason, and nothing changes', async () => {
  expect(() => prepare('1.0')).toThrow(ReleaseFault)
  expect(() => prepare('0.8.9')).toThrow('newer than 0.9.0')
  expect(() => prepare('1.0.0')).toThrow('no entries')
  const changelog = await read('CHANGELOG.md')
  await write('CHANGELOG.md', changelog.replace('## Unreleased\n', '## Unreleased\n\n- **Swaps.** New.\n'))
  expect(() => prepare('1.0.0')).toThrow('Commit or remove your changes')
  commit('an entry')
  expect(() => prepare('1.0.0', false)).toThrow('The check of tests failed.')
  expect(git('status', '--porcelain')).toBe('')
})

test('a release has its version, its entries, notes for operators, a licence report and an SBOM', async () => {
  const checked = git('rev-parse', 'HEAD')
  const files = prepare('1.0.0')
  expect(files.map((file) => path.basename(file))).toEqual([
    'opx-1.0.0.cdx.json',
    'licences-1.0.0.md',
    'notes-1.0.0.md',
  ])
  expect(JSON.parse(await read('package.json'))).toMatchObject({ version: '1.0.0' })
  expect(await read('README.md')).toContain('**Status:** version 1.0.0.')
  expect(await read('CHANGELOG.md')).toContain('## Unreleased\n\n## 1.0.0, 2026-12-24\n\n- **Swaps.** New.')
  expect(JSON.parse(await read('ops/release/previous.json'))).toEqual({
    commit: checked,
    migration: '0002_second',
  })
  const notes = await read('dist/release/notes-1.0.0.md')
  for (const text of ['- **Swaps.** New.', '- `0002_second`', '- `NEW_SETTING`'])
    expect(notes).toContain(text)
  expect(notes).not.toContain('0001_first')
  const sbom = v.parse(Sbom, JSON.parse(await read('dist/release/opx-1.0.0.cdx.json')))
  const scopes = new Map(sbom.components.map(({ name, scope }) => [name, scope]))
  expect(['hono', 'react', 'vitest'].map((name) => scopes.get(name))).toEqual([
    'required',
    'required',
    'excluded',
  ])
  expect(await read('dist/release/licences-1.0.0.md')).toMatch(/\| hono \| [\d.]+ \| MIT \| the site \|/)
})

test('a package is refused unless each of its licences is open source', async () => {
  expect(closedLicences(await readFile(path.join(source, 'package-lock.json'), 'utf8'))).toEqual([])
  const licences = ['(MIT OR CC0-1.0)', 'Apache-2.0 AND LGPL-3.0-or-later', 'SEE LICENSE IN LICENSE', '']
  expect(licences.map((licence) => isOpen({ licence }))).toEqual([true, true, false, false])
  const lockfile = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', license: 'BUSL-1.1' } } }
  expect(closedLicences(JSON.stringify(lockfile))).toEqual([
    'a 1.0.0 is not under an open-source licence: BUSL-1.1.',
  ])
})
