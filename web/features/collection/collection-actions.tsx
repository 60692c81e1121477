import { feedPath } from '#contract/rules/feeds.ts'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { PageTools } from '#web/kit/page-tools.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './collection-page.module.css'

/** The icon bar of a collection: actions for everyone, then actions for the issuer and the marketplace owner. */
export function CollectionActions({ collection }: { collection: CollectionInfo }) {
  const queryClient = useQueryClient()
  const [isReloading, setReloading] = useState(false)
  const reload = async () => {
    if (isReloading) return
    setReloading(true)
    await queryClient.refetchQueries({ type: 'active' })
    setReloading(false)
  }
  return (
    <div role="group" aria-label={t('Collection actions')} className={css.actions}>
      <PageTools
        watch={{
          kind: 'collection',
          id: collection._id,
          name: collection.name,
          price: collection.floorPriceDrops,
        }}
        share={{ feed: feedPath({ collection: collection._id }) }}
      />
      {/* Not `disabled`: that would move the focus away from the button. */}
      <IconButton
        label={t('Reload')}
        aria-busy={isReloading}
        aria-disabled={isReloading || undefined}
        onClick={() => void reload()}
      >
        <RefreshCw size={18} aria-hidden="true" />
      </IconButton>
      <ManageCollection collection={collection} />
    </div>
  )
}

const ManageMenu = lazyCode(async () => (await import('./manage/manage-menu.tsx')).ManageMenu)

/** Actions of the collection's issuer and of the marketplace owner. Renders nothing for others. */
function ManageCollection({ collection }: { collection: CollectionInfo }) {
  const account = useAccount()
  const isOwner = useHasOwnerPowers(account)
  if (account === null) return null
  const isIssuer = account === collection.issuer
  if (!isIssuer && !isOwner) return null
  return (
    <Suspense fallback={<span className={css.managePlace} />}>
      <ManageMenu collection={collection} account={account} isIssuer={isIssuer} isOwner={isOwner} />
    </Suspense>
  )
}
