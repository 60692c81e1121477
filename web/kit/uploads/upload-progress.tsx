import { m, rich, slot } from '#web/messages.ts'
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
  const { phase, sent, checked, message } = state
  const { name, size } = upload.file
  const reached = phase === 'checking' && checked > 0 ? checked : sent
  const percent = size === 0 ? 0 : Math.floor((reached / size) * 100)
  const words =
    phase === 'checking'
      ? checked > 0
        ? m.kit_upload_progress_checked_of({ checked: formatBytes(checked), size: formatBytes(size) })
        : m.kit_upload_progress_all_sent_file_checked
      : phase === 'paused'
        ? m.kit_upload_progress_paused({ sent: formatBytes(sent), size: formatBytes(size) })
        : m.kit_upload_progress_sent_of({ sent: formatBytes(sent), size: formatBytes(size) })
  return (
    <div className={css.progress}>
      <Meter value={percent} max={100} label={m.kit_upload_progress_upload_of({ name })} />
      <p className={css.hint} role="status">
        {phase === 'paused' && message !== null
          ? rich.kit_upload_progress_stopped({
              problem: <span className={css.error}>{slot}</span>,
              message: message.replace(/[.。]$/, ''),
              words,
              next:
                message === connectionError
                  ? m.kit_upload_progress_continues_connected
                  : m.kit_upload_progress_continues,
            })
          : words}
      </p>
      <div className={css.actions}>
        {phase === 'sending' && (
          <Button size="small" aria-label={m.kit_upload_progress_pause({ name })} onClick={upload.pause}>
            {m.kit_upload_progress_pause_label}
          </Button>
        )}
        {phase === 'paused' && (
          <Button size="small" aria-label={m.kit_upload_progress_resume({ name })} onClick={upload.resume}>
            {m.kit_upload_progress_resume_label}
          </Button>
        )}
        {phase !== 'checking' && onCancel !== undefined && (
          <Button
            size="small"
            look="quiet"
            aria-label={m.kit_upload_progress_cancel({ name })}
            onClick={onCancel}
          >
            {m.common_cancel}
          </Button>
        )}
      </div>
    </div>
  )
}
