// The texts of a release: its section of the changelog, and notes for those who operate a site.

const unreleased = '## Unreleased'

/** Returns the entries of the changelog that no release has yet; empty if there are none. */
export function unreleasedEntries(changelog: string): string {
  const [, rest = ''] = changelog.split(`${unreleased}\n`)
  return (rest.split(/^## /m, 1)[0] ?? '').trim()
}

/** Returns the changelog with its unreleased entries under a version. */
export const withVersion = (changelog: string, version: string, day: string): string =>
  changelog.replace(`${unreleased}\n`, `${unreleased}\n\n## ${version}, ${day}\n`)

/** Names of settings, each at the beginning of a row of the README's table. */
export const settingNames = (readme: string): Set<string> =>
  new Set(
    [...readme.matchAll(/^\| (`[A-Z0-9_]+`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    ),
  )

export interface Upgrade {
  version: string
  day: string
  entries: string
  /** Names of the migrations since the previous release, in order. */
  migrations: string[]
  newSettings: string[]
  removedSettings: string[]
}

const listOr = (items: string[], otherwise: string) =>
  items.length === 0 ? otherwise : items.map((item) => `- \`${item}\``).join('\n')

/** Returns the notes of a release in Markdown. */
export const releaseNotes = ({
  version,
  day,
  entries,
  migrations,
  newSettings,
  removedSettings,
}: Upgrade) => `# OPX ${version}, ${day}

## What is new

${entries}

## For operators: the upgrade

1. Make a backup (\`npm run backup\`), and run the doctor: it should find no fault before the upgrade either.
2. Set what is new. Every new setting has a default or is optional, unless the doctor says otherwise.
3. \`npx drizzle-kit migrate\`. The worker that runs now works with the new tables, so nothing has to stop.
4. \`npm ci && npm run build && npx wrangler deploy\`.
5. \`npm run doctor -- --settings FILE --site https://your.site\`.

To go back, deploy the previous version. The database stays as it is.

Migrations:

${listOr(migrations, 'None.')}

New settings:

${listOr(newSettings, 'None.')}

Settings that no longer exist:

${listOr(removedSettings, 'None.')}
`
