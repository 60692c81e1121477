import { printNumber, printTrait } from '#contract/rules/editions.ts'
import type { TokenJson } from '#contract/schemas/token-json.ts'

/** Returns the metadata of a print, with the number in the title and in a trait. */
export function printJson(
  tokenJson: TokenJson,
  { number, prints }: { number: number; prints: number | null },
): TokenJson {
  const writtenNumber = printNumber(number, prints)
  return {
    ...tokenJson,
    name: `${tokenJson.name} ${writtenNumber}`,
    attributes: [...tokenJson.attributes, { trait_type: printTrait, value: writtenNumber }],
  }
}
