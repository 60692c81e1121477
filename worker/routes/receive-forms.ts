import type { MiddlewareHandler } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { OperationName } from '#worker/contract/operations.ts'
import { discardFiles, receiveFile } from '#worker/domain/media/receive-file.ts'
import { createFormSlots, formSlotLimits } from '#worker/http/form-slots.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { requireActor } from './actor.ts'
import type { AppEnv } from './app-env.ts'

/** A mint asks the wallet's platform, which counts requests; adding an item asks nobody. */
interface FormLimits {
  sign: RateLimiter | undefined
  add: RateLimiter | undefined
}

/** By which limiter, and under which key, the forms of an operation are counted for an account. */
const limitOf: Partial<Record<OperationName, [limiter: keyof FormLimits, kind: string]>> = {
  addNft: ['sign', 'sign'],
  updateNft: ['sign', 'sign'],
  pinMedia: ['sign', 'pin'],
  addDemandItem: ['add', 'add'],
}
const otherLimit = ['sign', 'write'] as const

/**
 * Lets `serve` put the files of a form into the store while they arrive, for the account that is signed in. Whoever sends too
 * many is refused before anything of the form is read.
 */
export function receiveForms(maxBytes: number, limits: FormLimits): MiddlewareHandler<AppEnv> {
  const takeSlot = createFormSlots(formSlotLimits)
  return async (http, next) => {
    http.set('receiver', async (operation) => {
      const { context } = http.var
      const actor = await requireActor(http)
      const [limiter, kind] = limitOf[operation] ?? otherLimit
      await limitRate(limits[limiter], `${kind}:${actor.account}`)
      const close = await takeSlot(actor.account)
      return {
        maxBytes,
        receive: (chunks) => receiveFile(context, actor, chunks),
        close,
        discard(files) {
          if (files.length === 0) return
          const work = discardFiles(context, files)
          // The sweep does it later where the store does not answer.
          context.afterReply(
            work.catch((error: unknown) => context.log.warn('files_not_discarded', errorFacts(error))),
          )
        },
      }
    })
    await next()
  }
}
