import { gzipSync } from 'node:zlib'
import { gif, mp4, pdf, png, svg, webm } from './media-files.ts'

export interface HostileFile {
  what: string
  bytes: Buffer<ArrayBuffer>
  /** File name and type as a browser would announce them. */
  name: string
  type: string
}

/** Script in every attack: prints a message on the console and requests a path of our own origin. */
const reportExecution = "console.log('pwned');fetch('/pwned')"
const script = `<script>${reportExecution}</script>`

const buffer = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const own = (bytes: Uint8Array) => Buffer.concat([bytes])

const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" ${attributes}>${inside}</svg>`
const shape = '<rect width="9" height="9"/>'

/** SVG files that contain code in ways known to evade filters. */
const drawings: string[] = [
  drawing(script),
  drawing(`<SCRIPT>${reportExecution}</SCRIPT>`),
  drawing(`<script><![CDATA[${reportExecution}]]></script>`),
  drawing(`<script type="text/javascript">${reportExecution}</script>`),
  drawing(`<script href="data:text/javascript,${encodeURIComponent(reportExecution)}"/>`),
  drawing(`<script xlink:href="data:text/javascript,${encodeURIComponent(reportExecution)}"/>`),
  drawing(`<script\n\n>${reportExecution}</script >`),
  drawing(`<g><defs><script>${reportExecution}</script></defs></g>`),
  `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${reportExecution}</s:script></s:svg>`,
  drawing(`<x:script xmlns:x="http://www.w3.org/1999/xhtml">${reportExecution}</x:script>`),
  drawing(shape, `onload="${reportExecution}"`),
  drawing(shape, `ONLOAD="${reportExecution}"`),
  drawing(shape, `\nonload\n=\n"${reportExecution}"`),
  drawing(shape, `onload='${reportExecution.replaceAll("'", '`')}'`),
  drawing(`<rect width="9" height="9" onclick="${reportExecution}"/>`),
  drawing(`<image href="x" onerror="${reportExecution}"/>`),
  drawing(`<a onfocus="${reportExecution}" autofocus="" tabindex="1"><rect/></a>`),
  drawing(`<a href="javascript:${reportExecution}"><rect width="9" height="9"/></a>`),
  drawing(`<a xlink:href="JaVaScRiPt:${reportExecution}"><rect/></a>`),
  drawing(`<a href="&#106;avascript:${reportExecution}"><rect/></a>`),
  drawing(`<a href="&#x6A;avascript:${reportExecution}"><rect/></a>`),
  drawing(`<a href="java&#10;script:${reportExecution}"><rect/></a>`),
  drawing(`<a><rect/><animate attributeName="href" values="javascript:${reportExecution}"/></a>`),
  drawing(`<set attributeName="onmouseover" to="${reportExecution}"/>`),
  drawing(`<animate onbegin="${reportExecution}" attributeName="x" dur="1s"/>`),
  drawing(
    `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="${script.replaceAll('<', '&lt;')}"/></foreignObject>`,
  ),
  drawing(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${script}</body></foreignObject>`),
  drawing(
    `<foreignobject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${reportExecution}"/></foreignobject>`,
  ),
  drawing(`<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:${reportExecution}"/>`),
  drawing(
    `<object xmlns="http://www.w3.org/1999/xhtml" data="data:text/html,${encodeURIComponent(script)}"/>`,
  ),
  drawing(`<embed xmlns="http://www.w3.org/1999/xhtml" src="data:text/html,${encodeURIComponent(script)}"/>`),
  drawing(`<use href="data:image/svg+xml,${encodeURIComponent(drawing(script, 'id="x"'))}#x"/>`),
  drawing(`<image href="data:image/svg+xml,${encodeURIComponent(drawing(script))}"/>`),
  drawing(
    `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="javascript:${reportExecution}"/>`,
  ),
  drawing(
    `<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=javascript:${reportExecution}"/>`,
  ),
  drawing(`<handler type="application/ecmascript" ev:event="load">${reportExecution}</handler>`),
  drawing(`<style>@import "javascript:${reportExecution}";</style>`),
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "${script.replaceAll('<', '&#60;').replaceAll('"', '&#34;')}">]>${drawing('&x;')}`,
  `<?xml version="1.0"?><!DOCTYPE svg [<!ATTLIST svg onload CDATA "${reportExecution}">]>${drawing(shape)}`,
  `<?xml version="1.0"?><!DOCTYPE svg SYSTEM "http://127.0.0.1/x.dtd" [<!ELEMENT svg ANY>]>${drawing(shape)}`,
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent('<x/>')}"?>${drawing(shape)}`,
  `<!-- a -->\n<!-- b -->${drawing(script)}`,
  `\uFEFF${drawing(script)}`,
  `<?xml version="1.0" encoding="UTF-7"?>+ADw-svg+AD4-${script}`,
  `${drawing(shape)}${script}`,
  `${drawing(shape)}<!-- ${script}`,
  `<html>${drawing(shape)}${script}</html>`,
]

const pages: string[] = [
  `<!doctype html>${script}`,
  `<html><body onload="${reportExecution}">`,
  `<img src=x onerror="${reportExecution}">`,
  `<iframe srcdoc="${script.replaceAll('"', '&quot;')}"></iframe>`,
  `<meta http-equiv="refresh" content="0;url=data:text/html,${encodeURIComponent(script)}">`,
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
  `<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>${reportExecution}</x:script></x:html>`,
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?><x/>`,
  `   \n\t<!-- GIF89a --><html>${script}`,
  `From: x\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n${script}\n--x--`,
  reportExecution,
  `import('data:text/javascript,${encodeURIComponent(reportExecution)}')`,
  `*{background:url("javascript:${reportExecution}")}`,
  `{"name":"${script.replaceAll('"', '')}"}`,
  `#!/bin/sh\ncurl pwned\n`,
  'data:text/html,<script>1</script>',
]

const jpegHead = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
/** Returns the start of a JPEG, up to its dimensions. */
const jpeg = (width: number, height: number, comment = '', end = 'ffd9') => {
  const frame = Buffer.from('ffc0001108000000000301220002110103110f', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const words = Buffer.from(comment)
  const note = Buffer.concat([
    Buffer.from([0xff, 0xfe, (words.length + 2) >> 8, (words.length + 2) & 255]),
    words,
  ])
  return Buffer.concat([jpegHead, ...(comment === '' ? [] : [note]), frame, Buffer.from(end, 'hex')])
}
const sized = (width: number, height: number) => {
  const picture = Buffer.from(gif())
  picture.writeUInt16LE(width, 6)
  picture.writeUInt16LE(height, 8)
  return picture
}

/** Files that are valid as two types. */
const polyglots: [string, Buffer][] = [
  ['a GIF that is a script', buffer(`GIF89a=0;${reportExecution}//;`)],
  ['a GIF that is a page', Buffer.concat([gif(), buffer(script)])],
  ['a PNG followed by a page', Buffer.concat([png(2, 2), buffer(`<html>${script}</html>`)])],
  [
    'a PNG followed by an archive',
    Buffer.concat([png(2, 2), buffer('PK\u0003\u0004', 'latin1'), Buffer.alloc(64)]),
  ],
  ['a JPEG with a page as its comment', jpeg(4, 4, script)],
  ['a JPEG followed by a page', Buffer.concat([jpeg(4, 4), buffer(script)])],
  ['a JPEG that starts a script comment', Buffer.concat([jpeg(4, 4, '*/=1;/*'), buffer(reportExecution)])],
  [
    'a PDF with code',
    pdf(`1 0 obj << /Type /Catalog /OpenAction << /S /JavaScript /JS (${reportExecution}) >> >> endobj`),
  ],
  ['a PDF with a page', pdf(`<html>${script}</html>`)],
  ['a page with a PDF', Buffer.concat([buffer(script), pdf()])],
  ['a video with a page', Buffer.concat([mp4(), buffer(script)])],
  ['a WebM with a page', Buffer.concat([webm(), buffer(script)])],
  ['an archive', buffer('PK\u0003\u0004\u0014', 'latin1')],
  ['a Windows program', buffer('MZ\u0090\u0000', 'latin1')],
  ['a Linux program', buffer('\u007fELF\u0002\u0001', 'latin1')],
  ['WebAssembly', Buffer.from('0061736d01000000', 'hex')],
  ['Flash', buffer('FWS\u0009', 'latin1')],
  ['a packed drawing', gzipSync(drawing(script))],
  ['a drawing in UTF-16', Buffer.concat([Buffer.from('fffe', 'hex'), buffer(drawing(script), 'utf16le')])],
  ['HEIC', mp4('heic')],
  ['AVIF', mp4('avif')],
  ['QuickTime', mp4('qt  ')],
  ['Matroska', webm('matroska')],
  ['a RIFF that is not WebP', buffer('RIFF\u0010\u0000\u0000\u0000WAVEfmt ', 'latin1')],
  ['a WebP', Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex')],
  ['a BMP', buffer('BM\u0046\u0000\u0000\u0000', 'latin1')],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['an icon', Buffer.from('00000100010010100000', 'hex')],
  ['an mp4 box of size zero', Buffer.from('00000000667479706973', 'hex')],
  ['an mp4 box of the maximum size', Buffer.from('ffffffff6674797069736f6d', 'hex')],
]

/** Small files that decode to many pixels. */
const bombs: [string, Buffer][] = [
  ...[
    [65_535, 65_535],
    [2_147_483_647, 1],
    [1, 2_147_483_647],
    [100_000, 100_000],
    [40_000, 1001],
    [0, 0],
    [0, 5],
    [4_294_967_295, 4_294_967_295],
  ].map(([width = 0, height = 0]): [string, Buffer] => [
    `a PNG of ${width} x ${height}`,
    png(2, 2, [1, 2, 3], [width, height]),
  ]),
  ...[
    [65_535, 65_535],
    [30_000, 30_000],
    [0, 0],
    [0, 9],
  ].map(([width = 0, height = 0]): [string, Buffer] => [
    `a GIF of ${width} x ${height}`,
    sized(width, height),
  ]),
  ...[
    [65_535, 65_535],
    [20_000, 2001],
    [0, 0],
  ].map(([width = 0, height = 0]): [string, Buffer] => [
    `a JPEG of ${width} x ${height}`,
    jpeg(width, height),
  ]),
  ['a drawing of a billion pixels', buffer(drawing(shape, 'width="1000000000" height="1000000000"'))],
  [
    'a drawing with a filter',
    buffer(
      drawing(
        `<filter id="f"><feGaussianBlur stdDeviation="9999999"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
      ),
    ),
  ],
  [
    'a drawing that references itself',
    buffer(drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')),
  ],
  ['a drawing with deep nesting', buffer(drawing(`${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}`))],
]

const complete: [string, Buffer][] = [
  ['PNG', png(40, 30)],
  ['GIF', own(gif())],
  ['JPEG', jpeg(40, 30, 'x'.repeat(60))],
  ['SVG', svg(shape.repeat(8))],
  ['MP4', mp4()],
  ['WebM', webm()],
  ['PDF', pdf('x'.repeat(60))],
]

/** Files truncated at every tenth of their length. The first ones have zero or one byte. */
const cut: [string, Buffer][] = complete.flatMap(([what, bytes]) =>
  Array.from({ length: 9 }, (_, tenth): [string, Buffer] => [
    `${what}, cut after ${tenth} tenths`,
    Buffer.from(bytes.subarray(0, Math.floor((bytes.length * tenth) / 10))),
  ]),
)

/** Returns pseudo-random noise that is the same in each run, from a Lehmer generator. */
function noise(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed * 48_271 + 1
  for (let at = 0; at < length; at += 1) {
    state = (state * 48_271) % 2_147_483_647
    bytes[at] = state & 255
  }
  return bytes
}

const broken: [string, Buffer][] = [
  ['one byte', Buffer.from([0])],
  ['zeros', Buffer.alloc(5000)],
  ['blanks', Buffer.alloc(5000, ' ')],
  ...Array.from({ length: 14 }, (_, seed): [string, Buffer] => [
    `noise ${seed}`,
    noise(seed, 300 + seed * 211),
  ]),
  ...complete.map(([what, bytes]): [string, Buffer] => [
    `${what} with noise in its middle`,
    Buffer.concat([bytes.subarray(0, 12), noise(7, 300), bytes.subarray(12)]),
  ]),
  ...complete.map(([what, bytes]): [string, Buffer] => [
    `${what} without its first byte`,
    Buffer.from(bytes.subarray(1)),
  ]),
]

const names = [
  `${'x'.repeat(20_000)}.png`,
  '../../etc/passwd',
  '..\\..\\boot.ini',
  'a.png\u0000.html',
  'a\u202Egnp.exe',
  '"><script>alert(1)</script>.svg',
  "'; drop table media; --",
  '\r\nContent-Type: text/html\r\n\r\n<script>',
  '%2e%2e%2f%00',
  '',
  '.',
  '🖼️'.repeat(500),
]

const disguises = ['image/png', 'image/svg+xml', 'text/html', 'application/pdf', 'video/mp4']
const disguise = (index: number) => disguises[index % disguises.length] ?? 'image/png'

/** More than two hundred files that must do no harm when uploaded or opened. */
export const hostileFiles: HostileFile[] = [
  ...drawings.map((text, index) => ({ what: `drawing ${index}: ${text.slice(0, 60)}`, bytes: buffer(text) })),
  ...pages.map((text, index) => ({ what: `page ${index}: ${text.slice(0, 60)}`, bytes: buffer(text) })),
  ...[...polyglots, ...bombs, ...cut, ...broken].map(([what, bytes]) => ({ what, bytes: own(bytes) })),
  ...names.map((name) => ({ what: `called ${name.slice(0, 30)}`, bytes: own(png(3, 3)), name })),
].map((file, index) => ({ name: `file-${index}.png`, type: disguise(index), ...file }))
