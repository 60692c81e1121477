import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { DrawnWork } from './drawn-work.tsx'
import css from './random-buy.module.css'
import type { DrawResult } from './use-random-run.ts'

/** What each draw came to: a link to the work, the transaction that is unclear, or why it failed. */
export function DrawResults({ results }: { results: readonly DrawResult[] }) {
  if (results.length === 0) return null
  return (
    <ol className={css.list} aria-label="Your draws">
      {results.map((result) => (
        <li key={result.key} data-status={result.status}>
          <span className={css.status}>{result.status}</span>
          {result.nftokenID === null ? (
            <span>{result.data}</span>
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
        <ExplorerLink page="transaction" id={txid} otherwise={<span className={css.hash}>{txid}</span>}>
          {txid}
        </ExplorerLink>
      )}
      {dispatchedResult !== null && ` ${dispatchedResult}`}
    </span>
  )
}
