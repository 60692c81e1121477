import type { Hono } from 'hono'
import { mintNft } from '#worker/domain/mint/mint-nft.ts'
import { updateNft } from '#worker/domain/mint/update-nft.ts'
import { beginUpload } from '#worker/domain/upload/begin-upload.ts'
import { cancelUpload } from '#worker/domain/upload/cancel-upload.ts'
import { completeUpload } from '#worker/domain/upload/complete-upload.ts'
import { renewParts } from '#worker/domain/upload/sign-parts.ts'
import { idempotencyKey } from '#worker/http/idempotency.ts'
import { serve } from '#worker/http/serve.ts'
import { requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

export function mintingRoutes(app: Hono<AppEnv>) {
  serve(app, {
    addNft: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, form)
      const rowKey = form.rowKey ?? idempotencyKey(http) ?? crypto.randomUUID()
      return answerWithOutcome(context, http, () => mintNft(context, actor, form, rowKey), signedReply)
    },
    updateNft: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, form)
      return answerWithOutcome(context, http, () => updateNft(context, actor, form), signedReply)
    },
    beginUpload: async ({ body }, context, http) =>
      beginUpload(context, await requireClaimant(context, http, body), body),
    signUploadParts: async ({ params, body }, context, http) =>
      renewParts(context, await requireClaimant(context, http, body), params.id, body.numbers),
    completeUpload: async ({ params, body }, context, http) => ({
      status: 'success' as const,
      data: await completeUpload(context, await requireClaimant(context, http, body), params.id, body),
    }),
    cancelUpload: async ({ params, body }, context, http) => {
      await cancelUpload(context, await requireClaimant(context, http, body), params.id)
      return { status: 'success' as const, data: 'The upload was given up' }
    },
  })
}
