import { t, rich, slot } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { formatBytes } from './format-bytes.ts'
import { connectionError } from './put-part.ts'
import type { Upload, UploadState } from './upload-file.ts'
import css from './upload-picker.module.css'

interface UploadProgressProps {
  upload: Upload
  state: UploadState
  /** Omitted if uploads in a queue can only be cancelled together. */
  onCancel?: () => void
}

/** The progress of an upload with Pause, Resume and Cancel. */
export function UploadProgress({ upload, state, onCancel }: UploadProgressProps) {
  const { phase, sent: sentBytes, checked: checkedBytes, message } = state
  const { name, size } = upload.file
  const progress = phase === 'checking' && checkedBytes > 0 ? checkedBytes : sentBytes
  const percent = size === 0 ? 0 : Math.floor((progress / size) * 100)
  const words =
    phase === 'checking'
      ? checkedBytes > 0
        ? t('Uploaded, checking: {checked} of {size}', {
            checked: formatBytes(checkedBytes),
            size: formatBytes(size),
          })
        : t('Uploaded, checking ...')
      : phase === 'paused'
        ? t('{sent} of {size}, paused', { sent: formatBytes(sentBytes), size: formatBytes(size) })
        : t('{sent} of {size}', { sent: formatBytes(sentBytes), size: formatBytes(size) })
  return (
    <div className={css.progress}>
      <Meter value={percent} max={100} label={t('Upload of {name}', { name })} />
      <p className={css.hint} role="status">
        {phase === 'paused' && message !== null
          ? rich('<problem>{message}.</problem> {words}. {next}', {
              problem: <span className={css.error}>{slot}</span>,
              message: message.replace(/[.。]$/, ''),
              words,
              next:
                message === connectionError
                  ? t('It continues automatically when the connection is back.')
                  : t('It continues automatically.'),
            })
          : words}
      </p>
      <div className={css.actions}>
        {phase === 'sending' && (
          <Button size="small" aria-label={t('Pause {name}', { name })} onClick={upload.pause}>
            {t('Pause')}
          </Button>
        )}
        {phase === 'paused' && (
          <Button size="small" aria-label={t('Resume {name}', { name })} onClick={upload.resume}>
            {t('Resume')}
          </Button>
        )}
        {phase !== 'checking' && onCancel !== undefined && (
          <Button size="small" look="quiet" aria-label={t('Cancel {name}', { name })} onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
