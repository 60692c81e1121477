import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { DrawReceipt } from '#contract/schemas/sign-requests.ts'
import { sizedImage } from '#contract/rules/media.ts'
import { t } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { copyText } from '#web/kit/share-link.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './finished-request.module.css'
import type { RequestRecord } from './request-record.ts'
import { RequestWork } from './request-work.tsx'
import { isPurchase, type RequestResult } from './request-result.ts'

const NextBest = lazyCode(async () => (await import('./next-best.tsx')).NextBest)
const DrawnWork = lazyCode(async () => (await import('./drawn-work.tsx')).DrawnWork)

/** Keeps an amount and its unit on one line. */
const keepUnits = (sentence: string) => sentence.replaceAll(' XRP', '\u00a0XRP')

interface FinishedRequestProps {
  record: RequestRecord
  result: RequestResult
  onClose: () => void
  onRetry: () => void
}

/** The outcome of a request, the transaction, and the next step. */
export function FinishedRequest({ record, result, onClose, onRetry }: FinishedRequestProps) {
  const { sentence, reassurance, advice, retryLabel, txid, ledgerResult, tone } = result
  // The request of a draw names no NFT, so its outcome does.
  const work = record.nftokenID ?? (tone === 'good' ? (record.reply?.outcome?.nftokenID ?? null) : null)
  return (
    <div className={css.finished}>
      {tone === 'good' ? (
        <Subject record={record} work={work} />
      ) : (
        record.label !== undefined && <RequestWork record={record} label={record.label} />
      )}
      <div role={tone === 'bad' ? 'alert' : 'status'} className={css.words}>
        <p className={css.sentence}>{keepUnits(sentence)}</p>
        <p className={css.reassurance}>{reassurance}</p>
        {advice !== null && <p className={css.reassurance}>{advice}</p>}
        {tone === 'bad' && <HelpLink topic="failures">{t('What to do when something fails')}</HelpLink>}
      </div>
      {(txid !== null || ledgerResult !== null || record.receipt !== undefined) && (
        <dl className={css.facts}>
          {record.receipt !== undefined && <Receipt receipt={record.receipt} />}
          {txid !== null && <Transaction txid={txid} />}
          {ledgerResult !== null && (
            <div>
              <dt>{t('Result on the ledger')}</dt>
              <dd>{ledgerResult}</dd>
            </div>
          )}
        </dl>
      )}
      <div className={css.actions}>
        {retryLabel !== null && (
          <Button look="primary" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {tone !== 'good' && <WayBack record={record} tone={tone} onClose={onClose} />}
        {work !== null && <NextStep record={record} work={work} result={result} onClose={onClose} />}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </div>
  )
}

/** The work itself, or for a buyer who was too late, what can still be bought. */
function NextStep({
  record,
  work,
  result,
  onClose,
}: Pick<FinishedRequestProps, 'record' | 'result' | 'onClose'> & { work: string }) {
  if (result.isGone)
    return (
      <Suspense fallback={null}>
        <NextBest nftokenID={work} />
      </Suspense>
    )
  const look = result.tone === 'good' && result.retryLabel === null ? 'primary' : 'outline'
  const isHere = location.pathname === `/nft/${work}`
  if (result.tone === 'good' && isPurchase(record))
    return <AfterPurchase work={work} isHere={isHere} onClose={onClose} />
  return (
    <Link to="/nft/$id" params={{ id: work }} onClick={onClose} className={buttonClass(look)}>
      {t('View Nft')}
    </Link>
  )
}

/**
 * Leads to where an unsigned draw can still be paid for, or a print can be bought. Renders nothing for other requests.
 */
function WayBack({
  record: { collection, edition },
  tone,
  onClose,
}: Pick<FinishedRequestProps, 'record' | 'onClose'> & Pick<RequestResult, 'tone'>) {
  if (collection !== undefined && tone === 'plain')
    return (
      <Link
        to="/collection/$id/items"
        params={{ id: collection }}
        hash="random-buy"
        onClick={onClose}
        className={buttonClass('primary')}
      >
        {t('Go to Random buy')}
      </Link>
    )
  if (edition === undefined) return null
  return (
    <Link
      to="/edition/$id"
      params={{ id: edition }}
      hash="sale"
      onClick={onClose}
      className={buttonClass('primary')}
    >
      {t('Back to the edition')}
    </Link>
  )
}

/**
 * Next steps for a new owner: the work (unless its page is below the dialog), their collection, and the link to share.
 */
function AfterPurchase({ work, isHere, onClose }: { work: string; isHere: boolean; onClose: () => void }) {
  const account = useAccount()
  return (
    <>
      {!isHere && (
        <Link to="/nft/$id" params={{ id: work }} onClick={onClose} className={buttonClass('primary')}>
          {t('View Nft')}
        </Link>
      )}
      {account !== null && (
        <Link
          to="/account/$account/profile/nfts"
          params={{ account }}
          onClick={onClose}
          className={buttonClass(isHere ? 'primary' : 'outline')}
        >
          {t('See it in your collection')}
        </Link>
      )}
      <Button onClick={() => void copyText(`${location.origin}/nft/${work}`, t('Link'))}>
        {t('Copy link')}
      </Button>
    </>
  )
}

/** The picture of the work, or its reveal after a draw. */
function Subject({ record, work }: { record: RequestRecord; work: string | null }) {
  const { picture, action, title } = record
  if (action === 'buyRandom' && work !== null)
    return (
      <Suspense fallback={null}>
        <DrawnWork nftokenID={work} />
      </Suspense>
    )
  if (picture === null || action === 'burn') return null
  return (
    <div className={css.work}>
      <Picture src={sizedImage(picture, { w: 800 })} alt={title} ratio={1} fit="contain" />
    </div>
  )
}

/** The receipt of a draw, which lets the buyer verify that the record of the draws is complete. */
function Receipt({ receipt }: { receipt: DrawReceipt }) {
  const { number, collection } = receipt
  return (
    <div>
      <dt>{t('Draw')}</dt>
      <dd className={css.hash}>
        <Link to="/collection/$id/draws" params={{ id: collection }} className={css.draw} reloadDocument>
          {t('Number {number}', { number })}
        </Link>
        <CopyButton text={JSON.stringify(receipt)} subject={t('receipt')} />
      </dd>
    </div>
  )
}

function Transaction({ txid }: { txid: string }) {
  const short = `${txid.slice(0, 8)}…${txid.slice(-8)}`
  return (
    <div>
      <dt>{t('Transaction')}</dt>
      <dd className={css.hash}>
        <ExplorerLink page="transaction" id={txid} title={txid}>
          {short}
        </ExplorerLink>
        <CopyButton text={txid} subject={t('transaction hash')} />
      </dd>
    </div>
  )
}
