import MagicString from 'magic-string'
import type { ESTree } from 'vite'
import { type Catalogue, keyOf, parseMessage } from './catalogue.ts'
import { type Call, callsIn } from './calls.ts'
import { compileMessage, richHelper, slotMark } from './compile.ts'

/** These functions exist only in the sources. */
const inlineNames = new Set(['t', 'rich', 'slot'])

/** Returns the code of a message in a language, with the code of its values. English replaces a missing translation. */
function codeOf(
  { name, text, context, values }: Call,
  code: MagicString,
  locale: string,
  catalogue: Catalogue,
) {
  const message = parseMessage(catalogue.get(keyOf(text, context)) ?? text)
  const codes = new Map([...values].map(([value, { start, end }]) => [value, code.slice(start, end)]))
  for (const value of message.parameters.keys())
    if (!codes.has(value)) throw new Error(`“${text}” needs the value ${value}.`)
  return compileMessage(message, codes, { locale, rich: name === 'rich' })
}

/** An import without the names that are replaced in place. */
function importCode({ specifiers, source }: ESTree.ImportDeclaration, code: MagicString): string {
  const otherSpecifiers = specifiers.filter(({ local }) => !inlineNames.has(local.name))
  const names = otherSpecifiers.map(({ start, end }) => code.slice(start, end)).join(', ')
  return names === '' ? '' : `import { ${names} } from '${source.value}';`
}

/**
 * Replaces every `t('…')` and `rich('…')` of a file by the text of one language, so that no other language and no
 * catalogue is ever loaded. Returns null if the file has none.
 */
export function inlineMessages(
  file: string,
  source: string,
  locale: string,
  catalogue: Catalogue,
): MagicString | null {
  const calls = callsIn(file, source)
  if (calls === null) return null
  const code = new MagicString(source)
  for (const { start, end } of calls.slots) code.update(start, end, slotMark)
  let usesRich = false
  for (const call of calls.calls) {
    const text = codeOf(call, code, locale, catalogue)
    usesRich ||= text.includes(`${richHelper}(`)
    code.update(call.start, call.end, text)
  }
  for (const declaration of calls.imports)
    code.update(declaration.start, declaration.end, importCode(declaration, code) || ';')
  if (usesRich) code.prepend(`import { rich as ${richHelper} } from '#web/ui/rich.ts';`)
  if (code.toString().includes(slotMark))
    throw new Error('`slot` stands for the text between the tags of a message.')
  return code
}
