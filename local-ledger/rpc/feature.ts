import type { JsonObject } from '#ledger/codec/json.ts'
import { knownAmendments } from '#ledger/entries/amendments.ts'
import { amendmentsKeylet } from '#ledger/entries/keylets.ts'
import { read } from '#ledger/views/read-view.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'

// Reports the amendments that the server knows, and which of them are active. Source: xrpl.org "feature".

/** Returns every amendment by id, as an administrator sees it. */
function listAmendments({ chain }: RpcContext): Map<string, JsonObject> {
  const inForce = new Set(read(chain.closedView(), amendmentsKeylet)?.Amendments)
  return new Map(
    knownAmendments.map(({ name, id, isRetired }) => {
      const isEnabled = inForce.has(id)
      // There is no vote on retired amendments.
      const vetoed = isRetired ? 'Obsolete' : true
      return [id, { enabled: isEnabled, name, supported: true, ...(isEnabled ? {} : { vetoed }) }]
    }),
  )
}

export const feature: Handler = (context) => {
  const { feature: query, vetoed: vetoParameter } = context.params
  const features = listAmendments(context)
  if (query === undefined) return { features: Object.fromEntries(features) }
  if (typeof query !== 'string') throw rpcError('invalidParams')
  const [id] =
    [...features].find(([, { name }]) => name === query) ??
    [...features].find(([key]) => key === query.toUpperCase()) ??
    []
  const entry = id === undefined ? undefined : features.get(id)
  if (id === undefined || entry === undefined) throw rpcError('badFeature')
  // This server never votes, so a veto has no effect.
  if (vetoParameter !== undefined && typeof vetoParameter === 'object') throw rpcError('invalidParams')
  return { [id]: entry }
}
