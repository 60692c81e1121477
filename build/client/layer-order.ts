import type { Plugin } from 'vite'

/** A chunk's styles may come before the main ones: the order of the layers stands at the head of every file. */
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
