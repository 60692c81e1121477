import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

/** Folders that import from each other as `#folder/...`. */
const folders = [
  'contract',
  'draw-verifier',
  'worker/handlers',
  'worker/http',
  'worker/domain',
  'worker/ledger',
  'worker/ports',
  'worker/jobs',
  'worker/live',
  'db',
  'web/ui',
  'web/api',
  'web/kit',
  'web/wallet',
  'web/features',
  'web/routes',
  'local',
  'build',
  'ops',
  'tests',
] as const

const server = ['hono', 'drizzle-orm', 'xrpl', '@aws-sdk/*', 'xumm-sdk', '@neondatabase/*'] as const
type Folder = (typeof folders)[number]

interface Zone {
  /** Other folders in `folders`, without itself. */
  may: readonly Folder[]
  /** Libraries that this folder must not import. */
  without: readonly string[]
  because: string
}

const shared = ['contract', 'draw-verifier'] as const
const browserWithout = [...server, 'node:*', 'ripple-binary-codec', 'ripple-keypairs']

/**
 * The imports that each folder may use: the table of docs/architecture.md. Everything else is refused, types included.
 */
const zones: Record<string, Zone> = {
  contract: {
    may: ['draw-verifier'],
    without: [...server, 'react', 'node:*'],
    because: 'contract imports valibot and the formatter of messages only: browser and server share it.',
  },
  'draw-verifier': {
    may: ['contract'],
    without: [...server, 'react'],
    because: 'draw-verifier imports the contract only: the page, the server and a download share it.',
  },
  'worker/handlers': {
    may: [...shared, 'worker/http', 'worker/domain'],
    without: server.filter((name) => name !== 'hono'),
    because: 'worker/handlers imports contract, http and domain only.',
  },
  'worker/http': {
    may: shared,
    without: server.filter((name) => name !== 'hono'),
    because: 'worker/http imports contract only.',
  },
  'worker/domain': {
    may: [...shared, 'worker/ledger', 'worker/ports', 'db'],
    without: [...server.filter((name) => name !== 'xrpl'), 'react'],
    because:
      'worker/domain imports contract, db/queries and the pure ledger rules; the outside arrives as ports in its context.',
  },
  'worker/ledger': {
    may: shared,
    without: [...server.filter((name) => name !== 'xrpl'), 'react'],
    because: 'worker/ledger imports contract only.',
  },
  'worker/ports': {
    may: [...shared, 'worker/ledger'],
    without: ['hono', 'drizzle-orm', '@neondatabase/*', 'react'],
    because: 'worker/ports imports ledger and contract only.',
  },
  'worker/jobs': {
    may: [...shared, 'worker/domain'],
    without: [...server, 'react'],
    because: 'worker/jobs imports domain only.',
  },
  'worker/live': {
    may: [...shared, 'worker/domain', 'worker/jobs', 'worker/handlers'],
    without: [...server, 'react'],
    because: 'worker/live imports domain, jobs and the interface of its route only.',
  },
  worker: {
    may: folders.filter(
      (folder) => folder.startsWith('worker/') || ['contract', 'draw-verifier', 'db'].includes(folder),
    ),
    without: ['react'],
    because: 'The worker never imports the client, the local stack, the tools or the tests.',
  },
  db: {
    may: shared,
    without: ['hono', 'xrpl', '@aws-sdk/*', 'xumm-sdk', 'react'],
    because: 'db imports the contract only.',
  },
  'web/ui': { may: [], without: browserWithout, because: 'web/ui knows nothing of the product.' },
  'web/api': { may: shared, without: browserWithout, because: 'web/api imports the contract only.' },
  'web/kit': {
    may: [...shared, 'web/ui', 'web/api'],
    without: browserWithout,
    because: 'web/kit imports ui, api and contract: it knows neither session nor pages.',
  },
  'web/wallet': {
    may: [...shared, 'web/ui', 'web/api', 'web/kit'],
    without: browserWithout,
    because: 'web/wallet imports kit, ui, api and contract: it knows no page.',
  },
  web: {
    may: [...shared, 'web/ui', 'web/api', 'web/kit', 'web/wallet', 'web/features', 'web/routes'],
    without: browserWithout,
    because: 'web reaches the server through contract and the typed client only.',
  },
  'web/routes': {
    may: [...shared, 'web/ui', 'web/api', 'web/kit', 'web/wallet', 'web/features'],
    without: browserWithout,
    because: 'web reaches the server through contract and the typed client only.',
  },
}

const acrossFolders = {
  group: ['../**', '..'],
  message:
    'Import across folders by #contract/..., #worker/..., #web/... and so on; a relative import stays in its folder.',
}

/** The options of `no-restricted-imports` for a folder. */
function importsOf(folder: string, { may, without, because }: Zone, siblings: readonly string[] = []) {
  const refused = [...folders.filter((other) => !may.includes(other) && other !== folder), ...siblings]
  const patterns: { group: string[]; importNames?: string[]; message: string }[] = [
    acrossFolders,
    { group: refused.map((other) => `#${other}/**`), message: because },
    {
      group: without.flatMap((library) => (library.includes('*') ? [library] : [library, `${library}/*`])),
      message: `This library does not belong in ${folder}; see docs/architecture.md (folders).`,
    },
  ]
  patterns.push({
    group: ['local-ledger/**'],
    message: 'The local ledger is for development and tests only.',
  })
  if (folder !== 'worker') patterns.push({ group: ['#worker/*.ts'], message: because })
  if (folder.startsWith('web') && folder !== 'web/ui') {
    patterns.push({
      group: ['react'],
      importNames: ['lazy'],
      message:
        'Without a network it ends in an error in place of the page: lazyCode and lazyPart of web/ui wait.',
    })
  }
  if (folder === 'worker/domain') {
    patterns.push(
      {
        group: ['#worker/ports/*/*', '!#worker/ports/*/port.ts'],
        message:
          'Domain knows ports by their interface (worker/ports/<name>/port.ts); adapters are built where the app is composed.',
      },
      {
        group: ['#db/schema*', '#db/schema/**', '#db/client*', '#db/client/**'],
        message: 'Domain talks to Postgres through db/queries only.',
      },
    )
  }
  return { patterns }
}

/** Each folder in `web/features` is a zone of its own. */
const feature: Zone = {
  may: [...shared, 'web/ui', 'web/api', 'web/kit', 'web/wallet', 'web/features'],
  without: browserWithout,
  because:
    'A feature imports no other feature and no route. What two need belongs to kit or wallet, or the route passes it in.',
}

const features = readdirSync(`${import.meta.dirname}/web/features`).map((name) => `web/features/${name}`)

/** Attributes whose values users read. */
const readAttributes = [
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]

/**
 * Names, marks and examples that are the same in every language. All other texts must be in `t('…')`
 * (docs/languages.md).
 */
const names = ['OPX', 'XRP', 'NFT', 'NFTs', 'NFTokenID', 'Medium', 'r...', '0', '0.00'].concat([
  ...'–≈*/K⌘↑↓·…,():',
  ' ',
])

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['migrations/**', 'dist/**', '**/*.gen.ts'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [acrossFolders] }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    complexity: ['error', { max: 20 }],
    'no-console': 'error',
    'no-underscore-dangle': ['error', { allow: ['_id'] }],
    'react/exhaustive-deps': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['longTest'] }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reduce': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
  },
  overrides: [
    ...Object.entries(zones).map(
      ([folder, zone]): OxlintOverride => ({
        files: folder === 'web' || folder === 'worker' ? [`${folder}/*`] : [`${folder}/**`],
        rules: { 'no-restricted-imports': ['error', importsOf(folder, zone)] },
      }),
    ),
    ...features.map((folder): OxlintOverride => {
      const siblings = features.filter((other) => other !== folder)
      return {
        files: [`${folder}/**`],
        rules: { 'no-restricted-imports': ['error', importsOf(folder, feature, siblings)] },
      }
    }),
    {
      files: ['worker/domain/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'Domain reaches the outside through ports.' },
        ],
      },
    },
    {
      files: ['local/**', 'build/**', 'ops/**', 'local-ledger/**', 'tests/**', 'bench/**', 'worker/log.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['web/**'],
      rules: {
        'react/jsx-no-literals': [
          'error',
          {
            noStrings: false,
            ignoreProps: false,
            restrictedAttributes: readAttributes,
            allowedStrings: names,
          },
        ],
      },
    },
    { files: ['tests/browser/**'], rules: { 'vitest/expect-expect': 'off' } },
  ],
})
