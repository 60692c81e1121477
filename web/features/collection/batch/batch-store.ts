import { createRunStore } from '#web/wallet/runs/run-store.ts'
import { emptyBatch } from './batch-state.ts'

export function batchKey(account: string, collection: string): string {
  return `opx_batch:${account}:${collection}`
}

export const batchStore = createRunStore(emptyBatch)

export const changeBatch = batchStore.change
