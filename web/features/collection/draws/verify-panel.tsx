import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import { locale, t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Meter } from '#web/ui/meter.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import type { DrawProgress, OwnReceipt } from '#draw-verifier/inquiry.ts'
import type { DrawCheck, Verdict } from '#draw-verifier/verify.ts'
import css from './verify-panel.module.css'

const stages: Record<DrawProgress['stage'], string> = {
  record: t('Reading the record'),
  history: t("Reading the marketplace's transactions"),
  transactions: t('Reading older transactions'),
  headers: t('Reading ledgers'),
  checks: t('Drawing again'),
}

/** Returns the problem with a node's address, or null if the address is valid. */
function addressProblem(address: string): string | null {
  try {
    const { protocol, hostname } = new URL(address.trim())
    const isNear = ['localhost', '127.0.0.1'].includes(hostname)
    if (['wss:', 'https:'].includes(protocol)) return null
    if (['ws:', 'http:'].includes(protocol) && isNear) return null
    return t('The address must begin with wss:// or https://.')
  } catch {
    return t('Enter the address of a node, e.g. wss://xrplcluster.com.')
  }
}

/** Parses a receipt from a text; null if there is none. */
function readReceipt(text: string): OwnReceipt | null {
  try {
    const { collection, epoch, number, account, requestLedger, signature } = { ...JSON.parse(text) }
    const isReceipt =
      [epoch, number, requestLedger].every(Number.isInteger) &&
      [collection, account, signature].every((part) => typeof part === 'string')
    return isReceipt ? { collection, epoch, number, account, requestLedger, signature } : null
  } catch {
    return null
  }
}

/** Returns why a pasted text is not a receipt of this collection; null if it is one, or if nothing was pasted. */
function problemOfReceipt(text: string, receipt: OwnReceipt | null, id: string): string | null {
  if (text.trim() === '') return null
  if (receipt === null) return t('Paste the receipt exactly as you copied it after your draw.')
  return receipt.collection === id ? null : t('This receipt belongs to another collection.')
}

/** Throttles painting, because a verification reports thousands of steps. */
function throttle(paint: (progress: DrawProgress) => void) {
  let paintedAt = 0
  return (progress: DrawProgress) => {
    const now = performance.now()
    if (now - paintedAt < 100 && progress.done !== progress.total) return
    paintedAt = now
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
  const [isUnfolded, setUnfolded] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [progress, setProgress] = useState<DrawProgress | null>(null)
  const [result, setResult] = useState<Verdict | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const problems = nodes.map(addressProblem)
  const isSame = nodes[0]?.trim() === nodes[1]?.trim()
  const parsedReceipt = readReceipt(receipt)
  const receiptProblem = problemOfReceipt(receipt, parsedReceipt, id)
  const verify = async () => {
    setSubmitted(true)
    if (problems.some((problem) => problem !== null) || isSame || receiptProblem !== null) {
      // Unfolds the section that contains the invalid field.
      setUnfolded(true)
      return
    }
    // Also checks the receipts of draws made in this browser.
    const receipts = records.flatMap((record) => record.receipt ?? [])
    setResult(null)
    setFailure(null)
    setProgress({ stage: 'record', done: 0, total: null })
    try {
      const { verifySite } = await import('#draw-verifier/verify-site.ts')
      const verdict = await verifySite({
        site: location.origin,
        collection: id,
        nodes: nodes.map((node) => node.trim()),
        receipts: parsedReceipt === null ? receipts : [...receipts, parsedReceipt],
        onProgress: throttle(setProgress),
      })
      setResult(verdict)
    } catch (error) {
      setFailure(sentenceOf(error instanceof Error ? error : null))
    } finally {
      setProgress(null)
    }
  }
  const errorOf = (place: number) => {
    if (!isSubmitted) return null
    return problems[place] ?? (place === 1 && isSame ? t('Name two different nodes.') : null)
  }
  return (
    <section className={css.panel} aria-labelledby={title}>
      <h2 className={css.title} id={title}>
        {t('Verify')}
      </h2>
      <p className={css.quiet}>
        {t('Your browser recomputes every draw and compares the results with two XRP Ledger servers.')}
      </p>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void verify()
        }}
      >
        <Button type="submit" size="large" busy={progress !== null} disabled={!hasDraws}>
          {t('Verify all draws')}
        </Button>
        <details
          className={disclosure.disclosure}
          open={isUnfolded}
          onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        >
          <summary>{t('Choose other nodes, or add a receipt')}</summary>
          <div className={css.fields}>
            <p className={css.quiet}>{t('Choose nodes with full history, run by different operators.')}</p>
            {[t('First node'), t('Second node')].map((label, place) => (
              <Field
                key={label}
                label={label}
                value={nodes[place] ?? ''}
                onChange={(value) =>
                  setNodes((before) => before.map((old, at) => (at === place ? value : old)))
                }
                error={errorOf(place)}
              />
            ))}
            <Field
              label={t('Receipt for your draw (optional)')}
              value={receipt}
              onChange={setReceipt}
              error={isSubmitted ? receiptProblem : null}
            />
          </div>
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
        {total === null
          ? done.toLocaleString(locale)
          : t('{done, number} of {total, number}', { done, total })}
      </p>
    </div>
  )
}

const marks = { right: CircleCheck, wrong: CircleX, unknown: CircleHelp }
const markNames = {
  right: t('Right'),
  wrong: t('Refused'),
  unknown: t('Not checked'),
}

/** Translated titles of the checks. The downloadable script has them in English. */
const checkTitles: Record<DrawCheck['check'], string> = {
  nodes: t('Nodes'),
  commitments: t('Commitments'),
  numbers: t('Numbers'),
  receipts: t('Receipts'),
  anchors: t('Anchors'),
  beacons: t('Deciding ledgers'),
  seeds: t('Seeds'),
  positions: t('Positions'),
  holds: t('Holds'),
  works: t('Works'),
  withdrawals: t('Withdrawals'),
  withheld: t('Withheld draws'),
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
