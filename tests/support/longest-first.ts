import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files of the suite, as measured. If one of them ran last, one core would be idle. */
const longest = [
  'browser/pages',
  'browser/selling',
  'browser/browse',
  'browser/trading',
  'worker/drift',
  'worker/crash-points',
  'worker/roles',
  'browser/cart',
  'browser/swaps',
  'worker/access-rules',
  'worker/random-buy',
  'worker/batch-attacks',
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
