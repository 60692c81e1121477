import { Button } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { formatBytes } from './format-bytes.ts'
import { connectionError } from './put-part.ts'
import type { Upload, UploadState } from './upload-file.ts'
import css from './upload-picker.module.css'

interface UploadProgressProps {
  upload: Upload
  state: UploadState
  /** Omitted if a queue of uploads is cancelled as a whole. */
  onCancel?: () => void
}

/** The progress of an upload with Pause, Resume and Cancel. */
export function UploadProgress({ upload, state, onCancel }: UploadProgressProps) {
  const { phase, sent, message } = state
  const { name, size } = upload.file
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  const words =
    phase === 'checking'
      ? 'All sent. The file is being checked ...'
      : `${formatBytes(sent)} of ${formatBytes(size)}${phase === 'paused' ? ', paused' : ''}`
  return (
    <div className={css.progress}>
      <Meter value={percent} max={100} label={`Upload of ${name}`} />
      <p className={css.hint} role="status">
        {message !== null && <span className={css.error}>{message.replace(/\.$/, '')}. </span>}
        {words}
        {phase === 'paused' &&
          message !== null &&
          `. It continues automatically${message === connectionError ? ' when the connection is back' : ''}.`}
      </p>
      <div className={css.actions}>
        {phase === 'sending' && (
          <Button size="small" aria-label={`Pause ${name}`} onClick={upload.pause}>
            Pause
          </Button>
        )}
        {phase === 'paused' && (
          <Button size="small" aria-label={`Resume ${name}`} onClick={upload.resume}>
            Resume
          </Button>
        )}
        {phase !== 'checking' && onCancel !== undefined && (
          <Button size="small" look="quiet" aria-label={`Cancel ${name}`} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
