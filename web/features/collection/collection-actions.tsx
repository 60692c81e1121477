import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './collection-page.module.css'

/** The phone's share sheet where there is one, otherwise the address in the clipboard. */
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

/** The icon bar of a collection: what everybody can do, then what its issuer and the marketplace owner can do. */
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
      {/* Not `disabled`: that would take the focus away from who pressed it. */}
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

/** What its issuer and the marketplace owner can do with a collection; nothing for anybody else. */
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
