import type { ConnectNonceSettings } from '#worker/http/connect-nonce.ts'
import { accountHandlers } from './accounts.ts'
import { adminHandlers } from './admin.ts'
import { apiKeyHandlers } from './api-keys.ts'
import type { AppHandlers } from './app-env.ts'
import { collectionHandlers } from './collections.ts'
import { drawHandlers } from './draws.ts'
import { mintingHandlers } from './minting.ts'
import { notificationHandlers } from './notifications.ts'
import { readingHandlers } from './reading.ts'
import { editionHandlers } from './editions.ts'
import { sellingHandlers } from './selling.ts'
import { splitHandlers } from './splits.ts'
import { statementHandlers } from './statements.ts'
import { standingBidHandlers } from './standing-bids.ts'
import { swapHandlers } from './swaps.ts'
import { syncHandlers } from './sync.ts'
import { tradingHandlers } from './trading.ts'
import { walletSignerHandlers } from './wallet-signer.ts'
import { watchlistHandlers } from './watchlist.ts'
import { webhookHandlers } from './webhooks.ts'

/** Creates the handler of every operation in the contract's table. */
export const createHandlers = (settings: ConnectNonceSettings): AppHandlers => ({
  ...readingHandlers,
  ...accountHandlers,
  ...watchlistHandlers,
  ...webhookHandlers,
  ...apiKeyHandlers,
  ...notificationHandlers,
  ...statementHandlers,
  ...walletSignerHandlers(settings),
  ...tradingHandlers,
  ...mintingHandlers,
  ...sellingHandlers,
  ...editionHandlers,
  ...splitHandlers,
  ...drawHandlers,
  ...swapHandlers,
  ...standingBidHandlers,
  ...syncHandlers,
  ...collectionHandlers,
  ...adminHandlers,
})
