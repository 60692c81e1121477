import { childrenOf, get, isNode, type Node, nodesIn, parseCode } from '#dev/messages/syntax.ts'
import type { SourceFile } from './source-files.ts'

/** What is left of the site's texts outside of the catalogue, and why. */
const untranslated: Record<string, string> = {
  'web/download/': 'a program for the command line, in English like its documentation',
  'web/features/trade/offer-action-name.ts': 'kinds of actions; offer-action.tsx has their words',
  'web/features/art-society/members.ts': 'names and words of people',
  'web/messages.ts': 'the types of messages',
  'web/wallet/session/console-lines.ts': 'lines for the console of the browser',
  'web/wallet/session/connect-prompt.ts': 'writes such a line',
  'web/wallet/session/token.ts': 'writes such a line',
}

/** Names that are the same in every language, and values of the platform that look like words. */
const names = new Set(
  `XRP OPX NFT NFTs NFTokenID USD Xaman XRPL IPFS CSV JSON PNG JPEG GIF URL URI CID XLS Twitter Discord Telegram Medium Instagram
  Files Notification Artist User artist collection swap rExampleAddress Bearer`.split(/\s+/),
)

/** Attributes and properties whose value is read by people. */
const readAttributes =
  /^(aria-(label|description|roledescription|valuetext)|title|label|placeholder|alt|text|hint|note|empty|advice|description|message|heading|legend|caption|what|over)$/

const attributesOfCode = /^(className|style|key|id|type|rel|target|to|href|src|sizes|role|scope|data-.*)$/

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const namespace = get(node, 'namespace')
  if (isNode(namespace)) return `${nameOf(namespace)}:${nameOf(get(node, 'name'))}`
  const name = get(node, 'name') ?? get(node, 'value') ?? get(node, 'property')
  return typeof name === 'string' ? name : nameOf(name)
}

/** The literal text of a string or a template, with a gap for each value in it. */
function textOf(node: Node): string | null {
  const value = get(node, 'value')
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof value === 'string') return value
  if (node.type !== 'TemplateLiteral') return null
  const parts = get(node, 'quasis')
  return Array.isArray(parts)
    ? parts.map((part) => String(Reflect.get(part.value, 'cooked'))).join(' … ')
    : null
}

const hasWord = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).some((word) => !names.has(word))

/** A sentence, a part of one, or a word with a capital: what code compares or sends is written otherwise. */
function looksRead(text: string): boolean {
  const trimmed = text.replace(/&\w+;/g, '').trim()
  if (!hasWord(trimmed)) return false
  if (/^\p{Lu}\p{Ll}+([ -]\p{Ll}+)*[.…!?:]?$/u.test(trimmed)) return true
  if (
    /[{}<>=;]|var\(|--|^\(|\d(px|rem|vw|fr|%)|^[a-z-]+\/[a-z*+.-]|^[#.[/?]|^https?:|^data:|^opx|no(opener|referrer)/.test(
      trimmed,
    )
  )
    return false
  return /\p{L}{2,}[,.;:!?]?\s+\p{L}{2,}/u.test(trimmed)
}

/** Calls whose strings are for the platform. */
const codeCalls =
  /^(matchMedia|querySelector(All)?|closest|addEventListener|getItem|setItem|createElement|log|logToConsole)$/

interface Place {
  /** A child of an element, which people read whatever it looks like. */
  child: boolean
  /** The attribute or property that it is the value of. */
  field: string
}

function isSkipped(node: Node): boolean {
  if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return true
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'NewExpression') return nameOf(get(node, 'callee')).endsWith('Error')
  return node.type === 'CallExpression' && codeCalls.test(nameOf(get(node, 'callee')))
}

/** Operands of comparisons, keys of objects and the like are values, not texts. */
function partsOf(node: Node): Node[] {
  const operator = get(node, 'operator')
  if (node.type === 'BinaryExpression' && /^([!=]==?|in)$/.test(String(operator)))
    return childrenOf(node).filter(({ type }) => type !== 'Literal')
  if (node.type === 'SwitchCase') return nodesIn(node, 'consequent')
  if (node.type === 'Property' && get(node, 'computed') !== true) return nodesIn(node, 'value')
  if (node.type === 'MemberExpression' || node.type === 'ExpressionStatement')
    return childrenOf(node).filter(({ type }) => type !== 'Literal')
  return childrenOf(node)
}

function placeIn(node: Node, place: Place): Place {
  if (node.type === 'JSXAttribute') return { child: false, field: nameOf(get(node, 'name')) }
  if (node.type === 'Property') return { child: false, field: nameOf(get(node, 'key')) }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return { child: true, field: '' }
  if (/^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|TemplateLiteral)$/.test(node.type))
    return place
  return { child: false, field: '' }
}

function findTexts(node: Node, place: Place, found: Node[]): Node[] {
  if (isSkipped(node)) return found
  const text = textOf(node)
  if (text !== null) {
    const isRead = place.child || node.type === 'JSXText' || readAttributes.test(place.field)
    const isCode = attributesOfCode.test(place.field)
    if (!isCode && (isRead ? hasWord(text.replace(/&\w+;/g, '')) : looksRead(text))) found.push(node)
  }
  const inside = placeIn(node, place)
  for (const child of partsOf(node)) findTexts(child, inside, found)
  return found
}

/** Texts for people that are written in the code instead of the catalogue, as messages. */
export function textsOutsideCatalogue(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('web/') && !path.endsWith('.gen.ts'))
    .filter(({ path }) => !Object.keys(untranslated).some((start) => path.startsWith(start)))
    .flatMap(({ path, text }) => {
      const tree = parseCode(path, text)
      if (tree === null) return [`${path} cannot be parsed.`]
      return findTexts(tree, { child: false, field: '' }, []).map((node) => {
        const line = text.slice(0, node.start).split('\n').length
        const shown = (textOf(node) ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)
        return `${path}:${line} has the text "${shown}". Texts are in messages/en (docs/languages.md).`
      })
    })
}
