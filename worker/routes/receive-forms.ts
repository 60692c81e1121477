import type { MiddlewareHandler } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { discardFiles, receiveFile } from '#worker/domain/media/receive-file.ts'
import { requireActor } from './actor.ts'
import type { AppEnv } from './app-env.ts'

/** Lets `serve` put the files of a form into the store while they arrive, for the account that is signed in. */
export function receiveForms(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (http, next) => {
    http.set('receiver', async () => {
      const { context } = http.var
      const actor = await requireActor(http)
      return {
        maxBytes,
        receive: (chunks) => receiveFile(context, actor, chunks),
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
