import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import type { EditionReply } from '#contract/schemas/editions.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { workFacts } from '#contract/words/work-facts.ts'
import { t } from '#web/messages.ts'
import { ApiError } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { PayeeList } from '#web/kit/splits/payee-list.tsx'
import { PageTools } from '#web/kit/page-tools.tsx'
import { QueryError } from '#web/kit/query-states.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { EditionSale, type SaleSlots } from './edition-sale.tsx'
import { EditionStage, type StageSlots } from './edition-stage.tsx'
import css from './edition.module.css'
import { PhaseList } from './phase-list.tsx'
import { editionQuery } from '#web/kit/editions/queries.ts'
import { useLedgerTime } from '#web/kit/editions/use-ledger-time.ts'

const MoreWorks = lazyCode(async () => (await import('./more-works.tsx')).MoreWorks)

type Work = Pick<Nft, '_id' | 'nftokenID' | 'metadata'>

/** Components that the route passes in, because they belong to the NFT feature. */
export interface EditionSlots extends StageSlots, SaleSlots {
  Description: ComponentType<{ of: { description: string } | null }>
  Traits: ComponentType<{ nft: Work; collectionId: string | null }>
}

/** An edition: the work, its sale, its phases and its details. */
export function EditionPage({ id, slots }: { id: string; slots: EditionSlots }) {
  const query = useQuery(editionQuery(id))
  const { data, error } = query
  const { tokens } = useSettings()
  const social = useMemo(
    () => data && (async () => (await import('./social-title.ts')).socialTitle(data, tokens)),
    [data, tokens],
  )
  const picture = data?.edition.metadata.imageFile
  usePageMeta({
    title: `${data?.edition.name ?? t('Edition')} · OPX`,
    social,
    // A preview cannot ask for consent to adult content.
    image: picture?.explicit === true ? null : picture?.src,
  })
  if (data !== undefined) return <EditionView reply={data} readAt={query.dataUpdatedAt} slots={slots} />
  if (error === null) return <Pending />
  const isMissing = error instanceof ApiError && [400, 404, 422].includes(error.status)
  return (
    <div className={page.wide}>
      {isMissing ? (
        <>
          <div className={css.missing}>
            <h1 className={css.title}>{t('This edition does not exist')}</h1>
            <p className={css.why}>{t('Check the link, or ask for a new one.')}</p>
            <Link to="/collections_explorer" className={buttonClass('outline')}>
              {t('All collections')}
            </Link>
          </div>
          <NothingFound />
        </>
      ) : (
        <>
          <h1 className={css.title}>{t('Edition')}</h1>
          <QueryError error={error} retry={query.refetch} />
        </>
      )}
    </div>
  )
}

interface EditionViewProps {
  reply: EditionReply
  readAt: number
  slots: EditionSlots
}

function EditionView({ reply, readAt, slots }: EditionViewProps) {
  const { edition } = reply
  const { _id: id, metadata, issuer, collectionId } = edition
  const account = useAccount()
  const [isPreview, setPreview] = useState(false)
  const isArtist = account === issuer
  // The preview shows the page as a visitor without a wallet sees it.
  const viewer = isArtist && isPreview ? null : account
  const { now } = useLedgerTime(reply.ledgerTime, readAt)
  const nft = { _id: id, nftokenID: id, metadata }
  return (
    <>
      <article className={css.page}>
        <div className={css.stage}>
          <EditionStage metadata={metadata} title={edition.name} {...slots} />
        </div>
        <div className={css.side}>
          <header className={css.heading}>
            <WallLabel
              as="h1"
              look="page"
              artist={
                <>
                  <VisuallyHidden>{t('Creator')} </VisuallyHidden>
                  <Address account={issuer} viewer={viewer} full />
                </>
              }
              facts={[
                ...workFacts(nft),
                edition.prints === null
                  ? t('Open edition')
                  : t('{prints, plural, one {Edition of # print} other {Edition of # prints}}', {
                      prints: edition.prints,
                    }),
              ]}
              collection={
                <p className={css.collection}>
                  <Link to="/collection/$id/items" params={{ id: collectionId }}>
                    {edition.collectionName}
                  </Link>
                </p>
              }
            >
              {edition.name}
            </WallLabel>
            <div className={css.tools}>
              <PageTools watch={null} share={{}} />
            </div>
          </header>
          {isArtist && (
            <Button onClick={() => setPreview(!isPreview)}>
              {isPreview ? t('Back to my view') : t('View as a buyer')}
            </Button>
          )}
          <EditionSale
            reply={reply}
            readAt={readAt}
            viewer={viewer}
            isPreview={isArtist && isPreview}
            PhasesForm={slots.PhasesForm}
          />
          {edition.payees.length > 0 && (
            <PayeeList
              split={edition}
              issuer={issuer}
              viewer={viewer}
              isOver={edition.state === 'closed'}
              queryKey={editionQuery(id).queryKey}
            />
          )}
          <PhaseList edition={edition} now={now} />
          <HelpLink topic="editions">{t('How editions work')}</HelpLink>
        </div>
        <div className={css.details}>
          <slots.Description of={metadata} />
          <slots.Traits nft={nft} collectionId={null} />
        </div>
      </article>
      <div className={css.below}>
        <WhenNear height="30rem">
          <Suspense fallback={<div className={css.morePlace} />}>
            <MoreWorks edition={edition} />
          </Suspense>
        </WhenNear>
      </div>
    </>
  )
}

function Pending() {
  return (
    <article className={css.page}>
      <h1 className={css.hidden}>{t('Edition')}</h1>
      <LoadingNote subject={t('the edition')} />
      <div className={css.stage}>
        <Skeleton height="min(80vh, 60rem)" />
      </div>
      <div className={css.side}>
        <Skeleton width="70%" height="3rem" />
        <Skeleton width="100%" height="14rem" />
      </div>
    </article>
  )
}
