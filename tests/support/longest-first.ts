import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest test files, as measured. They start first, because one that runs last would leave the other cores idle.
 */
const longest = [
  'browser/flows',
  'worker/drift',
  'browser/pages',
  'worker/editions',
  'worker/standing-bids',
  'worker/roles',
  'worker/crash-points',
  'worker/rotation',
  'worker/buy-now',
  'worker/http',
  'worker/access-rules',
  'worker/currency-sales',
  'worker/random-buy',
  'worker/accounts',
  'worker/cron',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
