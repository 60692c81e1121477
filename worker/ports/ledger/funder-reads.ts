import * as v from 'valibot'
import type { FunderReads } from './port.ts'
import { type Rpc, RpcError } from './transport.ts'

const FirstTransaction = v.object({
  transactions: v.pipe(
    v.array(
      v.object({
        tx_json: v.object({ Account: v.string() }),
        meta: v.object({
          AffectedNodes: v.array(
            v.looseObject({
              CreatedNode: v.optional(
                v.looseObject({
                  LedgerEntryType: v.optional(v.string()),
                  NewFields: v.optional(v.record(v.string(), v.unknown())),
                }),
              ),
            }),
          ),
        }),
      }),
    ),
    v.minLength(1),
  ),
})

/**
 * Returns the sender of the transaction that created the account; null if the reply does not begin with that
 * transaction.
 */
function senderOfFirst(account: string, result: unknown): string | null {
  const reply = v.safeParse(FirstTransaction, result)
  const [first] = reply.success ? reply.output.transactions : []
  const isCreation = first?.meta.AffectedNodes.some(
    ({ CreatedNode: node }) =>
      node?.LedgerEntryType === 'AccountRoot' && node.NewFields?.['Account'] === account,
  )
  return isCreation === true ? (first?.tx_json.Account ?? null) : null
}

/** Reads facts that only the transactions of an account show. Method: xrpl.org "account_tx". */
export function createFunderReads(rpc: Rpc): FunderReads {
  return {
    async findFunder(account) {
      const params = { account, ledger_index_min: -1, forward: true, limit: 1, api_version: 2 }
      try {
        const result = await rpc(
          'account_tx',
          params,
          ['lgrIdxsInvalid', 'lgrIdxMalformed', 'actNotFound'],
          (reply) => senderOfFirst(account, reply) !== null,
        )
        return senderOfFirst(account, result)
      } catch (error) {
        if (error instanceof RpcError) return null
        throw error
      }
    },
  }
}
