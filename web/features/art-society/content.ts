import { m } from '#web/messages.ts'

export const values = [
  [m.art_society_content_creative, m.art_society_content_work_comes_first_show],
  [m.art_society_content_collaborative, m.art_society_content_artists_collectors_developers_build],
  [m.art_society_content_community_centric, m.art_society_content_marketplace_earns_sale_small],
] as const

export const advantages = [
  [m.art_society_content_fast_low_cost_transactions, m.art_society_content_sale_settled_ledger_seconds],
  [m.art_society_content_security, m.art_society_content_keys_stay_wallet_nothing],
  [m.art_society_content_built_in_royalties, m.art_society_content_ledger_itself_pays_creator],
  [m.art_society_content_sustainability, m.art_society_content_xrp_ledger_needs_no],
  [m.art_society_content_friendly_interface, m.art_society_content_every_amount_itemised_before],
  [m.art_society_content_roadmap, m.art_society_content_lending_fractional_ownership_vr],
] as const
