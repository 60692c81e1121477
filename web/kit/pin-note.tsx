import { useQueries } from '@tanstack/react-query'
import { type PinsReply, type PinState, pinStateNames } from '#contract/schemas/pins.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import css from './pin-note.module.css'

const refetchMs = 3000
/** Maximum number of CIDs per request. */
const maxCids = 100

const isOver = (state: PinState) => state === 'pinned' || state === 'failed' || state === 'held'

/**
 * The pin state of the viewer's own files. If they differ, shows the least advanced state. Renders nothing for other
 * accounts' files.
 */
export function PinNote({ cids }: { cids: string[] }) {
  const questions = Array.from({ length: Math.ceil(cids.length / maxCids) }, (_, index) =>
    cids.slice(index * maxCids, (index + 1) * maxCids),
  )
  const pins = useQueries({
    queries: questions.map((question) => ({
      ...operationQuery('getPins', { query: { cids: question.map(encodeURIComponent).join(',') } }),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data?: PinsReply | undefined } }) =>
        state.data === undefined || state.data.pins.every((pin) => isOver(pin.state)) ? false : refetchMs,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data?.pins ?? []),
  })
  const pinnedCount = pins.filter(({ state }) => state === 'pinned').length
  const progress =
    pins.find(({ state }) => state === 'failed') ?? pins.find(({ state }) => state !== 'pinned') ?? pins[0]
  if (progress === undefined) return null
  const state = pinStateNames[progress.state]()
  const words =
    pins.length > 1 && pinnedCount < pins.length
      ? t('{state} ({pinned, number} of {count, number} files are pinned)', {
          state,
          pinned: pinnedCount,
          count: pins.length,
        })
      : state
  return (
    <p className={css.note} data-state={progress.state} role="status">
      {progress.error === null ? words : t('{label}: {value}', { label: words, value: progress.error })}
    </p>
  )
}
