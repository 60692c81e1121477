import { expect, test } from 'vitest'
import { processRows, runStages } from '#worker/domain/stages.ts'

/** Creates a clock that only advances with work, and a log. */
function createClock() {
  let time = 0
  const logged: string[] = []
  return {
    logged,
    pass: async (ms: number) => {
      time += ms
    },
    context: {
      now: () => new Date(time),
      log: { info: () => undefined, warn: () => undefined, error: (event: string) => logged.push(event) },
    },
  }
}

test('rows are processed until the time is over, at least one', async () => {
  const { context, pass } = createClock()
  const steps: number[] = []
  const work = async (row: number) => {
    steps.push(row)
    await pass(400)
  }
  await processRows(context, { what: 'row', until: new Date(1000) }, [1, 2, 3, 4, 5], work)
  expect(steps).toEqual([1, 2, 3])
  await processRows(context, { what: 'row', until: new Date(1000) }, [6, 7], work)
  expect(steps).toEqual([1, 2, 3, 6])
})

test('a failing row is logged and does not stop the others', async () => {
  const { context, logged } = createClock()
  const steps: number[] = []
  await processRows(context, { what: 'row', until: new Date(1000) }, [1, 2, 3], async (row) => {
    if (row === 2) throw new Error('stuck')
    steps.push(row)
  })
  expect(steps).toEqual([1, 3])
  expect(logged).toEqual(['sweep_failed'])
})

test('each stage has its share of the remaining time, and unused time goes to the others', async () => {
  const { context, pass } = createClock()
  const ends: number[] = []
  const stage = (ms: number) => async (_context: unknown, until: Date) => {
    ends.push(until.getTime())
    await pass(ms)
  }
  await runStages(context, new Date(900), [stage(0), stage(300), stage(300)])
  expect(ends).toEqual([300, 450, 900])
})

test('a failing stage does not stop the others, and is reported at the end', async () => {
  const { context } = createClock()
  const steps: string[] = []
  const running = runStages(context, new Date(900), [
    async () => steps.push('first'),
    async () => {
      throw new Error('broken')
    },
    async () => steps.push('third'),
  ])
  await expect(running).rejects.toThrow('broken')
  expect(steps).toEqual(['first', 'third'])
})
