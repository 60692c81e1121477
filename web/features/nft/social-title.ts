import type { DemandReply, NftReply } from '#worker/contract/nfts.ts'
import type { Settings } from '#worker/contract/marketplace.ts'
import { workSocialTitle } from '#worker/contract/social-titles.ts'
import { socialWords } from '#web/kit/social-words.ts'

export const socialTitle = (reply: NftReply | DemandReply, settings: Settings): string =>
  workSocialTitle(reply, settings, socialWords)
