import type { Plugin } from 'vite'

/** Adds the layer order to the start of every style sheet, because a chunk's styles may load before the main ones. */
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
