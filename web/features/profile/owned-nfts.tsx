import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Grid2x2, Layers } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { createStoredView } from '#web/kit/lists/stored-view.ts'
import { ViewSwitch } from '#web/kit/lists/view-switch.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WorksSkeleton } from '#web/kit/nfts/works-skeleton.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { groupNfts, type NftGroup } from './works/group-nfts.ts'
import css from './works/owned-nfts.module.css'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'

const SellWorks = lazyCode(async () => (await import('./offers/sell-works.tsx')).SellWorks)
const OwnedGrid = lazyCode(async () => (await import('./works/owned-grid.tsx')).OwnedGrid)
const GroupPanel = lazyCode(async () => (await import('./works/group-panel.tsx')).GroupPanel)

/**
 * Maximum number of pages loaded automatically. Each page costs a ledger call, and thousands of tokens can form a
 * single card, so the end of the list may stay visible.
 */
const maxAutoPages = 4

/** The NFTs that an account owns. The owner can also create offers for several of them at once. */
export function OwnedNfts({ account, multiSelect }: { account: string; multiSelect: boolean }) {
  const isOwn = useAccount() === account
  if (!isOwn) return <Works account={account} />
  if (multiSelect)
    return (
      <Suspense fallback={null}>
        <SellWorks account={account} />
      </Suspense>
    )
  return (
    <Works account={account}>
      <Link
        to="/account/$account/profile/nfts"
        params={{ account }}
        search={{ multiSelect: true }}
        className={css.multiSelect}
      >
        {t('List several')}
      </Link>
    </Works>
  )
}

const views = [
  { value: 'series', title: t('By series'), icon: Layers },
  { value: 'works', title: t('All works'), icon: Grid2x2 },
] as const
const ownedView = createStoredView('opx_owned_view', ['series', 'works'])

function Views({ children }: { children: ReactNode }) {
  return (
    <div className={css.views}>
      {children}
      <ViewSwitch label={t('View')} options={views} value={ownedView.use()} onChange={ownedView.set} />
    </div>
  )
}

/** One card per issuer and taxon, or one per work. */
function Works({ account, children }: { account: string; children?: ReactNode }) {
  const view = ownedView.use()
  const list = useInfiniteQuery(accountNftsQuery(account))
  const groups = list.data === undefined ? undefined : groupNfts(list.data.pages.flatMap(({ nfts }) => nfts))
  const [open, setOpen] = useState<string | null>(null)
  const openGroup = groups?.find(({ key }) => key === open)
  const works = list.data?.pages.flatMap(({ nfts }) => nfts)
  if (view === 'works')
    return (
      <>
        <Views>{children}</Views>
        <PagedList
          title={t('Owned NFTs')}
          list={{ ...list, isPlaceholderData: false }}
          items={works}
          skeleton={<WorksSkeleton />}
          empty={t('No NFTs.')}
          maxAutoPages={maxAutoPages}
          advice={t('Works that this account receives or mints appear here.')}
        >
          {(items) => (
            <Suspense fallback={<WorksSkeleton />}>
              <OwnedGrid works={items} account={account} />
            </Suspense>
          )}
        </PagedList>
      </>
    )
  return (
    <>
      <Views>{children}</Views>
      <PagedList
        title={t('Owned NFTs')}
        list={{ ...list, isPlaceholderData: false }}
        items={groups}
        skeleton={<WorksSkeleton />}
        empty={t('No NFTs.')}
        maxAutoPages={maxAutoPages}
        advice={t('Works that this account receives or mints appear here.')}
      >
        {(items) => (
          <ul className={layout.works}>
            {items.map((group) => (
              <li key={group.key}>
                <GroupCard group={group} hasMore={list.hasNextPage} onOpen={() => setOpen(group.key)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense fallback={null}>
        {openGroup !== undefined && <GroupPanel group={openGroup} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

interface GroupCardProps {
  group: NftGroup
  /** True if unloaded pages may contain more NFTs of the group. */
  hasMore: boolean
  onOpen: () => void
}

function GroupCard({ group, hasMore, onOpen }: GroupCardProps) {
  const { name, collectionName, issuer, taxon, nfts } = group
  const cover = nfts.find(({ image }) => image !== null) ?? nfts[0]
  return (
    <button type="button" className={css.card} onClick={onOpen}>
      <WorkPicture
        media={cover?.image ?? null}
        alt=""
        sizes="(max-width: 699px) 50vw, (max-width: 1359px) 33vw, 390px"
      />
      <span className={css.name}>{name}</span>
      <span className={css.facts}>
        <span>
          {hasMore
            ? t('{count, number}+ NFTs', { count: nfts.length })
            : t('{count, plural, one {# NFT} other {# NFTs}}', { count: nfts.length })}
        </span>
        {collectionName !== null && collectionName !== name && <span>{collectionName}</span>}
        <span title={issuer}>{nameOf(issuer)}</span>
        <span>{t('Taxon {taxon}', { taxon })}</span>
      </span>
    </button>
  )
}
