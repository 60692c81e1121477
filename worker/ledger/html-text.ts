/** The names of U+00A0 to U+00FF in order. Source: HTML 4, "Character entity references for ISO 8859-1 characters". */
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
  para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
  ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/)

const entities = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['ldquo', '\u201c'],
  ['rdquo', '\u201d'],
  ['bull', '\u2022'],
  ['hellip', '\u2026'],
  ['euro', '\u20ac'],
  ['trade', '\u2122'],
  ...latin.map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
])

function characterOf(name: string): string | null {
  if (!name.startsWith('#')) return entities.get(name) ?? null
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** Decodes HTML entities once; other uses of "&" are unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6}\d{0,2});/gi,
    (whole, name: string) => characterOf(name) ?? whole,
  )

const lineTags = /<(?:br|\/p|\/div|\/li|\/h[1-6])\s*\/?>/gi
const tags =
  /<\/?(?:a|b|i|u|p|br|em|li|ol|ul|div|span|strong|small|font|img|center|h[1-6])(?:\s[^<>]{0,500})?\/?>/gi

/** Returns an HTML text without its tags. */
export const textOfHtml = (text: string): string =>
  decodeEntities(text.replace(lineTags, '\n').replace(tags, ''))
