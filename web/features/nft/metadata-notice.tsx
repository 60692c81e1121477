import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { metadataProblemText } from '#contract/words/metadata-problems.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { joinSentences } from '#web/joined.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { formatRelative } from '#web/ui/durations.ts'
import { announce } from '#web/ui/toasts.ts'
import { useNow } from '#web/ui/use-now.ts'
import css from './nft-notices.module.css'

/** Wait before refetching, because visitors get the same cached reply for some seconds. */
const refetchDelayMs = 6000

/** Says why a work has no picture and traits, and when the next attempt follows. */
export function MetadataNotice({ nft }: { nft: Nft }) {
  const client = useQueryClient()
  const now = useNow(10_000)
  const [busy, setBusy] = useState(false)
  const { metadataProblem, metadataNextTry, metadataCanRetry } = nft
  if (metadataProblem === null) return null

  const retry = async () => {
    setBusy(true)
    const { queryKey } = nftQuery(nft._id)
    try {
      const { metadataState } = await call('retryMetadata', { body: { id: nft._id } })
      await client.invalidateQueries({ queryKey })
      setTimeout(() => void client.invalidateQueries({ queryKey }), refetchDelayMs)
      announce(
        metadataState === 'ready'
          ? { title: t('The picture and traits have loaded.'), tone: 'good' }
          : { title: t('Its picture and traits could not be fetched.'), tone: 'bad' },
      )
    } catch (error) {
      announce({ title: sentenceOf(error), tone: 'bad' })
    }
    setBusy(false)
  }

  const at = metadataNextTry === null ? null : Date.parse(metadataNextTry)
  const next =
    at === null
      ? null
      : at <= now
        ? t('We are trying again now.')
        : t('We will try again {time}.', { time: formatRelative(at, now) })
  return (
    <>
      <span role="status">
        {next === null
          ? metadataProblemText(metadataProblem)
          : joinSentences(metadataProblemText(metadataProblem), next)}
      </span>
      {metadataCanRetry && (
        <span className={css.action}>
          <Button size="small" busy={busy} onClick={() => void retry()}>
            {t('Try again now')}
          </Button>
        </span>
      )}
    </>
  )
}
