import { errorFacts } from '#contract/words/error-facts.ts'
import { requirePerson } from '#worker/domain/session/api-keys.ts'
import { requireFreshSignIn } from '#worker/domain/session/require-fresh-sign-in.ts'
import { requireOwner } from '#worker/domain/session/require-owner.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { doOnce } from '#worker/domain/idempotency/do-once.ts'
import { requireFunded } from '#worker/domain/media/reserve-storage.ts'
import { discardFiles, receiveFile } from '#worker/domain/media/receive-file.ts'
import { requireLedger } from '#worker/domain/ledger-index/servers.ts'
import { requireCost } from '#worker/domain/ledger-index/network-cost.ts'
import { checkClaims } from '#worker/domain/session/check-claims.ts'
import { awaitOutcome } from '#worker/domain/sign-request/request-progress.ts'
import { findBegunRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { createFormSlots, formSlotLimits } from '#worker/http/form-slots.ts'
import type { Limiters } from '#worker/http/rate-limit.ts'
import type { Gate } from '#worker/http/serve.ts'
import { outcomeReply } from './outcome.ts'
import { sessionOf } from './session.ts'

/** Yields the same chunks, and awaits `act` before the first one. */
async function* afterFirst(chunks: AsyncIterable<Uint8Array>, act: () => Promise<void>) {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) await act()
    isFirst = false
    yield chunk
  }
}

/** Returns the domain's rules that `serve` enforces for every operation. */
export function createGate(limiters: Limiters, maxFormBytes: number): Gate<Context, Actor> {
  const takeSlot = createFormSlots(formSlotLimits)
  return {
    limiters,
    identify: async (http) => (await sessionOf(http)).actor,
    checkClaims,
    requireOwner,
    requireFreshSignIn,
    requirePerson,
    withCaller: (context, { account, wallet }, costLimit) => ({
      ...context,
      caller: { account, wallet },
      costLimit,
    }),
    requireLedger,
    requireCost,
    doOnce,
    findRequest: findBegunRequest,
    awaitOutcome,
    outcomeReply,
    receiver: async (context, actor) => {
      let release: (() => void) | null = null
      /** Takes the caller's slot, before the first byte of the first file is processed. */
      async function takeOwnSlot() {
        if (release !== null) return
        await requireFunded(context, actor.account)
        release = await takeSlot(actor.account)
      }
      return {
        maxBytes: maxFormBytes,
        close: () => release?.(),
        receive: (chunks) => receiveFile(context, actor, afterFirst(chunks, takeOwnSlot)),
        discard(files) {
          if (files.length === 0) return
          const work = discardFiles(context, files)
          // If the store does not answer, the sweep discards the files later.
          context.afterReply(
            work.catch((error: unknown) => context.log.warn('files_not_discarded', errorFacts(error))),
          )
        },
      }
    },
  }
}
