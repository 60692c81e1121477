import type { Catalogue } from './catalogue.ts'
import { compileMessage, richHelper, slotMark } from './compile.ts'
import { childrenOf, get, isNode, type Node, nodesIn, parseCode } from './syntax.ts'

/** A part of the code and what replaces it. */
interface Edit {
  start: number
  end: number
  code: string
}

const messagesModule = '#web/messages.ts'
const richModule = '#web/ui/rich.ts'

/** The exports that exist in sources only. */
const inlined = new Set(['m', 'rich', 'slot'])

const field = (node: Node, name: string): Node | null => {
  const value = get(node, name)
  return isNode(value) ? value : null
}

const nameOf = (node: Node | null): string | null => {
  const name: unknown = node === null ? null : (get(node, 'name') ?? get(node, 'value'))
  return typeof name === 'string' ? name : null
}

function applyEdits(code: string, start: number, end: number, edits: Edit[]): string {
  let result = ''
  let at = start
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(at, edit.start) + edit.code
    at = edit.end
  }
  return result + code.slice(at, end)
}

/** Lines keep their numbers, so that positions in errors stay true. */
function padded(code: string, original: string): string {
  const lines = (text: string) => text.split('\n').length
  return code + '\n'.repeat(Math.max(0, lines(original) - lines(code)))
}

interface Inlining {
  code: string
  locale: string
  catalogue: Catalogue
  /** Those of `m`, `rich` and `slot` that the file imports. */
  names: Set<string>
  usesRich: boolean
}

/** The key of `m.key` or `rich.key`, and which of the two it is. */
function referenceOf(node: Node | null, { names }: Inlining): { key: string; rich: boolean } | null {
  if (node?.type !== 'MemberExpression' || get(node, 'computed') === true) return null
  const object = field(node, 'object')
  const from = object?.type === 'Identifier' ? nameOf(object) : null
  if (from === null || from === 'slot' || !names.has(from)) return null
  return { key: nameOf(field(node, 'property')) ?? '', rich: from === 'rich' }
}

/** The source of each value in `{ name, price: amount }`. */
function valuesOf(argument: Node | undefined, inlining: Inlining): Map<string, string> {
  const values = new Map<string, string>()
  if (argument === undefined) return values
  if (argument.type !== 'ObjectExpression')
    throw new Error('Values of messages are written as an object in place.')
  for (const property of childrenOf(argument)) {
    const value = field(property, 'value')
    const name = nameOf(field(property, 'key'))
    if (property.type !== 'Property' || value === null || name === null)
      throw new Error('Values of messages are written as names and values.')
    values.set(name, applyEdits(inlining.code, value.start, value.end, editsIn(value, inlining)))
  }
  return values
}

function compiled(
  reference: { key: string; rich: boolean },
  node: Node,
  argument: Node | undefined,
  inlining: Inlining,
): Edit {
  const { key, rich } = reference
  const message = inlining.catalogue.get(key)
  if (message === undefined) throw new Error(`There is no message ${key}.`)
  const values = valuesOf(argument, inlining)
  for (const name of message.parameters.keys())
    if (!values.has(name)) throw new Error(`The message ${key} needs the value ${name}.`)
  const code = compileMessage(message, values, { locale: inlining.locale, rich })
  if (code.includes(`${richHelper}(`)) inlining.usesRich = true
  const { start, end } = node
  return { start, end, code: padded(code, inlining.code.slice(start, end)) }
}

function editsIn(node: Node, inlining: Inlining): Edit[] {
  if (node.type === 'Identifier' && nameOf(node) === 'slot' && inlining.names.has('slot'))
    return [{ start: node.start, end: node.end, code: slotMark }]
  const callee = node.type === 'CallExpression' ? field(node, 'callee') : null
  const called = referenceOf(callee, inlining)
  if (called !== null) {
    const [argument] = nodesIn(node, 'arguments')
    return [compiled(called, node, argument, inlining)]
  }
  if (node.type === 'ImportDeclaration') return []
  const plain = referenceOf(node, inlining)
  if (plain !== null) return [compiled(plain, node, undefined, inlining)]
  return childrenOf(node).flatMap((child) => editsIn(child, inlining))
}

/** The import of messages, without what is replaced in place. */
function importEdit(node: Node, inlining: Inlining): Edit {
  const specifiers = childrenOf(node).filter(({ type }) => type === 'ImportSpecifier')
  const kept = specifiers.filter((each) => !inlined.has(nameOf(field(each, 'local')) ?? ''))
  const names = kept.map(({ start, end }) => inlining.code.slice(start, end)).join(', ')
  const rest = kept.length === 0 ? '' : `import { ${names} } from '${messagesModule}';`
  const rich = inlining.usesRich ? `import { rich as ${richHelper} } from '${richModule}';` : ''
  return {
    start: node.start,
    end: node.end,
    code: padded(rest + rich, inlining.code.slice(node.start, node.end)),
  }
}

/**
 * Replaces every `m.key` and `rich.key({ ... })` of a file by the text of one language: code has its own texts in place, and no
 * other language or catalogue is ever loaded. Null when the file has none.
 */
export function inlineMessages(
  file: string,
  code: string,
  locale: string,
  catalogue: Catalogue,
): string | null {
  if (!code.includes(messagesModule)) return null
  const tree = parseCode(file.split('?')[0] ?? file, code)
  if (tree === null) return null
  const imports = childrenOf(tree).filter(
    (node) => node.type === 'ImportDeclaration' && nameOf(field(node, 'source')) === messagesModule,
  )
  const names = imports
    .flatMap(childrenOf)
    .filter(({ type }) => type === 'ImportSpecifier')
    .map((each) => nameOf(field(each, 'local')) ?? '')
    .filter((name) => inlined.has(name))
  if (names.length === 0) return null
  const inlining: Inlining = { code, locale, catalogue, names: new Set(names), usesRich: false }
  const edits = editsIn(tree, inlining)
  const result = applyEdits(code, 0, code.length, [
    ...edits,
    ...imports.map((node) => importEdit(node, inlining)),
  ])
  if (result.includes(slotMark)) throw new Error('`slot` stands for the text between the tags of a message.')
  return result
}
