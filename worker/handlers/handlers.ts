import type { ConnectNonceSettings } from '#worker/http/connect-nonce.ts'
import { accountHandlers } from './accounts.ts'
import { adminHandlers } from './admin.ts'
import type { AppHandlers } from './app-env.ts'
import { collectionHandlers } from './collections.ts'
import { mintingHandlers } from './minting.ts'
import { readingHandlers } from './reading.ts'
import { sellingHandlers } from './selling.ts'
import { standingBidHandlers } from './standing-bids.ts'
import { swapHandlers } from './swaps.ts'
import { syncHandlers } from './sync.ts'
import { tradingHandlers } from './trading.ts'
import { walletSignerHandlers } from './wallet-signer.ts'
import { programHandlers } from './programs.ts'

/** Creates the handler of every operation in the contract's table. */
export const createHandlers = (settings: ConnectNonceSettings): AppHandlers => ({
  ...readingHandlers,
  ...accountHandlers,
  ...programHandlers,
  ...walletSignerHandlers(settings),
  ...tradingHandlers,
  ...mintingHandlers,
  ...sellingHandlers,
  ...swapHandlers,
  ...standingBidHandlers,
  ...syncHandlers,
  ...collectionHandlers,
  ...adminHandlers,
})
