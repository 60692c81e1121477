import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workFacts } from '#contract/words/work-facts.ts'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { operationQuery } from '#web/api/queries.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import css from './random-buy.module.css'
import type { DrawResult } from './use-random-run.ts'

const statusNames: Record<DrawResult['status'], string> = {
  success: t('Bought', { context: 'draw' }),
  signed: t('Signed', { context: 'draw' }),
  rejected: t('Not signed'),
  failed: t('Not bought'),
}

/**
 * The result of each draw: a link to the work, a transaction with an unclear outcome, or the reason for the failure.
 */
export function DrawResults({ results }: { results: readonly DrawResult[] }) {
  return (
    <ol className={css.list} aria-label={t('Your draws')}>
      {results.map((result) => (
        <li key={result.key} data-status={result.status}>
          <span className={css.status}>{statusNames[result.status]}</span>
          {result.nftokenID === null ? (
            <span>
              {result.data} {result.status === 'rejected' && t('Nothing was paid.')}
            </span>
          ) : (
            <DrawnWork nftokenID={result.nftokenID} />
          )}
          {result.status === 'signed' && <Unclear result={result} />}
        </li>
      ))}
    </ol>
  )
}

function Unclear({ result: { txid, dispatchedResult } }: { result: DrawResult }) {
  return (
    <span className={css.quiet}>
      {txid !== null && (
        <ExplorerLink page="transaction" id={txid} fallback={<span className={css.hash}>{txid}</span>}>
          {txid}
        </ExplorerLink>
      )}
      {dispatchedResult !== null && ` ${dispatchedResult}`}
    </span>
  )
}

/** Refetch interval until the metadata is revealed, shortly after the sale. */
const everyMs = 2000

/** A drawn and paid work with its label; a placeholder until it is revealed. */
function DrawnWork({ nftokenID }: { nftokenID: string }) {
  const { data } = useQuery({
    ...operationQuery('getNft', { query: { id: nftokenID } }),
    refetchInterval: ({ state }) => (state.data?.nft.metadata == null ? everyMs : false),
  })
  const nft = data?.nft
  const metadata = nft?.metadata ?? null
  return (
    <Link to="/nft/$id" params={{ id: nftokenID }} className={css.drawn} data-open={metadata !== null}>
      <span className={css.cover}>
        <WorkPicture
          media={metadata?.imageFile ?? null}
          alt=""
          sizes="128px"
          ratio={1}
          largest={300}
          sealed={metadata === null}
        />
      </span>
      {nft === undefined || metadata === null ? (
        <span className={css.name}>{t('See NFT …{id}', { id: nftokenID.slice(-8) })}</span>
      ) : (
        <WallLabel as="h3" look="card" artist={<bdi>{nameOf(nft.issuer)}</bdi>} facts={workFacts(nft)}>
          {nftTitle(nft)}
        </WallLabel>
      )}
    </Link>
  )
}
