import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { t } from '#web/messages.ts'
import { accountNftsQuery, accountOffersQuery } from '#web/kit/accounts/queries.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { BatchForm } from '#web/wallet/selling/batch-form.tsx'
import type { OwnWork } from '#web/wallet/selling/own-work.ts'
import css from './multi-select.module.css'

/** Creates sell offers for many of an account's own works, of any collection. */
export function SellWorks({ account }: { account: string }) {
  const { works, isLoading, loading, error, retry } = useOwnWorks(account)
  const [text, setText] = useState('')
  return (
    <section aria-label={t('List several')} className={css.multiSelect}>
      <div className={css.head}>
        <h2 className={css.title}>{t('List several')}</h2>
        <Link to="/account/$account/profile/nfts" params={{ account }} className={css.back}>
          {t('Back to your NFTs')}
        </Link>
      </div>
      {error !== null ? (
        <QueryError error={error} retry={retry} />
      ) : isLoading ? (
        <>
          <LoadingNote subject={t('your NFTs')} />
          <Skeleton height="12rem" />
        </>
      ) : works.length === 0 ? (
        <Message title={t('You hold no NFTs')}>{t('You can sell what you buy or mint here.')}</Message>
      ) : (
        <>
          <Field label={t('Find by name')} value={text} onChange={setText} />
          <BatchForm
            of="portfolio"
            account={account}
            tokens={works}
            find={text}
            loading={loading ? t('{count, number} of more', { count: works.length }) : null}
          />
        </>
      )}
    </section>
  )
}

/** Returns all works of an account, with the current listing price if there is one. */
function useOwnWorks(account: string) {
  const list = useInfiniteQuery(accountNftsQuery(account))
  const offers = useQuery(accountOffersQuery(account))
  const { hasNextPage, isFetching, fetchNextPage, error } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, error])
  const listedWorks = new Map(
    offers.data?.offers_owned
      .filter(({ Flags, Amount, problem }) => Flags === lsfSellNFToken && Amount !== '0' && problem === null)
      .map(({ NFTokenID, Amount }) => [NFTokenID, Amount]),
  )
  const works = list.data?.pages
    .flatMap(({ nfts }) => nfts)
    .map(({ nftokenID, name, image, floorDrops }): OwnWork => {
      const listedAt = listedWorks.get(nftokenID) ?? null
      return { nftokenID, name, image, floorDrops, listedAt, onAuction: false }
    })
  return {
    works: works ?? [],
    isLoading: list.isPending || offers.isPending,
    loading: hasNextPage,
    error: error ?? offers.error,
    retry: () => void (error === null ? offers.refetch() : list.refetch()),
  }
}
