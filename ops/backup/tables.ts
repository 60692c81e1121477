// Says for each table of the schema how its rows come back after the loss of a database. `tests/gates/backup-tables.ts`
// fails for a table of the schema that is not listed here.

/**
 * Tables that only Postgres has. A backup has all of their rows, and a restore loads them in this order. Among them is
 * data that is on the ledger, but not in its present state, from which a bootstrap reads: history, figures, events.
 */
export const keptTables = [
  'wallets',
  'api_keys',
  'profiles',
  'follows',
  'watches',
  'notification_settings',
  'notifications',
  'push_devices',
  'push_outbox',
  'collections',
  'collection_rules',
  'collection_whitelist',
  'collection_blacklist',
  'promo_attempts',
  'split_payees',
  'curated_room',
  'content_reports',
  'content_changes',
  'bid_minimums',
  'bidder_bans',
  'demand_items',
  'editions',
  'edition_phases',
  'reservations',
  'payouts',
  'payout_tags',
  'draw_chains',
  'draw_checkpoints',
  'draw_epochs',
  'draws',
  'draw_withdrawals',
  'draw_anchors',
  'draw_beacons',
  'sign_requests',
  'sales',
  'auctions',
  'presigned_parts',
  'ledger_submissions',
  'offer_cancellations',
  'standing_bids',
  'bid_tickets',
  'bid_sales',
  'swaps',
  'mints',
  'idempotency_keys',
  'media',
  'uploads',
  'pins',
  'pin_requests',
  'work_files',
  'work_file_uses',
  'web_copies',
  'web_storage',
  'storage_accounts',
  'storage_total',
  'nft_traits',
  'trait_counts',
  'name_words',
  'history',
  'batch_payments',
  'collection_days',
  'collection_holders',
  'account_funders',
  'events',
  'event_clock',
  'event_readers',
  'webhooks',
  'webhook_deliveries',
  'statements',
  'statement_rows',
  'xrp_prices',
  'xrp_price_days',
  'syncs',
  'index_notes',
  'audit_log',
  'job_failures',
] as const

/** Tables that `npm run bootstrap` fills from the state of the ledger. */
export const rebuiltTables = [
  'nfts',
  'offers',
  'account_funds',
  'trust_lines',
  'account_settings',
  'ledger_cursor',
  'ledger_tickets',
] as const

/**
 * Rows of rebuilt tables that the state of the ledger lacks: metadata, decisions, burned tokens, ended offers, and
 * tickets that are bound to a transaction. The backup has them, too.
 */
export const keptRows: Partial<Record<(typeof rebuiltTables)[number], string>> = {
  nfts: "burned or metadata_state = 'ready' or adult is not null or featured_at is not null",
  offers: "state <> 'open' or confirmed_ledger is not null",
  ledger_cursor: 'true',
  ledger_tickets: 'submission_id is not null',
}

/** Tables that are empty after a restore: who works on what, counters of a minute, and sessions. */
export const passingTables = ['leases', 'quotas', 'ledger_servers', 'treasury_state', 'sessions'] as const

/** Kept rows of these tables wait in the schema `restored` until the bootstrap has filled the table. */
export const waitingTables: readonly string[] = ['nfts', 'offers', 'ledger_cursor']
