import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './collection-page.module.css'

/** Opens the share sheet if the browser has one; otherwise copies the address. */
async function share(title: string): Promise<void> {
  const url = `${location.origin}${location.pathname}`
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    announce({ title: 'Link copied', tone: 'good' })
  } catch {
    announce({ title: 'The link could not be copied', text: url, tone: 'bad' })
  }
}

/** The icon bar of a collection: public actions, then those of its issuer and of the marketplace owner. */
export function CollectionActions({ collection }: { collection: CollectionInfo }) {
  const queryClient = useQueryClient()
  const [reloading, setReloading] = useState(false)
  const reload = async () => {
    if (reloading) return
    setReloading(true)
    await queryClient.refetchQueries({ type: 'active' })
    setReloading(false)
  }
  return (
    <div role="group" aria-label="Collection actions" className={css.actions}>
      <IconButton label="Share" onClick={() => void share(collection.name)}>
        <Share2 size={18} aria-hidden="true" />
      </IconButton>
      {/* Not `disabled`: that would move the focus away from the button. */}
      <IconButton
        label="Reload"
        aria-busy={reloading}
        aria-disabled={reloading || undefined}
        onClick={() => void reload()}
      >
        <RefreshCw size={18} aria-hidden="true" />
      </IconButton>
      <ManageCollection collection={collection} />
    </div>
  )
}

const ManageMenu = lazy(async () => ({ default: (await import('./manage/manage-menu.tsx')).ManageMenu }))

/** Actions of the collection's issuer and of the marketplace owner. Renders nothing for others. */
function ManageCollection({ collection }: { collection: CollectionInfo }) {
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
