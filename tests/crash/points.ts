/** Minimum number of points per flow: commits, signer calls, submissions and replies, each before and after. */
const recorded: Record<string, number> = {
  buy_now: 44,
  page_wallet_buy: 60,
  lost_race: 80,
  accept_listing: 20,
  accept_bid: 36,
  auction: 50,
  auction_without_bids: 38,
  demand_buy: 70,
  demand_unpaid: 130,
  random_buy: 130,
  print_lapsed: 240,
  print_claim: 180,
  batch_print_claim: 70,
  print_shared: 130,
  print_owed: 195,
  print_closed: 240,
  print_last_number: 300,
  print_announced: 150,
  batch_print_shared: 74,
  batch_print_undone: 240,
  payout_refused: 98,
  guarded_buy: 46,
  batch_buy_now: 21,
  batch_lost_race: 44,
  batch_accept_bid: 21,
  batch_demand_buy: 24,
  batch_guarded_buy: 21,
  batch_gone: 28,
  batch_superseded: 24,
  batch_demand_rejected: 44,
  batch_cart: 21,
  batch_cart_direct: 20,
  batch_cart_gone: 30,
  batch_list: 20,
  batch_reprice: 20,
  batch_list_superseded: 40,
  batch_mint: 28,
  batch_swap: 56,
  batch_swap_lapsed: 96,
  batch_buy_now_by_ticket: 100,
  batch_accept_bid_by_ticket: 100,
  batch_demand_buy_by_ticket: 100,
  batch_cart_by_ticket: 100,
  batch_swap_by_ticket: 100,
  bid_sale: 40,
  bid_revoked: 40,
  bid_withdrawn: 40,
}

/**
 * Checks the number of points of a flow.
 * @throws Error if a flow has fewer points than recorded, because crashes would not be tested
 */
export function expectPoints(flow: string, count: number): void {
  const minimum = recorded[flow]
  if (minimum === undefined) throw new Error(`No number of crash points is recorded for ${flow}.`)
  if (count < minimum)
    throw new Error(`${flow} has ${count} crash points, fewer than the recorded ${minimum}.`)
}
