import type { SaxesAttributeNS, SaxesTagNS } from 'saxes'
import { isEditorNamespace, svgAttributes, xlinkNamespace } from './svg-names.ts'

/** Maximum length of attributes that browsers read as CSS or that may contain `url(...)`. */
const maxCssLength = 64 * 1024
/** Values that are never CSS. Drawing programs write layer names into `id`. */
const names = ['id', 'class', 'name']
/** Values that may contain many numbers. Values of an animation are checked nevertheless. */
const longLists = ['d', 'points', 'path']
const picture = /^data:image\/(?:png|jpe?g|gif|webp)[;,]/i
const link = /^(?:https?:|mailto:|#|\/)/i

/** Removes the characters that browsers strip before a link. JavaScript's other white space belongs to the link. */
const withoutSpace = (value: string) => value.replace(/^[\t\n\f\r ]+/, '')

/**
 * True if CSS stays within the drawing: it imports nothing, and refers only to the drawing's own parts, pictures and
 * fonts. Escapes could spell any word, so only escapes of characters in font names and texts (`\2014`) are allowed.
 */
export function isSafeStyle(css: string): boolean {
  if (/\\(?:[^0-9a-f]|0{0,3}[4-7][0-9a-f](?![0-9a-f])|0{4}[4-7][0-9a-f])/i.test(css)) return false
  const plain = css.replace(/\s+/g, '').toLowerCase()
  if (/@import|javascript:|vbscript:|expression\(|-moz-binding|behavior:/.test(plain)) return false
  // These functions take an address as a plain string.
  if (/(?:image-set|image|src)\(/.test(plain)) return false
  return !/url\(["']?(?!#|data:image\/(?:png|jpe?g|gif|webp)[;,]|data:(?:font\/|application\/(?:x-)?font))/.test(
    plain,
  )
}

function isSafeLink(element: string, value: string): boolean {
  const target = withoutSpace(value)
  if (target === '' || target.startsWith('#')) return true
  if (element === 'image' || element === 'feImage') return picture.test(target)
  return element === 'a' && link.test(target)
}

/** Attributes that an animation may change. Links and executable attributes are excluded. */
const isSafeTarget = (name: string) => name.length <= 100 && !/^(?:on|.*href$)/i.test(name.trim())

function isSafeValue(local: string, value: string): boolean {
  if (value.length > maxCssLength)
    return longLists.includes(local) || (local === 'values' && !/[(\\]/.test(value))
  return (local !== 'style' && !/[(\\]/.test(value)) || isSafeStyle(value)
}

/** True if an attribute without a namespace is safe. */
function isSafePlain(tag: SaxesTagNS, local: string, value: string): boolean {
  if (local.startsWith('data-') || local.startsWith('aria-')) return true
  if (local === 'attributeName') return isSafeTarget(value)
  if (!svgAttributes.has(local)) return isEditorNamespace(tag.uri) && !/^on/i.test(local)
  return names.includes(local) || isSafeValue(local, value)
}

/** True if an attribute belongs in a drawing, with a value that executes nothing and loads nothing external. */
export function isSafeAttribute(tag: SaxesTagNS, { prefix, local, uri, value }: SaxesAttributeNS): boolean {
  if (local === 'xmlns' || prefix === 'xmlns') return true
  if (prefix === 'xml') return ['space', 'lang', 'id'].includes(local)
  if (uri === xlinkNamespace && local !== 'href') return true
  if (local === 'href' && (uri === '' || uri === xlinkNamespace)) return isSafeLink(tag.local, value)
  return uri === '' ? isSafePlain(tag, local, value) : isEditorNamespace(uri)
}
