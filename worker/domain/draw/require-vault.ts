import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

export const noDrawsRefusal = () =>
  new Refusal(
    'draws_unavailable',
    sentence(
      "Random buys are unavailable right now because the marketplace's draw key is not set up. You were not charged.",
    ),
  )

/** Refuses calls that need the secret of the draws if it is not configured. Throws Refusal('draws_unavailable'). */
export function requireVault({ vault }: Pick<Context, 'vault'>): void {
  if (!vault.isOpen) throw noDrawsRefusal()
}
