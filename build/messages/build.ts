// `npm run build` builds the client in every language, or in English and the languages named (`npm run build -- de`).
// All languages share one folder; identical files are written once.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runTool } from '#local/lib/run-tool.ts'
import { defaultLanguage } from '#contract/words/languages.ts'
import { offeredLanguages } from './catalogue.ts'

const indexOf = (language: string) => (language === defaultLanguage ? 'index.html' : `index.${language}.html`)

/** Adds languages to a client that was built in English. Its pages list them once all of them are built. */
export async function buildLanguages(root: string, names: string[]): Promise<void> {
  const languages = offeredLanguages().filter(
    (language) => language === defaultLanguage || names.includes(language),
  )
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const language of languages) {
    if (language === defaultLanguage) continue
    await runTool(vite, ['build', '--logLevel', 'error'], {
      cwd: root,
      env: { NODE_ENV: 'production', OPX_LOCALE: language },
      failure: `The client could not be built in the language ${language}:`,
    })
  }
  for (const language of languages) {
    const page = path.join(root, 'dist', 'client', indexOf(language))
    const html = await readFile(page, 'utf8')
    await writeFile(page, html.replace(/data-languages="[^"]*"/, `data-languages="${languages.join(' ')}"`))
  }
}

if (import.meta.main) {
  // The default release has open-source code only (docs/walletconnect-licence.md).
  process.env.WALLETCONNECT ??= 'off'
  const { buildClient } = await import('#local/runner/client-build.ts')
  const root = path.resolve(import.meta.dirname, '..', '..')
  await buildClient(root)
  const args = process.argv.slice(2)
  await buildLanguages(root, args.length > 0 ? args : offeredLanguages())
}
