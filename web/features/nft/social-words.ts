import type { Settings } from '#contract/schemas/marketplace.ts'
import type { DemandReply, NftReply } from '#contract/schemas/nfts.ts'
import { labelInWords, workSocialTitle } from '#contract/words/social-titles.ts'

/** Returns the title of a link preview of a work, and the alternative text of its picture. */
export const socialWords = (reply: NftReply | DemandReply, market: Pick<Settings, 'owner' | 'tokens'>) => ({
  title: workSocialTitle(reply, market),
  imageAlt: labelInWords(reply),
})
