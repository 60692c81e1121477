import { t } from '#contract/words/sentence.ts'
import type { EligibilityReply } from '#contract/schemas/profiles.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/**
 * Checks whether an issuer holds a token of the Pawn King Series in the validated ledger. The settings name the series
 * by issuer and taxon. Throws Refusal('ledger_unavailable').
 */
export async function checkEligibility(context: Context, actor: Actor): Promise<EligibilityReply> {
  const { verifiedSeries } = context.settings
  if (verifiedSeries === null) {
    return { eligible: null, sentence: t('This marketplace has not set its Pawn King Series yet.') }
  }
  const head = await context.ledger.validatedHead()
  const tokens = await context.ledger.tokensOfAccount(actor.account, head.index)
  const eligible = tokens.some(({ id }) => {
    const { issuer, taxon } = identifyToken(id)
    return issuer === verifiedSeries.issuer && taxon === verifiedSeries.taxon
  })
  return {
    eligible,
    sentence: eligible
      ? t('Your wallet holds a Pawn King Series NFT: your project can be verified.')
      : t('Your wallet holds no Pawn King Series NFT yet.'),
  }
}
