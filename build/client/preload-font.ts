import type { Plugin, Rolldown } from 'vite'

/** Preloads the display font, the only font of the first paint. Its hashed name is known only in the build. */
export function preloadFont(): Plugin {
  return {
    name: 'opx-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        {
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${fileOf(/fraunces-display[^/]*\.woff2$/, bundle)}`,
            crossorigin: '',
          },
          injectTo: 'head',
        },
      ],
    },
  }
}

function fileOf(name: RegExp, bundle: Rolldown.OutputBundle): string {
  const file = Object.keys(bundle).find((fileName) => name.test(fileName))
  if (file === undefined) throw new Error(`The build has no ${String(name)}.`)
  return file
}
