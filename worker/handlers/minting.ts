import { t } from '#contract/words/sentence.ts'
import { mintNft } from '#worker/domain/mint/mint-nft.ts'
import { mintNfts } from '#worker/domain/mint/mint-nfts.ts'
import { updateNft } from '#worker/domain/mint/update-nft.ts'
import { keepCopy } from '#worker/domain/pin/keep-copy.ts'
import { listPins } from '#worker/domain/pin/list-pins.ts'
import { pinMedia } from '#worker/domain/pin/pin-media.ts'
import { beginUpload } from '#worker/domain/upload/begin-upload.ts'
import { cancelUpload, completeUpload } from '#worker/domain/upload/complete-upload.ts'
import { getUpload, renewParts } from '#worker/domain/upload/sign-parts.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const mintingHandlers = {
  mintNft: ({ actor, form, key }, context) => mintNft(context, actor, form, key),
  mintNfts: ({ actor, body }, context) => mintNfts(context, actor, body.rows),
  updateNft: ({ actor, form }, context) => updateNft(context, actor, form),
  beginUpload: ({ actor, body }, context) => beginUpload(context, actor, body),
  signUploadParts: ({ actor, params, body }, context) => renewParts(context, actor, params.id, body.numbers),
  completeUpload: async ({ actor, params, body }, context) =>
    createSuccess(await completeUpload(context, actor, params.id, body)),
  getUpload: async ({ actor, params }, context) => {
    const { state, bytes, checkedBytes } = await getUpload(context, actor, params.id)
    return { state, bytes, checkedBytes }
  },
  cancelUpload: ({ actor, params }, context) =>
    done(cancelUpload(context, actor, params.id), t('The upload was cancelled')),
  pinMedia: async ({ actor, form }, context) => createSuccess(await pinMedia(context, actor, form.mediaFile)),
  keepCopy: async ({ actor, body }, context) => createSuccess(await keepCopy(context, actor, body.id)),
  getPins: ({ actor, query }, context) => listPins(context, actor, query.cids),
} satisfies Partial<AppHandlers>
