import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { RowStatusText } from '#web/wallet/runs/row-status-text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MintState } from './mint-state.ts'
import css from './minting.module.css'

interface MintRowsProps {
  state: MintState
  onRetry: (id: string) => void
}

/** The result of each row, with Retry for failed ones. */
export function MintRows({ state, onRetry }: MintRowsProps) {
  return (
    <ol
      className={css.rows}
      aria-label={t('Mints')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be focusable for keyboard users
      tabIndex={0}
    >
      {Object.entries(state.rows).map(([id, row]) => (
        <li key={id} className={css.row} data-status={row.status}>
          <Thumbnail src={state.jobs[row.job]?.picture ?? null} />
          {row.nftId === null ? (
            <span className={css.name}>{row.label}</span>
          ) : (
            <Link to="/nft/$id" params={{ id: row.nftId }} className={css.name}>
              {row.label}
            </Link>
          )}
          <div className={css.state}>
            <RowStatusText status={row.status} />
            {row.message !== null && <p className={css.quiet}>{row.message}</p>}
            {row.txid !== null && <TransactionLink txid={row.txid} />}
          </div>
          {row.again && (
            <Button
              size="small"
              aria-label={t('Retry: {label}', { label: row.label })}
              onClick={() => onRetry(id)}
            >
              {t('Retry')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

function Thumbnail({ src }: { src: string | null }) {
  return <div className={css.thumb}>{src !== null && <img src={src} alt="" loading="lazy" />}</div>
}

function TransactionLink({ txid }: { txid: string }) {
  return (
    <p className={css.quiet}>
      <ExplorerLink page="transaction" id={txid} fallback={t('Transaction {txid}', { txid })}>
        {t('Transaction {start}...{end}', { start: txid.slice(0, 6), end: txid.slice(-4) })}
      </ExplorerLink>
    </p>
  )
}
