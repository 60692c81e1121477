import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import type { WorkFile } from '#contract/schemas/permanence.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { fileProblem } from '#web/kit/media/file-problem.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { formatRelative } from '#web/ui/durations.ts'
import { announce } from '#web/ui/toasts.ts'
import { useNow } from '#web/ui/use-now.ts'
import css from './file-trouble.module.css'
import { SaveLink } from './save-link.tsx'

interface FileTroubleProps {
  /** Null for an item that is not minted yet. */
  nftokenID: string | null
  media: Media
  /** Called when the file has become available. */
  onReady: () => void
}

const isServed = async (src: string): Promise<boolean> => (await fetch(src, { method: 'HEAD' })).ok

/**
 * Says why a file of a work is not shown and when the next attempt follows. Offers to retry now or to download the
 * file.
 */
export function FileTrouble({ nftokenID, media, onReady }: FileTroubleProps) {
  const now = useNow(10_000)
  const [busy, setBusy] = useState(false)
  const fileServed = useQuery({ queryKey: ['served', media.src], queryFn: () => isServed(media.src) })
  const files = useQuery({
    ...operationQuery('getPermanence', { query: { id: nftokenID ?? '' } }),
    enabled: nftokenID !== null,
  })
  const file = files.data?.files.find(({ src }) => src === media.src) ?? null
  if (fileServed.isPending || (nftokenID !== null && files.isPending)) return null

  const retry = async () => {
    setBusy(true)
    try {
      if (nftokenID !== null) await call('retryMetadata', { body: { id: nftokenID } })
      if (await isServed(media.src)) return onReady()
      announce({ title: t('The file could not be fetched.'), tone: 'bad' })
      void files.refetch()
    } catch (error) {
      announce({ title: sentenceOf(error), tone: 'bad' })
    }
    setBusy(false)
  }

  const canRetry = fileServed.data !== true && (file?.problem == null || mayPass.includes(file.problem))
  const nextTry = file?.nextTryAt == null ? null : Date.parse(file.nextTryAt)
  return (
    <div className={css.trouble}>
      <p className={css.why} role="status">
        {whySentence(media, file, fileServed.data === true)}
        {canRetry && nextTry !== null && (
          <>
            <br />
            {nextTry <= now
              ? t('We are trying again now.')
              : t('We will try again {time}.', { time: formatRelative(nextTry, now) })}
          </>
        )}
      </p>
      {canRetry && (
        <Button size="small" busy={busy} onClick={() => void retry()}>
          {t('Try again now')}
        </Button>
      )}
      {fileServed.data === true && <SaveLink media={media} />}
    </div>
  )
}

const mayPass: WorkFile['problem'][] = ['unreachable', 'quota']

function whySentence(media: Media, file: WorkFile | null, isServed: boolean): string {
  if (file !== null && file.problem !== null && !isServed) return fileProblem(file.problem, file.place)
  if (isServed) return t('The file is damaged, or this browser cannot show its type. You can download it.')
  const place = file?.place ?? (media.src.startsWith('/media/ipfs/') ? 'ipfs' : 'web')
  return fileProblem('unreachable', place)
}

interface MissingPictureProps extends Omit<FileTroubleProps, 'media'> {
  /** Null if the work's metadata names no picture. */
  media: Media | null
  ratio: number
}

/** Placeholder for a picture that cannot be shown, with the reason. */
export function MissingPicture({ media, ratio, ...rest }: MissingPictureProps) {
  return (
    <div className={css.frame} style={{ aspectRatio: String(ratio) }} data-missing={media !== null}>
      <ImageOff size={24} strokeWidth={1.25} aria-hidden="true" />
      <p>{t('No picture')}</p>
      {media === null ? (
        <p className={css.why}>{t('Its metadata does not include a picture.')}</p>
      ) : (
        <FileTrouble media={media} {...rest} />
      )}
    </div>
  )
}
