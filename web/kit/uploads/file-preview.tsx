import { FileQuestion, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#contract/rules/media-files.ts'
import { t } from '#web/messages.ts'
import css from './upload-picker.module.css'

interface FilePreviewProps {
  kind: StoredFile['kind']
  /** The selected file; null for a file that is already stored. */
  file: File | null
  /** URL of the file's content. */
  address: string
  name: string
}

/** Previews a selected file as a picture, a video, a PDF or its name. */
export function FilePreview({ kind, file, address, name }: FilePreviewProps) {
  switch (kind) {
    case 'image':
      return <img className={css.shown} src={address} alt={t('Preview of {name}', { name })} />
    case 'video':
      return (
        <video
          className={css.shown}
          src={address}
          controls
          muted
          loop
          playsInline
          aria-label={t('Preview of {name}', { name })}
        />
      )
    case 'pdf':
      return <PdfPreview key={address} file={file} address={address} name={name} />
    default:
      return (
        <div className={css.document}>
          <FileQuestion size={40} strokeWidth={1} aria-hidden="true" />
          <p>{t('Unknown file type')}</p>
          <p className={css.hint}>{name}</p>
        </div>
      )
  }
}

/** The preview is 400 px high including its two lines of text. */
const pageHeight = 300
/** Maximum size of a file with a preview. */
const maxBytes = 50 * 1024 * 1024

interface PdfPreviewProps {
  /** The selected file; null for a file that is already stored. */
  file: File | null
  address: string
  name: string
}

async function bytesOf(file: File | null, address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  if (file !== null) return file.arrayBuffer()
  const reply = await fetch(address, { signal })
  if (!reply.ok || Number(reply.headers.get('content-length')) > maxBytes) {
    await reply.body?.cancel()
    throw new Error('There is no file for a preview.')
  }
  return reply.arrayBuffer()
}

/** The first page of a PDF. Shows an icon until it is rendered, or if rendering fails. */
function PdfPreview({ file, address, name }: PdfPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const tooLarge = file !== null && file.size > maxBytes
  useEffect(() => {
    const leaveController = new AbortController()
    const { signal } = leaveController
    const draw = async () => {
      const [{ drawPdf }, data] = await Promise.all([import('./draw-pdf.ts'), bytesOf(file, address, signal)])
      if (canvas.current === null) return
      await drawPdf(data, canvas.current, pageHeight, signal)
      if (!signal.aborted) setDrawn(true)
    }
    // Keep the icon. The server decides whether the file is valid.
    if (!tooLarge) draw().catch(() => setDrawn(false))
    return () => leaveController.abort()
  }, [file, address, tooLarge])
  return (
    <div className={css.document}>
      {!isDrawn && <FileText size={40} strokeWidth={1} aria-hidden="true" />}
      <canvas
        ref={canvas}
        className={css.sheet}
        hidden={!isDrawn}
        role="img"
        aria-label={t('First page of {name}', { name })}
      />
      <p>{t('PDF selected')}</p>
      <p className={css.hint}>{name}</p>
    </div>
  )
}
