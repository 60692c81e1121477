import type { IssuedAmount } from '#worker/contract/amounts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { closeTrade, type TradeIntent } from '#web/wallet/trade-intent.ts'

export interface LineWish {
  amount: Pick<IssuedAmount, 'currency' | 'issuer'>
  /** Where to go on once it is set; null where the page itself waits. */
  retry: { nftokenID: string; intent: TradeIntent } | null
}

/** Asks the wallet for a trust line; what had been begun is taken up again afterwards. */
export function useSetTrustLine({ amount, retry }: LineWish, onAsked?: () => void) {
  const { tokens } = useSettings()
  const { busy, refusal, ask } = useSigning(() => {
    closeTrade()
    onAsked?.()
  })
  const { currency, issuer } = amount
  const setLine = () =>
    void ask(
      'setTrustLine',
      { body: { currency, issuer } },
      {
        purpose: 'trust_line',
        nftokenID: retry?.nftokenID ?? null,
        title: currencyTitle(amount, tokens),
        picture: null,
        amount: null,
        feeDrops: '0',
        brokered: false,
        batch: false,
        retry: retry?.intent ?? null,
      },
    )
  return { busy, refusal: refusal?.message ?? null, setLine }
}
