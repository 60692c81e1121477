import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Draw, DrawsReply } from '#draw-verifier/draw-records.ts'
import { mediumOf } from '#contract/words/work-facts.ts'
import { locale, t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { call } from '#web/api/call.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import disclosure from '#web/ui/disclosure.module.css'
import facts from '#web/ui/facts.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './draws-tab.module.css'
import { useOwnDocument } from './use-own-document.ts'
import { VerifyPanel } from './verify-panel.tsx'

/** Refetch interval while a draw is open, because its state changes with each ledger. */
const freshMs = 5000
const firstPage: { marker?: string } = {}
const open: readonly Draw['state'][] = ['waiting', 'anchored', 'held']

const drawsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['getDraws', 'pages', { id }],
    queryFn: ({ pageParam, signal }) => call('getDraws', { query: { id, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ marker }) => (marker === -1 ? undefined : { marker: String(marker) }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ draws }) => draws.some(({ state }) => open.includes(state)))
        ? freshMs
        : false,
  })

/** All draws of a random collection, and their verification. */
export function DrawsTab({ id }: { id: string }) {
  const isOwn = useOwnDocument()
  const list = useInfiniteQuery(drawsQuery(id))
  const draws = list.data?.pages.flatMap((page) => page.draws)
  const [first] = list.data?.pages ?? []
  return (
    <section aria-label={t('Draws')} className={css.tab}>
      <p className={css.lead}>
        {t('The ledger decides each draw. Nobody can choose: not you, not the artist, not the marketplace.')}
      </p>
      {(first !== undefined || list.isLoading) && <Counts counts={first?.counts ?? null} />}
      {isOwn && <VerifyPanel id={id} hasDraws={(first?.counts.draws ?? 0) > 0} />}
      <PagedList
        title={t('Draws')}
        list={list}
        items={draws}
        skeleton={<RowsSkeleton />}
        empty={t('No draws yet')}
        advice={t('Every draw from this collection appears here, including unpaid ones.')}
      >
        {(items) => <Rows id={id} draws={items} />}
      </PagedList>
      <Proof />
    </section>
  )
}

/** Explains in detail how a draw works and why it is fair. */
function Proof() {
  return (
    <details className={disclosure.disclosure}>
      <summary>{t('How it works')}</summary>
      <div className={css.proof}>
        <p>
          {t(
            'The work you draw is decided by a ledger that does not exist yet when you request the draw. The order of the works was fixed beforehand, and your number is written to the ledger, so anyone can recompute every draw.',
          )}
        </p>
        <p className={css.quiet}>
          {t(
            'Works that the artist has already minted and listed are drawn by the marketplace alone, and only when nothing else is left. These draws cannot be verified and are not listed here.',
          )}
        </p>
        <p className={css.links}>
          <a href="/fair-draws.txt" target="_blank" rel="noreferrer">
            {t('How draws are made and verified')}
          </a>
          <a href="/verify-draws.mjs" download>
            {t('Download the verifier')}
          </a>
        </p>
      </div>
    </details>
  )
}

/** The numbers of draws; null while they load. */
function Counts({ counts }: { counts: DrawsReply['counts'] | null }) {
  const namedCounts: [string, number | undefined][] = [
    [t('Draws'), counts?.draws],
    [t('Sold', { context: 'draws' }), counts?.sold],
    [t('Held', { context: 'draws' }), counts?.held],
    [t('Not paid in time'), counts?.lapsed],
    [t('Withheld'), counts?.withheld],
    [t('Sold out'), counts?.soldOut],
  ]
  return (
    <dl className={facts.facts}>
      {namedCounts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count?.toLocaleString(locale) ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The state of a draw in plain words. */
const stateWords: Record<Draw['state'], string> = {
  waiting: t('Waiting for the ledger'),
  anchored: t('Being drawn'),
  held: t('Held for its buyer'),
  sold: t('Sold', { context: 'draws' }),
  lapsed: t('Not paid in time'),
  withheld: t('Withheld by the marketplace'),
  sold_out: t('Nothing was left'),
}

function Rows({ id, draws }: { id: string; draws: readonly Draw[] }) {
  const viewer = useAccount()
  const { data: collection } = useQuery(collectionQuery(id))
  const artist = collection === undefined ? '' : nameOf(collection.issuer)
  return (
    <>
      <div className={`${css.row} ${css.heads}`} aria-hidden="true">
        <span>{t('Number')}</span>
        <span className={css.work}>{t('Work')}</span>
        <span>{t('Account')}</span>
        <span>{t('State')}</span>
        <span className={css.when}>{t('When')}</span>
      </div>
      <ol>
        {draws.map(({ number, account, state, reveal, workName, workImage, date }) => (
          <li key={number} className={css.row}>
            <span className={css.number}>{number.toLocaleString(locale)}</span>
            {reveal !== null && workImage != null && (
              <span className={css.picture}>
                <WorkPicture media={workImage} alt="" sizes="80px" ratio={1} />
              </span>
            )}
            <span className={css.work}>
              {reveal === null ? (
                <span className={state === 'held' ? css.quiet : css.none}>
                  {state === 'held' ? t('Shown after its sale') : '–'}
                </span>
              ) : (
                <WallLabel
                  as="h3"
                  look="card"
                  artist={<bdi>{artist}</bdi>}
                  facts={[mediumOf(workImage ?? null)]}
                >
                  <Link to="/nft/$id" params={{ id: reveal.nftokenID }}>
                    {workName ?? t('The work')}
                  </Link>
                </WallLabel>
              )}
            </span>
            <span className={css.who}>
              <Address account={account} viewer={viewer} />
            </span>
            <span className={css.state} data-state={state}>
              {stateWords[state]}
            </span>
            <span className={css.when}>
              <RelativeTime at={date} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.rows}>
      <LoadingNote subject={t('the draws')} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="3.5rem" />
      ))}
    </div>
  )
}
