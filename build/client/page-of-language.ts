import type { Plugin } from 'vite'

/** Writes the page of a language other than English into the folder of the English page. */
export function pageOfLanguage(locale: string): Plugin {
  return {
    name: 'opx-page-of-language',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source: page.source })
      delete bundle['index.html']
    },
  }
}
