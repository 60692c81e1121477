import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogueFolder, offeredLanguages, pseudoLocale } from './catalogue.ts'
import { pseudo } from './compile.ts'
import { childrenOf, get, isNode, type Node, nodesIn, parseCode } from './syntax.ts'

// Sentences of the server and of the contract are English in the code, where the API reads them, too. A language translates them
// by their English: `messages/de/sentences/server.json` has "You have {1} keys." with the values of the template in their order.

/** A sentence in the code: its English with numbered values, and the source of each value. */
export interface Sentence {
  english: string
  start: number
  end: number
  values: string[]
  /** Whether a call is refused with it. */
  refuses: boolean
}

/** Texts with a word and a space: values of the code are written otherwise. `x` stands for a value. */
const looksRead = (text: string) =>
  /\p{L}{2,}[,.:;]? \S/u.test(text) || /^\p{Lu}\p{Ll}+[.!?]$/u.test(text) || /^(a|x) \p{Ll}{4,}$/u.test(text)

function sentenceOf(node: Node, code: string, refuses: boolean): Sentence | null {
  const { start, end } = node
  const value = get(node, 'value')
  if (node.type === 'Literal' && typeof value === 'string')
    return looksRead(value) ? { english: value, start, end, values: [], refuses } : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = [get(node, 'quasis')]
    .flat()
    .map((part) => String(Reflect.get(Reflect.get(Object(part), 'value'), 'cooked')))
  const expressions = nodesIn(node, 'expressions')
  const english = quasis.map((text, index) => (index === 0 ? text : `{${index}}${text}`)).join('')
  const values = expressions.map((each) => code.slice(each.start, each.end))
  return looksRead(english.replace(/\{\d+\}/g, 'x')) ? { english, start, end, values, refuses } : null
}

function collect(node: Node, code: string, refuses: boolean, found: Sentence[]): Sentence[] {
  if (/^TS(?!As|Satisfies|NonNull)/.test(node.type) || node.type === 'ImportDeclaration') return found
  const sentence = sentenceOf(node, code, refuses)
  if (sentence !== null) {
    found.push(sentence)
    if (node.type === 'Literal') return found
  }
  const callee = get(node, 'callee')
  const isRefusal = node.type === 'NewExpression' && isNode(callee) && get(callee, 'name') === 'Refusal'
  // Errors are for developers, but not a Refusal, a NodeProblem and the like.
  const isProblem = isNode(callee) && String(get(callee, 'name')).endsWith('Problem')
  if (node.type === 'NewExpression' && !isRefusal && !isProblem) return found
  const [, worded] = isRefusal ? [get(node, 'arguments')].flat() : []
  for (const child of childrenOf(node))
    collect(child, code, child === worded || (refuses && /^(Conditional|Logical)/.test(node.type)), found)
  return found
}

/** The sentences in a file of the worker. */
export function sentencesIn(file: string, code: string): Sentence[] {
  const tree = parseCode(file, code)
  return tree === null ? [] : collect(tree, code, false, [])
}

const fileOf = (language: string) => path.join(catalogueFolder, language, 'sentences', 'server.json')

/** The translations of a language by their English; none for English. The pseudo-locale has those that the other languages have. */
export function readSentences(language: string): Map<string, string> {
  if (language === pseudoLocale) {
    const known = offeredLanguages().flatMap((each) => [...readSentences(each).keys()])
    return new Map(known.map((english) => [english, pseudo(english)]))
  }
  if (!existsSync(fileOf(language))) return new Map()
  const texts: unknown = JSON.parse(readFileSync(fileOf(language), 'utf8'))
  return new Map(Object.entries(texts as Record<string, string>))
}

const templateText = (text: string) => text.replace(/[`\\]|\$(?=\{)/g, '\\$&')

/** The code of a file of the contract with its sentences in another language; null when it has none of them. */
export function translateSentences(file: string, code: string, texts: Map<string, string>): string | null {
  let result = ''
  let at = 0
  for (const { english, start, end, values } of sentencesIn(file, code)) {
    const translated = texts.get(english)
    if (translated === undefined || start < at) continue
    const pieces = translated.split(/\{(\d+)\}/)
    const text =
      values.length === 0
        ? JSON.stringify(translated)
        : `\`${pieces.map((piece, index) => (index % 2 === 0 ? templateText(piece) : `\${${values[Number(piece) - 1]}}`)).join('')}\``
    result += code.slice(at, start) + text
    at = end
  }
  return at === 0 ? null : result + code.slice(at)
}
