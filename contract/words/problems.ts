import type { ErrorCode } from '#contract/schemas/errors.ts'

export interface ProblemType {
  status: number
  title: string
  meaning: string
  /** Advice for the caller. */
  action: string
}

const connectAgain = 'Connect the wallet again.'
const later = 'Wait as long as `Retry-After` says, then send the same request again.'

/** HTTP status, title and explanation of every error code. No other code maps a refusal to a status. */
export const problemTypes: Record<ErrorCode, ProblemType> = {
  validation_failed: {
    status: 400,
    title: 'Invalid request',
    meaning: 'A parameter or a field of the body is missing or not valid.',
    action: 'Correct the fields in `errors`: each entry has the path of a field and a sentence about it.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body cannot be parsed as JSON.',
    action: 'Send a JSON object with `Content-Type: application/json`.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not connected',
    meaning: 'The call needs a session token, and the request has none or one that is not valid.',
    action: 'Connect the wallet and send the session token as `Authorization: Bearer`.',
  },
  token_expired: {
    status: 401,
    title: 'Session ended',
    meaning: 'The session token has expired.',
    action: connectAgain,
  },
  signed_out: {
    status: 401,
    title: 'Signed out',
    meaning: 'The session of the token was ended, here or by “Sign out everywhere”.',
    action: connectAgain,
  },
  fresh_sign_in_required: {
    status: 401,
    title: 'Fresh sign-in required',
    meaning: 'The call needs a sign-in that is less than an hour old.',
    action: 'Sign in with the wallet again and repeat the call with the new token.',
  },
  account_mismatch: {
    status: 403,
    title: 'Another account',
    meaning: 'The body or the transaction names another account than that of the session.',
    action: 'Name the connected account, or connect the other one.',
  },
  user_token_mismatch: {
    status: 403,
    title: 'Another wallet token',
    meaning: 'The wallet token in the body does not belong to the account of the session.',
    action: 'Send the wallet token of the latest sign-in, or none.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    meaning: 'The account is not allowed to do this; the detail says who is.',
    action: 'Connect an account that is allowed to do it.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this address or with this id, or it belongs to another account.',
    action: 'Check the address and the id.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The call exists, but not with this method.',
    action: 'Use the method that the API documentation names.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    meaning: 'The body, a text or a file in it is larger than the call accepts.',
    action: 'Send less, or upload large files in parts.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The account or the network has made too many calls of this kind within a short time.',
    action: later,
  },
  idempotency_conflict: {
    status: 422,
    title: 'Conflicting request',
    meaning: 'The Idempotency-Key was used before with another body.',
    action: 'Use a new key for a new request, and the same body for a repeated one.',
  },
  transaction_not_allowed: {
    status: 403,
    title: 'Transaction not allowed',
    meaning: 'The marketplace does not ask the wallet to sign a transaction of this form.',
    action: 'Build the transaction as the detail and the API documentation say.',
  },
  not_for_sale: {
    status: 409,
    title: 'Not for sale',
    meaning: 'The NFT or item cannot be bought this way, or was sold or withdrawn in the meantime.',
    action: 'Read the NFT again and use the way of sale that it has now.',
  },
  price_changed: {
    status: 409,
    title: 'Price changed',
    meaning: 'The price is no longer the one that the request expects.',
    action: 'Show the new price, and send the request again if it is accepted.',
  },
  own_token: {
    status: 409,
    title: 'Already yours',
    meaning: 'The NFT or the currency belongs to the connected account.',
    action: 'Nothing needs to be done.',
  },
  already_pending: {
    status: 409,
    title: 'Already under way',
    meaning: 'The same request is being processed, or its result exists already.',
    action: 'Finish the earlier request, or ask again in half a minute.',
  },
  not_owner: {
    status: 409,
    title: 'Not the owner',
    meaning: 'The NFT belongs to another account than the request requires.',
    action: 'Read the NFT again: it may have changed hands.',
  },
  offer_gone: {
    status: 409,
    title: 'Offer gone',
    meaning: 'The offer was cancelled, has expired, or its owner lacks the funds.',
    action: 'Read the offers of the NFT again and choose another one.',
  },
  sale_active: {
    status: 409,
    title: 'A sale is active',
    meaning: 'The NFT or collection is listed, on auction or being sold, which rules this out.',
    action: 'Cancel the listing, or wait until the sale is over.',
  },
  no_auction: {
    status: 409,
    title: 'No auction',
    meaning: 'No auction of this NFT is running.',
    action: 'Read the NFT again: the auction may have ended.',
  },
  bid_too_low: {
    status: 409,
    title: 'Bid too low',
    meaning: 'The bid does not reach the start price when the fee is deducted.',
    action: 'Bid at least the amount that the detail names.',
  },
  bidder_banned: {
    status: 409,
    title: 'Bidding suspended',
    meaning: 'A top bid of this account was withdrawn or not covered when an auction ended.',
    action: 'Wait until the day that the detail names.',
  },
  direct_only: {
    status: 409,
    title: 'Direct offers only',
    meaning:
      'Nobody could make the offer that a sale through the marketplace needs: the NFT is not transferable, or its owner does not accept NFT offers.',
    action: 'Make a sell offer without a Destination, or to the buyer.',
  },
  tag_required: {
    status: 409,
    title: 'Destination tag required',
    meaning: 'The recipient requires a destination tag, which an NFT offer cannot carry.',
    action:
      'Use another address, or repeat the call with toTagged: true if the recipient can accept the NFT there.',
  },
  no_trust_line: {
    status: 409,
    title: 'Trust line missing',
    meaning: 'An account of the sale cannot hold the currency, because it has no trust line for it.',
    action: 'Set the trust line first.',
  },
  royalty_no_line: {
    status: 409,
    title: 'Royalty cannot be paid',
    meaning:
      'The creator of the NFT has no trust line for the currency, so the ledger cannot pay the royalty.',
    action: 'Use another currency: only the creator can set that trust line.',
  },
  insufficient_funds: {
    status: 409,
    title: 'Insufficient funds',
    meaning: 'The account cannot pay the amount above its reserve.',
    action: 'Fund the account, and try again.',
  },
  would_fail: {
    status: 409,
    title: 'Would fail on the ledger',
    meaning: 'A check before signing shows that the ledger would refuse the transaction.',
    action: 'Correct what the detail names before anything is signed.',
  },
  rows_refused: {
    status: 409,
    title: 'Rows refused',
    meaning: 'Some of the rows for one signature cannot be carried out; nothing was requested.',
    action: 'Correct or leave out the rows in `rows`, and request the others again.',
  },
  swap_closed: {
    status: 409,
    title: 'Swap not open',
    meaning: 'The swap has ended, or is not in the state that the call needs.',
    action: 'Read the swap again: its state and its message say what happened.',
  },
  swap_limit: {
    status: 409,
    title: 'Too many open swaps',
    meaning: 'The account has reached the limit of open proposals.',
    action: 'Withdraw one, or wait until one ends.',
  },
  bid_closed: {
    status: 409,
    title: 'Standing bid closed',
    meaning: 'The standing bid, or the sale into it, is not open for this.',
    action: 'Read the bid or the sale again: its state says what happened.',
  },
  bid_limit: {
    status: 409,
    title: 'Too many standing bids',
    meaning: 'The account has reached the limit of open standing bids.',
    action: 'Withdraw one, or wait until one ends.',
  },
  work_changed: {
    status: 409,
    title: 'Work changed',
    meaning: 'The issuer has changed a work after the bid was placed.',
    action: 'Look at the work. To buy it as it is now, send `changeSeen: true`.',
  },
  batch_unavailable: {
    status: 409,
    title: 'Batch not available',
    meaning: 'The call needs a Batch transaction, which the network or the wallet cannot carry out now.',
    action:
      'Try again later, or with a wallet that can sign Batches. Request several rows with one call for each.',
  },
  wallet_outdated: {
    status: 409,
    title: 'Wallet too old',
    meaning: 'The wallet signed in a form that the network no longer accepts.',
    action: 'Update the wallet app and sign again.',
  },
  rejected: {
    status: 409,
    title: 'Rejected',
    meaning: 'The request was rejected in the wallet.',
    action: 'Request the signature again if that was a mistake.',
  },
  expired: {
    status: 410,
    title: 'Expired',
    meaning: 'The sign request was not opened in time, or its result can no longer be collected.',
    action: 'Start again.',
  },
  signature_mismatch: {
    status: 409,
    title: 'Signature does not match',
    meaning: 'The signed transaction differs from the request, or another account signed it.',
    action: 'Request it again, and sign with the connected account.',
  },
  wrong_network: {
    status: 409,
    title: 'Wrong network',
    meaning: 'The wallet signed for another network than that of the marketplace.',
    action: 'Switch the network in the wallet, and request it again.',
  },
  ledger_refused: {
    status: 409,
    title: 'Refused by the ledger',
    meaning: 'The transaction is validated on the ledger with a failure code.',
    action: 'Read the detail: it explains the code of the ledger.',
  },
  not_submitted: {
    status: 409,
    title: 'Not submitted',
    meaning: 'The transaction was signed but did not get into a ledger in time.',
    action: 'Request the signature again.',
  },
  broker_refused: {
    status: 409,
    title: 'Sale not completed',
    meaning: 'The ledger refused the transaction by which the marketplace matches two offers.',
    action: 'Read the NFT and its offers again, then try again.',
  },
  not_announced: {
    status: 409,
    title: 'Not announced yet',
    meaning: 'The collection is not announced yet, so nothing in it can be sold.',
    action: 'Wait for the announcement; its issuer can announce it.',
  },
  own_collection: {
    status: 409,
    title: 'Your own collection',
    meaning: 'An issuer cannot buy from its own collection.',
    action: 'Use another account.',
  },
  blacklisted: {
    status: 409,
    title: 'Not open to this account',
    meaning: 'The issuer has put the account on the blacklist of the collection.',
    action: 'Only the issuer can change the list.',
  },
  not_whitelisted: {
    status: 409,
    title: 'Not on the whitelist',
    meaning: 'Only accounts on the whitelist can buy from the collection.',
    action: 'Only the issuer can change the list.',
  },
  purchase_limit: {
    status: 409,
    title: 'Purchase limit reached',
    meaning: 'The account has bought as much as the whitelist allows; open reservations count.',
    action: 'Pay for or release the open reservations; otherwise the limit remains.',
  },
  promo_code_invalid: {
    status: 409,
    title: 'Invalid promo code',
    meaning: 'The collection requires a promo code, and the code in the request is wrong or missing.',
    action: 'Send the right code as `promoCode`.',
  },
  edition_limit: {
    status: 409,
    title: 'Too many editions',
    meaning: 'The collection has as many editions as it may have at a time. Closed ones do not count.',
    action: 'Close an edition first.',
  },
  edition_closed: {
    status: 409,
    title: 'Edition closed',
    meaning: 'The artist has closed the edition: no more prints are sold.',
    action: 'Buy a print from one of its owners.',
  },
  edition_paused: {
    status: 409,
    title: 'Edition paused',
    meaning: 'The artist has paused the sale of the edition.',
    action: 'Try again later.',
  },
  payees_pending: {
    status: 409,
    title: 'A payee has not agreed',
    meaning: 'An account that shares the revenue of the edition has not agreed to its share yet.',
    action:
      'Ask the payee to agree with `POST /api/split/agree`. `GET /api/edition` and `GET /api/collection` name those who have.',
  },
  phase_closed: {
    status: 409,
    title: 'Not on sale now',
    meaning:
      'No phase of the edition is open in the newest ledger: the next one starts later, or the last one has ended.',
    action: 'Read the times of the phases with `GET /api/edition`.',
  },
  phase_limit: {
    status: 409,
    title: 'Limit of the phase reached',
    meaning:
      'The account has bought as many prints as one account may in this phase; open reservations count.',
    action: 'Pay for or release the open reservation; otherwise wait for the next phase.',
  },
  not_a_holder: {
    status: 409,
    title: 'For holders only',
    meaning:
      'The phase is for holders of a collection, and the account holds no work of it that was not used in this phase.',
    action: 'Wait for the next phase, or buy a work of that collection first.',
  },
  account_too_new: {
    status: 409,
    title: 'For older accounts',
    meaning:
      'The print is free, and the ledger does not show that the account is older than the edition. Accounts on the whitelist of the collection need not be older.',
    action: 'Buy in a phase that is not free, or ask the artist for a place on the whitelist.',
  },
  too_many_unpaid: {
    status: 409,
    title: 'Too many unpaid reservations',
    meaning: 'The account has reserved too many on-demand items without paying for them.',
    action: 'Pay for the reserved items, or wait until the reservations expire.',
  },
  too_much_unsold: {
    status: 409,
    title: 'Too many unsold works of this artist',
    meaning: 'Too many items of this artist were minted for buyers who did not pay.',
    action: 'Try again later, or buy a work of another artist.',
  },
  marketplace_busy: {
    status: 409,
    title: 'Too many reserved works',
    meaning: 'The marketplace holds as many reserved items as it can afford at the moment.',
    action: 'Try again later.',
  },
  network_busy: {
    status: 503,
    title: 'Busy network',
    meaning:
      'A transaction costs more at the moment than `OPX-Cost-Limit` of the request allows. Calls without that header are not refused for it.',
    action:
      'Repeat the request as long as `Retry-After` says, or with an `OPX-Cost-Limit` (in drops) of at least the `OPX-Cost` of the reply.',
  },
  reserved: {
    status: 409,
    title: 'Reserved',
    meaning: 'Another buyer has reserved the item and may still pay for it.',
    action: 'Try again in a few minutes.',
  },
  sold_out: {
    status: 409,
    title: 'Sold out',
    meaning: 'Nothing in this collection can be drawn at the moment.',
    action: 'Try again later: reserved items may become available.',
  },
  draws_unavailable: {
    status: 503,
    title: 'No draws',
    meaning: 'The marketplace has no secret for draws, so nothing that is minted on demand can be drawn.',
    action: 'Try again later.',
  },
  draws_preparing: {
    status: 409,
    title: 'Draws are being prepared',
    meaning:
      'The items are still being added, withdrawn, or committed to on the ledger. The message says what is happening.',
    action: 'Try again when the message says.',
  },
  draw_withheld: {
    status: 409,
    title: 'Draw withheld',
    meaning:
      'The marketplace did not make the draw in time. It is published as withheld, and nothing was charged.',
    action: 'Draw again.',
  },
  minter_missing: {
    status: 409,
    title: 'Sale paused',
    meaning: 'The issuer no longer lets the marketplace mint for its account.',
    action: 'The issuer must authorise the marketplace as minter.',
  },
  account_not_found: {
    status: 404,
    title: 'Account not found',
    meaning: 'The account does not exist on the ledger.',
    action: 'Fund the account with the reserve first, or check the address.',
  },
  events_gone: {
    status: 410,
    title: 'Events gone',
    meaning: 'The events after this position are no longer stored in full.',
    action: 'Reload your data, and continue with `ledger` or without a position.',
  },
  follow_self: {
    status: 409,
    title: 'Cannot follow yourself',
    meaning: 'The account to follow is the connected one.',
    action: 'Nothing needs to be done.',
  },
  watchlist_full: {
    status: 409,
    title: 'Watchlist full',
    meaning: 'The watchlist of the account has reached its limit.',
    action: 'Remove some of them first.',
  },
  push_unavailable: {
    status: 409,
    title: 'No notifications on devices',
    meaning: 'The operator of this site has not set up web push.',
    action: 'Read the notifications on the site.',
  },
  webhook_exists: {
    status: 409,
    title: 'Webhook exists',
    meaning: 'Another webhook of the account has the same address.',
    action: 'Change that webhook, or use another address.',
  },
  webhook_limit: {
    status: 409,
    title: 'Too many webhooks',
    meaning: 'The account has reached the limit of webhooks.',
    action: 'Remove one of them first.',
  },
  api_key_limit: {
    status: 409,
    title: 'Too many API keys',
    meaning: 'The account has as many API keys as it may have.',
    action: 'End one of them first.',
  },
  session_required: {
    status: 403,
    title: 'Not with an API key',
    meaning: 'The call needs the session of a person; an API key may read, and prepare requests to sign.',
    action: 'Sign in with the wallet, and send the session token.',
  },
  profile_exists: {
    status: 409,
    title: 'Profile exists',
    meaning: 'The account has a profile already.',
    action: 'Change it with `PUT /api/account/profile`.',
  },
  database_unavailable: {
    status: 503,
    title: 'Database unavailable',
    meaning: 'The database of the marketplace does not answer.',
    action: later,
  },
  signer_unavailable: {
    status: 503,
    title: 'Wallet service unavailable',
    meaning: 'The platform of the wallet does not answer.',
    action: later,
  },
  ledger_unavailable: {
    status: 503,
    title: 'Ledger unavailable',
    meaning: 'No server of the ledger answers.',
    action: later,
  },
  read_only: {
    status: 503,
    title: 'Read-only',
    meaning:
      'No ledger server of the marketplace follows the network, so nothing can be signed or sent. Reading works.',
    action: later,
  },
  collection_exists: {
    status: 409,
    title: 'Collection exists',
    meaning: 'The account has a collection with this taxon already.',
    action: 'Choose another taxon, or edit the existing collection.',
  },
  collection_busy: {
    status: 409,
    title: 'Collection busy',
    meaning: 'Open sales or a change at the same time rule this out.',
    action: 'Wait until what the detail names is over, and try again.',
  },
  already_announced: {
    status: 409,
    title: 'Already announced',
    meaning: 'The collection is announced; that cannot be undone.',
    action: 'Nothing needs to be done.',
  },
  storage_unavailable: {
    status: 503,
    title: 'Media store unavailable',
    meaning: 'The store of the media files does not answer.',
    action: later,
  },
  pinning_unavailable: {
    status: 503,
    title: 'Pinning service unavailable',
    meaning: 'The service that pins files to IPFS did not accept the file.',
    action: later,
  },
  form_too_slow: {
    status: 408,
    title: 'Form too slow',
    meaning: 'Less than 16 KB of a form arrived within ten seconds.',
    action: 'Send it again on a better connection, or upload large files in parts with `POST /api/uploads`.',
  },
  forms_busy: {
    status: 503,
    title: 'Too many forms at once',
    meaning: 'Too many forms with files are being received at the same time.',
    action: 'Wait until the other files of the account are sent, then try again.',
  },
  storage_quota: {
    status: 429,
    title: 'Limit of the day reached',
    meaning: 'The account has stored as many bytes as it may within a day.',
    action: 'Continue after midnight UTC.',
  },
  storage_full: {
    status: 507,
    title: 'No room for files',
    meaning: 'The marketplace accepts no more files at the moment. Nothing was stored.',
    action: 'Try again tomorrow, or tell the operator.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'The marketplace failed. The log of the operator has the error under the request id.',
    action: 'Try again; if it stays, report the request id.',
  },
}
