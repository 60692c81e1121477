import * as v from 'valibot'

// Everything that `npm ci` installs, with its licences, from the lockfile.

const Lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string(), ''),
      link: v.optional(v.boolean(), false),
      dev: v.optional(v.boolean(), false),
      integrity: v.optional(v.string(), ''),
    }),
  ),
})

export interface Package {
  /** The folder, which is different for each copy of a package. */
  path: string
  name: string
  version: string
  /** An SPDX expression; empty if the package names none. */
  licence: string
  /** True if only builds and tests use the package. */
  dev: boolean
  /** The hash of its archive in hex; null if the lockfile has another kind of hash, or none. */
  sha512: string | null
}

/** Open-source licences by their SPDX names. */
const openLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

const sha512Of = (integrity: string) => {
  const [, base64] = /^sha512-([\w+/=]+)$/.exec(integrity) ?? []
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex')
}

/** Reads all packages in a lockfile, sorted by name. */
export function readPackages(lockfile: string): Package[] {
  const { packages } = v.parse(Lockfile, JSON.parse(lockfile))
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version = '', license, dev, integrity }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      dev,
      sha512: sha512Of(integrity),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** True if every licence that an SPDX expression names is open source. */
export function isOpen({ licence }: Pick<Package, 'licence'>): boolean {
  const names = licence.split(/[()\s]+/).filter((name) => !['', 'AND', 'OR'].includes(name))
  return names.length > 0 && names.every((name) => openLicences.has(name))
}

/** Returns a message for each package whose licence is not open source. */
export const closedLicences = (lockfile: string): string[] =>
  readPackages(lockfile)
    .filter((row) => !isOpen(row))
    .map(({ name, version, licence }) =>
      licence === ''
        ? `${name} ${version} names no licence.`
        : `${name} ${version} is not under an open-source licence: ${licence}.`,
    )

/** Returns a Markdown report: how many packages each licence has, then each package. */
export function licenceReport(lockfile: string): string {
  const rows = readPackages(lockfile)
  const counts = Map.groupBy(rows, ({ licence }) => licence)
  return [
    '# Licences of the packages that `npm ci` installs',
    '',
    '| licence | packages |',
    '|---|---|',
    ...[...counts]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([licence, group]) => `| ${licence} | ${group.length} |`),
    '',
    '| package | version | licence | used by |',
    '|---|---|---|---|',
    ...rows.map(
      ({ name, version, licence, dev }) =>
        `| ${name} | ${version} | ${licence} | ${dev ? 'builds and tests' : 'the site'} |`,
    ),
    '',
  ].join('\n')
}
