import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as v from 'valibot'
import type { Order } from './worker.ts'

const Done = v.object({ cost: v.number() })

const workerProgram = path.join('bench', 'cost', 'worker.ts')

/** The code of the worktree `root`, in a process of its own. */
export function startWorkerHere(root: string, options: string[] = []) {
  const child = fork(path.join(root, workerProgram), { cwd: root, execArgv: options })
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`The worker of ${root} has ended.`)
  })
  return {
    ask: async (order: Order): Promise<number> => {
      child.send(order)
      const [done] = await once(child, 'message')
      return v.parse(Done, done).cost
    },
    end: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
