import { imageSize } from 'image-size'

const opening =
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>[]{0,500}>\s*)*<svg[\s>]/i

/** What a drawing has no use for: code, foreign pages, entities. Our media route would not run it; others might. */
const active = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener|link|meta|html|body)\b/i,
  /[\s"'/]on[a-z]{2,30}\s*=/i,
  /attributeName\s*=\s*["']?\s*on/i,
  /data\s*:\s*(?:text|application|image\/svg)/i,
  /<!(?:ENTITY|ELEMENT|ATTLIST|DOCTYPE[^>]{0,500}\[)/i,
  /<\?xml-stylesheet/i,
]

/** A scheme that runs, also where its letters are written as numbers or torn apart by what browsers skip. */
function namesCode(text: string): boolean {
  const plain = text.replace(/&#(x?)([0-9a-f]{1,8});?/gi, (_whole, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex === '' ? 10 : 16)
    return code > 0 && code < 0xd800 ? String.fromCharCode(code) : ''
  })
  return /(?:java|vb)script:/i.test(plain.replace(/[\s\0]+/g, ''))
}

export type SvgFacts =
  | { state: 'ok'; width: number | null; height: number | null }
  | { state: 'none' | 'active' | 'damaged' }

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Whether a file begins as an SVG does: enough to know that it must be read as a whole. */
export function looksLikeSvg(head: Uint8Array): boolean {
  return /^\uFEFF?\s*(?:<\?xml|<svg|<!--|<!DOCTYPE)/i.test(new TextDecoder().decode(head.subarray(0, 1024)))
}

/** Reads a whole SVG: whether it is one, is complete, and is a drawing and nothing more. */
export function readSvg(bytes: Uint8Array): SvgFacts {
  const text = decode(bytes)
  if (text === null || !opening.test(text)) return { state: 'none' }
  if (namesCode(text) || active.some((pattern) => pattern.test(text))) return { state: 'active' }
  if (!/(?:<\/svg\s*>|\/>)(?:\s|<!--(?:(?!-->)[^])*-->)*$/i.test(text.slice(-4096)))
    return { state: 'damaged' }
  try {
    const { width, height } = imageSize(bytes)
    return { state: 'ok', width: Math.round(width), height: Math.round(height) }
  } catch {
    // Neither a size nor a view box: the browser decides how large it is.
    return { state: 'ok', width: null, height: null }
  }
}
