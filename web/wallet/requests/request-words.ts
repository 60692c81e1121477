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
  /** Precedes the name of the work while the request runs. */
  running: string
  /** Shown in the tray when done. */
  short: string
  /** Title when done. `{title}` is the work. */
  done: string
  /** One sentence on what changed. `{amount}` is filled in. */
  sentence: string
  /** What it means or what comes next. */
  reassurance: string
  /** Title when it failed. */
  failed: string
  /** Precedes the amount. */
  label: string
  /** Shown before signing: what happens afterwards. */
  afterwards: string
}

const onceValidated = 'Once signed, it takes effect as soon as the ledger has validated it.'
const mine = {
  done: '{title} is yours',
  short: 'Bought',
  failed: 'Not bought',
  running: 'Buying',
  label: 'You pay',
}
const reserve = 'The ledger keeps a small reserve for the offer until it is taken or cancelled.'
const bid = {
  running: 'Bidding on',
  short: 'Bid placed',
  done: 'Your bid stands',
  sentence: 'You bid {amount} for {title}.',
  failed: 'No bid was placed',
  label: 'You bid',
  afterwards: onceValidated,
}

export const requestWords: Record<RequestPurpose, Words> = {
  mint: {
    running: 'Minting',
    short: 'Minted',
    done: '{title} is minted',
    sentence: 'It is on the ledger, in your wallet.',
    reassurance: 'Its files are pinned to IPFS.',
    failed: 'Not minted',
    label: '',
    afterwards: onceValidated,
  },
  modify: {
    running: 'Updating',
    short: 'Updated',
    done: '{title} is updated',
    sentence: 'Its new metadata is on the ledger.',
    reassurance: 'Its files are pinned to IPFS. Owner and offers are as they were.',
    failed: 'Not updated',
    label: '',
    afterwards: 'Once signed, collectors see it as soon as the ledger has validated it.',
  },
  demand_buy: {
    ...mine,
    sentence: "You paid {amount}. It was minted for you. It's in your wallet.",
    reassurance: 'Success, refresh collection to see change',
    afterwards: 'Once signed, payment and NFT change hands in one transaction of the ledger.',
  },
  buy_random: {
    ...mine,
    done: 'It is yours',
    sentence: 'You paid {amount}.',
    reassurance: "The ledger has validated the sale. It's in your wallet.",
    afterwards: 'Once signed, payment and NFT change hands on the ledger; then you see which one it is.',
  },
  buy_now: {
    ...mine,
    sentence: 'You paid {amount}{fee}.',
    reassurance: "The ledger has validated the sale. It's in your wallet.",
    afterwards: 'Once signed, the marketplace hands the work over on the ledger in a few seconds.',
  },
  buy_cart: {
    ...mine,
    done: '{title} are yours',
    sentence: 'You paid {amount}.',
    reassurance: 'The ledger has validated all sales. They are in your wallet.',
    afterwards: 'Once signed, all of them change hands in one ledger, or none.',
  },
  accept_sell: {
    ...mine,
    sentence: 'You paid {amount}.',
    reassurance: "The ledger has validated the sale. It's in your wallet.",
    afterwards: 'Once signed, the work is yours as soon as the ledger has validated it.',
  },
  accept_transfer: {
    ...mine,
    short: 'Received',
    failed: 'Not received',
    running: 'Accepting',
    sentence: 'It was handed over to you free of charge.',
    reassurance: "The ledger has validated it. It's in your wallet.",
    afterwards: 'Once signed, the work is yours as soon as the ledger has validated it.',
  },
  accept_bid: {
    running: 'Selling',
    short: 'Sold',
    done: '{title} is sold',
    sentence: 'You got {amount}.',
    reassurance: 'Marketplace fee and royalty are settled already. The rest is in your wallet.',
    failed: 'Not sold',
    label: 'You get',
    afterwards: 'Once signed, the sale is made on the ledger in a few seconds.',
  },
  sell_now: {
    running: 'Listing',
    short: 'Listed',
    done: '{title} is listed',
    sentence: 'Anyone can buy it now for {amount} and the marketplace fee.',
    reassurance: reserve,
    failed: 'Not listed',
    label: 'You ask',
    afterwards: onceValidated,
  },
  normal_sell: {
    running: 'Offering',
    short: 'Offered',
    done: '{title} is offered',
    sentence: 'Your sell offer of {amount} is on the ledger.',
    reassurance: reserve,
    failed: 'Not offered',
    label: 'You ask',
    afterwards: onceValidated,
  },
  normal_bid: {
    ...bid,
    reassurance: 'Nothing is paid until the owner accepts it. You can cancel it on the page of the work.',
  },
  bid_auction: {
    ...bid,
    reassurance: 'Nothing is paid unless it wins. The sale settles automatically when the auction ends.',
  },
  run_auction: {
    running: 'Opening the auction of',
    short: 'On auction',
    done: '{title} is on auction',
    sentence: 'Bids begin at {amount}.',
    reassurance: 'The sale settles automatically when the auction ends, whether you are here or not.',
    failed: 'No auction was opened',
    label: 'Start price',
    afterwards: onceValidated,
  },
  transfer: {
    running: 'Transferring',
    short: 'Transfer offered',
    done: '{title} can be accepted',
    sentence: 'The receiver accepts it to make it theirs.',
    reassurance: 'Until then it stays yours, and you can cancel the transfer.',
    failed: 'Not transferred',
    label: 'Price',
    afterwards: onceValidated,
  },
  cancel: {
    running: 'Cancelling an offer for',
    short: 'Offer cancelled',
    done: 'The offer is cancelled',
    sentence: 'The offer for {title} no longer stands.',
    reassurance: 'Its reserve is free again.',
    failed: 'Not cancelled',
    label: 'The offer',
    afterwards: 'Once signed, the offer is gone as soon as the ledger has validated it.',
  },
  burn: {
    running: 'Burning',
    short: 'Burned',
    done: '{title} is burned',
    sentence: 'It is gone from the ledger for good.',
    reassurance: 'Its history stays for everyone to see.',
    failed: 'Not burned',
    label: '',
    afterwards: 'Once signed and validated it is gone for good.',
  },
  trust_line: {
    running: 'Setting a trust line for',
    short: 'Trust line set',
    done: 'The trust line is set',
    sentence: 'Your account can hold {title} now.',
    reassurance: 'What you had begun is still as you left it.',
    failed: 'No trust line was set',
    label: '',
    afterwards: 'Once signed and validated you can go on where you were.',
  },
  cancel_all: {
    running: 'Cancelling',
    short: 'Offers cancelled',
    done: 'Your sell offers are cancelled',
    sentence: '{title} were cancelled.',
    reassurance: 'The reserve that they locked is free again.',
    failed: 'Not cancelled',
    label: '',
    afterwards: 'Once signed, they are gone as soon as the ledger has validated it.',
  },
  list_many: {
    running: 'Offering',
    short: 'Offered',
    done: '{title} are offered',
    sentence: 'Each that the ledger has taken is for sale now.',
    reassurance: 'The ledger keeps a small reserve for each offer until it is taken or cancelled.',
    failed: 'Not offered',
    label: '',
    afterwards: onceValidated,
  },
  reprice_many: {
    running: 'Changing the prices of',
    short: 'Prices changed',
    done: '{title} have their new prices',
    sentence: 'The old offers are cancelled, and the new ones stand.',
    reassurance: 'Buyers see the new prices at once.',
    failed: 'The prices are as they were',
    label: '',
    afterwards: 'One signature. It happens as a whole or not at all.',
  },
  reprice: {
    running: 'Changing the price of',
    short: 'Price changed',
    done: '{title} has its new price',
    sentence: 'It is offered for {amount} now. The old offer is cancelled.',
    reassurance: 'Nobody can buy it at the old price any more.',
    failed: 'The price was not changed',
    label: 'You ask',
    afterwards: onceValidated,
  },
  reprice_cancel: {
    running: 'Cancelling the old price of',
    short: 'Old price cancelled',
    done: 'The old price is cancelled',
    sentence: '{title} can no longer be bought for {amount}.',
    reassurance: 'One more signature offers it at the new price.',
    failed: 'The price was not changed',
    label: 'The old price',
    afterwards: 'Once signed and validated, a second signature offers it at the new price.',
  },
  mint_many: {
    running: 'Minting',
    short: 'Minted',
    done: '{title} are minted',
    sentence: 'Each that the ledger has taken is in your wallet.',
    reassurance: 'Their files are pinned to IPFS.',
    failed: 'Not minted',
    label: '',
    afterwards: onceValidated,
  },
  authorize_minter: {
    running: 'Letting',
    short: 'Minting permitted',
    done: 'The marketplace may mint for you',
    sentence: '{title} can mint your on-demand NFTs for their buyers now.',
    reassurance:
      'What you had begun is still as you left it. You can take the permission back in your wallet.',
    failed: 'No permission was given',
    label: '',
    afterwards: 'Once signed and validated, on-demand items can be sold.',
  },
  swap: {
    running: 'Swapping',
    short: 'Swapped',
    done: 'The swap is done',
    sentence: 'You swapped {title}.',
    reassurance: 'The ledger has validated it: everything changed hands in one transaction.',
    failed: 'Not swapped',
    label: '',
    afterwards: 'Once signed, everything changes hands in one transaction of the ledger, or nothing does.',
  },
  swap_agree: {
    running: 'Agreeing to swap',
    short: 'Agreed',
    done: 'You have agreed',
    sentence: 'Your part of the swap of {title} is signed.',
    reassurance: 'Nothing has moved yet: the other account signs last, within 15 minutes.',
    failed: 'Not agreed',
    label: '',
    afterwards: 'Once signed, the other account can complete the swap within 15 minutes.',
  },
  swap_revoke: {
    running: 'Withdrawing from the swap of',
    short: 'Withdrawn',
    done: 'Your transaction came first',
    sentence: 'If the swap had not happened before, it can no longer happen with what you signed.',
    reassurance: 'The page of the swap shows its state.',
    failed: 'Not withdrawn',
    label: '',
    afterwards: 'Once signed and validated, what you signed for the swap can no longer be used.',
  },
  clean_up: {
    running: 'Cancelling',
    short: 'Cleaned up',
    done: 'Your dead offers are gone',
    sentence: '{title} were cancelled.',
    reassurance: 'The reserve that they locked is free again.',
    failed: 'Not cancelled',
    label: '',
    afterwards: 'Once signed, their reserve is free as soon as the ledger has validated it.',
  },
}
