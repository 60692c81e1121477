// Written by dev/messages/types.ts from messages/en. Do not edit: run `npm run messages`.
export interface Catalogue {
  admin_page_operations: {}
  admin_page_how_things_stand: {}
  admin_table_all_columns: { title: "text" }
  admin_table_since: {}
  admin_table_state: {}
  admin_audit_section_when: {}
  admin_audit_section_who: {}
  admin_audit_section_what: {}
  admin_audit_section_subject: {}
  admin_audit_section_before: {}
  admin_audit_section_after: {}
  admin_audit_section_the_audit_log: {}
  admin_audit_section_audit_log: {}
  admin_audit_section_nothing_decided_yet: {}
  admin_audit_section_show_more: {}
  admin_feature_nft_remove_from_featured: {}
  admin_feature_nft_set_featured: {}
  admin_overview_sections_following_ledger_sales_tickets: {}
  admin_overview_sections_statistics_price_metadata_syncs: {}
  admin_overview_sections_seeds_epochs_draws: {}
  admin_overview_sections_pins: {}
  admin_overview_sections_purpose: {}
  admin_overview_sections_kind: {}
  admin_overview_sections_preliminary: {}
  admin_overview_sections_artist: {}
  admin_overview_sections_attempt: {}
  admin_overview_sections_last_refusal: {}
  admin_overview_sections_nfts_with_unknown_accounts: {}
  admin_overview_sections_not_found: {}
  admin_overview_sections_jobs: {}
  admin_overview_sections_last_run: {}
  admin_overview_sections_job: {}
  admin_overview_sections_times: {}
  admin_overview_sections_latest_error: {}
  admin_overview_sections_server: {}
  admin_overview_sections_in_use: {}
  admin_overview_sections_version: {}
  admin_overview_sections_last_answer: {}
  admin_overview_sections_latest_ledger: {}
  admin_overview_sections_journal: {}
  admin_overview_sections_nothing_is_under_way: {}
  admin_overview_sections_stuck_requests: {}
  admin_overview_sections_no_request_is_stuck: {}
  admin_overview_sections_payouts_owed: {}
  admin_overview_sections_nothing_is_owed: {}
  admin_overview_sections_incomplete_syncs: {}
  admin_overview_sections_latest_sync_each_collection: {}
  admin_overview_sections_no_job_run_yet: {}
  admin_overview_sections_ledger_servers: {}
  admin_overview_sections_no_server_is_configured: {}
  admin_overview_sections_not_understood_in_ledgers: {}
  admin_overview_sections_everything_was_understood: {}
  admin_overview_sections_failed_jobs: {}
  admin_overview_sections_no_job_has_failed: {}
  admin_overview_sections_none_can_used_site: {}
  admin_overview_sections_amendment_not_know_majority: {}
  admin_overview_sections_batch_is_in_force: {}
  admin_overview_sections_batch_not_force_not: {}
  admin_overview_sections_ledger_lag: {}
  admin_overview_sections_nothing_followed_yet: {}
  admin_overview_sections_ledger_servers_in_use: {}
  admin_overview_sections_of: { number: "text"; number2: "text" }
  admin_overview_sections_not_understood: {}
  admin_overview_sections_files_failed: {}
  admin_overview_sections_free_tickets: {}
  admin_overview_sections_not_looked_at_yet: {}
  admin_overview_sections_room_for_reserved_works: {}
  admin_overview_sections_reserve_to_send: {}
  admin_pins_section_file: {}
  admin_pins_section_tries: {}
  admin_pins_section_error: {}
  admin_pins_section_mend: {}
  admin_pins_section_no_file_trouble: {}
  admin_pins_section_try_again: { cid: "text" }
  admin_pins_section_try_again_label: {}
  admin_overview_sections_ledger: {}
  admin_overview_sections_never: {}
  admin_overview_sections_running: {}
  admin_overview_sections_idle: {}
  alert_title: { kind: ["airdrop","announced","auction_ending","bid_received","listing_ended","offer_accepted","outbid","price_drop","settled","sold"]; work: "text" }
  alert_text: { kind: ["airdrop","announced","auction_ending","bid_received","listing_ended","offer_accepted","outbid","outbid_before","price_drop","price_drop_before","settled","sold"]; name: "text"; price: "text"; before: "text"; work: "text" }
  alert_somebody: {}
  alert_a_work: {}
  alert_a_price: {}
  alert_several: { count: "count" }
  art_society_art_society_core_values: {}
  art_society_art_society_members: {}
  art_society_art_society_advantages: {}
  art_society_art_society_art_society: {}
  art_society_art_society_artists_developers_make_xrp: {}
  art_society_carousel_back: { label: "text" }
  art_society_carousel_play: { label: "text" }
  art_society_carousel_stop: { label: "text" }
  art_society_carousel_on: { label: "text" }
  art_society_content_creative: {}
  art_society_content_work_comes_first_show: {}
  art_society_content_collaborative: {}
  art_society_content_community_centric: {}
  art_society_content_artists_collectors_developers_build: {}
  art_society_content_marketplace_earns_sale_small: {}
  art_society_content_fast_low_cost_transactions: {}
  art_society_content_sale_settled_ledger_seconds: {}
  art_society_content_security: {}
  art_society_content_keys_stay_wallet_nothing: {}
  art_society_content_built_in_royalties: {}
  art_society_content_ledger_itself_pays_creator: {}
  art_society_content_sustainability: {}
  art_society_content_xrp_ledger_needs_no: {}
  art_society_content_friendly_interface: {}
  art_society_content_every_amount_itemised_before: {}
  art_society_content_roadmap: {}
  art_society_content_lending_fractional_ownership_vr: {}
  art_society_get_verified_get_verified: {}
  art_society_get_verified_issuer_wallet_hold_pawn: {}
  art_society_get_verified_looking_wallet_ledger: {}
  art_society_get_verified_wallet_could_not_looked: {}
  art_society_get_verified_next: { link: "tag" }
  art_society_get_verified_contact: {}
  art_society_get_verified_verify_my_nft_project: {}
  art_society_members_artist: {}
  art_society_members_developer: {}
  cart_drawer_cart: {}
  cart_drawer_open_as_a_page: {}
  cart_menu_cart: { count: "count" }
  cart_promo_the_collection: {}
  cart_promo_promo_code_of: { name: "text" }
  cart_promo_connect_wallet_enter: {}
  cart_promo_use_the_code: {}
  cart_results_buy_again_each_work: {}
  cart_results_signature_happens_whole_not: {}
  cart_results_come_signature_can_still: { groupTitle: "text" }
  cart_results_bought: {}
  cart_results_yours: { groupTitle: "text"; count: "count" }
  cart_results_clear_what_is_done: {}
  cart_row_being_checked: {}
  cart_row_remove_from_the_cart: { name: "text" }
  cart_row_take_new_price: { name: "text" }
  cart_row_take_the_new_price: {}
  cart_row_with_the_fee_of: { amount: "text" }
  cart_row_direct_offer_without_fee: {}
  cart_row_with_fee_and_royalty: { fee: "text"; royalty: "text" }
  cart_row_direct_offer_with_royalty: { royalty: "text" }
  cart_row_waiting_for_its_turn: {}
  cart_row_not_bought: {}
  cart_run_nothing_was_bought: {}
  cart_run_works: { count: "text" }
  cart_totals_total_in: { name: "text" }
  cart_totals_prices: {}
  cart_totals_marketplace_fees: {}
  cart_totals_royalties_in_the_prices: {}
  cart_totals_you_pay: {}
  cart_totals_transfer_fee_issuer_included: {}
  cart_totals_kept_reserve_while_buy: {}
  cart_totals_transaction_costs: {}
  cart_totals_you_can_spend: {}
  cart_totals_left_to_spend_afterwards: {}
  cart_totals_lack_remove_work_get: { amount: "text"; name: "text" }
  cart_view_your_cart_is_empty: {}
  cart_view_put_listed_works_into: {}
  cart_view_prices_changed_since_looked: {}
  cart_view_works_in_the_cart: {}
  cart_view_you_sign_once: {}
  cart_view_sign_times_after_another: { count: "text" }
  cart_view_signature_covers_happens_whole: { times: "text" }
  cart_view_nothing_paid_before: { signaturesIn: "text" }
  cart_view_offline_cart_kept_buying: {}
  cart_view_connect_wallet_to_buy: {}
  cart_view_buy_1_work: {}
  cart_view_buy_works: { count: "text" }
  cart_view_remove_all_works_clear: { count: "text"; button: "tag"; button2: "tag" }
  cart_view_clear: {}
  cart_use_cart_run_no_answer_still_cart: {}
  cart_promo_asks_for_code: { count: "count"; name: "text" }
  cart_results_purchase_next: {}
  cart_results_purchase_of: { title: "text" }
  cart_totals_currency_frozen: { name: "text" }
  collection_analytics_tab_all: {}
  collection_analytics_tab_analytics: {}
  collection_analytics_tab_range: {}
  collection_analytics_tab_count_marked_sales: {}
  collection_analytics_tab_which_sales_are_marked: {}
  collection_analytics_tab_when: {}
  collection_analytics_tab_work: {}
  collection_analytics_tab_rarity_rank: {}
  collection_analytics_tab_marked: {}
  collection_analytics_tab_marked_among_them: {}
  collection_analytics_tab_marked_not_counted: {}
  collection_analytics_tab_all_figures_xrp_begin: { moment: "text" }
  collection_analytics_tab_funded_accounts_sales_not: { unknown: "text"; accounts: "text" }
  collection_analytics_tab_cheapest_listing_end_each: {}
  collection_analytics_tab_day: {}
  collection_analytics_tab_no_listings_yet: {}
  collection_analytics_tab_buyers_paid_each_day: {}
  collection_analytics_tab_sales_day: { day: "text"; xrp: "text"; sales: "text" }
  collection_analytics_tab_no_sales_time: {}
  collection_analytics_tab_each_dot_sale_marked: {}
  collection_analytics_tab_listing_depth: {}
  collection_analytics_tab_how_many_works_listed: {}
  collection_analytics_tab_works_at_it: {}
  collection_analytics_tab_works_up_to_it: {}
  collection_analytics_tab_nothing_is_listed: {}
  collection_analytics_tab_price_by_rarity: {}
  collection_analytics_tab_same_sales_rarity_rank: {}
  collection_analytics_tab_no_sale_work_rarity: {}
  collection_analytics_tab_nothing_listed: {}
  collection_analytics_tab_up_to: { total: "count"; xrp: "text" }
  collection_analytics_tab_the_figures: {}
  collection_owners_tab_the_owners: {}
  collection_owners_tab_no_owners_yet: {}
  collection_owners_tab_nothing_collection_ledger: {}
  collection_owners_tab_and_more: { least: "text" }
  collection_owners_tab_to: { least: "text"; most: "text" }
  collection_owners_tab_unique_owners: {}
  collection_owners_tab_held_by_the_top: { min: "text" }
  collection_owners_tab_top_holders: {}
  collection_owners_tab_share_of: { account: "text" }
  collection_owners_tab_distribution: {}
  collection_owners_tab_works_held: {}
  collection_owners_tab_share_of_owners: {}
  collection_owners_tab_owners_of: { groupName: "text" }
  collection_sales_list_sales_last_24_hours: {}
  collection_sales_list_sales_last_7_days: {}
  collection_sales_list_sales_of: { day: "text" }
  collection_sales_list_all_sales_time: {}
  collection_sales_list_show_every_day: {}
  collection_sales_list_choose_a_longer_time: {}
  collection_sales_list_from: {}
  collection_sales_list_to: {}
  collection_sales_list_transaction: { txid: "text" }
  collection_actions_collection_actions: {}
  collection_actions_reload: {}
  collection_activity_listings: {}
  collection_activity_bids: {}
  collection_activity_transfers: {}
  collection_activity_mints: {}
  collection_activity_events: {}
  collection_activity_activity: {}
  collection_activity_no_activity_yet: {}
  collection_activity_no_such_events_yet: {}
  collection_activity_happens_works_collection_appears: {}
  collection_activity_event: {}
  collection_activity_from_and_to: {}
  collection_activity_from: { address: "text" }
  collection_activity_by: { address: "text" }
  collection_activity_to: { address: "text" }
  collection_activity_the_activity: {}
  collection_figures_floor_price: {}
  collection_figures_none_listed: {}
  collection_figures_best_offer: {}
  collection_figures_none: {}
  collection_figures_24h_volume: {}
  collection_figures_7d_volume: {}
  collection_figures_total_volume: {}
  collection_figures_not_counted: { markedSales: "count" }
  collection_figures_none_yet: {}
  collection_figures_minted: {}
  collection_figures_listed: {}
  collection_header_by: { address: "text" }
  collection_header_collection_not_announced_yet: {}
  collection_items_no_items_yet: {}
  collection_items_works_appear_soon_minted: {}
  collection_items_sort: {}
  collection_items_no_items_fit_filters: {}
  collection_page_collection_opx: {}
  collection_page_draws: {}
  collection_page_create_offers: {}
  collection_page_whitelist: {}
  collection_page_blacklist: {}
  collection_page_collection_not_found: {}
  collection_page_all_collections: {}
  collection_page_the_collection: {}
  collection_create_offer_tab_hold_no_nfts_collection: {}
  collection_create_offer_tab_mint_get_back_stands: {}
  collection_create_offer_tab_your_nfts: {}
  collection_draws_tab_work_draw_gives_decided: {}
  collection_draws_tab_works_artist_minted_listed: {}
  collection_draws_tab_how_draws_made_verified: {}
  collection_draws_tab_download_the_verifier: {}
  collection_draws_tab_no_draws_yet: {}
  collection_draws_tab_every_draw_collection_appears: {}
  collection_draws_tab_sold: {}
  collection_draws_tab_held: {}
  collection_draws_tab_not_paid_in_time: {}
  collection_draws_tab_withheld: {}
  collection_draws_tab_sold_out: {}
  collection_draws_tab_waiting_for_the_ledger: {}
  collection_draws_tab_being_drawn: {}
  collection_draws_tab_held_for_its_buyer: {}
  collection_draws_tab_withheld_by_the_marketplace: {}
  collection_draws_tab_nothing_was_left: {}
  collection_draws_tab_number: {}
  collection_draws_tab_state: {}
  collection_draws_tab_shown_after_its_sale: {}
  collection_draws_tab_the_work: {}
  collection_draws_tab_the_draws: {}
  collection_verify_panel_reading_the_record: {}
  collection_verify_panel_reading_transactions_marketplace: {}
  collection_verify_panel_reading_older_transactions: {}
  collection_verify_panel_reading_ledgers: {}
  collection_verify_panel_drawing_again: {}
  collection_verify_panel_address_begin_https: {}
  collection_verify_panel_give_address_node_e: {}
  collection_verify_panel_paste_receipt_copied_after: {}
  collection_verify_panel_receipt_another_collection: {}
  collection_verify_panel_name_two_different_nodes: {}
  collection_verify_panel_verify: {}
  collection_verify_panel_browser_asks_two_nodes: {}
  collection_verify_panel_first_node: {}
  collection_verify_panel_second_node: {}
  collection_verify_panel_verify_all_draws: {}
  collection_verify_panel_i_have_a_receipt: {}
  collection_verify_panel_receipt: {}
  collection_verify_panel_of: { done: "count"; total: "count" }
  collection_verify_panel_right: {}
  collection_verify_panel_refused: {}
  collection_verify_panel_not_checked: {}
  collection_draft_choose_a_picture: {}
  collection_draft_give_a_taxon_number: {}
  collection_draft_give_a_royalty: {}
  collection_form_required: {}
  collection_form_picture: {}
  collection_form_name: {}
  collection_form_description: {}
  collection_form_taxon: {}
  collection_form_number_nfts_taxon_make: {}
  collection_form_taxon_cannot_changed: {}
  collection_form_royalty: {}
  collection_form_share_every_later_sale: {}
  collection_form_promo_code: {}
  collection_form_least_characters_can_see: { minPromoLetters: "text" }
  collection_form_nothing_typed_lost: { sentenceOf: "text" }
  collection_form_picture_way: {}
  collection_form_create_collection: {}
  collection_form_save_changes: {}
  collection_form_thing_put_right: {}
  collection_form_things_to_put_right: { count: "text" }
  collection_preview_preview_of_the_card: {}
  collection_preview_preview: {}
  collection_preview_name_of_the_collection: {}
  collection_preview_its_description: {}
  collection_create_collection_create_a_collection_opx: {}
  collection_create_collection_create_a_collection: {}
  collection_create_collection_request_completed_successfully: {}
  collection_create_collection_is_created: { name: "text" }
  collection_edit_collection_edit_your_collection_opx: {}
  collection_edit_collection_edit_your_collection: {}
  collection_edit_collection_changes_have_been_saved: {}
  collection_sale_fields_making_and_selling: {}
  collection_sale_fields_works_minted_somebody_buys: {}
  collection_sale_fields_on_demand_mint: {}
  collection_sale_fields_buyers_get_work_chance: {}
  collection_sale_fields_random_buy: {}
  collection_sale_fields_can_give_nfts_new: {}
  collection_sale_fields_mutable_nfts: {}
  collection_sale_fields_collection_shown_nothing_can: {}
  collection_sale_fields_works_can_bought_cannot: {}
  collection_sale_fields_pre_announce: {}
  collection_sale_fields_announce: {}
  collection_sale_fields_buyers_know_code_can: {}
  collection_sale_fields_promo_access: {}
  collection_items_chips_from_xrp: { price: "text" }
  collection_items_chips_to_xrp: { price: "text" }
  collection_items_chips_owned_by: { name: "text" }
  collection_items_filters_name: {}
  collection_items_filters_search_by_name: {}
  collection_items_filters_sale: {}
  collection_items_filters_price_in_xrp: {}
  collection_items_filters_token: {}
  collection_items_filters_address: {}
  collection_items_filters_of: { active: "text"; count: "text" }
  collection_items_search_recommended: {}
  collection_items_search_listed_newest_first: {}
  collection_items_search_listed_oldest_first: {}
  collection_items_search_rarity_rarest_first: {}
  collection_items_search_rarity_most_common_first: {}
  collection_items_search_price_lowest_first: {}
  collection_items_search_price_highest_first: {}
  collection_items_search_buyable: {}
  collection_items_search_on_auction: {}
  collection_items_search_mintable: {}
  collection_items_search_on_demand: {}
  collection_items_search_burnable: {}
  collection_items_search_transferable: {}
  collection_items_search_only_xrp: {}
  collection_items_search_trustline: {}
  collection_items_search_sale_collector: {}
  collection_items_search_listed_price_anyone_can: {}
  collection_items_search_no_price_now: {}
  collection_items_search_bids_taken_until_auction: {}
  collection_items_search_minted_buy: {}
  collection_items_search_not_minted_yet_price: {}
  collection_items_search_somebody_other_artist_opx: {}
  collection_items_search_issuer_destroy: {}
  collection_items_search_sold_anyone: {}
  collection_items_search_sold_xrp: {}
  collection_items_search_issuer_takes_royalties_any: {}
  collection_access_list_form_addresses: {}
  collection_access_list_form_save: { title: "text" }
  collection_access_list_form_import: {}
  collection_access_list_form_export: {}
  collection_access_list_form_import_the: { kind: "text" }
  collection_access_list_form_these_lines_were_dropped: {}
  collection_access_list_form_lines_dropped: {}
  collection_access_list_form_line: { line: "text"; code: "text"; reason: "text" }
  collection_access_list_form_and_more: { value: "count" }
  collection_access_list_tab_the_list: {}
  collection_act_dialog_sell_offers: { count: "count" }
  collection_acts_cancel_all_sell_offers: {}
  collection_acts_cancel_all_sell_offers_name: { name: "text" }
  collection_acts_cancel_all_sell_offers_label: {}
  collection_acts_remove: { name: "text" }
  collection_acts_collection_leaves_marketplace_rules: {}
  collection_acts_remove_this_collection: {}
  collection_acts_start_a_new_epoch: {}
  collection_acts_start_new_epoch_draws: { name: "text" }
  collection_acts_announce: { name: "text" }
  collection_acts_now_everybody_can_buy: {}
  collection_acts_announce_this_collection: {}
  collection_acts_sync: {}
  collection_acts_sync_name: { name: "text" }
  collection_acts_start_the_sync: {}
  collection_acts_sync_with_metadata: {}
  collection_acts_sync_its_metadata_too: { name: "text" }
  collection_acts_sync_metadata_every_nft: {}
  collection_acts_remove_from_featured: {}
  collection_acts_set_featured: {}
  collection_acts_take_off_home_page: { name: "text" }
  collection_acts_feature_home_page: { name: "text" }
  collection_acts_noted_audit_log: {}
  collection_acts_remove_verification: {}
  collection_acts_remove_the_verification_of: { name: "text" }
  collection_acts_verify: { name: "text" }
  collection_acts_mark_goes_every_page: {}
  collection_acts_mark_stands_beside_name: {}
  collection_acts_remove_verification_label: {}
  collection_acts_verify_this_collection: {}
  collection_acts_delete_collection: {}
  collection_acts_delete: { name: "text" }
  collection_acts_collection_leaves_marketplace_rules_label: {}
  collection_acts_delete_this_collection: {}
  collection_list_kinds_1_listed_address: {}
  collection_list_kinds_listed_addresses: { count: "count" }
  collection_list_kinds_addresses_can_buy_each: {}
  collection_list_kinds_listed_addresses_can_buy: {}
  collection_list_kinds_not_force_every_address: {}
  collection_list_kinds_force_no_address_nobody: {}
  collection_list_kinds_force_can_buy: { addresses: "text" }
  collection_list_kinds_addresses_cannot_buy: {}
  collection_list_kinds_one_address_a_line: {}
  collection_list_kinds_listed_addresses_cannot_buy: {}
  collection_list_kinds_force_cannot_buy: { addresses: "text" }
  collection_list_kinds_not_force_no_address: {}
  collection_manage_menu_manage: {}
  collection_draw_results_your_draws: {}
  collection_draw_results_see_nft: { id: "text" }
  collection_random_buy_each_item_left_equally: {}
  collection_random_buy_ledger_decides_anybody_can: { link: "tag" }
  collection_random_buy_drawn_item_not_paid: {}
  collection_random_buy_quantity: {}
  collection_random_buy_give_number_1: { maxDraws: "text" }
  collection_random_buy_draw_next: { left: "count" }
  collection_random_buy_cannot_buy_random_nfts: {}
  collection_random_buy_works_still_added: {}
  collection_random_buy_draws_prepared_order_items: {}
  collection_random_buy_nothing_can_drawn_moment: {}
  collection_random_buy_everything_is_sold: {}
  collection_random_buy_first_those_at_xrp: { cheapest: "text" }
  collection_random_buy_to_xrp: { cheapest: "text"; xrpExact: "text" }
  collection_random_summary_draw_one_work_of: { name: "text" }
  collection_random_summary_draw_works_of: { quantity: "text"; name: "text" }
  collection_random_summary_sign_once_each_draw: {}
  collection_random_summary_draw: {}
  collection_random_summary_you_pay: {}
  collection_random_summary_you_pay_in_all: {}
  collection_random_summary_to: { xrpExact: "text"; xrp: "text" }
  collection_random_summary_left_marketplace_fee_2: { available: "count" }
  collection_random_summary_how_draws_work: {}
  collection_use_random_run_bought: {}
  collection_use_random_run_signer_signed_request_but: {}
  collection_use_random_run_request_rejected_signer: {}
  collection_use_random_run_request_not_signed_time: {}
  collection_use_random_run_the_request_is_failed: {}
  collection_use_random_run_an_item_of: { name: "text" }
  collection_sweep_button_buy_the_cheapest: {}
  collection_sweep_dialog_under_filters_set_prices: {}
  collection_sweep_dialog_the_cheapest_works: {}
  collection_sweep_dialog_nothing_sale_price_xrp: {}
  collection_sweep_dialog_give_whole_number_1: { maxInCart: "text" }
  collection_sweep_dialog_give_amount_xrp_most: {}
  collection_sweep_dialog_how_many: {}
  collection_sweep_dialog_highest_price_each: {}
  collection_sweep_dialog_no_limit: {}
  collection_sweep_dialog_highest_price_in_all: {}
  collection_sweep_dialog_put_1_work_into: {}
  collection_sweep_dialog_put_works_into_cart: { count: "text" }
  collection_sweep_dialog_no_work_costs_little: {}
  collection_sweep_dialog_the_that_cost_least: { found: "count" }
  collection_sweep_dialog_only_within_these_limits: { found: "count" }
  collection_sweep_dialog_what_is_bought: {}
  collection_sweep_dialog_all_marketplaces_fees: {}
  collection_random_buy_left: { count: "count" }
  collection_random_buy_left_at: { count: "count"; price: "text" }
  collection_analytics_tab_newest_of: { shown: "count"; count: "count" }
  collection_acts_cancelled_by: { count: "count"; signed: "count" }
  collection_acts_more_than_fit: { count: "count" }
  collection_random_summary_each_likely: {}
  collection_random_summary_each_likely_verifiable: {}
  collection_analytics_tab_7_days: {}
  collection_analytics_tab_30_days: {}
  collection_analytics_tab_90_days: {}
  collection_analytics_tab_1_year: {}
  collection_acts_cancel_all_description: {}
  collection_acts_epoch_description: {}
  collection_acts_sync_description: {}
  collection_items_count: { total: "count" }
  collection_analytics_tab_sales_count: { count: "count" }
  collection_access_list_form_count: { count: "count" }
  collection_access_list_form_count_wrong: { count: "count"; wrong: "count" }
  collection_verify_panel_check_nodes: {}
  collection_verify_panel_check_commitments: {}
  collection_verify_panel_check_numbers: {}
  collection_verify_panel_check_receipts: {}
  collection_verify_panel_check_anchors: {}
  collection_verify_panel_check_beacons: {}
  collection_verify_panel_check_seeds: {}
  collection_verify_panel_check_positions: {}
  collection_verify_panel_check_holds: {}
  collection_verify_panel_check_works: {}
  collection_verify_panel_check_withdrawals: {}
  collection_verify_panel_check_withheld: {}
  common_close: {}
  common_cancel: {}
  common_try_again: {}
  common_connect_wallet: {}
  common_continue_in_wallet: {}
  common_price: {}
  common_floor: {}
  common_volume: {}
  common_sales: {}
  common_last_sale: {}
  common_not_listed: {}
  common_amount: {}
  common_currency: {}
  common_account: {}
  common_transaction: {}
  common_collection: {}
  common_collections: {}
  common_no_collection: {}
  common_items: {}
  common_works: {}
  common_owner: {}
  common_owners: {}
  common_issuer: {}
  common_creator: {}
  common_taxon: {}
  common_royalty: {}
  common_description: {}
  common_help: {}
  common_edit: {}
  common_remove: {}
  common_share: {}
  common_search: {}
  common_carousel: {}
  common_labelled: { label: "text"; value: "text" }
  common_percent: { number: "text" }
  create_advanced_fields_advanced: {}
  create_advanced_fields_transferable_can_go_collector: {}
  create_advanced_fields_burnable_issuer_can_destroy: {}
  create_advanced_fields_xrp_cannot_traded_issued: {}
  create_advanced_fields_mutable_collection_says_can: {}
  create_advanced_fields_metadata_fixed_good_nfts: {}
  create_advanced_fields_memo: {}
  create_advanced_fields_goes_into_transaction_everyone: {}
  create_attributes_field_attributes: {}
  create_attributes_field_remove: { traittype: "text"; value: "text" }
  create_attributes_field_attribute_name: {}
  create_attributes_field_attribute_value: {}
  create_attributes_field_oil_on_linen: {}
  create_attributes_field_add_attribute: {}
  create_card_preview_preview_of_the_card: {}
  create_card_preview_preview: {}
  create_card_preview_untitled: {}
  create_choose_step_most_time: { maxItems: "text"; count: "text" }
  create_choose_step_is_larger_than_10mb: { name: "text" }
  create_choose_step_no_metadata_file_give: { name: "text" }
  create_choose_step_media_files: {}
  create_choose_step_max_each: { names: "text"; maxSize: "text" }
  create_choose_step_choose_media_files_drop: {}
  create_choose_step_metadata_files: {}
  create_choose_step_json_txt_file_each: {}
  create_choose_step_choose_metadata_files_drop: {}
  create_choose_step_review: {}
  create_choose_step_repeats_the_others: { name: "text" }
  create_cost_note_collection_minted_demand_adding: {}
  create_hub_single_or_bulk: {}
  create_hub_work_bulk_identical_ones: {}
  create_hub_create_nfts: {}
  create_hub_multiple: {}
  create_hub_many_works_once_each: {}
  create_hub_create_many_nfts: {}
  create_hub_home_works_picture_description: {}
  create_hub_create_a_collection: {}
  create_hub_create: {}
  create_hub_sign_every_mint_own: {}
  create_hub_connect_wallet_create: {}
  create_multiple_create_many_nfts_opx: {}
  create_nft_create_nfts_opx: {}
  create_form_problems_files_still_way_try: {}
  create_match_media_many_metadata_entries_media: { files: "count"; entries: "count" }
  create_match_media_two_media_files_called: { twice: "text" }
  create_media_choice_two_media_files_called: { name: "text" }
  create_media_choice_media_file: {}
  create_media_choice_choose_another_file_for: { name: "text" }
  create_media_choice_choose_another_file: {}
  create_media_choice_another_file_for: { name: "text" }
  create_mint_draft_smallest_price_0_1: {}
  create_mint_draft_give_a_taxon_number: {}
  create_mint_draft_give_a_royalty: {}
  create_mint_draft_choose_a_display_picture: {}
  create_mint_draft_give_count_1: { maxInBulk: "text" }
  create_mint_form_single: {}
  create_mint_form_bulk: {}
  create_mint_form_how_many: {}
  create_mint_form_count: {}
  create_mint_form_many_identical_nfts_signed: {}
  create_mint_form_add_items: { count: "text" }
  create_mint_form_add_item: {}
  create_mint_form_mint_nfts: { count: "text" }
  create_mint_form_mint_nft: {}
  create_mint_rows_mints: {}
  create_mint_rows_retry: { label: "text" }
  create_mint_rows_retry_label: {}
  create_mint_rows_transaction: { txid: "text" }
  create_mint_rows_transaction_slice: { start: "text"; end: "text" }
  create_mint_run_the_next_nft: {}
  create_mint_run_the_nft: {}
  create_mint_run_it_is: { made: ["kept"] }
  create_mint_run_all_are: { made: ["kept"]; total: "count" }
  create_mint_run_of_are: { made: ["kept"]; done: "count"; total: "count" }
  create_mint_run_your_mints: {}
  create_mint_run_mint_of_nfts: { count: "text" }
  create_mint_run_mint_of: { label: "text" }
  create_mint_run_keeping_made: {}
  create_mint_run_go_on_with: { count: "text" }
  create_mint_run_retry_all: { open: "text" }
  create_mint_run_clear_the_list: {}
  create_mint_state_of: { title: "text"; count: "text"; count2: "text" }
  create_multi_picker_files_are_selected: { count: "text" }
  create_multi_picker_let_go_add: {}
  create_multi_picker_choose_drop_others_replace: {}
  create_multi_picker_and_more: { count: "text" }
  create_multi_picker_remove: { name: "text" }
  create_multi_picker_remove_label: {}
  create_multi_picker_remove_all: { count: "text" }
  create_parse_metadata_quotation_mark_not_closed: {}
  create_parse_metadata_quotation_mark_out_place: {}
  create_parse_metadata_columns_separated_commas_semicolons: {}
  create_parse_metadata_fewer_columns_first_line: {}
  create_parse_metadata_columns_first_line: {}
  create_parse_metadata_line: { name: "text"; count: "text"; problem: "text" }
  create_parse_metadata_is_not_valid_json: { name: "text" }
  create_parse_metadata_is_empty: { name: "text" }
  create_parse_metadata_holds_something_no_json: { name: "text" }
  create_place_fields_taxon: {}
  create_place_fields_number_groups_nfts_all: {}
  create_place_fields_royalty: {}
  create_place_fields_share_every_later_sale: {}
  create_place_fields_buyer_pays_without_price: {}
  create_review_row_number: { number: "text" }
  create_review_row_1_attribute: {}
  create_review_row_attributes: { count: "text" }
  create_review_row_choose_again_not_sent: { media: "text" }
  create_review_row_try_again: { media: "text" }
  create_review_row_uploaded: {}
  create_review_row_correct: { name: "text" }
  create_review_row_correct_label: {}
  create_review_row_name: {}
  create_review_row_description: {}
  create_review_row_leave_out: { name: "text" }
  create_review_row_leave_out_label: {}
  create_review_step_media_files_missing: {}
  create_review_step_choose_again_names_sent: {}
  create_review_step_choose_files_drop: {}
  create_review_step_of_files_are_uploaded: { arrived: "text"; count: "text" }
  create_review_step_need_corrected: { wrong: "text"; count: "text" }
  create_review_step_are_ready: { count: "text" }
  create_review_step_stop: {}
  create_review_step_start_over: {}
  create_review_step_upload_and_add: { count: "text" }
  create_review_step_upload_and_mint: { count: "text" }
  create_review_step_correct_rows_marked: {}
  create_review_step_choose_media_files_missing: {}
  create_review_step_to_be_minted: {}
  create_all_rows_traits_minted: {}
  create_all_rows_trait: { name: "text"; count: "count" }
  create_all_rows_correct_all: {}
  create_all_rows_description: {}
  create_all_rows_use_for_all: {}
  create_all_rows_use_where_missing: {}
  create_update_dialog_update: { nftTitle: "text" }
  create_update_dialog_collectors_see_new_metadata: {}
  create_update_dialog_nothing_is_changed_yet: {}
  create_update_dialog_update_in_the_wallet: {}
  create_update_draft_as_it_is: {}
  create_update_nft_update_metadata: {}
  create_use_mint_run_signer_signed_request_but: {}
  create_use_mint_run_kept_marketplace_minted_somebody: {}
  create_use_mint_run_row_not_any: {}
  create_use_mint_run_works: { count: "text" }
  create_use_mint_run_connection_error: {}
  create_use_mint_run_another_work: {}
  create_work_fields_display_picture: {}
  create_work_fields_attachment: {}
  create_advanced_fields_transferable_demand: {}
  create_advanced_fields_transferable_royalty: {}
  create_cost_note_each_mint: {}
  create_cost_note_minting: {}
  create_cost_note_reserve: { reserve: "text"; link: "tag" }
  create_review_step_files_not_taken: { count: "count" }
  edge_read_only: {}
  edge_embed_by: { artist: "text" }
  edge_embed_no_picture: {}
  edge_embed_not_for_sale: {}
  edge_embed_missing: {}
  edge_legal_english: {}
  edge_offline_title: {}
  edge_offline_text: {}
  edge_offline_again: {}
  edge_offline_home: {}
  help_page_how_collecting_selling_creating: {}
  help_page_on_this_page: {}
  help_page_what_opx_is: {}
  help_page_opx_marketplace_nfts_xrp: {}
  help_page_works_money_stay_own: {}
  help_page_press_search_ctrl_go: { kbd: "text"; kbd2: "tag"; kbd3: "text"; kbd4: "text" }
  help_page_getting_a_wallet: {}
  help_page_install_xaman_app_phone: { link: "tag" }
  help_page_send_xrp_account_example: { base: "text"; link: "tag" }
  help_page_choose_connect_wallet_top: {}
  help_page_other_wallets: { gemwallet: "tag"; crossmark: "tag" }
  help_page_sign_costs_nothing_moves: {}
  help_page_what_a_signature_costs: {}
  help_page_ledger_takes_small_cost: {}
  help_page_wallet_shows_sign_wallet: {}
  help_page_fees: {}
  help_page_opx_takes_1_sale: {}
  help_page_buy_listing_fee_added: {}
  help_page_accept_bid_fee_taken: {}
  help_page_direct_offers_between_two: {}
  help_page_every_dialog_shows_price: {}
  help_page_royalties: {}
  help_page_artist_sets_royalty_work: {}
  help_page_reserves: {}
  help_page_ledger_keeps_part_xrp: { base: "text"; each: "text" }
  help_page_reserve_not_fee_but: {}
  help_page_works_on_demand: {}
  help_page_work_demand_minted_moment: {}
  help_page_random_draws: {}
  help_page_random_collection_buy_without: {}
  help_page_need_not_trust_us: { link: "tag" }
  help_page_auctions: {}
  help_page_highest_bid_wins_time: {}
  help_page_can_cancel_bid_account: {}
  help_page_swaps: {}
  help_page_two_accounts_exchange_up: {}
  help_page_which_sales_count: {}
  help_page_figures_collection_xrp_begin: {}
  help_page_same_funder_seller_buyer: {}
  help_page_back_forth_work_sold: {}
  help_page_circle_same_way_others: {}
  help_page_no_profit_same_two: {}
  help_page_fee_free_neither_marketplace: {}
  help_page_names_verified_mark: {}
  help_page_account_shown_name_profile: {}
  help_page_following_what_happens: {}
  help_page_watchlist_press_heart_work: { strong: "tag"; link: "tag" }
  help_page_notifications_wallet_connected_bell: { strong: "tag"; link: "tag" }
  help_page_feeds_feed_reader_can: { strong: "tag"; link: "tag" }
  help_page_webhooks_artists_operators_can: { strong: "tag"; link: "tag" }
  help_page_programs_everything_can_read: { strong: "tag"; link: "tag"; link2: "tag" }
  help_page_when_something_fails: {}
  help_page_rejected_request_expired_nothing: { strong: "tag" }
  help_page_price_changed_work_gone: { strong: "tag" }
  help_page_not_enough_xrp_need: { strong: "tag"; link: "tag" }
  help_page_signed_but_not_done: { strong: "tag" }
  help_page_site_read_no_server: { strong: "tag" }
  help_page_still_stuck_write_us: { link: "tag"; link2: "tag" }
  kit_address_you: {}
  kit_address_address: {}
  kit_link_fields_links: {}
  kit_link_fields_name_com: {}
  kit_link_fields_name: {}
  kit_amount_text_by: { address: "text" }
  kit_demand_rows_marketplace_fee_2_price: {}
  kit_demand_rows_royalty_in_the_price: { transferFeePercent: "text" }
  kit_demand_rows_creator_gets_royalty_included: {}
  kit_demand_rows_you_pay: {}
  kit_fiat_names_xrp_only: {}
  kit_fiat_browser_keeps_no_settings: {}
  kit_fiat_storage_full_blocked: {}
  kit_price_row_names_start_price: {}
  kit_price_row_names_you_get_at_least: {}
  kit_price_row_names_bid: {}
  kit_price_row_names_marketplace_fee_none_direct: {}
  kit_price_row_names_the_bidder_pays: {}
  kit_price_row_names_a_buyer_pays: {}
  kit_price_row_names_you_pay_if_accepted: {}
  kit_price_row_names_total_you_pay: {}
  kit_price_row_names_you_get: {}
  kit_price_row_names_the_owner_gets: {}
  kit_price_row_names_the_seller_gets: {}
  kit_price_rows_the_creator: {}
  kit_price_rows_the_creator_nameof: { name: "text" }
  kit_price_rows_royalty_none_sale: {}
  kit_price_rows_need_issuers_transfer_fee: {}
  kit_price_rows_issuer_of: { unit: "text" }
  kit_price_rows_fee_currency: {}
  kit_cart_button_remove_from_cart: {}
  kit_cart_button_add_to_cart: {}
  kit_cart_store_cart_could_not_saved: {}
  kit_cart_store_storage_browser_full_blocked: {}
  kit_cart_store_your_cart_is_full: {}
  kit_cart_store_holds_works_buy_remove: { maxInCart: "text" }
  kit_cart_toggle_remove_from_the_cart: { name: "text" }
  kit_cart_toggle_add_to_the_cart: { name: "text" }
  kit_chart_table: {}
  kit_chart_download_csv_of: { span: "tag"; title: "text" }
  kit_mark_names_same_funder: {}
  kit_mark_names_back_and_forth: {}
  kit_mark_names_no_profit: {}
  kit_price_chart_price_history: {}
  kit_price_chart_sales_in_xrp_since: { moment: "text" }
  kit_price_chart_when: {}
  kit_price_chart_from: {}
  kit_price_chart_to: {}
  kit_price_chart_no_sales_yet: {}
  kit_sale_points_rank: { rank: "text" }
  kit_sale_points_transaction: { txid: "text" }
  kit_sale_points_marked: { marks: "text" }
  kit_sale_points_marked_left: { left: "text" }
  kit_collection_card_none_listed: {}
  kit_collections_skeleton_collections: {}
  kit_verified_mark_verified: {}
  kit_help_link_help_opens_new_tab: {}
  kit_density_large_works: {}
  kit_density_small_works: {}
  kit_density_view: {}
  kit_filter_panel_filters: {}
  kit_filter_panel_show_the_result: {}
  kit_list_toolbar_clear_all: {}
  kit_paged_list_take_filter_away_look: {}
  kit_range_fields_from: { what: "text" }
  kit_range_fields_to: { what: "text" }
  kit_range_fields_not_a_number: {}
  kit_address_field_not_an_address: {}
  kit_saved_filters_filters_could_not_saved: {}
  kit_saved_filters_saved_filters: {}
  kit_saved_filters_delete_the_saved_filters: { name: "text" }
  kit_saved_filters_save_these_filters_as: {}
  kit_saved_filters_save: {}
  kit_sort_head_watchlist: {}
  kit_event_sentence_is_for_sale_at: { work: "text"; price: "text" }
  kit_event_sentence_now_costs: { work: "text"; price: "text" }
  kit_event_sentence_no_longer_sale: { work: "text" }
  kit_event_sentence_new_bid_on: { work: "text"; price: "text" }
  kit_event_sentence_bid_withdrawn: { work: "text" }
  kit_event_sentence_auction_begun: { work: "text" }
  kit_event_sentence_auction_ended: { work: "text"; price: "text" }
  kit_event_sentence_auction_cancelled: { work: "text" }
  kit_event_sentence_was_sold_for: { work: "text"; price: "text" }
  kit_event_sentence_has_a_new_owner: { work: "text" }
  kit_event_sentence_was_minted: { work: "text" }
  kit_event_sentence_was_burned: { work: "text" }
  kit_event_sentence_and: { last: "text"; others: "count" }
  kit_live_sign_live_page_changes_ledger: {}
  kit_live_sign_delayed_page_asks_changes: {}
  kit_live_sign_offline_page_out_date: {}
  kit_moving_cover_pdf: {}
  kit_demand_work_marketplace_account_sells_cannot: {}
  kit_event_names_minted: {}
  kit_event_names_sold: {}
  kit_event_names_transferred: {}
  kit_event_names_burned: {}
  kit_event_names_changed: {}
  kit_event_names_offered_for_sale: {}
  kit_event_names_offer_cancelled: {}
  kit_event_names_offered_as_a_transfer: {}
  kit_nft_card_buy_now: { name: "text" }
  kit_nft_card_buy_now_label: {}
  kit_nft_card_rank_rarity_collection_1: {}
  kit_nft_card_rarity: { rank: "count" }
  kit_nft_card_demand: {}
  kit_nft_card_ends_in: {}
  kit_nft_card_ended: {}
  kit_nft_card_starts_at: {}
  kit_nft_card_top_bid: {}
  kit_nft_table_work: {}
  kit_nft_table_rarity: {}
  kit_nft_table_ends_in: { time: "text" }
  kit_nft_title_unrevealed_item: {}
  kit_offer_problems_expired: {}
  kit_offer_problems_dormant_maker_no_longer: {}
  kit_offer_problems_bidder_lacks_funds_now: {}
  kit_offer_problems_bidder_owns_already: {}
  kit_offer_problems_cannot_be_transferred: {}
  kit_offer_problems_currency_not_traded_here: {}
  kit_offer_problems_on_another_marketplace: {}
  kit_offer_problems_maker_no_trust_line: {}
  kit_offer_problems_currency_frozen_side_sale: {}
  kit_offer_problems_issuer_currency_not_authorised: {}
  kit_offer_problems_creator_cannot_receive_royalty: {}
  kit_works_skeleton_works: {}
  kit_crop_dialog_picture_cannot_used: {}
  kit_crop_dialog_move_picture_zoom_until: {}
  kit_crop_dialog_file_not_picture_browser: {}
  kit_crop_dialog_zoom_x: { fixed: "text" }
  kit_crop_dialog_use_this_part: {}
  kit_crop_dialog_not_now: {}
  kit_picture_picker_choose_jpg_png_gif: {}
  kit_picture_picker_picture_50_mb_choose: {}
  kit_picture_picker_jpg_png_gif_part: {}
  kit_promo_code_promo_code: {}
  kit_promo_code_failed_validate_promo_code: {}
  kit_promo_code_invalid_promo_code: {}
  kit_promo_code_enter_promo_code: {}
  kit_share_link_copied: { what: "text" }
  kit_share_link_could_not_be_copied: { what: "text" }
  kit_share_link_link: {}
  kit_share_menu_post_on_x: {}
  kit_share_menu_post_on_bluesky: {}
  kit_share_menu_send_by_telegram: {}
  kit_share_menu_copy_link: {}
  kit_share_menu_embed_code: {}
  kit_share_menu_copy_embed_code: {}
  kit_share_menu_feed_atom: {}
  kit_file_preview_preview_of: { name: "text" }
  kit_file_preview_unknown_file_type: {}
  kit_file_preview_first_page_of: { name: "text" }
  kit_file_preview_pdf_selected: {}
  kit_put_part_connection_error: {}
  kit_put_part_address_no_longer_valid: {}
  kit_upload_picker_let_go_add: {}
  kit_upload_picker_choose_a_file: {}
  kit_upload_picker_max_choose_drop_paste: { names: "text"; maxSize: "text" }
  kit_upload_picker_replace: { name: "text" }
  kit_upload_picker_replace_label: {}
  kit_upload_picker_remove: { name: "text" }
  kit_upload_picker_the_present: { name: "text" }
  kit_upload_progress_all_sent_file_checked: {}
  kit_upload_progress_checked_of: { checked: "text"; size: "text" }
  kit_upload_file_not_checked: {}
  kit_film_concern_sound_only: {}
  kit_film_concern_rare_format: {}
  kit_upload_progress_upload_of: { name: "text" }
  kit_upload_progress_pause: { name: "text" }
  kit_upload_progress_pause_label: {}
  kit_upload_progress_resume: { name: "text" }
  kit_upload_progress_resume_label: {}
  kit_upload_progress_cancel: { name: "text" }
  kit_use_sync_progress_sync_failed: {}
  kit_use_sync_progress_sync_incomplete: {}
  kit_use_sync_progress_refresh: {}
  kit_use_sync_progress_sync_finished: {}
  kit_use_sync_progress_success_refresh_collection_see: {}
  kit_use_sync_progress_of: { message: "text"; done: "count"; total: "count" }
  kit_watch_toggle_remove_from_the_watchlist: { name: "text" }
  kit_watch_toggle_add_to_the_watchlist: { name: "text" }
  kit_watchlist_store_watchlist_could_not_saved: {}
  kit_watchlist_store_your_watchlist_is_full: {}
  kit_watchlist_store_holds_entries_remove_first: { maxWatched: "text" }
  kit_watchlist_watchlist_not_changed: {}
  kit_currency_amount_by_issuer: { amount: "text"; issuer: "text" }
  kit_fiat_names_xrp_and: { currency: "text" }
  kit_price_rows_royalty_in_price: { to: "text"; percent: "text" }
  kit_price_rows_royalty_to: { to: "text"; percent: "text" }
  kit_price_chart_newest_of: { shown: "count"; count: "count" }
  kit_nft_title_without_name: { id: "text" }
  kit_pin_note_files_pinned: { state: "text"; pinned: "count"; count: "count" }
  kit_upload_progress_paused: { sent: "text"; size: "text" }
  kit_upload_progress_sent_of: { sent: "text"; size: "text" }
  kit_upload_progress_continues: {}
  kit_upload_progress_continues_connected: {}
  kit_event_sentence_nothing: {}
  kit_event_sentence_a_work: {}
  kit_verified_mark_verified_what: { what: ["artist"] }
  kit_nft_table_ended: {}
  kit_fiat_text_by_oracles: { usd: "text"; when: "text" }
  kit_fiat_text_by_operator: { usd: "text"; when: "text" }
  kit_fiat_text_operators_rate: { currency: "text"; day: "text" }
  kit_price_row_names_fee: {}
  kit_price_row_names_fee_of_bid: {}
  kit_price_row_names_fee_of_buyer: {}
  kit_mark_names_circle: {}
  kit_mark_names_fee_free: {}
  kit_format_bytes_bytes: { count: "count" }
  kit_sync_words_nft_missing: { count: "count" }
  kit_sync_words_owner: { count: "count" }
  kit_sync_words_burned: { count: "count" }
  kit_sync_words_uri: { count: "count" }
  kit_sync_words_offer_missing: { count: "count" }
  kit_sync_words_offer_ended: { count: "count" }
  kit_sync_words_offer_reopened: { count: "count" }
  kit_sync_words_offer_terms: { count: "count" }
  kit_sync_words_takeable: { count: "count" }
  kit_sync_words_price: { count: "count" }
  kit_sync_words_funds: { count: "count" }
  kit_sync_words_history: { count: "count" }
  kit_sync_words_all_agreed: {}
  kit_sync_words_corrected: { list: "text" }
  kit_sync_words_lost: { count: "count" }
  kit_sync_words_unseen: { count: "count" }
  kit_link_titles_website: {}
  kit_currency_unlisted: { name: "text" }
  kit_fiat_text_with_rate: { source: "text"; rate: "text" }
  kit_upload_progress_stopped: { problem: "tag"; message: "text"; words: "text"; next: "text" }
  kit_sign_in_again: {}
  kit_offer_problems_seller_refuses_offers: {}
  market_collection_table_floor_change: {}
  market_collection_table_24h_volume: {}
  market_collection_table_7d_volume: {}
  market_collection_table_against_floor_end_yesterday: {}
  market_explorer_chips_from_xrp: { price: "text" }
  market_explorer_chips_to_xrp: { price: "text" }
  market_explorer_chips_from_items: { count: "text" }
  market_explorer_chips_to_items: { count: "text" }
  market_explorer_chips_by: { name: "text" }
  market_explorer_chips_taxon: { taxon: "text" }
  market_explorer_filters_name: {}
  market_explorer_filters_search_by_name: {}
  market_explorer_filters_status: {}
  market_explorer_filters_floor_price_in_xrp: {}
  market_explorer_filters_number_of_items: {}
  market_explorer_filters_issuer_and_taxon: {}
  market_explorer_filters_ledger_identifies_collection: {}
  market_explorer_search_24h_volume_highest_first: {}
  market_explorer_search_24h_volume_lowest_first: {}
  market_explorer_search_price_highest_first: {}
  market_explorer_search_price_lowest_first: {}
  market_explorer_search_announced: {}
  market_explorer_search_featured: {}
  market_explorer_search_verified: {}
  market_explorer_search_random: {}
  market_explorer_cards: {}
  market_explorer_table: {}
  market_explorer_view: {}
  market_explorer_sort: {}
  market_explorer_all_that_fit: {}
  market_explorer_no_collections_yet: {}
  market_explorer_first_can_press_create: {}
  market_explorer_no_collections_fit_filters: {}
  market_about_opx_opx_marketplace_digital_art: { link: "tag" }
  market_featured_carousel_featured_nfts: {}
  market_featured_carousel_of: { count: "text"; count2: "text" }
  market_featured_carousel_show_of: { name: "text"; count: "text"; count2: "text" }
  market_featured_carousel_play_the_featured_works: {}
  market_featured_carousel_pause_the_featured_works: {}
  market_featured_carousel_featured_works: {}
  market_featured_collections_featured_collections: {}
  market_featured_collections_explore_more: {}
  market_featured_collections_no_featured_collection_list: {}
  market_featured_work_by: { span: "text" }
  market_featured_work_view_nft: {}
  market_featured_work_auction: {}
  market_live_auctions_live_auctions: {}
  market_live_auctions_no_live_auctions_here: {}
  market_live_auctions_auctions: {}
  market_news_just_listed: {}
  market_news_just_sold: {}
  market_news_soon_to_be_announced: {}
  market_sister_banner_beyond_one_ledger: {}
  market_sister_banner_sister_marketplace_shows_works: {}
  market_sister_banner_visit_multi_chain_marketplace: {}
  market_trending_collections_trending_collections: {}
  market_trending_collections_window_of_time: {}
  market_trending_collections_no_collections_traded_last: {}
  market_trending_collections_count_marked_sales: {}
  market_trending_collections_which_are_these: {}
  market_trending_collections_change: {}
  market_trending_collections_trending_collections_label: {}
  market_trending_collections_none: {}
  market_nothing_found_collections_to_explore: {}
  market_nothing_found_popular_works: {}
  market_search_box_search_collections_nfts_accounts: {}
  market_search_page_search_opx: { text: "text" }
  market_search_page_nfts: {}
  market_search_page_no_data: {}
  market_suggestion_list_suggestions: {}
  market_featured_work_slide: {}
  market_trending_collections_7_days: {}
  market_trending_collections_24_hours: {}
  market_explorer_count: { total: "count" }
  market_explorer_collections: {}
  meta_tagline: {}
  meta_home: {}
  meta_collections: {}
  meta_help: {}
  meta_operations: {}
  meta_cart: {}
  meta_webhooks: {}
  meta_api_keys: {}
  meta_watchlist: {}
  meta_notifications: {}
  meta_swap: {}
  meta_create: {}
  meta_art_society: {}
  meta_search: { text: "text" }
  meta_by_artist: { name: "text"; artist: "text" }
  meta_from_price: { amount: "text" }
  meta_artist: { works: "count" }
  meta_collector: { works: "count" }
  meta_works: { count: "count" }
  meta_auction_from: { amount: "text" }
  meta_auction_top_bid: { amount: "text" }
  meta_not_listed: {}
  meta_burned: {}
  meta_noscript: { privacy: "tag"; terms: "tag" }
  meta_issued_by: { currency: "text"; issuer: "text" }
  nft_about_nft_belongs_no_collection: {}
  nft_about_the_collection: { name: "text" }
  nft_demand_price_sale: {}
  nft_demand_price_creator_not_set_price: {}
  nft_demand_price_sold_random_draw: {}
  nft_demand_price_minted_buyer_payment_nft: {}
  nft_demand_view_nft_randomly_mintable_nft: {}
  nft_demand_view_nft_not_announced_yet: {}
  nft_demand_view_traits_show_themselves_once: {}
  nft_demand_view_gets_minted_buyer: {}
  nft_demand_view_item: {}
  nft_demand_view_can_see_name_traits: {}
  nft_description_show_less: {}
  nft_description_read_more: {}
  nft_gif_stage_play: {}
  nft_gif_stage_pause: {}
  nft_ledger_note_as_of_ledger: { index: "text" }
  nft_lightbox_zoom: {}
  nft_lightbox_zoom_out: {}
  nft_lightbox_zoom_in: {}
  nft_lightbox_fit_to_screen: {}
  nft_lightbox_full_screen: {}
  nft_lightbox_enlarged: { title: "text" }
  nft_details_history: {}
  nft_details_no_nft_history: {}
  nft_heading_demand: {}
  nft_heading_nobody: {}
  nft_heading_rarity_rank: {}
  nft_notices_nft_burned_no_longer: {}
  nft_notices_picture_traits_still_fetched: {}
  nft_notices_picture_traits_could_not: {}
  nft_notices_random_buy: {}
  nft_offers_sell_offers: {}
  nft_offers_no_sell_offers_available: {}
  nft_offers_direct_offers: {}
  nft_offers_buy_offers: {}
  nft_offers_no_buy_offers_available: {}
  nft_page_nft_not_found: {}
  nft_page_nothing_ledger_nftokenid_64: {}
  nft_page_to_the_home_page: {}
  nft_skeleton_the_nft: {}
  nft_offers_table_from_via: {}
  nft_offers_table_expires: {}
  nft_offers_table_what_you_can_do: {}
  nft_offers_table_never_expires: {}
  nft_offers_table_never: {}
  nft_offers_table_offer_explorer_opens_new: { id: "text" }
  nft_price_block_transfer_offer: {}
  nft_price_block_free_of_charge: {}
  nft_price_block_offered_to: { account: "text" }
  nft_price_block_not_set_price: {}
  nft_price_block_owner_not_set_price: {}
  nft_price_block_auction_start_price: {}
  nft_price_block_auction_top_bid: {}
  nft_price_block_ends_in: {}
  nft_price_block_ended_being_settled: {}
  nft_price_block_ends_on: {}
  nft_price_block_next_bid: {}
  nft_price_block_top_bid_by: {}
  nft_price_block_bid_history: {}
  nft_related_works_more_from_this_collection: {}
  nft_related_works_all_of: { name: "text" }
  nft_related_works_more_by_this_artist: {}
  nft_related_works_all_collections: {}
  nft_sync_nft_nftoken_sync_started_takes: {}
  nft_sync_nft_owner_can_sync_data: {}
  nft_sync_nft_sync: {}
  nft_token_detail_transferable: {}
  nft_token_detail_not_transferable: {}
  nft_token_detail_burnable_by_its_issuer: {}
  nft_token_detail_not_burnable_issuer: {}
  nft_token_detail_sold_for_xrp_only: {}
  nft_token_detail_sold_for_any_currency: {}
  nft_token_detail_metadata_can_change: {}
  nft_token_detail_metadata_is_fixed: {}
  nft_token_detail_explorer: {}
  nft_token_detail_issuer: {}
  nft_token_detail_sequence: {}
  nft_token_detail_rules: {}
  nft_token_detail_none: {}
  nft_traits_nft_no_traits: {}
  nft_traits_of_items: { tokens: "text"; items: "text" }
  nft_work_details_about_this_nft: {}
  nft_work_details_traits: {}
  nft_work_details_token_detail: {}
  nft_work_details_about: {}
  nft_work_history_show_all_events: { count: "text" }
  nft_work_history_paid_to: { amount: "text"; address: "text" }
  nft_work_history_transaction: { txid: "text" }
  nft_work_stage_see_it_closer: {}
  nft_work_stage_video: {}
  nft_work_stage_picture: {}
  nft_work_stage_file: {}
  nft_work_stage_attached_to_this_nft: { kind: "text" }
  nft_offers_table_expires_when: { when: "text" }
  nft_offers_table_for_anyone: {}
  nft_offers_table_for: { account: "text" }
  nft_offers_table_via: { account: "text" }
  nft_price_block_offered_public: {}
  nft_price_block_from: { amount: "text" }
  nft_price_block_above: { amount: "text" }
  nft_traits_floor: { amount: "text" }
  nft_work_history_by: { account: "text" }
  nft_work_history_to: { account: "text" }
  notifications_bell_notifications: {}
  notifications_bell_notifications_unread: { unread: "text" }
  notifications_bell_nothing_yet_bids_sales: {}
  notifications_bell_all_and_settings: {}
  notifications_bell_mark_all_as_read: {}
  notifications_notification_row_unread: {}
  notifications_notification_settings_choice_not_saved: {}
  notifications_notification_settings_what_you_are_told: {}
  notifications_notification_settings_also_on_my_devices: { visuallyHidden: "text" }
  notifications_notification_settings_artists_operators_can_events: { link: "tag" }
  notifications_page_connect_wallet_see_notifications: {}
  notifications_page_bids_works_sales_auctions: {}
  notifications_page_all: {}
  notifications_page_settings: {}
  notifications_page_show: {}
  notifications_page_unread_mark_all_read: { unread: "text"; button: "tag" }
  notifications_page_all_notifications: {}
  notifications_page_your_notifications: {}
  notifications_page_nothing_yet: {}
  notifications_page_bids_works_sales_auctions_label: {}
  notifications_push_panel_site_not_send_notifications: {}
  notifications_push_panel_browser_cannot_show_notifications: {}
  notifications_push_panel_browser_not_allow_opx: {}
  notifications_push_panel_nothing_changed_device: {}
  notifications_push_panel_notifications_shown_device_while: {}
  notifications_push_panel_get_device_while_opx: {}
  notifications_push_panel_turn_off_here: {}
  notifications_push_panel_turn_on_here: {}
  page_error_the_request_is_failed: {}
  profile_account_collections_no_collections: {}
  profile_account_history_no_history: {}
  profile_account_history_history: { span: "text" }
  profile_account_history_newest_ones: {}
  profile_account_history_type: {}
  profile_account_history_hash: {}
  profile_account_history_buyer_or_seller: {}
  profile_account_history_time: {}
  profile_account_history_sell: {}
  profile_account_history_buy: {}
  profile_account_history_to: {}
  profile_account_history_from: {}
  profile_account_offer_row_you: {}
  profile_account_offer_row_work: {}
  profile_account_offer_row_offer: { short: "text" }
  profile_account_offer_row_never: {}
  profile_account_offer_row_expires: {}
  profile_account_offer_row_recipient: {}
  profile_account_offer_row_for: { action: "text"; offerType: "text"; name: "text" }
  profile_account_offer_row_at_the_floor: {}
  profile_account_offer_row_to_the_floor: { text: "text" }
  profile_account_offers_nobody_asked_free_nfts: {}
  profile_account_offers_change_cancel_several_offers: {}
  profile_account_offers_offers_owned: {}
  profile_account_offers_offers_for_own_nfts: {}
  profile_account_offers_offers_as_destination: {}
  profile_account_offers_unasked_gifts: {}
  profile_group_panel_of_taxon_issued_by: { count: "count"; taxon: "text"; node: "text" }
  profile_manage_offer_row_new_price_of: { name: "text" }
  profile_manage_offer_row_waiting: {}
  profile_manage_offer_row_try_again: { name: "text" }
  profile_manage_offers_offers: { count: "count" }
  profile_manage_offers_back_to_all_offers: {}
  profile_manage_offers_no_offers: {}
  profile_manage_offers_listings_bids_can_changed: {}
  profile_manage_offers_of_chosen: { count: "text"; count2: "text" }
  profile_manage_offers_clear_what_is_done: {}
  profile_manage_offers_cancel: { count: "count" }
  profile_manage_offers_change_1_price: {}
  profile_manage_offers_change_prices: { count: "text" }
  profile_manage_offers_all_offers: { count: "text" }
  profile_manage_offers_your_offers: {}
  profile_manage_offers_cancellation_old_offers: {}
  profile_manage_offers_new_prices_of_works: { count: "text" }
  profile_manage_offers_signature_takes_all_off: {}
  profile_manage_offers_cancel_wallet: {}
  profile_manage_offers_cancel_wallet_label: {}
  profile_offer_acts_airdrop: {}
  profile_offer_acts_accept: {}
  profile_offer_acts_change_price: {}
  profile_offer_acts_sell_offer: {}
  profile_offer_acts_buy_offer: {}
  profile_offer_dialog_handed_over_free_charge: { name: "text" }
  profile_offer_dialog_pay_ledger_once: { amount: "text"; name: "text" }
  profile_offer_dialog_accept: { name: "text" }
  profile_offer_group_no_offers: {}
  profile_offer_group_expires: {}
  profile_offer_group_destination: {}
  profile_offer_group_what_you_can_do: {}
  profile_offer_group_show_more: {}
  profile_own_profile_form_profile_already: {}
  profile_own_profile_form_can_changed_any_time: {}
  profile_own_profile_form_edit_your_profile: {}
  profile_owned_grid_on_auction: { time: "text" }
  profile_owned_grid_list: {}
  profile_owned_nfts_offer_several_for_sale: {}
  profile_owned_nfts_by_series: {}
  profile_owned_nfts_all_works: {}
  profile_owned_nfts_view: {}
  profile_owned_nfts_owned_nfts: {}
  profile_owned_nfts_no_nfts: {}
  profile_owned_nfts_account_receives_mints_shown: {}
  profile_owned_nfts_taxon: { taxon: "text" }
  profile_payout_table_nothing_sold_demand_yet: {}
  profile_payout_table_payouts_all_columns: {}
  profile_payout_table_fee_2: {}
  profile_payout_table_royalty_paid_sale: {}
  profile_payout_table_payout: {}
  profile_payout_table_state: {}
  profile_payout_table_paid: {}
  profile_payouts_panel_payouts: {}
  profile_payouts_panel_owed_stays_try_again: {}
  profile_payouts_panel_nothing_owed: {}
  profile_payouts_panel_owed: { amount: "text" }
  profile_payouts_panel_paid_out: { paid: "count" }
  profile_tag_form_destination_tag_whole_number: { maxTag: "text" }
  profile_tag_form_changes_have_been_saved: {}
  profile_tag_form_destination_tag: {}
  profile_tag_form_goes_every_payout_empty: {}
  profile_tag_form_save: {}
  profile_portfolio_tab_portfolio: {}
  profile_portfolio_tab_the_portfolio: {}
  profile_portfolio_tab_value_at_floor: {}
  profile_portfolio_tab_value_at_last_sale_of: { works: "count" }
  profile_portfolio_tab_cost_of: { works: "count" }
  profile_portfolio_tab_unknown: {}
  profile_portfolio_tab_not_realised: {}
  profile_portfolio_tab_realised_sold: { sales: "count" }
  profile_portfolio_tab_value: {}
  profile_portfolio_tab_works_each_week_listed: {}
  profile_portfolio_tab_works: { when: "text"; value: "text"; works: "text" }
  profile_portfolio_tab_day: {}
  profile_portfolio_tab_nothing_was_held_yet: {}
  profile_portfolio_tab_show: {}
  profile_portfolio_tab_held: {}
  profile_portfolio_tab_sold: {}
  profile_portfolio_tab_search_by_name: {}
  profile_profit_bought: {}
  profile_profit_minted: {}
  profile_profit_received: {}
  profile_profit_swapped: {}
  profile_sold_table_proceeds: {}
  profile_sold_table_acquired: {}
  profile_sold_table_cost: {}
  profile_sold_table_profit: {}
  profile_sold_table_sales_all_columns: {}
  profile_sold_table_no_sales: {}
  profile_statement_csv_marketplace_fee_received: {}
  profile_statement_csv_burned: {}
  profile_statement_csv_gift_received: {}
  profile_statement_csv_gift_sent: {}
  profile_statement_csv_offer: {}
  profile_statement_csv_payment_received: {}
  profile_statement_csv_payment_sent: {}
  profile_statement_csv_network_fee: {}
  profile_statement_csv_other: {}
  profile_statement_csv_of: { currency: "text"; issuer: "text" }
  profile_statement_panel_statement: {}
  profile_statement_panel_every_transaction_year_utc: {}
  profile_statement_panel_year: {}
  profile_statement_panel_not_read_yet: {}
  profile_statement_panel_so_far: { message: "text"; read: "count" }
  profile_statement_panel_download_the_statement_of: { year: "text" }
  profile_statement_panel_read_ledger: {}
  profile_statement_panel_add_what_is_new: {}
  profile_works_table_works_all_columns: {}
  profile_works_table_no_works: {}
  profile_form_user: {}
  profile_form_artist: {}
  profile_form_create_new_profile: {}
  profile_form_edit_your_profile: {}
  profile_form_saving_your_profile: {}
  profile_form_required: {}
  profile_form_background: {}
  profile_form_avatar: {}
  profile_form_profile_name: {}
  profile_form_description: {}
  profile_form_role: {}
  profile_form_not_saved_nothing_typed: {}
  profile_form_create_profile: {}
  profile_form_save_changes: {}
  profile_header_issued: {}
  profile_header_owned: {}
  profile_header_follow: {}
  profile_header_stakeable: {}
  profile_header_swaps: {}
  profile_header_propose_a_swap: {}
  profile_header_unfollowing: { name: "text" }
  profile_header_following: { name: "text" }
  profile_header_unfollow: {}
  profile_page_history: {}
  profile_page_profile_could_not_loaded: {}
  profile_page_the_account: {}
  profile_reprice_offer_change_the_price_of: { name: "text" }
  profile_reprice_state_this_offer_is_gone: {}
  profile_reprice_state_nothing_left_cancel: {}
  profile_sell_works_back_to_your_nfts: {}
  profile_sell_works_your_nfts: {}
  profile_sell_works_you_hold_no_nfts: {}
  profile_sell_works_buy_mint_can_offered: {}
  profile_sell_works_find_by_name: {}
  profile_status_store_request_completed_successfully: {}
  profile_use_reprice_the_cancellation: {}
  profile_use_reprice_another_work: {}
  profile_use_reprice_works: { count: "text" }
  profile_use_reprice_old_offer_first: {}
  profile_use_reprice_your_old_offers: {}
  profile_use_reprice_no_answer_try_again: {}
  profile_manage_offer_row_offer_for: { hidden: "tag"; offer: "text"; name: "text" }
  profile_manage_offer_row_offer: {}
  profile_manage_offers_no_valid_price: { count: "count" }
  profile_manage_offers_new_price_next: {}
  profile_manage_offers_new_price_of: { name: "text" }
  profile_offer_dialog_not_asked_for: {}
  profile_portfolio_tab_in_xrp: {}
  profile_portfolio_tab_in_xrp_since: { day: "text" }
  profile_portfolio_tab_cost_unknown: {}
  profile_portfolio_tab_totals_of: { count: "count" }
  profile_portfolio_tab_works_count: { count: "count" }
  profile_portfolio_tab_sales_count: { count: "count" }
  profile_portfolio_tab_among_newest: { listed: "count"; all: "count" }
  profile_owned_grid_ended: {}
  profile_sell_works_of_more: { count: "count" }
  profile_offer_dialog_cancel_sale: {}
  profile_offer_dialog_cancel_bid: {}
  profile_offer_dialog_sale_taken: { amount: "text"; name: "text" }
  profile_offer_dialog_bid_taken: { amount: "text"; name: "text" }
  profile_offer_acts_cancel: {}
  profile_owned_nfts_count: { count: "count" }
  profile_owned_nfts_count_more: { count: "count" }
  programs_api_keys_page_api_keys: {}
  programs_api_keys_page_program_key_reads_marketplace: { link: "tag" }
  programs_api_keys_page_connect_wallet_make_key: {}
  programs_api_keys_page_your_keys: {}
  programs_api_keys_page_no_keys_yet: {}
  programs_api_keys_page_make_each_program_can: {}
  programs_api_keys_page_your_keys_label: {}
  programs_api_keys_page_your_new_key: {}
  programs_api_keys_page_copy_key_now: { name: "text" }
  programs_api_keys_page_not_shown_again_whoever: {}
  programs_api_keys_page_the_key: {}
  programs_api_keys_page_i_have_stored_it: {}
  programs_api_keys_page_has_ended: { name: "text" }
  programs_api_keys_page_end_it_for_good: {}
  programs_api_keys_page_keep: {}
  programs_api_keys_page_end: {}
  programs_api_keys_page_give_key_name: {}
  programs_api_keys_page_make_a_key: {}
  programs_api_keys_page_name: {}
  programs_api_keys_page_price_watcher: {}
  programs_api_keys_page_program_can_keys: { maxApiKeys: "text" }
  programs_api_keys_page_make_key: {}
  programs_deliveries_waiting: {}
  programs_deliveries_delivered: {}
  programs_deliveries_given_up: {}
  programs_deliveries_deliveries: {}
  programs_deliveries_nothing_was_sent_yet: {}
  programs_deliveries_next_event_wants_listed: {}
  programs_deliveries_an_event: {}
  programs_deliveries_next_attempt: { when: "text" }
  programs_kind_titles_sold: {}
  programs_kind_titles_sold_by_auction: {}
  programs_kind_titles_listed: {}
  programs_kind_titles_new_price: {}
  programs_kind_titles_listing_cancelled: {}
  programs_kind_titles_offered_to_one_account: {}
  programs_kind_titles_bid: {}
  programs_kind_titles_higher_bid: {}
  programs_kind_titles_bid_withdrawn: {}
  programs_kind_titles_bid_no_longer_funded: {}
  programs_kind_titles_auction_begun: {}
  programs_kind_titles_auction_ends_within_hour: {}
  programs_kind_titles_auction_cancelled: {}
  programs_kind_titles_minted: {}
  programs_kind_titles_transferred: {}
  programs_kind_titles_burned: {}
  programs_kind_titles_changed_on_the_ledger: {}
  programs_kind_titles_metadata_changed: {}
  programs_kind_titles_collection_announced: {}
  programs_kind_titles_collection_verified: {}
  programs_kind_titles_followed: {}
  programs_kinds_field_events: {}
  programs_webhook_card_works_issued: {}
  programs_webhook_card_account_takes_part: {}
  programs_webhook_card_the_whole_marketplace: {}
  programs_webhook_card_test_not_delivered: {}
  programs_webhook_card_on: {}
  programs_webhook_card_off: {}
  programs_webhook_card_send_a_test: {}
  programs_webhook_card_switch_off: {}
  programs_webhook_card_switch_on: {}
  programs_webhook_card_remove_with_its_log: {}
  programs_webhook_card_signing_key: {}
  programs_webhook_card_the_signing_key: {}
  programs_webhook_card_each_message_signed_standard: { link: "tag" }
  programs_webhook_form_works_issued: {}
  programs_webhook_form_account_takes_part: {}
  programs_webhook_form_the_webhook_is_on: {}
  programs_webhook_form_give_address_events_sent: {}
  programs_webhook_form_choose_least_kind_event: {}
  programs_webhook_form_add_a_webhook: {}
  programs_webhook_form_address: {}
  programs_webhook_form_https_example_com_opx: {}
  programs_webhook_form_server_takes_post_requests: {}
  programs_webhook_form_send: {}
  programs_webhook_form_add_webhook: {}
  programs_webhooks_page_webhooks: {}
  programs_webhooks_page_server_told_sales_bids: {}
  programs_webhooks_page_connect_wallet_add_webhook: {}
  programs_webhooks_page_your_webhooks: {}
  programs_webhooks_page_no_webhooks_yet: {}
  programs_webhooks_page_add_address_gets_events: {}
  programs_webhooks_page_your_webhooks_label: {}
  programs_api_keys_page_made_never_used: { day: "text" }
  programs_api_keys_page_made_last_used: { day: "text"; used: "text" }
  programs_deliveries_after_attempts: { count: "count"; state: "text" }
  programs_webhook_card_delivered: { status: "text" }
  programs_webhook_card_waiting: { count: "count" }
  shell_avatar_menu_my_nfts: {}
  shell_avatar_menu_offers: {}
  shell_avatar_menu_balance: {}
  shell_avatar_menu_not_known_now: {}
  shell_avatar_menu_above_the_reserve: {}
  shell_avatar_menu_view_wallet: {}
  shell_avatar_menu_watchlist: {}
  shell_avatar_menu_requests: {}
  shell_avatar_menu_create: {}
  shell_avatar_menu_edit_profile: {}
  shell_avatar_menu_swaps: {}
  shell_avatar_menu_operations: {}
  shell_avatar_menu_signs_several: {}
  shell_avatar_menu_dead_offers_lock: { count: "count"; xrp: "text" }
  shell_avatar_menu_disconnect: {}
  shell_avatar_menu_sign_out_everywhere: {}
  shell_broker_fee_button_broker_fee: {}
  shell_broker_fee_dialog_buy_listing_take_bid: {}
  shell_broker_fee_dialog_signature_costs_120_drops: {}
  shell_broker_fee_dialog_buy_on_demand: {}
  shell_broker_fee_dialog_minted_paid_handed_over: {}
  shell_broker_fee_dialog_cart: {}
  shell_broker_fee_dialog_four_listings_signature_264: {}
  shell_broker_fee_dialog_list_change_prices_mint: {}
  shell_broker_fee_dialog_up_eight_signature_240: {}
  shell_broker_fee_dialog_cancel_offers: {}
  shell_broker_fee_dialog_up_500_transaction_12: {}
  shell_broker_fee_dialog_swap: {}
  shell_broker_fee_dialog_xrp_price_works_buys: {}
  shell_broker_fee_dialog_direct_offers_transfers: {}
  shell_broker_fee_dialog_between_two_without_us: {}
  shell_broker_fee_dialog_listing_price: {}
  shell_broker_fee_dialog_what_the_seller_asks: {}
  shell_broker_fee_dialog_broker_fee_1: {}
  shell_broker_fee_dialog_top_price_opx: {}
  shell_broker_fee_dialog_the_buyer_pays: {}
  shell_broker_fee_dialog_price_and_fee: {}
  shell_broker_fee_dialog_royalty_5: {}
  shell_broker_fee_dialog_out_price_creator: {}
  shell_broker_fee_dialog_the_seller_gets: {}
  shell_broker_fee_dialog_rest_price: {}
  shell_broker_fee_dialog_opx_matches_buyer_seller: {}
  shell_broker_fee_dialog_fee_rounded_down_whole: {}
  shell_broker_fee_dialog_buying_listing_fee_comes: {}
  shell_broker_fee_dialog_accepting_bid_fee_taken: { xrpExact: "text" }
  shell_broker_fee_dialog_ledger_pays_creators_royalty: {}
  shell_broker_fee_dialog_issued_currencies_1_rounded: {}
  shell_broker_fee_dialog_sale_123_456789_xrp: {}
  shell_broker_fee_dialog_every_way_trade_fee: {}
  shell_broker_fee_dialog_about_fees_royalties_reserves: {}
  shell_footer_multi_chain_marketplace: {}
  shell_footer_nft_staking: {}
  shell_footer_source_code: {}
  shell_footer_contact: {}
  shell_footer_marketplace: {}
  shell_footer_home: {}
  shell_footer_explore: {}
  shell_footer_art_society: {}
  shell_footer_elsewhere: {}
  shell_footer_legal: {}
  shell_footer_privacy_policy: {}
  shell_footer_terms: {}
  shell_footer_2024_opx: {}
  shell_footer_network_nothing_real_value: { network: "text" }
  shell_header_opx_home_page: {}
  shell_header_close_the_search: {}
  shell_header_main: {}
  shell_header_switch_light_theme: {}
  shell_header_switch_dark_theme: {}
  shell_header_menu: {}
  shell_main_menu_notifications: {}
  shell_main_menu_fees: {}
  shell_offline_notice_offline_see_out_date: {}
  shell_page_error_offline_page_not_loaded: {}
  shell_page_error_wallet_own_not_touched: {}
  shell_page_error_request: { requestId: "text" }
  shell_palette_gate_commands_could_not_loaded: {}
  shell_palette_gate_check_your_connection: {}
  shell_palette_commands: {}
  shell_palette_go_page_work_setting: {}
  shell_palette_no_command_name: {}
  shell_palette_choose_enter_open_esc: { kbd: "text"; kbd2: "text"; kbd3: "tag"; kbd4: "tag"; kbd5: "text" }
  shell_skip_link_skip_to_the_content: {}
  shell_use_commands_my_offers: {}
  shell_use_commands_my_history: {}
  shell_use_commands_my_portfolio: {}
  shell_use_commands_webhooks: {}
  shell_use_commands_api_keys: {}
  shell_use_commands_switch_to_the_theme: { other: ["light"] }
  shell_use_commands_show_amounts_in: { currency: "text" }
  shell_use_commands_pages: {}
  shell_use_commands_your_works: {}
  shell_use_commands_recent_searches: {}
  shell_use_commands_display: {}
  shell_use_commands_search_for: { text: "text" }
  shell_language_links_language: {}
  sign_sign_in: { site: "text"; code: "text" }
  sign_make_offer: { site: "text" }
  sign_cancel_offers: { site: "text" }
  sign_accept_offer: { site: "text" }
  sign_burn: { site: "text" }
  sign_buy: { name: "text"; site: "text"; amount: "text" }
  sign_buy_in_all: { name: "text"; site: "text"; amount: "text" }
  sign_buy_works: { count: "count"; site: "text" }
  sign_buy_works_in_all: { count: "count"; site: "text"; amount: "text" }
  sign_item_of: { name: "text" }
  sign_sell: { name: "text"; site: "text"; amount: "text" }
  sign_bid: { name: "text"; site: "text" }
  sign_auction: { name: "text"; site: "text" }
  sign_change_prices: { count: "count"; site: "text" }
  sign_make_offers: { count: "count"; site: "text" }
  sign_trust_line: { currency: "text"; site: "text" }
  sign_currency_of: { currency: "text"; issuer: "text" }
  sign_authorize: { site: "text" }
  sign_mint: { name: "text"; site: "text" }
  sign_mint_several: { count: "count"; site: "text" }
  sign_update: { name: "text"; site: "text" }
  sign_swap_agree: { site: "text"; minutes: "count" }
  sign_swap: { site: "text" }
  sign_swap_withdraw: { site: "text" }
  swap_actions_complete_the_swap: {}
  swap_actions_withdraw_the_proposal: {}
  swap_actions_agree: {}
  swap_actions_decline: {}
  swap_actions_withdraw_with_a_transaction: {}
  swap_actions_withdraw_your_signature: {}
  swap_actions_offline_swap_stays: {}
  swap_dialogs_agree_to_this_swap: {}
  swap_dialogs_sign_part_nothing_moves: {}
  swap_dialogs_complete_this_swap: {}
  swap_dialogs_signature_happens_whole_not: {}
  swap_dialogs_wallet_other_account_already: {}
  swap_dialogs_changes_nothing_account_costs: {}
  swap_dialogs_account_needs_xrp_free: { xrp: "text" }
  swap_dialogs_other_account_signs_last: { agreedMinutes: "text" }
  swap_dialogs_until_wallet_asked_can: {}
  swap_dialogs_pay_xrp_royalties_included: { xrp: "text" }
  swap_dialogs_wallet_able_sign_part: {}
  swap_dialogs_network_keeps_about_xrp: { xrp: "text" }
  swap_dialogs_if_work_moved_meanwhile: {}
  swap_form_propose_a_swap_opx: {}
  swap_form_propose_a_swap: {}
  swap_form_works_two_accounts_xrp: {}
  swap_form_connect_wallet_propose_swap: {}
  swap_form_no_xrp: {}
  swap_form_i_add_xrp: {}
  swap_form_they_add_xrp: {}
  swap_form_enter_address_other_account: {}
  swap_form_not_xrp_ledger_address: {}
  swap_form_choose_another_account_own: {}
  swap_form_give_amount_xrp_above: {}
  swap_form_the_other_account: {}
  swap_form_you_give: {}
  swap_form_you_get: {}
  swap_form_enter_other_account_first: {}
  swap_form_xrp_in_addition: {}
  swap_form_price_works_pays_equal: {}
  swap_form_the_proposal_stands_for: {}
  swap_form_days: { count: "count" }
  swap_form_offline_chosen_kept_page: {}
  swap_form_how_swaps_work: {}
  swap_form_propose: {}
  swap_form_nothing_yet: {}
  swap_form_give_get_works_chosen: { names: "text"; names2: "text"; count: "text"; maxSwapNfts: "text" }
  swap_list_swaps_opx: {}
  swap_list_swaps: {}
  swap_list_connect_wallet_see_swaps: {}
  swap_list_works_two_accounts_change: {}
  swap_list_your_swaps: {}
  swap_list_no_swaps_yet: {}
  swap_list_propose_another_collector_choose: {}
  swap_list_for: { namesOf: "text"; namesOf2: "text" }
  swap_list_with: { title: "text"; nameOf: "text"; relativeTime: "text" }
  swap_page_swap: {}
  swap_page_no_swap: {}
  swap_page_check_link_ask_new: {}
  swap_page_the_swap: {}
  swap_page_all_your_swaps: {}
  swap_page_proposed: {}
  swap_page_stands_for: {}
  swap_page_its_time_is_over: {}
  swap_page_can_be_completed_for: {}
  swap_page_link_of_this_page: {}
  swap_sides_gives: { account: "text" }
  swap_sides_gives_address: { address: "text" }
  swap_sides_for: { amount: "text" }
  swap_sides_for_with_royalty: { amount: "text"; royalty: "text" }
  swap_sides_no_longer_account: {}
  swap_words_waiting_other_account: {}
  swap_words_send_link_page_see: {}
  swap_words_asked_swap: {}
  swap_words_check_both_lists_if: { agreedMinutes: "text" }
  swap_words_a_proposed_swap: {}
  swap_words_two_accounts_can_go: {}
  swap_words_ready_to_complete: {}
  swap_words_other_account_signed_sign: {}
  swap_words_you_have_signed: {}
  swap_words_other_account_can_complete: {}
  swap_words_wallet_can_complete: { time: "text" }
  swap_words_partner_can_prevent: { time: "text" }
  swap_words_agreed_not_completed_yet: {}
  swap_words_swapped: {}
  swap_words_everything_changed_hands_transaction: {}
  swap_words_declined: {}
  swap_words_other_account_not_want: {}
  swap_words_withdrawn: {}
  swap_words_proposal_taken_back_nothing: {}
  swap_words_expired: {}
  swap_words_nobody_agreed_time_nothing: {}
  swap_words_no_longer_possible: {}
  swap_words_nothing_moved_swap: {}
  swap_words_works_with: { nameOf: "text" }
  swap_work_picker_works: {}
  swap_work_picker_account_holds_no_nfts: {}
  swap_work_picker_find_by_name: {}
  swap_work_picker_no_work_name: {}
  swap_work_picker_show_more: {}
  swap_page_link: {}
  trade_accept_dialog_accept_the_bid_on: { nftTitle: "text" }
  trade_accept_dialog_accept: { nftTitle: "text" }
  trade_accept_dialog_sign_offer_marketplace_matches: {}
  trade_accept_dialog_take_bid_ledger_work: {}
  trade_accept_dialog_handed_over_free_charge: {}
  trade_accept_dialog_take_offer_ledger_pay: {}
  trade_action_panel_total: {}
  trade_action_panel_more_actions: {}
  trade_action_panel_propose_a_swap: {}
  trade_burn_dialog_burn: { nftTitle: "text" }
  trade_burn_dialog_token_destroyed_ledger_nobody: {}
  trade_burn_dialog_burn_wallet: {}
  trade_burn_dialog_understand_gone_good: { nftTitle: "text" }
  trade_buy_dialog_buy: { nftTitle: "text" }
  trade_buy_dialog_take_the_new_price: {}
  trade_buy_dialog_not_now: {}
  trade_buy_dialog_total_you_pay: {}
  trade_buy_dialog_price_fee_and_royalty: {}
  trade_buy_dialog_how_fees_royalties_work: {}
  trade_buy_dialog_work_no_longer_sale: {}
  trade_buy_dialog_price_changed_looked_above: { changed: "text" }
  trade_buy_dialog_nothing_was_paid: {}
  trade_cancel_dialog_end_the_auction_of: { nftTitle: "text" }
  trade_cancel_dialog_auction_ends_without_sale: {}
  trade_cancel_dialog_cancel_wallet: {}
  trade_cancel_dialog_whoever_withdraws_top_bid: {}
  trade_contact_dialog_contact_nft_owner: {}
  trade_contact_dialog_owner_left_no_links: {}
  trade_contact_dialog_account_explorer: {}
  trade_demand_actions_set_a_price: {}
  trade_demand_actions_change_the_price: {}
  trade_demand_actions_remove_nft: {}
  trade_demand_actions_random_buy: {}
  trade_demand_actions_buy_now_xrp: { xrpExact: "text" }
  trade_demand_actions_collection_not_announced_yet: {}
  trade_demand_actions_somebody_buying_if_not: {}
  trade_demand_dialogs_minted_same_moment: { asAWhole: "text" }
  trade_demand_dialogs_marketplace_mints_takes_few: {}
  trade_demand_dialogs_held_15_minutes_unpaid: { link: "tag" }
  trade_demand_dialogs_request_completed_successfully: {}
  trade_demand_dialogs_price_least_0_1: {}
  trade_demand_dialogs_price_of: { nftTitle: "text" }
  trade_demand_dialogs_nothing_signed_minted_somebody: {}
  trade_demand_dialogs_set_the_price: {}
  trade_demand_dialogs_is_removed_from_sale: { nftTitle: "text" }
  trade_demand_dialogs_remove: { nftTitle: "text" }
  trade_demand_dialogs_taken_sale_good_if: {}
  trade_hosted_trade_one_moment: {}
  trade_amount_fields_other_currency: {}
  trade_amount_fields_is_issued_by: { symbol: "text"; address: "text" }
  trade_amount_fields_currency_code: {}
  trade_amount_fields_art: {}
  trade_auction_bid_not_above_top_bid: {}
  trade_auction_bid_below_start_price_fee: {}
  trade_auction_bid_the_top_bid_is: { amountInWords: "text" }
  trade_auction_bid_bid_counts_start_price: { words: "text" }
  trade_bid_facts_floor_of_the_collection: {}
  trade_bid_facts_price_of_this_work: {}
  trade_bid_facts_top_bid: {}
  trade_bid_facts_none_yet: {}
  trade_destination_fields_receiver: {}
  trade_destination_fields_account_optional: {}
  trade_destination_fields_empty_anyone_can_take: {}
  trade_destination_fields_to_whom: {}
  trade_destination_fields_to_one_account: {}
  trade_destination_fields_public: {}
  trade_destination_fields_public_transfer_goes_whoever: {}
  trade_destination_fields_anyone_take_work_nothing: {}
  trade_expiration_fields_in_1_day: {}
  trade_expiration_fields_in_3_days: {}
  trade_expiration_fields_in_7_days: {}
  trade_expiration_fields_in_30_days: {}
  trade_expiration_fields_at_a_date: {}
  trade_expiration_fields_the_offer_expires: {}
  trade_expiration_fields_date_and_time: {}
  trade_expiration_fields_auction_ends_12_hours: {}
  trade_expiration_fields_auction_ends_12_hours_ends: { ends: "text" }
  trade_offer_dialog_could_not_found_out: { sentenceOf: "text" }
  trade_offer_dialog_marketplaces_1_comes_out: {}
  trade_offer_dialog_nothing_signed_typed_still: {}
  trade_offer_dialog_how_auctions_work: {}
  trade_offer_fields_own_account: {}
  trade_offer_fields_give_address_receiver: {}
  trade_offer_fields_tick_anyone_take_name: {}
  trade_offer_kinds_sell: { work: "text" }
  trade_offer_kinds_listed_fixed_price_first: {}
  trade_offer_kinds_offer: { work: "text" }
  trade_offer_kinds_sell_offer_ledger_without: {}
  trade_offer_kinds_bid_on: { work: "text" }
  trade_offer_kinds_nothing_paid_until_owner: {}
  trade_offer_kinds_your_bid: {}
  trade_offer_kinds_auction: { work: "text" }
  trade_offer_kinds_highest_bid_wins_settles: {}
  trade_offer_kinds_start_price: {}
  trade_offer_kinds_nothing_paid_unless_bid: {}
  trade_offer_kinds_transfer: { work: "text" }
  trade_offer_kinds_offered_free_charge_stays: {}
  trade_reserve_note_while_sale_made_ledger: { xrp: "text" }
  trade_reserve_note_while_offer_stands_ledger: { xrp: "text" }
  trade_reserve_note_what_is_a_reserve: {}
  trade_use_offer_form_marketplace_not_trade_currency: {}
  trade_actions_burn: {}
  trade_actions_change_price: {}
  trade_actions_place_a_bid: {}
  trade_actions_end_the_auction: {}
  trade_actions_cancel_the_listing: {}
  trade_actions_cancel_the_transfer: {}
  trade_actions_transfer: {}
  trade_actions_sell_now: {}
  trade_actions_open_auction: {}
  trade_actions_create_sell_offer: {}
  trade_actions_auction_over_settled: {}
  trade_actions_auction_bid: {}
  trade_actions_buy_now: {}
  trade_actions_accept_transfer: {}
  trade_dialog_this_work_was_burned: {}
  trade_dialog_work_not_any: {}
  trade_dialog_this_work_is_yours: {}
  trade_dialog_offer_no_longer_taken: {}
  trade_buy_dialog_sign_one_offer: {}
  trade_buy_dialog_nothing_paid_before: {}
  trade_demand_actions_held: {}
  trade_demand_actions_held_for: { time: "text" }
  trade_offer_dialog_direct_sale: {}
  trade_offer_dialog_direct_bid: {}
  trade_offer_action_accept: {}
  trade_offer_action_accept_bid: {}
  trade_expiration_fields_never: {}
  trade_cancel_dialog_cancel_sale: {}
  trade_cancel_dialog_cancel_bid: {}
  trade_cancel_dialog_sale_taken: { amount: "text"; name: "text" }
  trade_cancel_dialog_bid_taken: { amount: "text"; name: "text" }
  trade_offer_action_cancel: {}
  trade_offer_dialog_own_sale: {}
  trade_offer_dialog_offer_directly: {}
  trade_offer_dialog_receiver_takes_nfts: {}
  ui_camera_button_take_a_photo: { what: "text" }
  ui_camera_button_take_a_photo_label: {}
  ui_chip_remove_the_filter: { text: "text" }
  ui_copy_button_copy: { what: "text" }
  ui_copy_button_copied: {}
  ui_durations_just_now: {}
  ui_durations_days: { days: "text"; clock: "text" }
  ui_external_link_opens_new_tab: {}
  ui_list_end_load_more: {}
  ui_list_end_here_are_all: {}
  ui_skeleton_loading: { what: "text" }
  ui_text_area_of_characters: { count: "count"; maxLength: "count" }
  ui_toast_region_notifications: {}
  ui_toast_region_dismiss: {}
  wallet_balance_note_your_balance: {}
  wallet_balance_note_your_balance_afterwards: {}
  wallet_balance_note_account_can_spend_xrp: { xrpExact: "text" }
  wallet_confirm_dialog_nothing_signed_nothing_changed: {}
  wallet_confirm_dialog_not_now: {}
  wallet_clean_up_dialog_dead_offers: { count: "count" }
  wallet_clean_up_dialog_cancel: { count: "count" }
  wallet_clean_up_dialog_nobody_can_take_any: { xrpExact: "text" }
  wallet_clean_up_dialog_cancel_wallet: {}
  wallet_clean_up_dialog_dead_offers_label: {}
  wallet_clean_up_dialog_dormant: {}
  wallet_clean_up_dialog_come_next: {}
  wallet_dead_offers_notice_clean_up: {}
  wallet_group_choice_wallet_refuse_xaman_signs: {}
  wallet_group_choice_each_alone: {}
  wallet_group_choice_said_cannot: {}
  wallet_group_choice_wallet_cannot_sign: {}
  wallet_row_status_text_ready: {}
  wallet_row_status_text_pending: {}
  wallet_row_status_text_success: {}
  wallet_row_status_text_failed: {}
  wallet_row_status_text_rejected: {}
  wallet_row_status_text_signed: {}
  wallet_run_progress_seconds: { seconds: "count" }
  wallet_run_progress_minutes: { minutes: "count" }
  wallet_run_progress_marketplace_takes_many_requests: { wait: "text" }
  wallet_run_progress_asking_your_wallet: {}
  wallet_run_progress_progress: {}
  wallet_run_progress_sign_the: { what: "text" }
  wallet_run_progress_the_ledger_validates_the: { what: "text" }
  wallet_run_progress_how_many_are: { made: ["changed","kept","minted","signed"] }
  wallet_run_progress_go_can_leave_page: { made: ["changed","kept","minted","signed"]; done: "count"; left: "count" }
  wallet_run_progress_cancel_the_run: {}
  wallet_run_progress_takes_back: {}
  wallet_run_try_all_again: { count: "count" }
  wallet_preparing_purchase: {}
  wallet_preparing_draw: {}
  wallet_preparing_transfer: {}
  wallet_preparing_sale: {}
  wallet_preparing_listing: {}
  wallet_preparing_auction: {}
  wallet_preparing_bid: {}
  wallet_preparing_cancel: {}
  wallet_preparing_burn: {}
  wallet_preparing_trust_line: {}
  wallet_preparing_mint: {}
  wallet_preparing_change: {}
  wallet_preparing_permission: {}
  wallet_preparing_swap: {}
  wallet_run_progress_once_signed_all_done: {}
  wallet_run_progress_signature_all_next_ones: {}
  wallet_run_progress_once_signed_next_follows: {}
  wallet_use_run_outcome_marketplace_no_longer_knows: {}
  wallet_use_run_outcome_you_rejected_to_sign: {}
  wallet_use_run_outcome_not_signed_time: {}
  wallet_use_run_outcome_signer_signed_request_but: {}
  wallet_use_run_outcome_the_request_is_failed: {}
  wallet_use_run_outcome_not_carried_out_because: { stoppedBy: "text" }
  wallet_use_run_outcome_another_row: {}
  wallet_batch_currency_other_currency: {}
  wallet_batch_currency_currency_code: {}
  wallet_batch_currency_art: {}
  wallet_batch_currency_price_for_all_chosen: {}
  wallet_batch_currency_apply: {}
  wallet_batch_form_could_not_found_out: { sentenceOf: "text" }
  wallet_batch_form_marketplace_not_trade_currency: {}
  wallet_batch_form_offers_for_works: { count: "text" }
  wallet_batch_form_clear_what_is_done: {}
  wallet_batch_form_create_1_offer: {}
  wallet_batch_form_create_offers: { count: "text" }
  wallet_batch_form_all_not_offered_yet: { count: "text" }
  wallet_batch_form_your_nfts: {}
  wallet_batch_form_show_more: {}
  wallet_batch_form_choose_what_you_offer: {}
  wallet_batch_form_chosen_each_offer_locks: { count: "count"; of: "count"; each: "text"; all: "text" }
  wallet_batch_form_currency_not_complete_yet: {}
  wallet_batch_row_view_waiting: {}
  wallet_batch_row_view_offered_already: {}
  wallet_batch_row_view_offer: { name: "text" }
  wallet_batch_row_view_price_of: { name: "text" }
  wallet_batch_row_view_try_again: { name: "text" }
  wallet_batch_row_view_listed_at: { amount: "text" }
  wallet_batch_row_view_on_auction: {}
  wallet_reprice_dialog_auction_price_cannot_changed: {}
  wallet_reprice_dialog_change_the_price_of: { nftTitle: "text" }
  wallet_reprice_dialog_not_listed_any_sold: {}
  wallet_reprice_dialog_this_is_the_price: {}
  wallet_reprice_dialog_new_price: {}
  wallet_reprice_dialog_replaces_sell_offers_work: { count: "text" }
  wallet_reprice_dialog_old_offer_cancelled_signature: {}
  wallet_reprice_dialog_sign_twice_first_old: {}
  wallet_reprice_dialog_it_is_offered_for: { old: "text"; how: "text" }
  wallet_use_batch_form_another_work: {}
  wallet_use_batch_queue_row_no_valid_price: {}
  wallet_use_batch_queue_works: { count: "text" }
  wallet_use_batch_queue_no_answer_try_again: {}
  wallet_trust_line_note_set_trust_line: { name: "text" }
  wallet_trust_line_note_locks_reserve_xrp_come: { xrpExact: "text" }
  wallet_trust_line_note_issuer_currency_not_exist: {}
  wallet_trust_line_note_account_cannot_hold_yet: { name: "text" }
  wallet_trust_line_note_account_holds_no_no: { name: "text" }
  wallet_trust_line_note_issuer_frozen_account: { name: "text" }
  wallet_trust_line_note_account_holds_takes: { balance: "text"; name: "text"; needs: "text" }
  wallet_dead_offers_notice_lock: { count: "count"; xrp: "text" }
  wallet_batch_form_offer_next: {}
  wallet_batch_form_offer_for: { name: "text" }
  wallet_batch_form_loading: { what: "text" }
  wallet_batch_form_no_valid_price: { count: "count" }
  wallet_request_once_validated: {}
  wallet_request_buy_done: { title: "text" }
  wallet_request_buy_short: {}
  wallet_request_buy_failed: {}
  wallet_request_buy_running: { title: "text" }
  wallet_request_buy_label: {}
  wallet_request_offer_reserve: {}
  wallet_request_bid_running: { title: "text" }
  wallet_request_bid_short: {}
  wallet_request_bid_done: {}
  wallet_request_bid_sentence: { amount: "text"; title: "text" }
  wallet_request_bid_failed: {}
  wallet_request_bid_label: {}
  wallet_request_mint_running: { title: "text" }
  wallet_request_mint_short: {}
  wallet_request_mint_done: { title: "text" }
  wallet_request_mint_sentence: {}
  wallet_request_mint_reassurance: {}
  wallet_request_mint_failed: {}
  wallet_request_modify_running: { title: "text" }
  wallet_request_modify_short: {}
  wallet_request_modify_done: { title: "text" }
  wallet_request_modify_sentence: {}
  wallet_request_modify_reassurance: {}
  wallet_request_modify_failed: {}
  wallet_request_modify_afterwards: {}
  wallet_request_demand_buy_sentence: { amount: "text" }
  wallet_request_demand_buy_reassurance: {}
  wallet_request_demand_buy_afterwards: {}
  wallet_request_buy_random_done: {}
  wallet_request_buy_random_sentence: { amount: "text" }
  wallet_request_buy_random_reassurance: {}
  wallet_request_buy_random_afterwards: {}
  wallet_request_buy_now_sentence: { amount: "text" }
  wallet_request_buy_now_sentence_with_fee: { amount: "text"; fee: "text" }
  wallet_request_buy_now_reassurance: {}
  wallet_request_buy_now_afterwards: {}
  wallet_request_buy_cart_done: { title: "text" }
  wallet_request_buy_cart_sentence: { amount: "text" }
  wallet_request_buy_cart_reassurance: {}
  wallet_request_buy_cart_afterwards: {}
  wallet_request_accept_sell_sentence: { amount: "text" }
  wallet_request_accept_sell_reassurance: {}
  wallet_request_accept_sell_afterwards: {}
  wallet_request_accept_transfer_short: {}
  wallet_request_accept_transfer_failed: {}
  wallet_request_accept_transfer_running: { title: "text" }
  wallet_request_accept_transfer_sentence: {}
  wallet_request_accept_transfer_reassurance: {}
  wallet_request_accept_transfer_afterwards: {}
  wallet_request_accept_bid_running: { title: "text" }
  wallet_request_accept_bid_short: {}
  wallet_request_accept_bid_done: { title: "text" }
  wallet_request_accept_bid_sentence: { amount: "text" }
  wallet_request_accept_bid_reassurance: {}
  wallet_request_accept_bid_failed: {}
  wallet_request_accept_bid_label: {}
  wallet_request_accept_bid_afterwards: {}
  wallet_request_sell_now_running: { title: "text" }
  wallet_request_sell_now_short: {}
  wallet_request_sell_now_done: { title: "text" }
  wallet_request_sell_now_sentence: { amount: "text" }
  wallet_request_sell_now_failed: {}
  wallet_request_sell_now_label: {}
  wallet_request_normal_sell_running: { title: "text" }
  wallet_request_normal_sell_short: {}
  wallet_request_normal_sell_done: { title: "text" }
  wallet_request_normal_sell_sentence: { amount: "text" }
  wallet_request_normal_sell_failed: {}
  wallet_request_normal_sell_label: {}
  wallet_request_normal_bid_reassurance: {}
  wallet_request_bid_auction_reassurance: {}
  wallet_request_run_auction_running: { title: "text" }
  wallet_request_run_auction_short: {}
  wallet_request_run_auction_done: { title: "text" }
  wallet_request_run_auction_sentence: { amount: "text" }
  wallet_request_run_auction_reassurance: {}
  wallet_request_run_auction_failed: {}
  wallet_request_run_auction_label: {}
  wallet_request_transfer_running: { title: "text" }
  wallet_request_transfer_short: {}
  wallet_request_transfer_done: { title: "text" }
  wallet_request_transfer_sentence: {}
  wallet_request_transfer_reassurance: {}
  wallet_request_transfer_failed: {}
  wallet_request_transfer_label: {}
  wallet_request_cancel_running: { title: "text" }
  wallet_request_cancel_short: {}
  wallet_request_cancel_done: {}
  wallet_request_cancel_sentence: { title: "text" }
  wallet_request_cancel_reassurance: {}
  wallet_request_cancel_failed: {}
  wallet_request_cancel_label: {}
  wallet_request_cancel_afterwards: {}
  wallet_request_burn_running: { title: "text" }
  wallet_request_burn_short: {}
  wallet_request_burn_done: { title: "text" }
  wallet_request_burn_sentence: {}
  wallet_request_burn_reassurance: {}
  wallet_request_burn_failed: {}
  wallet_request_burn_afterwards: {}
  wallet_request_trust_line_running: { title: "text" }
  wallet_request_trust_line_short: {}
  wallet_request_trust_line_done: {}
  wallet_request_trust_line_sentence: { title: "text" }
  wallet_request_trust_line_reassurance: {}
  wallet_request_trust_line_failed: {}
  wallet_request_trust_line_afterwards: {}
  wallet_request_cancel_all_running: { title: "text" }
  wallet_request_cancel_all_short: {}
  wallet_request_cancel_all_done: {}
  wallet_request_cancel_all_sentence: { title: "text" }
  wallet_request_cancel_all_reassurance: {}
  wallet_request_cancel_all_failed: {}
  wallet_request_cancel_all_afterwards: {}
  wallet_request_list_many_running: { title: "text" }
  wallet_request_list_many_short: {}
  wallet_request_list_many_done: { title: "text" }
  wallet_request_list_many_sentence: {}
  wallet_request_list_many_reassurance: {}
  wallet_request_list_many_failed: {}
  wallet_request_reprice_many_running: { title: "text" }
  wallet_request_reprice_many_short: {}
  wallet_request_reprice_many_done: { title: "text" }
  wallet_request_reprice_many_sentence: {}
  wallet_request_reprice_many_reassurance: {}
  wallet_request_reprice_many_failed: {}
  wallet_request_reprice_many_afterwards: {}
  wallet_request_reprice_running: { title: "text" }
  wallet_request_reprice_short: {}
  wallet_request_reprice_done: { title: "text" }
  wallet_request_reprice_sentence: { amount: "text" }
  wallet_request_reprice_reassurance: {}
  wallet_request_reprice_failed: {}
  wallet_request_reprice_label: {}
  wallet_request_reprice_cancel_running: { title: "text" }
  wallet_request_reprice_cancel_short: {}
  wallet_request_reprice_cancel_done: {}
  wallet_request_reprice_cancel_sentence: { title: "text"; amount: "text" }
  wallet_request_reprice_cancel_reassurance: {}
  wallet_request_reprice_cancel_failed: {}
  wallet_request_reprice_cancel_label: {}
  wallet_request_reprice_cancel_afterwards: {}
  wallet_request_mint_many_running: { title: "text" }
  wallet_request_mint_many_short: {}
  wallet_request_mint_many_done: { title: "text" }
  wallet_request_mint_many_sentence: {}
  wallet_request_mint_many_reassurance: {}
  wallet_request_mint_many_failed: {}
  wallet_request_authorize_minter_running: { title: "text" }
  wallet_request_authorize_minter_short: {}
  wallet_request_authorize_minter_done: {}
  wallet_request_authorize_minter_sentence: { title: "text" }
  wallet_request_authorize_minter_reassurance: {}
  wallet_request_authorize_minter_failed: {}
  wallet_request_authorize_minter_afterwards: {}
  wallet_request_swap_running: { title: "text" }
  wallet_request_swap_short: {}
  wallet_request_swap_done: {}
  wallet_request_swap_sentence: { title: "text" }
  wallet_request_swap_reassurance: {}
  wallet_request_swap_failed: {}
  wallet_request_swap_afterwards: {}
  wallet_request_swap_agree_running: { title: "text" }
  wallet_request_swap_agree_short: {}
  wallet_request_swap_agree_done: {}
  wallet_request_swap_agree_sentence: { title: "text" }
  wallet_request_swap_agree_reassurance: {}
  wallet_request_swap_agree_failed: {}
  wallet_request_swap_agree_afterwards: {}
  wallet_request_swap_revoke_running: { title: "text" }
  wallet_request_swap_revoke_short: {}
  wallet_request_swap_revoke_done: {}
  wallet_request_swap_revoke_sentence: {}
  wallet_request_swap_revoke_reassurance: {}
  wallet_request_swap_revoke_failed: {}
  wallet_request_swap_revoke_afterwards: {}
  wallet_request_clean_up_running: { title: "text" }
  wallet_request_clean_up_short: {}
  wallet_request_clean_up_done: {}
  wallet_request_clean_up_sentence: { title: "text" }
  wallet_request_clean_up_reassurance: {}
  wallet_request_clean_up_failed: {}
  wallet_request_clean_up_afterwards: {}
  wallet_draw_waiting_number_way_ledger: {}
  wallet_draw_waiting_number_ledger_ledger_after: {}
  wallet_draw_waiting_drawn_marketplace_brings_sealed: {}
  wallet_draw_waiting_draw: { number: "count" }
  wallet_drawn_work_revealing_what_you_drew: {}
  wallet_drawn_work_meet: { nftTitle: "text" }
  wallet_finished_request_something_fails: {}
  wallet_finished_request_result_on_the_ledger: {}
  wallet_finished_request_view_nft: {}
  wallet_finished_request_draw: {}
  wallet_finished_request_number: { number: "text" }
  wallet_finished_request_receipt: {}
  wallet_finished_request_transaction_hash: {}
  wallet_minter_note_account_lets_marketplace_mint: {}
  wallet_minter_note_takes_place_minter_account: { code: "text" }
  wallet_minter_note_let_the_marketplace_mint: {}
  wallet_request_result_nothing_paid_nothing_changed: {}
  wallet_request_result_nothing_paid_drew_held: {}
  wallet_request_result_continue: {}
  wallet_request_result_not_signed: {}
  wallet_request_result_the_time_ran_out: {}
  wallet_request_result_request_not_signed_time: {}
  wallet_request_result_signed_but_not_settled: {}
  wallet_request_result_look_transaction_before_try: {}
  wallet_request_result_not_pay_price_offer: {}
  wallet_request_result_work_still_offer_signed: {}
  wallet_request_result_nothing_changed_hands_ledger: {}
  wallet_request_steps_number_goes_ledger: {}
  wallet_request_steps_nobody_can_change: {}
  wallet_request_steps_the_next_ledger_decides: {}
  wallet_request_steps_nobody_knows_it_yet: {}
  wallet_request_steps_drew_brought: {}
  wallet_request_steps_sealed_until_paid: {}
  wallet_request_steps_sign_wallet: {}
  wallet_request_steps_opened_in_your_wallet: {}
  wallet_request_steps_waiting_for_your_wallet: {}
  wallet_request_steps_the_ledger_validates_it: {}
  wallet_request_steps_a_few_seconds: {}
  wallet_request_steps_marketplace_hands_work_over: {}
  wallet_request_steps_completes_even_if_leave: {}
  wallet_signing_choice_wallet_refuse_xaman_signs: {}
  wallet_signing_choice_said_wallet_cannot_sign: {}
  wallet_signing_choice_it_can_now: {}
  wallet_tray_menu_your_requests: {}
  wallet_tray_menu_your_requests_open: { running: "text" }
  wallet_tray_menu_requests: {}
  wallet_tray_menu_no_requests_yet_asked: {}
  wallet_tray_menu_clear_what_is_finished: {}
  wallet_tray_menu_being_drawn: {}
  wallet_tray_menu_waiting_for_your_signature: {}
  wallet_tray_menu_settling_on_the_ledger: {}
  wallet_announce_sign_in_new_sign_account: {}
  wallet_announce_sign_in_account_signed_another_device: { time: "text" }
  wallet_announce_sign_in_sign_out_everywhere: {}
  wallet_session_disconnected_browser: {}
  wallet_session_server_could_not_told: {}
  wallet_sign_out_everywhere_signed_out_all_devices: {}
  wallet_sign_out_everywhere_still_signed: {}
  wallet_start_session_your_session_has_ended: {}
  wallet_start_session_connect_wallet_again_go: {}
  wallet_minter_note_nothing_bought_now: {}
  wallet_minter_note_needs_permission: {}
  wallet_one_signature_as_a_whole: {}
  wallet_signers_waits: { wallet: ["walletconnect"]; title: "text" }
  wallet_signers_ask: { wallet: ["walletconnect"]; title: "text" }
  wallet_signers_ask_again: {}
  wallet_signers_cancel: {}
  wallet_signers_confirm: { wallet: ["walletconnect"]; title: "text" }
  wallet_signers_check: { wallet: ["walletconnect"] }
  wallet_signers_slow: { wallet: ["walletconnect"]; title: "text" }
  wallet_signers_qr_code: {}
  wallet_signers_scan: {}
  wallet_signers_open_here: {}
  wallet_signers_link: {}
  wallet_signers_not_connected: {}
  wallet_signers_missing: { title: "text" }
  wallet_signers_other_account: { wallet: ["walletconnect"]; account: "text"; title: "text" }
  wallet_signers_failed: { wallet: ["walletconnect"]; title: "text" }
  wallet_signers_says: { wallet: ["walletconnect"]; said: "text"; title: "text" }
  wallet_signers_check_account: { wallet: ["walletconnect"]; sentence: "text"; account: "text"; title: "text" }
  wallet_signers_no_account: { network: "text" }
  wallet_prompt_parts_your_wallet: {}
  wallet_prompt_parts_shows_code_sign_if: { title: "text" }
  wallet_prompt_parts_code: { letters: "text" }
  wallet_prompt_parts_expires_in: { time: "text" }
  wallet_prompt_parts_this_request_has_expired: {}
  wallet_sign_prompt_preparing_the_request: {}
  wallet_sign_prompt_opened_wallet_approve: {}
  wallet_sign_prompt_sent_phone_open_xaman: {}
  wallet_sign_prompt_sent_phone_scan_code: {}
  wallet_sign_prompt_open_xaman_check_request: {}
  wallet_sign_prompt_scan_code_xaman_check: {}
  wallet_sign_prompt_qr_code_request_scanned: {}
  wallet_sign_prompt_open_xaman: {}
  wallet_sign_prompt_second_device: {}
  wallet_sign_prompt_expired_wait: {}
  wallet_use_connect_flow_request_rejected_signer: {}
  wallet_use_connect_flow_request_expired_before_signed: {}
  wallet_use_connect_flow_nothing_shared_nothing_signed: {}
  wallet_use_connect_flow_signed_sign_connected: { signed: "text"; expected: "text" }
  wallet_use_connect_flow_wallet_not_connected: {}
  wallet_use_connect_flow_not_signed_again: {}
  wallet_use_connect_flow_answer_server_could_not: {}
  wallet_choice_wallet: {}
  wallet_choice_in_this_browser: {}
  wallet_choice_phone_app: {}
  wallet_choice_other_wallets: {}
  wallet_choice_get_it: {}
  wallet_connect_dialog_sign_wallet_keys_never: {}
  wallet_connect_dialog_connected_soon_approved: {}
  wallet_connect_dialog_sign_in_again: {}
  wallet_connect_dialog_last_sign_hour_old: {}
  wallet_connect_dialog_goes_soon_approved: {}
  wallet_connect_dialog_choose_a_wallet: {}
  wallet_connect_dialog_accept_both_to_continue: {}
  wallet_connect_dialog_no_wallet_yet: {}
  wallet_connect_dialog_agree_privacy_policy: { link: "tag" }
  wallet_connect_dialog_read_agree_terms: { link: "tag" }
  wallet_request_pollers_show: {}
  wallet_pending_request_can_close_find_under: { link: "tag" }
  wallet_signers_open_wallet: {}
  wallet_signers_or_copy: {}
  wallet_network_dialog_title: {}
  wallet_network_dialog_why: {}
  wallet_network_dialog_cost: { xrp: "text" }
  wallet_network_dialog_several: { xrp: "text" }
  wallet_network_dialog_waiting: {}
  wallet_network_dialog_wait: {}
  wallet_network_dialog_go_on: {}
  watchlist_watch_row_view_work_no_longer_exists: {}
  watchlist_watch_row_view_collection_removed: {}
  watchlist_watch_row_view_an_account: {}
  watchlist_watch_row_view_ends_in: { time: "text" }
  watchlist_watch_row_view_when_added: {}
  watchlist_watch_row_view_since_then: {}
  watchlist_watch_row_view_on_auction: {}
  watchlist_watch_row_view_unchanged: {}
  watchlist_watch_rows_collection: { count: "count" }
  watchlist_watch_rows_artist: { count: "count" }
  watchlist_page_all: {}
  watchlist_page_artists: {}
  watchlist_page_your_watchlist: {}
  watchlist_page_watchlist: {}
  watchlist_page_you_watch_nothing_yet: {}
  watchlist_page_explore: {}
  watchlist_page_press_heart_work_collection: {}
  watchlist_page_kept_browser_connect_wallet: {}
  watchlist_page_see_list: {}
  watchlist_page_show: {}
  watchlist_page_nothing_of_this_kind: {}
  watchlist_page_watched: {}
  watchlist_watch_row_view_added: { when: "text" }
  watchlist_watch_row_view_ended: {}
  watchlist_page_no_room: { left: "count"; max: "count" }
}
