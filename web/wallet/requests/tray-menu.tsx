import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { sizedImage } from '#contract/rules/media.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Flyout } from '#web/ui/flyout.tsx'
import flyout from '#web/ui/flyout.module.css'
import iconButton from '#web/ui/icon-button.module.css'
import { Picture } from '#web/ui/picture.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { isOver, type RequestRecord } from './request-record.ts'
import { requestResult, runningTitle } from './request-result.ts'
import { clearFinished, closeTray, openTray, showRequest } from './request-store.ts'
import { actionWords } from './action-words.ts'
import css from './tray-menu.module.css'

export function TrayMenu({ records, open }: { records: readonly RequestRecord[]; open: boolean }) {
  const runningCount = records.filter((record) => !isOver(record)).length
  const label =
    runningCount === 0 ? t('Your requests') : t('Your requests, {running} open', { running: runningCount })
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? openTray() : closeTray())}>
      <Popover.Trigger className={iconButton.button} aria-label={label} title={label}>
        <Inbox size={18} aria-hidden="true" />
        <CountBadge count={runningCount} />
      </Popover.Trigger>
      <Flyout title={t('Requests')}>
        {records.length === 0 && (
          <p className={flyout.none}>{t('No requests yet. Requests for your signature are listed here.')}</p>
        )}
        <ul>
          {records.map((record) => (
            <li key={record.uuid}>
              <Popover.Close className={`${flyout.row} ${css.row}`} onClick={() => showRequest(record.uuid)}>
                <Row record={record} />
              </Popover.Close>
            </li>
          ))}
        </ul>
        {runningCount < records.length && (
          <div className={flyout.foot}>
            <button type="button" className={flyout.clear} onClick={clearFinished}>
              {t('Clear finished requests')}
            </button>
          </div>
        )}
      </Flyout>
    </Popover.Root>
  )
}

function waitingWords({ reply, references }: RequestRecord): string {
  const stage = reply?.stage ?? (references === null ? 'drawing' : 'waiting')
  if (stage === 'drawing') return t('Being drawn')
  return stage === 'waiting' || stage === 'opened'
    ? t('Waiting for your signature')
    : t('Settling on the ledger')
}

/** Returns the work of a draw once it is paid for and revealed. */
function useDrawnWork({ action, reply }: RequestRecord) {
  const id = action === 'buyRandom' && reply?.status === 'success' ? reply.outcome?.nftokenID : undefined
  const { data } = useQuery({
    ...operationQuery('getNft', { query: { id: id ?? '' } }),
    enabled: id !== undefined && id !== null,
  })
  return data?.nft.metadata == null ? null : data.nft
}

function Row({ record }: { record: RequestRecord }) {
  const { tokens } = useSettings()
  const drawnWork = useDrawnWork(record)
  const result = requestResult(record, tokens)
  const { picture } = record
  return (
    <>
      <span className={css.picture}>
        {drawnWork !== null ? (
          <WorkPicture media={drawnWork.metadata?.imageFile ?? null} alt="" sizes="48px" largest={300} />
        ) : (
          picture !== null && <Picture src={sizedImage(picture, { w: 300 })} alt="" fit="contain" />
        )}
      </span>
      <span className={css.name}>
        {drawnWork === null ? (result?.title ?? runningTitle(record)) : nftTitle(drawnWork)}
      </span>
      <span className={css.amount}>{record.amount !== null && <AmountText amount={record.amount} />}</span>
      <span className={css.state} data-tone={result?.tone ?? 'running'}>
        {result === null
          ? waitingWords(record)
          : result.tone === 'good'
            ? actionWords[record.action].short
            : record.title}
      </span>
      <span className={css.time}>
        <RelativeTime at={new Date(record.createdAt).toISOString()} />
      </span>
    </>
  )
}
