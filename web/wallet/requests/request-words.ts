import { m } from '#web/messages.ts'

/** Every purpose of a sign request. */
export type RequestPurpose =
  | 'buy_now'
  | 'buy_cart'
  | 'accept_sell'
  | 'accept_transfer'
  | 'accept_bid'
  | 'sell_now'
  | 'normal_sell'
  | 'normal_bid'
  | 'run_auction'
  | 'bid_auction'
  | 'transfer'
  | 'cancel'
  | 'burn'
  | 'trust_line'
  | 'clean_up'
  | 'mint'
  | 'modify'
  | 'demand_buy'
  | 'buy_random'
  | 'authorize_minter'
  | 'cancel_all'
  | 'list_many'
  | 'reprice_many'
  | 'reprice'
  | 'reprice_cancel'
  | 'mint_many'
  | 'swap'
  | 'swap_agree'
  | 'swap_revoke'

interface Words {
  /** Title while the request runs. */
  running: (title: string) => string
  /** Shown in the tray when done. */
  short: string
  /** Title when done. */
  done: (title: string) => string
  /** One sentence on what changed. */
  sentence: (facts: { title: string; amount: string; fee: string | null }) => string
  /** What it means or what comes next. */
  reassurance: string
  /** Title when it failed. */
  failed: string
  /** Precedes the amount. */
  label: string
  /** Shown before signing: what happens afterwards. */
  afterwards: string
}

const onceValidated = m.wallet_request_once_validated
const mine: Pick<Words, 'done' | 'short' | 'failed' | 'running' | 'label'> = {
  done: (title) => m.wallet_request_buy_done({ title }),
  short: m.wallet_request_buy_short,
  failed: m.wallet_request_buy_failed,
  running: (title) => m.wallet_request_buy_running({ title }),
  label: m.wallet_request_buy_label,
}
const reserve = m.wallet_request_offer_reserve
const bid: Omit<Words, 'reassurance'> = {
  running: (title) => m.wallet_request_bid_running({ title }),
  short: m.wallet_request_bid_short,
  done: () => m.wallet_request_bid_done,
  sentence: ({ title, amount }) => m.wallet_request_bid_sentence({ title, amount }),
  failed: m.wallet_request_bid_failed,
  label: m.wallet_request_bid_label,
  afterwards: onceValidated,
}

export const requestWords: Record<RequestPurpose, Words> = {
  mint: {
    running: (title) => m.wallet_request_mint_running({ title }),
    short: m.wallet_request_mint_short,
    done: (title) => m.wallet_request_mint_done({ title }),
    sentence: () => m.wallet_request_mint_sentence,
    reassurance: m.wallet_request_mint_reassurance,
    failed: m.wallet_request_mint_failed,
    label: '',
    afterwards: onceValidated,
  },
  modify: {
    running: (title) => m.wallet_request_modify_running({ title }),
    short: m.wallet_request_modify_short,
    done: (title) => m.wallet_request_modify_done({ title }),
    sentence: () => m.wallet_request_modify_sentence,
    reassurance: m.wallet_request_modify_reassurance,
    failed: m.wallet_request_modify_failed,
    label: '',
    afterwards: m.wallet_request_modify_afterwards,
  },
  demand_buy: {
    ...mine,
    sentence: ({ amount }) => m.wallet_request_demand_buy_sentence({ amount }),
    reassurance: m.wallet_request_demand_buy_reassurance,
    afterwards: m.wallet_request_demand_buy_afterwards,
  },
  buy_random: {
    ...mine,
    done: () => m.wallet_request_buy_random_done,
    sentence: ({ amount }) => m.wallet_request_buy_random_sentence({ amount }),
    reassurance: m.wallet_request_buy_random_reassurance,
    afterwards: m.wallet_request_buy_random_afterwards,
  },
  buy_now: {
    ...mine,
    sentence: ({ amount, fee }) =>
      fee === null
        ? m.wallet_request_buy_now_sentence({ amount })
        : m.wallet_request_buy_now_sentence_with_fee({ amount, fee }),
    reassurance: m.wallet_request_buy_now_reassurance,
    afterwards: m.wallet_request_buy_now_afterwards,
  },
  buy_cart: {
    ...mine,
    done: (title) => m.wallet_request_buy_cart_done({ title }),
    sentence: ({ amount }) => m.wallet_request_buy_cart_sentence({ amount }),
    reassurance: m.wallet_request_buy_cart_reassurance,
    afterwards: m.wallet_request_buy_cart_afterwards,
  },
  accept_sell: {
    ...mine,
    sentence: ({ amount }) => m.wallet_request_accept_sell_sentence({ amount }),
    reassurance: m.wallet_request_accept_sell_reassurance,
    afterwards: m.wallet_request_accept_sell_afterwards,
  },
  accept_transfer: {
    ...mine,
    short: m.wallet_request_accept_transfer_short,
    failed: m.wallet_request_accept_transfer_failed,
    running: (title) => m.wallet_request_accept_transfer_running({ title }),
    sentence: () => m.wallet_request_accept_transfer_sentence,
    reassurance: m.wallet_request_accept_transfer_reassurance,
    afterwards: m.wallet_request_accept_transfer_afterwards,
  },
  accept_bid: {
    running: (title) => m.wallet_request_accept_bid_running({ title }),
    short: m.wallet_request_accept_bid_short,
    done: (title) => m.wallet_request_accept_bid_done({ title }),
    sentence: ({ amount }) => m.wallet_request_accept_bid_sentence({ amount }),
    reassurance: m.wallet_request_accept_bid_reassurance,
    failed: m.wallet_request_accept_bid_failed,
    label: m.wallet_request_accept_bid_label,
    afterwards: m.wallet_request_accept_bid_afterwards,
  },
  sell_now: {
    running: (title) => m.wallet_request_sell_now_running({ title }),
    short: m.wallet_request_sell_now_short,
    done: (title) => m.wallet_request_sell_now_done({ title }),
    sentence: ({ amount }) => m.wallet_request_sell_now_sentence({ amount }),
    reassurance: reserve,
    failed: m.wallet_request_sell_now_failed,
    label: m.wallet_request_sell_now_label,
    afterwards: onceValidated,
  },
  normal_sell: {
    running: (title) => m.wallet_request_normal_sell_running({ title }),
    short: m.wallet_request_normal_sell_short,
    done: (title) => m.wallet_request_normal_sell_done({ title }),
    sentence: ({ amount }) => m.wallet_request_normal_sell_sentence({ amount }),
    reassurance: reserve,
    failed: m.wallet_request_normal_sell_failed,
    label: m.wallet_request_normal_sell_label,
    afterwards: onceValidated,
  },
  normal_bid: {
    ...bid,
    reassurance: m.wallet_request_normal_bid_reassurance,
  },
  bid_auction: {
    ...bid,
    reassurance: m.wallet_request_bid_auction_reassurance,
  },
  run_auction: {
    running: (title) => m.wallet_request_run_auction_running({ title }),
    short: m.wallet_request_run_auction_short,
    done: (title) => m.wallet_request_run_auction_done({ title }),
    sentence: ({ amount }) => m.wallet_request_run_auction_sentence({ amount }),
    reassurance: m.wallet_request_run_auction_reassurance,
    failed: m.wallet_request_run_auction_failed,
    label: m.wallet_request_run_auction_label,
    afterwards: onceValidated,
  },
  transfer: {
    running: (title) => m.wallet_request_transfer_running({ title }),
    short: m.wallet_request_transfer_short,
    done: (title) => m.wallet_request_transfer_done({ title }),
    sentence: () => m.wallet_request_transfer_sentence,
    reassurance: m.wallet_request_transfer_reassurance,
    failed: m.wallet_request_transfer_failed,
    label: m.wallet_request_transfer_label,
    afterwards: onceValidated,
  },
  cancel: {
    running: (title) => m.wallet_request_cancel_running({ title }),
    short: m.wallet_request_cancel_short,
    done: () => m.wallet_request_cancel_done,
    sentence: ({ title }) => m.wallet_request_cancel_sentence({ title }),
    reassurance: m.wallet_request_cancel_reassurance,
    failed: m.wallet_request_cancel_failed,
    label: m.wallet_request_cancel_label,
    afterwards: m.wallet_request_cancel_afterwards,
  },
  burn: {
    running: (title) => m.wallet_request_burn_running({ title }),
    short: m.wallet_request_burn_short,
    done: (title) => m.wallet_request_burn_done({ title }),
    sentence: () => m.wallet_request_burn_sentence,
    reassurance: m.wallet_request_burn_reassurance,
    failed: m.wallet_request_burn_failed,
    label: '',
    afterwards: m.wallet_request_burn_afterwards,
  },
  trust_line: {
    running: (title) => m.wallet_request_trust_line_running({ title }),
    short: m.wallet_request_trust_line_short,
    done: () => m.wallet_request_trust_line_done,
    sentence: ({ title }) => m.wallet_request_trust_line_sentence({ title }),
    reassurance: m.wallet_request_trust_line_reassurance,
    failed: m.wallet_request_trust_line_failed,
    label: '',
    afterwards: m.wallet_request_trust_line_afterwards,
  },
  cancel_all: {
    running: (title) => m.wallet_request_cancel_all_running({ title }),
    short: m.wallet_request_cancel_all_short,
    done: () => m.wallet_request_cancel_all_done,
    sentence: ({ title }) => m.wallet_request_cancel_all_sentence({ title }),
    reassurance: m.wallet_request_cancel_all_reassurance,
    failed: m.wallet_request_cancel_all_failed,
    label: '',
    afterwards: m.wallet_request_cancel_all_afterwards,
  },
  list_many: {
    running: (title) => m.wallet_request_list_many_running({ title }),
    short: m.wallet_request_list_many_short,
    done: (title) => m.wallet_request_list_many_done({ title }),
    sentence: () => m.wallet_request_list_many_sentence,
    reassurance: m.wallet_request_list_many_reassurance,
    failed: m.wallet_request_list_many_failed,
    label: '',
    afterwards: onceValidated,
  },
  reprice_many: {
    running: (title) => m.wallet_request_reprice_many_running({ title }),
    short: m.wallet_request_reprice_many_short,
    done: (title) => m.wallet_request_reprice_many_done({ title }),
    sentence: () => m.wallet_request_reprice_many_sentence,
    reassurance: m.wallet_request_reprice_many_reassurance,
    failed: m.wallet_request_reprice_many_failed,
    label: '',
    afterwards: m.wallet_request_reprice_many_afterwards,
  },
  reprice: {
    running: (title) => m.wallet_request_reprice_running({ title }),
    short: m.wallet_request_reprice_short,
    done: (title) => m.wallet_request_reprice_done({ title }),
    sentence: ({ amount }) => m.wallet_request_reprice_sentence({ amount }),
    reassurance: m.wallet_request_reprice_reassurance,
    failed: m.wallet_request_reprice_failed,
    label: m.wallet_request_reprice_label,
    afterwards: onceValidated,
  },
  reprice_cancel: {
    running: (title) => m.wallet_request_reprice_cancel_running({ title }),
    short: m.wallet_request_reprice_cancel_short,
    done: () => m.wallet_request_reprice_cancel_done,
    sentence: ({ title, amount }) => m.wallet_request_reprice_cancel_sentence({ title, amount }),
    reassurance: m.wallet_request_reprice_cancel_reassurance,
    failed: m.wallet_request_reprice_cancel_failed,
    label: m.wallet_request_reprice_cancel_label,
    afterwards: m.wallet_request_reprice_cancel_afterwards,
  },
  mint_many: {
    running: (title) => m.wallet_request_mint_many_running({ title }),
    short: m.wallet_request_mint_many_short,
    done: (title) => m.wallet_request_mint_many_done({ title }),
    sentence: () => m.wallet_request_mint_many_sentence,
    reassurance: m.wallet_request_mint_many_reassurance,
    failed: m.wallet_request_mint_many_failed,
    label: '',
    afterwards: onceValidated,
  },
  authorize_minter: {
    running: (title) => m.wallet_request_authorize_minter_running({ title }),
    short: m.wallet_request_authorize_minter_short,
    done: () => m.wallet_request_authorize_minter_done,
    sentence: ({ title }) => m.wallet_request_authorize_minter_sentence({ title }),
    reassurance: m.wallet_request_authorize_minter_reassurance,
    failed: m.wallet_request_authorize_minter_failed,
    label: '',
    afterwards: m.wallet_request_authorize_minter_afterwards,
  },
  swap: {
    running: (title) => m.wallet_request_swap_running({ title }),
    short: m.wallet_request_swap_short,
    done: () => m.wallet_request_swap_done,
    sentence: ({ title }) => m.wallet_request_swap_sentence({ title }),
    reassurance: m.wallet_request_swap_reassurance,
    failed: m.wallet_request_swap_failed,
    label: '',
    afterwards: m.wallet_request_swap_afterwards,
  },
  swap_agree: {
    running: (title) => m.wallet_request_swap_agree_running({ title }),
    short: m.wallet_request_swap_agree_short,
    done: () => m.wallet_request_swap_agree_done,
    sentence: ({ title }) => m.wallet_request_swap_agree_sentence({ title }),
    reassurance: m.wallet_request_swap_agree_reassurance,
    failed: m.wallet_request_swap_agree_failed,
    label: '',
    afterwards: m.wallet_request_swap_agree_afterwards,
  },
  swap_revoke: {
    running: (title) => m.wallet_request_swap_revoke_running({ title }),
    short: m.wallet_request_swap_revoke_short,
    done: () => m.wallet_request_swap_revoke_done,
    sentence: () => m.wallet_request_swap_revoke_sentence,
    reassurance: m.wallet_request_swap_revoke_reassurance,
    failed: m.wallet_request_swap_revoke_failed,
    label: '',
    afterwards: m.wallet_request_swap_revoke_afterwards,
  },
  clean_up: {
    running: (title) => m.wallet_request_clean_up_running({ title }),
    short: m.wallet_request_clean_up_short,
    done: () => m.wallet_request_clean_up_done,
    sentence: ({ title }) => m.wallet_request_clean_up_sentence({ title }),
    reassurance: m.wallet_request_clean_up_reassurance,
    failed: m.wallet_request_clean_up_failed,
    label: '',
    afterwards: m.wallet_request_clean_up_afterwards,
  },
}
