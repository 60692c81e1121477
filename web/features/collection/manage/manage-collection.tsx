import { lazy, Suspense } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { useAccount } from '#web/wallet/session/session.ts'

const ManageMenu = lazy(async () => ({ default: (await import('./manage-menu.tsx')).ManageMenu }))

/** What its issuer and the marketplace owner can do with a collection; nothing for anybody else. */
export function ManageCollection({ collection }: { collection: CollectionInfo }) {
  const account = useAccount()
  const isOwner = useHasOwnerPowers(account)
  if (account === null) return null
  const isIssuer = account === collection.issuer
  if (!isIssuer && !isOwner) return null
  return (
    <Suspense fallback={null}>
      <ManageMenu collection={collection} account={account} isIssuer={isIssuer} isOwner={isOwner} />
    </Suspense>
  )
}
