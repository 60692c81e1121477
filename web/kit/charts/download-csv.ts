import { saveFile } from '#web/ui/save-file.ts'

/** Matches cells that a spreadsheet would run as a formula, except negative numbers. */
const formula = /^(?:[=+@\t\r\n＝＋－＠]|-(?!\d+(?:\.\d+)?$))/

/**
 * Converts rows to CSV. Escapes cells that a spreadsheet would run as formulas, because names of works are user input.
 */
export async function toCsv(columns: string[], rows: string[][]): Promise<string> {
  const { default: papa } = await import('papaparse')
  return papa.unparse({ fields: columns, data: rows }, { escapeFormulae: formula, newline: '\r\n' })
}

/** Downloads rows as a CSV file. */
export async function downloadCsv(file: string, columns: string[], rows: string[][]): Promise<void> {
  saveFile(`${file}.csv`, await toCsv(columns, rows), 'text/csv')
}
