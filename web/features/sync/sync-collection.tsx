import type { CollectionInfo } from '#worker/contract/nfts.ts'
import { call } from '#web/api/call.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { useSession } from '#web/features/wallet/session.ts'
import { SyncButton } from './sync-button.tsx'
import { useSync } from './use-sync.ts'

/** For the issuer and the marketplace: rebuild the collection from the ledger. */
export function SyncCollection({ collection }: { collection: CollectionInfo }) {
  const session = useSession()
  const { owner } = useSettings()
  if (session.state !== 'connected' || ![collection.issuer, owner].includes(session.account)) return null
  return <Sync id={collection._id} account={session.account} userToken={session.userToken} />
}

function Sync({ id, account, userToken }: { id: string; account: string; userToken: string | null }) {
  const sync = useSync('getCollectionSync', id, async () => {
    await call('syncCollection', { body: { account, userToken, collectionID: id } })
    return { started: true, text: 'Collection sync started' }
  })
  return <SyncButton {...sync} />
}
