import type { Action } from '#contract/rules/actions.ts'
import { t } from '#web/messages.ts'

interface Words {
  /** Shown while the request is sent to the wallet. */
  preparing: string
  /** Title while the request runs. */
  running: (title: string) => string
  /** Shown in the tray when done. */
  short: string
  /** Title when done. */
  done: (title: string) => string
  /** One sentence on what changed. */
  sentence: (facts: { title: string; amount: string; fee: string | null }) => string
  /** An explanation, or the next step. */
  reassurance: string
  /** Title when it failed. */
  failed: string
  /** Precedes the amount. */
  label: string
  /** Shown before signing: what happens afterwards. */
  afterwards: string
}

const onceValidated = t('After you sign, the change takes effect as soon as the ledger validates it.')
const purchaseWords: Pick<Words, 'done' | 'short' | 'failed' | 'running' | 'label'> = {
  done: (title) => t('{title} is yours', { title }),
  short: t('Bought'),
  failed: t('Not bought'),
  running: (title) => t('Buying {title}', { title }),
  label: t('You pay'),
}
const reserve = t('The ledger keeps a small reserve for the offer until it is accepted or cancelled.')
const bid: Omit<Words, 'preparing' | 'reassurance'> = {
  running: (title) => t('Bidding on {title}', { title }),
  short: t('Bid placed'),
  done: () => t('Your bid stands'),
  sentence: ({ title, amount }) => t('You bid {amount} for {title}.', { title, amount }),
  failed: t('No bid was placed'),
  label: t('You bid'),
  afterwards: onceValidated,
}

/** Texts for a sell offer that the buyer accepts directly, without the marketplace. */
const takenDirectly: Words = {
  preparing: t('Preparing your purchase…'),
  ...purchaseWords,
  sentence: ({ amount }) => t('You paid {amount}.', { amount }),
  reassurance: t('The ledger has validated the sale. The work is in your wallet.'),
  afterwards: t('After you sign, the work is yours as soon as the ledger validates it.'),
}

export const actionWords: Record<Action, Words> = {
  mintNft: {
    preparing: t('Preparing the mint…'),
    running: (title) => t('Minting {title}', { title }),
    short: t('Minted'),
    done: (title) => t('{title} is minted', { title }),
    sentence: () => t('It is on the ledger and in your wallet.'),
    reassurance: t('Its files are pinned to IPFS.'),
    failed: t('Not minted'),
    label: '',
    afterwards: onceValidated,
  },
  updateNft: {
    preparing: t('Preparing the change…'),
    running: (title) => t('Updating {title}', { title }),
    short: t('Updated'),
    done: (title) => t('{title} is updated', { title }),
    sentence: () => t('Its new metadata is on the ledger.'),
    reassurance: t('Its files are pinned to IPFS. Owner and offers are unchanged.'),
    failed: t('Not updated'),
    label: '',
    afterwards: t('After you sign, collectors see the update as soon as the ledger validates it.'),
  },
  buyOnDemand: {
    preparing: t('Preparing your purchase…'),
    ...purchaseWords,
    sentence: ({ amount }) =>
      t('You paid {amount}. The print was minted for you and is in your wallet.', { amount }),
    reassurance: t('Success, refresh collection to see change'),
    afterwards: t('After you sign, payment and NFT change hands in one ledger transaction.'),
  },
  buyPrint: {
    preparing: t('Preparing your purchase…'),
    ...purchaseWords,
    done: (title) => t('A print of {title} is yours', { title }),
    sentence: ({ amount }) =>
      t('You paid {amount}. The print was minted for you and is in your wallet.', { amount }),
    reassurance: t('Its number is in the title.'),
    afterwards: t('After you sign, payment and NFT change hands in one ledger transaction.'),
  },
  claimPrint: {
    preparing: t('Preparing your print…'),
    ...purchaseWords,
    running: (title) => t('Claiming {title}', { title }),
    short: t('Claimed'),
    done: (title) => t('A print of {title} is yours', { title }),
    sentence: () => t('It was minted for you at no charge. The print is in your wallet.'),
    reassurance: t('Its number is in the title.'),
    failed: t('Not claimed'),
    afterwards: t('After you sign, the print is yours as soon as the ledger validates it.'),
  },
  buyRandom: {
    preparing: t('Preparing your draw…'),
    ...purchaseWords,
    done: () => t('It is yours'),
    sentence: ({ amount }) => t('You paid {amount}.', { amount }),
    reassurance: t('The ledger has validated the sale. The work is in your wallet.'),
    afterwards: t(
      'After you sign, payment and NFT change hands on the ledger; then you see which NFT you got.',
    ),
  },
  buyNow: {
    preparing: t('Preparing your purchase…'),
    ...purchaseWords,
    sentence: ({ amount, fee }) =>
      fee === null
        ? t('You paid {amount}.', { amount })
        : t('You paid {amount}, of which {fee} XRP is the marketplace fee.', { amount, fee }),
    reassurance: t('The ledger has validated the sale. The work is in your wallet.'),
    afterwards: t('After you sign, the marketplace hands the work over on the ledger in a few seconds.'),
  },
  buyCart: {
    preparing: t('Preparing your purchase…'),
    ...purchaseWords,
    done: (title) => t('{title} are yours', { title }),
    sentence: ({ amount }) => t('You paid {amount}.', { amount }),
    reassurance: t('The ledger has validated all sales. The works are in your wallet.'),
    afterwards: t('After you sign, all of them change hands in one ledger, or none do.'),
  },
  buyDirectly: takenDirectly,
  acceptSellOffer: takenDirectly,
  acceptTransfer: {
    preparing: t('Preparing the transfer…'),
    ...purchaseWords,
    short: t('Received'),
    failed: t('Not received'),
    running: (title) => t('Accepting {title}', { title }),
    sentence: () => t('It was transferred to you free of charge.'),
    reassurance: t('The ledger has validated the transfer. The work is in your wallet.'),
    afterwards: t('After you sign, the work is yours as soon as the ledger validates it.'),
  },
  acceptBid: {
    preparing: t('Preparing your sale…'),
    running: (title) => t('Selling {title}', { title }),
    short: t('Sold'),
    done: (title) => t('{title} is sold', { title }),
    sentence: ({ amount }) => t('You got {amount}.', { amount }),
    reassurance: t('The marketplace fee and the royalty have been paid. The rest is in your wallet.'),
    failed: t('Not sold'),
    label: t('You get'),
    afterwards: t('After you sign, the sale completes on the ledger in a few seconds.'),
  },
  listForSale: {
    preparing: t('Preparing your offer…'),
    running: (title) => t('Listing {title}', { title }),
    short: t('Listed'),
    done: (title) => t('{title} is listed', { title }),
    sentence: ({ amount }) => t('Anyone can buy it now for {amount} and the marketplace fee.', { amount }),
    reassurance: reserve,
    failed: t('Not listed', { context: 'request' }),
    label: t('You ask'),
    afterwards: onceValidated,
  },
  offerDirectly: {
    preparing: t('Preparing your offer…'),
    running: (title) => t('Offering {title}', { title }),
    short: t('Offered'),
    done: (title) => t('{title} is offered', { title }),
    sentence: ({ amount }) => t('Your sell offer of {amount} is on the ledger.', { amount }),
    reassurance: reserve,
    failed: t('Not offered'),
    label: t('You ask'),
    afterwards: onceValidated,
  },
  placeBid: {
    preparing: t('Preparing your bid…'),
    ...bid,
    reassurance: t('Nothing is paid until the owner accepts it. You can cancel it on the page of the work.'),
  },
  bidAtAuction: {
    preparing: t('Preparing your bid…'),
    ...bid,
    reassurance: t('Nothing is paid unless it wins. The sale settles automatically when the auction ends.'),
  },
  runAuction: {
    preparing: t('Preparing your auction…'),
    running: (title) => t('Opening the auction of {title}', { title }),
    short: t('Up for auction'),
    done: (title) => t('{title} is up for auction', { title }),
    sentence: ({ amount }) => t('Bids begin at {amount}.', { amount }),
    reassurance: t('The sale settles automatically when the auction ends, whether you are here or not.'),
    failed: t('No auction was opened'),
    label: t('Start price'),
    afterwards: onceValidated,
  },
  transfer: {
    preparing: t('Preparing the transfer…'),
    running: (title) => t('Transferring {title}', { title }),
    short: t('Transfer offered'),
    done: (title) => t('{title} can be accepted', { title }),
    sentence: () => t('The recipient accepts it to make it theirs.'),
    reassurance: t('Until then it stays yours, and you can cancel the transfer.'),
    failed: t('Not transferred'),
    label: t('Price'),
    afterwards: onceValidated,
  },
  cancelOffer: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Cancelling an offer for {title}', { title }),
    short: t('Offer cancelled'),
    done: () => t('The offer is cancelled'),
    sentence: ({ title }) => t('The offer for {title} is no longer open.', { title }),
    reassurance: t('Its reserve has been released.'),
    failed: t('Not cancelled'),
    label: t('The offer'),
    afterwards: t('After you sign, the offer is removed as soon as the ledger validates the cancellation.'),
  },
  burn: {
    preparing: t('Preparing to burn it…'),
    running: (title) => t('Burning {title}', { title }),
    short: t('Burned'),
    done: (title) => t('{title} is burned', { title }),
    sentence: () => t('It is permanently gone from the ledger.'),
    reassurance: t('Its history stays public.'),
    failed: t('Not burned'),
    label: '',
    afterwards: t('After you sign and the ledger validates the transaction, the NFT is permanently gone.'),
  },
  setTrustLine: {
    preparing: t('Preparing the trust line…'),
    running: (title) => t('Setting a trust line for {title}', { title }),
    short: t('Trust line set'),
    done: () => t('The trust line is set'),
    sentence: ({ title }) => t('Your account can now hold {title}.', { title }),
    reassurance: t('You can continue where you left off.'),
    failed: t('No trust line was set'),
    label: '',
    afterwards: t(
      'After you sign and the ledger validates the transaction, you can continue where you left off.',
    ),
  },
  cancelOffers: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Cancelling {title}', { title }),
    short: t('Offers cancelled'),
    done: () => t('Your sell offers are cancelled'),
    sentence: ({ title }) => t('{title} were cancelled.', { title }),
    reassurance: t('The reserve they locked has been released.'),
    failed: t('Not cancelled', { context: 'several' }),
    label: '',
    afterwards: t('After you sign, the offers are removed as soon as the ledger validates the cancellation.'),
  },
  listManyForSale: {
    preparing: t('Preparing your offer…'),
    running: (title) => t('Offering {title}', { context: 'several', title }),
    short: t('Offered', { context: 'several' }),
    done: (title) => t('{title} are offered', { title }),
    sentence: () => t('Every NFT whose offer the ledger has validated is now for sale.'),
    reassurance: t('The ledger keeps a small reserve for each offer until it is accepted or cancelled.'),
    failed: t('Not offered', { context: 'several' }),
    label: '',
    afterwards: onceValidated,
  },
  changePrices: {
    preparing: t('Preparing the change…'),
    running: (title) => t('Changing the prices of {title}', { title }),
    short: t('Prices changed'),
    done: (title) => t('{title} have new prices', { title }),
    sentence: () => t('The old offers are cancelled, and the new ones are open.'),
    reassurance: t('Buyers see the new prices at once.'),
    failed: t('The prices are unchanged'),
    label: '',
    afterwards: t('You approve once. Either all prices change or none does.'),
  },
  changePrice: {
    preparing: t('Preparing the change…'),
    running: (title) => t('Changing the price of {title}', { title }),
    short: t('Price changed'),
    done: (title) => t('{title} has a new price', { title }),
    sentence: ({ amount }) => t('It is now offered for {amount}. The old offer is cancelled.', { amount }),
    reassurance: t('Nobody can buy it at the old price any more.'),
    failed: t('The price was not changed'),
    label: t('You ask'),
    afterwards: onceValidated,
  },
  cancelOldPrice: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Cancelling the old price of {title}', { title }),
    short: t('Old price cancelled'),
    done: () => t('The old price is cancelled'),
    sentence: ({ title, amount }) => t('{title} can no longer be bought for {amount}.', { title, amount }),
    reassurance: t('One more signature offers it at the new price.'),
    failed: t('The price was not changed'),
    label: t('The old price'),
    afterwards: t(
      'After you sign and the ledger validates the cancellation, a second signature offers the work at the new price.',
    ),
  },
  mintNfts: {
    preparing: t('Preparing the mint…'),
    running: (title) => t('Minting {title}', { context: 'several', title }),
    short: t('Minted', { context: 'several' }),
    done: (title) => t('{title} are minted', { title }),
    sentence: () => t('Every NFT that the ledger has validated is in your wallet.'),
    reassurance: t('Their files are pinned to IPFS.'),
    failed: t('Not minted', { context: 'several' }),
    label: '',
    afterwards: onceValidated,
  },
  authorizeMinter: {
    preparing: t('Preparing the permission…'),
    running: (title) => t('Permission for {title}', { title }),
    short: t('Minting permitted'),
    done: () => t('The marketplace can mint for you'),
    sentence: ({ title }) => t('{title} can now mint your on-demand NFTs for their buyers.', { title }),
    reassurance: t('You can continue where you left off. You can revoke the permission in your wallet.'),
    failed: t('No permission was given'),
    label: '',
    afterwards: t('After you sign and the ledger validates the transaction, on-demand items can be sold.'),
  },
  completeSwap: {
    preparing: t('Preparing the swap…'),
    running: (title) => t('Swapping {title}', { title }),
    short: t('Swapped'),
    done: () => t('The swap is done'),
    sentence: ({ title }) => t('You swapped {title}.', { title }),
    reassurance: t('The ledger has validated the swap: everything changed hands in one transaction.'),
    failed: t('Not swapped'),
    label: '',
    afterwards: t('After you sign, everything changes hands in one ledger transaction, or nothing does.'),
  },
  agreeToSwap: {
    preparing: t('Preparing the swap…'),
    running: (title) => t('Agreeing to swap {title}', { title }),
    short: t('Agreed'),
    done: () => t('You have agreed'),
    sentence: ({ title }) => t('Your part of the swap of {title} is signed.', { title }),
    reassurance: t('Nothing has moved yet: the other account signs last, within 15 minutes.'),
    failed: t('Not agreed'),
    label: '',
    afterwards: t('After you sign, the other account can complete the swap within 15 minutes.'),
  },
  revokeSwap: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Withdrawing from the swap of {title}', { title }),
    short: t('Withdrawn'),
    done: () => t('Your transaction came first'),
    sentence: () => t('If the swap has not happened yet, it can no longer happen with your signature.'),
    reassurance: t("See the swap's page for its status."),
    failed: t('Not withdrawn'),
    label: '',
    afterwards: t(
      'After you sign and the ledger validates the transaction, your signature for the swap can no longer be used.',
    ),
  },
  placeStandingBid: {
    preparing: t('Preparing your bid…'),
    running: (title) => t('Bidding on {title}', { title }),
    short: t('Bid placed'),
    done: () => t('Your standing bid is open'),
    sentence: ({ title, amount }) => t('You bid {amount} for each work of {title}.', { title, amount }),
    reassurance: t('Nothing is paid until you complete a sale. You can withdraw the bid at any time.'),
    failed: t('No bid was placed'),
    label: t('You bid'),
    afterwards: t(
      'After you sign, owners can sell to you at this price. You confirm each sale within 24 hours.',
    ),
  },
  sellIntoBid: {
    preparing: t('Preparing the sale…'),
    running: (title) => t('Selling {title}', { title }),
    short: t('Signed'),
    done: () => t('You have signed the sale'),
    sentence: ({ title }) => t('Your part of the sale of {title} is signed.', { title }),
    reassurance: t('Nothing has moved yet: the bidder has 24 hours to complete the sale.'),
    failed: t('Not sold'),
    label: t('You get'),
    afterwards: t(
      'After you sign, the bidder has 24 hours to complete the sale. Until then the work stays yours.',
    ),
  },
  completeBidSale: {
    preparing: t('Preparing your purchase…'),
    ...purchaseWords,
    done: (title) => t('You bought {title}', { title }),
    sentence: ({ amount }) => t('You paid {amount}.', { amount }),
    reassurance: t('The ledger has validated it: everything changed hands in one transaction.'),
    afterwards: t(
      'After you sign, payment and works change hands in one transaction of the ledger, or nothing does.',
    ),
  },
  revokeBidSale: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Withdrawing from the sale of {title}', { title }),
    short: t('Withdrawn'),
    done: () => t('Your transaction came first'),
    sentence: () => t('If the sale has not happened yet, it can no longer happen with your signature.'),
    reassurance: t('The work is still yours unless the sale happened first.'),
    failed: t('Not withdrawn'),
    label: '',
    afterwards: t(
      'After you sign and the ledger validates the transaction, your signature for the sale can no longer be used.',
    ),
  },
  releaseBidTickets: {
    preparing: t('Preparing the release…'),
    running: () => t('Releasing your reserve'),
    short: t('Released'),
    done: () => t('Your reserve is released'),
    sentence: () => t('The tickets of your ended bids are gone from the ledger.'),
    reassurance: t('You can spend the XRP again.'),
    failed: t('Not released'),
    label: '',
    afterwards: onceValidated,
  },
  cancelDeadOffers: {
    preparing: t('Preparing the cancellation…'),
    running: (title) => t('Cancelling {title}', { title }),
    short: t('Cleaned up'),
    done: () => t('Your dead offers are gone'),
    sentence: ({ title }) => t('{title} were cancelled.', { title }),
    reassurance: t('The reserve they locked has been released.'),
    failed: t('Not cancelled', { context: 'several' }),
    label: '',
    afterwards: t(
      'After you sign, the reserve of these offers is released as soon as the ledger validates the cancellation.',
    ),
  },
}
