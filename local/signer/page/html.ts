const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe HTML, created only by `html` below, which escapes all inserted values. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function render(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * Builds HTML as a tagged template: text is escaped, `Html` and lists are inserted unchanged, null and false are
 * omitted.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(
    strings.reduce(
      (text, part, index) => text + part + (index < values.length ? render(values[index]) : ''),
      '',
    ),
  )
}
