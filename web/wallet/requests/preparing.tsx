import { t } from '#web/messages.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import css from './preparing.module.css'
import type { RequestPurpose } from './request-words.ts'

const words: Record<RequestPurpose, string> = {
  buy_now: t('Preparing your purchase…'),
  buy_cart: t('Preparing your purchase…'),
  accept_sell: t('Preparing your purchase…'),
  demand_buy: t('Preparing your purchase…'),
  buy_random: t('Preparing your draw…'),
  accept_transfer: t('Preparing the transfer…'),
  transfer: t('Preparing the transfer…'),
  accept_bid: t('Preparing your sale…'),
  sell_now: t('Preparing your offer…'),
  normal_sell: t('Preparing your offer…'),
  list_many: t('Preparing your offer…'),
  run_auction: t('Preparing your auction…'),
  normal_bid: t('Preparing your bid…'),
  bid_auction: t('Preparing your bid…'),
  cancel: t('Preparing the cancellation…'),
  cancel_all: t('Preparing the cancellation…'),
  clean_up: t('Preparing the cancellation…'),
  reprice_cancel: t('Preparing the cancellation…'),
  swap_revoke: t('Preparing the cancellation…'),
  burn: t('Preparing to burn it…'),
  trust_line: t('Preparing the trust line…'),
  mint: t('Preparing the mint…'),
  mint_many: t('Preparing the mint…'),
  modify: t('Preparing the change…'),
  reprice: t('Preparing the change…'),
  reprice_many: t('Preparing the change…'),
  authorize_minter: t('Preparing the permission…'),
  swap: t('Preparing the swap…'),
  swap_agree: t('Preparing the swap…'),
}

/**
 * The state between the button and the wallet. It is rendered before it is busy, so that screen readers announce it.
 */
export function Preparing({ purpose, busy }: { purpose: RequestPurpose; busy: boolean }) {
  return (
    <div role="status" className={css.preparing}>
      {busy && (
        <p className={css.words}>
          <Spinner />
          {words[purpose]}
        </p>
      )}
    </div>
  )
}
