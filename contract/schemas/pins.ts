import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { isIpfsPath } from '#contract/rules/media.ts'
import { FormFile } from '#contract/rules/media-files.ts'

/**
 * `held` files are intentionally not pinned yet (files of a random collection until they are sold); `failed` files need
 * an operator.
 */
export const pinStates = ['held', 'waiting', 'pinning', 'pinned', 'failed'] as const
export const PinState = v.picklist(pinStates)
export type PinState = v.InferOutput<typeof PinState>

/** Names of the states for users. */
export const pinStateNames: Record<PinState, () => string> = {
  held: () => t('Held back until minted or sold'),
  waiting: () => t('Waiting to be pinned'),
  pinning: () => t('Being pinned to IPFS'),
  pinned: () => t('Pinned to IPFS'),
  failed: () => t('Not pinned'),
}

export const Pin = v.object({
  cid: v.string(),
  state: PinState,
  /** The error of the latest attempt, or null. */
  error: v.nullable(v.string()),
  tries: v.number(),
  pinnedAt: v.nullable(v.string()),
})
export type Pin = v.InferOutput<typeof Pin>

const maxCids = 100
/** A comma in the name of a file is percent-encoded. */
function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const PinsQuery = v.object({
  /**
   * CIDs, or paths of files in folders, percent-encoded and comma-separated; without them, the latest 100 of the
   * account.
   */
  cids: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .split(',')
          .filter((cid) => cid !== '')
          .map(decodeName),
      ),
      v.maxLength(maxCids, 'Ask for 100 files at most.'),
      v.array(v.pipe(v.string(), v.check(isIpfsPath, 'This is not a CID.'))),
    ),
  ),
})
export const PinsReply = v.object({ pins: v.array(Pin) })
export type PinsReply = v.InferOutput<typeof PinsReply>

export const PinMediaForm = createCamelCaseClaimedSchema({
  mediaFile: FormFile,
})
export const PinMediaReply = v.object({
  status: v.literal('success'),
  data: v.object({ cid: v.string(), url: v.string(), contentType: v.string(), state: PinState }),
})
export type PinMediaReply = v.InferOutput<typeof PinMediaReply>
