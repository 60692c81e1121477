import { type Sentence } from '#contract/words/sentence.ts'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { svgSize } from './svg-size.ts'
import { isSafeAttribute, isSafeStyle } from './svg-values.ts'
import { isEditorNamespace, svgElements, svgNamespace } from './svg-names.ts'

export type SvgFacts = { width: number | null; height: number | null } | { sentence: Sentence }

export const damagedFile = 'This file is damaged or cut short. Choose another copy of it.'
const tooComplex = 'This SVG is too complex. Simplify it, or save it as a PNG, and choose it again.'

const maxDepth = 256
const maxAttributes = 256
/** Maximum number of elements, attributes and sections: browsers cannot draw more in reasonable time. */
const maxNodes = 600_000
/** Each reference makes the parser allocate a separate piece of text. */
const maxReferences = 200_000
/** The drawing must begin within the first MiB, after comments and the document type. */
const maxPrologBytes = 1024 * 1024
/**
 * Maximum number of characters that may end a comment, a section or an instruction. The parser allocates a piece of
 * text of some tens of bytes for each until one does. A block of 256 KB is added.
 */
const maxPieces = 250_000
/** Style sheets are collected before they are checked. */
const maxStyleLength = 1024 * 1024
const encodings = /^(?:utf-?8|us-ascii|ascii|iso-8859-1|windows-1252)$/i

const ampersand = 38
/** The character codes of `-`, `]` and `?`. */
const marks = [45, 93, 63]

function count(bytes: Uint8Array, mark: number): number {
  let total = 0
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) total += 1
  return total
}

/** Stops reading and refuses the file with this message. */
class RejectedSvg extends Error {}

const activeContentError = (contentKind: string) =>
  new RejectedSvg(
    `This SVG contains scripts or foreign content (${contentKind.slice(0, 40)}). Save it as a plain drawing and choose it again.`,
  )

/** True if a file begins like an SVG. */
export function looksLikeSvg(head: Uint8Array): boolean {
  return /^\uFEFF?\s*(?:<\?xml|<(?:[a-z]{1,20}:)?svg|<!--|<!DOCTYPE)/i.test(
    new TextDecoder().decode(head.subarray(0, 1024)),
  )
}

function checkElement(tag: SaxesTagNS, depth: number): void {
  if (depth > maxDepth || Object.keys(tag.attributes).length > maxAttributes)
    throw new RejectedSvg(tooComplex)
  if (depth === 1 && (tag.uri !== svgNamespace || tag.local !== 'svg')) throw new RejectedSvg('')
  if (tag.uri === svgNamespace ? !svgElements.has(tag.local) : !isEditorNamespace(tag.uri))
    throw activeContentError(`<${tag.name}>`)
  for (const attribute of Object.values(tag.attributes))
    if (!isSafeAttribute(tag, attribute)) throw activeContentError(attribute.name)
}

/**
 * Reads an SVG as it arrives, and checks that it is well-formed and only a drawing. Elements and attributes must be on
 * a list; entities other than XML's own five, and documents that declare entities, are refused by the parser or here.
 * Libraries that clean a drawing change its bytes, and so its CID.
 */
export function createSvgReader() {
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    // XML 1.1 has more line ends, and browsers do not support it.
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size: { width: number | null; height: number | null } | null = null
  let depth = 0
  let attributes = 0
  let nodes = 0
  let bytesRead = 0
  let references = 0
  let pieces = 0
  let inTag = false
  let hasEvent = false
  let style: string | null = null
  let problem: RejectedSvg | null = null

  function countNode(): void {
    nodes += 1
    hasEvent = true
    if (nodes > maxNodes) throw new RejectedSvg(tooComplex)
  }

  parser.on('error', () => {
    throw new RejectedSvg(damagedFile)
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !encodings.test(encoding))
      throw new RejectedSvg('This SVG is not in UTF-8. Save it as UTF-8, and choose it again.')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw activeContentError('<!DOCTYPE [')
  })
  parser.on('comment', countNode)
  parser.on('processinginstruction', ({ target }) => {
    countNode()
    if (target !== 'xpacket') throw activeContentError(`<?${target}`)
  })
  parser.on('opentagstart', () => {
    attributes = 0
    inTag = true
    countNode()
    if (depth >= maxDepth) throw new RejectedSvg(tooComplex)
  })
  parser.on('attribute', () => {
    attributes += 1
    countNode()
    if (attributes > maxAttributes) throw new RejectedSvg(tooComplex)
  })
  parser.on('opentag', (tag) => {
    depth += 1
    inTag = false
    // Elements in a style sheet would end the sheet here and continue it elsewhere.
    if (style !== null) throw activeContentError(`<${tag.name}>`)
    checkElement(tag, depth)
    if (depth === 1) size = svgSize(tag)
    if (tag.uri !== svgNamespace || tag.local !== 'style') return
    style = ''
    // The text of other elements is neither checked nor collected.
    parser.on('text', collect)
  })
  const collect = (text: string) => {
    if (style === null) return
    style += text
    if (style.length > maxStyleLength) throw new RejectedSvg(tooComplex)
  }
  parser.on('cdata', (text) => {
    countNode()
    collect(text)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    hasEvent = true
    if (tag.local !== 'style' || style === null) return
    if (!isSafeStyle(style)) throw activeContentError('<style>')
    style = null
    parser.off('text')
  })

  /** Counts the characters outside tags. In attributes, the parser splits only at references and line breaks. */
  function countPieces(bytes: Uint8Array): void {
    if (hasEvent || inTag) pieces = 0
    else for (const mark of marks) pieces += count(bytes, mark)
    if (pieces > maxPieces) throw new RejectedSvg(tooComplex)
  }

  function attempt(work: () => void): void {
    if (problem !== null) return
    try {
      work()
    } catch (error) {
      problem = error instanceof RejectedSvg ? error : new RejectedSvg(damagedFile)
    }
  }

  return {
    write: (bytes: Uint8Array) =>
      attempt(() => {
        bytesRead += bytes.length
        references += count(bytes, ampersand)
        if (references > maxReferences) throw new RejectedSvg(tooComplex)
        if (depth === 0 && size === null && bytesRead > maxPrologBytes) throw new RejectedSvg(tooComplex)
        hasEvent = false
        // The checks treat all white space as equal, and the parser would allocate a piece of text for each of these
        // characters.
        parser.write(decoder.decode(bytes, { stream: true }).replace(/[\t\n\r]/g, ' '))
        countPieces(bytes)
      }),
    /** Returns the facts, or null for a file that turns out not to be an SVG. */
    end(): SvgFacts | null {
      attempt(() => void parser.write(decoder.decode()).close())
      if (problem !== null) return problem.message === '' ? null : { sentence: problem.message }
      return size ?? { sentence: damagedFile }
    },
  }
}
