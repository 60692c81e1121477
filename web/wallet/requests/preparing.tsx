import { m } from '#web/messages.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import css from './preparing.module.css'
import type { RequestPurpose } from './request-words.ts'

const words: Record<RequestPurpose, string> = {
  buy_now: m.wallet_preparing_purchase,
  buy_cart: m.wallet_preparing_purchase,
  accept_sell: m.wallet_preparing_purchase,
  demand_buy: m.wallet_preparing_purchase,
  buy_random: m.wallet_preparing_draw,
  accept_transfer: m.wallet_preparing_transfer,
  transfer: m.wallet_preparing_transfer,
  accept_bid: m.wallet_preparing_sale,
  sell_now: m.wallet_preparing_listing,
  normal_sell: m.wallet_preparing_listing,
  list_many: m.wallet_preparing_listing,
  run_auction: m.wallet_preparing_auction,
  normal_bid: m.wallet_preparing_bid,
  bid_auction: m.wallet_preparing_bid,
  cancel: m.wallet_preparing_cancel,
  cancel_all: m.wallet_preparing_cancel,
  clean_up: m.wallet_preparing_cancel,
  reprice_cancel: m.wallet_preparing_cancel,
  swap_revoke: m.wallet_preparing_cancel,
  burn: m.wallet_preparing_burn,
  trust_line: m.wallet_preparing_trust_line,
  mint: m.wallet_preparing_mint,
  mint_many: m.wallet_preparing_mint,
  modify: m.wallet_preparing_change,
  reprice: m.wallet_preparing_change,
  reprice_many: m.wallet_preparing_change,
  authorize_minter: m.wallet_preparing_permission,
  swap: m.wallet_preparing_swap,
  swap_agree: m.wallet_preparing_swap,
}

/** What happens between the button and the wallet. It is rendered before it is busy, so that screen readers announce it. */
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
