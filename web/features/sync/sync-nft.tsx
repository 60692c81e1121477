import type { Nft } from '#worker/contract/nfts.ts'
import { call } from '#web/api/call.ts'
import { useSession } from '#web/features/wallet/session.ts'
import { SyncButton } from './sync-button.tsx'
import { useSync } from './use-sync.ts'

const texts: Record<string, string> = {
  signed: 'NFToken sync started (takes some time)',
  'not owner': 'Only the owner can sync data.',
}

/** For anyone connected: the server serves the owner, who may be another one than the index says. */
export function SyncNft({ nft }: { nft: Nft }) {
  const session = useSession()
  if (session.state !== 'connected') return null
  return <Sync id={nft.nftokenID} account={session.account} userToken={session.userToken} />
}

function Sync({ id, account, userToken }: { id: string; account: string; userToken: string | null }) {
  const sync = useSync('getNftSync', id, async () => {
    const answer = await call('syncNft', { body: { account, userToken, id } })
    return { started: answer === 'signed', text: texts[answer] ?? answer }
  })
  return <SyncButton {...sync} />
}
