import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { usedPart, withoutUnusedParts } from '#dev/react/unused-parts.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const page = path.join(root, 'web', 'routes', 'index.tsx')
const library = path.join(root, 'node_modules', 'some-library', 'index.mjs')

test('the rules fit the installed React DOM, whose code stays valid', async () => {
  const file = path.join(root, 'node_modules', 'react-dom', 'cjs', 'react-dom-client.production.js')
  const code = await readFile(file, 'utf8')
  const rest = withoutUnusedParts(code)
  expect(rest.length).toBeLessThan(code.length * 0.9)
  expect(rest).toContain('exports.createRoot')
  expect(rest).not.toContain('exports.hydrateRoot')
  // Parses it, and runs nothing.
  expect(() => new Function(rest)).not.toThrow()
})

test('the build fails for another version of React DOM', async () => {
  expect(() => withoutUnusedParts('exports.createRoot = function () {};')).toThrow('compare dev/react')
})

test.each([
  "import { hydrateRoot } from 'react-dom/client'",
  "import { lazy, useActionState } from 'react'",
  "import {\n  Activity,\n  lazy,\n} from 'react'",
  '<title>{name}</title>',
  '<style>{rules}</style>',
  '<Fragment key={id} ref={place}>',
  '<form className={css.form} action={save}>',
  '<model-viewer src={src} />',
])('a part that is left out cannot be used: %s', (code) => {
  expect(usedPart(code, page)).toBeDefined()
})

test.each([
  "import { Activity } from 'lucide-react'\nimport { lazy } from 'react'",
  '<Link to="/help">',
  '<Fragment key={id}>',
  '<form onSubmit={save}>',
  '<summary>{text}</summary>',
])('what remains can be used: %s', (code) => {
  expect(usedPart(code, page)).toBeUndefined()
})

test('a library must not use such a part either', () => {
  expect(usedPart('const shown = React.Activity', library)).toBe('React.Activity')
  expect(usedPart('import { useActionState } from "react"', library)).toBeDefined()
  expect(usedPart('const shown = React.Suspense', library)).toBeUndefined()
})
