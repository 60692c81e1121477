import { type ESTree, parseSync, Visitor } from 'vite'

/** Every path under which a file may import the functions `t`, `rich` and `sentence`. */
const modules = /^(#web\/messages|.*\/sentence)\.ts$/
const functions = new Set(['t', 'rich', 'sentence'])

/** A call of `t`, `rich` or `sentence`. */
export interface Call {
  name: string
  text: string
  context: string | undefined
  /** The expression of each value. */
  values: Map<string, ESTree.Expression>
  start: number
  end: number
}

export interface Calls {
  /** A nested call precedes the call that contains it. */
  calls: Call[]
  /** The uses of `slot`. */
  slots: ESTree.Span[]
  imports: ESTree.ImportDeclaration[]
}

/** Returns a text that is literal in the code: a string, or a template without values. */
function literalText(node: ESTree.Argument | ESTree.Expression | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null
}

function valuesOf(argument: ESTree.Argument | undefined): Map<string, ESTree.Expression> {
  if (argument === undefined) return new Map()
  if (argument.type !== 'ObjectExpression')
    throw new Error('Pass the values of a message as an object literal.')
  return new Map(
    argument.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error('Pass the values of a message as names and values.')
      return [property.key.name, property.value]
    }),
  )
}

function callOf({ arguments: [text, second], start, end }: ESTree.CallExpression, name: string): Call {
  const literal = literalText(text)
  if (literal === null) throw new Error(`The text of ${name}() must be a string in the call.`)
  const { context, ...values } = Object.fromEntries(valuesOf(second))
  const meaning = context === undefined ? undefined : literalText(context)
  if (meaning === null) throw new Error(`The context of “${literal}” must be a string in the call.`)
  return { name, text: literal, context: meaning, values: new Map(Object.entries(values)), start, end }
}

/**
 * Finds the calls for user texts in a file, by the functions that it imports; null if it imports none. @throws Error
 * for a call whose text or values are not literal
 */
export function callsIn(file: string, code: string): Calls | null {
  if (!/messages\.ts|sentence\.ts/.test(code)) return null
  const { program, errors } = parseSync(file.split('?')[0] ?? file, code)
  const [error] = errors
  if (error !== undefined) throw new Error(error.message)
  const imports = program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && modules.test(node.source.value) ? [node] : [],
  )
  const names = new Set(imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)))
  const result: Calls = { calls: [], slots: [], imports }
  new Visitor({
    'CallExpression:exit'(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && functions.has(callee.name) && names.has(callee.name))
        result.calls.push(callOf(node, callee.name))
    },
    JSXExpressionContainer({ expression }) {
      if (expression.type === 'Identifier' && expression.name === 'slot' && names.has('slot'))
        result.slots.push(expression)
    },
  }).visit(program)
  return result
}
