import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { batchFlows } from '#tests/crash/batch-flows.ts'
import { dropFlows } from '#tests/crash/drop-flows.ts'
import { tradingFlows } from '#tests/crash/flows.ts'
import { issuerFlows } from '#tests/crash/issuer-flows.ts'
import { type CrashMarket, openCrashMarket } from '#tests/crash/market.ts'
import { owingFlows } from '#tests/crash/owing-flows.ts'
import { expectPoints } from '#tests/crash/points.ts'
import { runFlow } from '#tests/crash/run-flow.ts'
import { sampleOf } from '#tests/support/sample.ts'

const services = inject('services')
const name = 'crash_points'
let market: CrashMarket

beforeAll(async () => {
  const url = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
  market = await openCrashMarket(url, { s3: services.s3 })
})
afterAll(async () => {
  await market.close()
  await dropDatabase(services.templateUrl, name)
})

// `npm run crash -- trading` (and `-- issuer`) covers every crash point of every flow.
test.each(sampleOf([...tradingFlows, ...issuerFlows, ...owingFlows, ...batchFlows, ...dropFlows], 1))(
  '$name: has the recorded crash points, and completes after a crash',
  async (flow) => {
    const { points } = await runFlow(market, flow, null)
    console.log(`${flow.name}: ${points.length} points`)
    expectPoints(flow.name, points.length)
    // The worst case: the ledger has the transaction, but the worker dies before it gets the result.
    const submission = points.indexOf('after submission') + 1
    const { killedAt } = await runFlow(
      market,
      flow,
      submission > 0 ? submission : Math.ceil(points.length / 2),
    )
    expect(killedAt).not.toBeNull()
  },
)
