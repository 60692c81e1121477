import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'
import type { Order } from './worker.ts'

const Done = v.object({ rate: v.number() })

/** The worker's code in a process of its own. */
export function startWorkerHere() {
  const child = fork(new URL('worker.ts', import.meta.url))
  child.once('exit', (code) => {
    if (code !== 0) throw new Error('The worker has ended.')
  })
  return {
    ask: async (order: Order): Promise<number> => {
      child.send(order)
      const [done] = await once(child, 'message')
      return v.parse(Done, done).rate
    },
    end: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
