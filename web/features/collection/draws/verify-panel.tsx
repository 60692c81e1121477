import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import { locale, m } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Meter } from '#web/ui/meter.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import type { DrawProgress, OwnReceipt } from '#worker/contract/verify-draws/inquiry.ts'
import type { DrawCheck, Verdict } from '#worker/contract/verify-draws/verify.ts'
import css from './verify-panel.module.css'

const stages: Record<DrawProgress['stage'], string> = {
  record: m.collection_verify_panel_reading_the_record,
  history: m.collection_verify_panel_reading_transactions_marketplace,
  transactions: m.collection_verify_panel_reading_older_transactions,
  headers: m.collection_verify_panel_reading_ledgers,
  checks: m.collection_verify_panel_drawing_again,
}

/** What is wrong with the address of a node; null when it can be asked. */
function addressProblem(address: string): string | null {
  try {
    const { protocol, hostname } = new URL(address.trim())
    const isNear = ['localhost', '127.0.0.1'].includes(hostname)
    if (['wss:', 'https:'].includes(protocol)) return null
    if (['ws:', 'http:'].includes(protocol) && isNear) return null
    return m.collection_verify_panel_address_begin_https
  } catch {
    return m.collection_verify_panel_give_address_node_e
  }
}

/** The receipt in a text; null when there is none. */
function readReceipt(text: string): OwnReceipt | null {
  try {
    const { collection, epoch, number, account, requestLedger, signature } = Object(JSON.parse(text))
    const isReceipt =
      [epoch, number, requestLedger].every(Number.isInteger) &&
      [collection, account, signature].every((part) => typeof part === 'string')
    return isReceipt ? { collection, epoch, number, account, requestLedger, signature } : null
  } catch {
    return null
  }
}

/** Why a pasted text cannot be used as a receipt of this collection; null when it can, or nothing was pasted. */
function problemOfReceipt(text: string, pasted: OwnReceipt | null, id: string): string | null {
  if (text.trim() === '') return null
  if (pasted === null) return m.collection_verify_panel_paste_receipt_copied_after
  return pasted.collection === id ? null : m.collection_verify_panel_receipt_another_collection
}

/** There are thousands of steps: not every one is painted. */
function calmly(paint: (progress: DrawProgress) => void) {
  let painted = 0
  return (progress: DrawProgress) => {
    const now = performance.now()
    if (now - painted < 100 && progress.done !== progress.total) return
    painted = now
    paint(progress)
  }
}

/** Verifies all draws of a collection against two nodes of the visitor's choice. */
export function VerifyPanel({ id, hasDraws }: { id: string; hasDraws: boolean }) {
  const title = useId()
  const { publicNodes } = useSettings()
  const [nodes, setNodes] = useState([publicNodes[0] ?? '', publicNodes[1] ?? ''])
  const { records } = useRequests()
  const [receipt, setReceipt] = useState('')
  const [tried, setTried] = useState(false)
  const [progress, setProgress] = useState<DrawProgress | null>(null)
  const [result, setResult] = useState<Verdict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const problems = nodes.map(addressProblem)
  const isSame = nodes[0]?.trim() === nodes[1]?.trim()
  const pasted = readReceipt(receipt)
  const receiptProblem = problemOfReceipt(receipt, pasted, id)
  const verify = async () => {
    setTried(true)
    if (problems.some((problem) => problem !== null) || isSame || receiptProblem !== null) return
    // Those of this browser's own draws come along.
    const kept = records.flatMap((record) => record.receipt ?? [])
    setResult(null)
    setFailure(null)
    setProgress({ stage: 'record', done: 0, total: null })
    try {
      const { verifySite } = await import('#worker/contract/verify-draws/verify-site.ts')
      const verdict = await verifySite({
        site: location.origin,
        collection: id,
        nodes: nodes.map((node) => node.trim()),
        receipts: pasted === null ? kept : [...kept, pasted],
        onProgress: calmly(setProgress),
      })
      setResult(verdict)
    } catch (error) {
      setFailure(sentenceOf(error instanceof Error ? error : null))
    } finally {
      setProgress(null)
    }
  }
  const errorOf = (place: number) => {
    if (!tried) return null
    return (
      problems[place] ?? (place === 1 && isSame ? m.collection_verify_panel_name_two_different_nodes : null)
    )
  }
  return (
    <section className={css.panel} aria-labelledby={title}>
      <h2 className={css.title} id={title}>
        {m.collection_verify_panel_verify}
      </h2>
      <p className={css.quiet}>{m.collection_verify_panel_browser_asks_two_nodes}</p>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void verify()
        }}
      >
        {[m.collection_verify_panel_first_node, m.collection_verify_panel_second_node].map((label, place) => (
          <Field
            key={label}
            label={label}
            value={nodes[place] ?? ''}
            onChange={(value) => setNodes((before) => before.map((old, at) => (at === place ? value : old)))}
            error={errorOf(place)}
          />
        ))}
        <Button type="submit" look="primary" size="large" busy={progress !== null} disabled={!hasDraws}>
          {m.collection_verify_panel_verify_all_draws}
        </Button>
        <details className={`${disclosure.disclosure} ${css.receipt}`}>
          <summary>{m.collection_verify_panel_i_have_a_receipt}</summary>
          <Field
            label={m.collection_verify_panel_receipt}
            value={receipt}
            onChange={setReceipt}
            error={tried ? receiptProblem : null}
          />
        </details>
      </form>
      <div role="status" className={css.status}>
        {progress !== null && <Progress {...progress} />}
        {failure !== null && <p>{failure}</p>}
        {result !== null && <Outcome verdict={result} />}
      </div>
    </section>
  )
}

function Progress({ stage, done, total }: DrawProgress) {
  return (
    <div className={css.progress}>
      <p>{stages[stage]}</p>
      {total !== null && total > 0 && <Meter value={done} max={total} label={stages[stage]} />}
      <p className={css.quiet} aria-hidden="true">
        {total === null ? done.toLocaleString(locale) : m.collection_verify_panel_of({ done, total })}
      </p>
    </div>
  )
}

const marks = { right: CircleCheck, wrong: CircleX, unknown: CircleHelp }
const markNames = {
  right: m.collection_verify_panel_right,
  wrong: m.collection_verify_panel_refused,
  unknown: m.collection_verify_panel_not_checked,
}

/** What is checked. The downloaded script has these words in English. */
const checkTitles: Record<DrawCheck['check'], string> = {
  nodes: m.collection_verify_panel_check_nodes,
  commitments: m.collection_verify_panel_check_commitments,
  numbers: m.collection_verify_panel_check_numbers,
  receipts: m.collection_verify_panel_check_receipts,
  anchors: m.collection_verify_panel_check_anchors,
  beacons: m.collection_verify_panel_check_beacons,
  seeds: m.collection_verify_panel_check_seeds,
  positions: m.collection_verify_panel_check_positions,
  holds: m.collection_verify_panel_check_holds,
  works: m.collection_verify_panel_check_works,
  withdrawals: m.collection_verify_panel_check_withdrawals,
  withheld: m.collection_verify_panel_check_withheld,
}

function Outcome({ verdict }: { verdict: Verdict }) {
  const { result, sentence, checks } = verdict
  const Mark = marks[result]
  return (
    <>
      <p className={css.verdict} data-result={result}>
        <Mark aria-hidden="true" size={28} strokeWidth={1.5} />
        {sentence}
      </p>
      <ul className={css.checks}>
        {checks.map((check) => (
          <Check key={check.check} check={check} title={checkTitles[check.check]} />
        ))}
      </ul>
    </>
  )
}

function Check({ check: { result, sentences }, title }: { check: DrawCheck; title: string }) {
  const Mark = marks[result]
  return (
    <li className={css.check} data-result={result}>
      <Mark role="img" aria-label={markNames[result]} size={20} strokeWidth={1.5} />
      <span className={css.name}>{title}</span>
      <span className={css.sentences}>
        {sentences.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </span>
    </li>
  )
}
