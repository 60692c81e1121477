import { useQueryClient } from '@tanstack/react-query'
import type { Nft } from '#contract/schemas/nfts.ts'
import { actions, type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import type { OfferForm } from './use-offer-form.ts'

/** Sends the offer to the wallet. Refusals are shown in the form. */
export function useMakeOffer(nft: Nft, kind: OfferKind, form: OfferForm, onClose: () => void) {
  const client = useQueryClient()
  const { busy, refusal, ask } = useSigning(() => {
    form.sent()
    onClose()
  })
  const make = async () => {
    form.showErrors()
    const txjson = form.transaction(Date.now())
    if (txjson === null) return
    const { tagAgreed, extend } = form.draft
    const { auction, free } = offerKinds[kind]
    const choices = {
      ...(auction === 'starts' ? { extend } : {}),
      ...(free && tagAgreed ? { toTagged: true } : {}),
    }
    const failure = await ask(
      actions[kind].operation,
      { body: { txjson, ...choices } },
      nftRequest(nft, {
        action: kind,
        amount: free ? null : txjson.Amount,
        retry: { action: kind, draft: form.draft },
      }),
    )
    // The page may be outdated, so refetch it.
    if (failure !== null && failure.status === 200)
      await client.refetchQueries({ queryKey: nftQuery(nft.nftokenID).queryKey })
  }
  return { busy, refusal, make: () => void make() }
}
