import type { Plugin } from 'vite'

/** A chunk's styles may come before the main ones, so every file starts with the order of the layers. */
export function layerOrder(web: string): Plugin {
  return {
    name: 'opx-layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(web) || !id.split('?')[0]?.endsWith('.css')) return null
      return { code: `@layer reset, tokens, base, ui, features;\n${code}`, map: null }
    },
  }
}
