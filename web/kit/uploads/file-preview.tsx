import { FileQuestion, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#worker/contract/media-files.ts'
import css from './upload-picker.module.css'

interface FilePreviewProps {
  kind: StoredFile['kind']
  /** What was chosen; null for a file that the marketplace has already. */
  file: File | null
  /** Where it can be shown from. */
  address: string
  name: string
}

/** A chosen file: picture, film, or what it is. */
export function FilePreview({ kind, file, address, name }: FilePreviewProps) {
  switch (kind) {
    case 'image':
      return <img className={css.shown} src={address} alt={`Preview of ${name}`} />
    case 'video':
      return (
        <video
          className={css.shown}
          src={address}
          controls
          muted
          loop
          playsInline
          aria-label={`Preview of ${name}`}
        />
      )
    case 'pdf':
      return <PdfPreview key={address} file={file} address={address} name={name} />
    case 'other':
      return (
        <div className={css.document}>
          <FileQuestion size={40} strokeWidth={1} aria-hidden="true" />
          <p>Unknown file type</p>
          <p className={css.hint}>{name}</p>
        </div>
      )
  }
}

/** With its two lines of words it is the 400 px high that a PDF's preview has. */
const pageHeight = 300
/** More is not read for a preview. */
const mostBytes = 50 * 1024 * 1024

interface PdfPreviewProps {
  /** The chosen file; null for one that the marketplace has already. */
  file: File | null
  address: string
  name: string
}

async function bytesOf(file: File | null, address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  if (file !== null) return file.arrayBuffer()
  const reply = await fetch(address, { signal })
  if (!reply.ok || Number(reply.headers.get('content-length')) > mostBytes) {
    await reply.body?.cancel()
    throw new Error('There is no file for a preview.')
  }
  return reply.arrayBuffer()
}

/** The first page of a PDF, drawn by this browser; a sign in its place while it is read, and when it cannot be. */
function PdfPreview({ file, address, name }: PdfPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  const tooLarge = file !== null && file.size > mostBytes
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const draw = async () => {
      const [{ drawPdf }, data] = await Promise.all([import('./draw-pdf.ts'), bytesOf(file, address, signal)])
      if (canvas.current === null) return
      await drawPdf(data, canvas.current, pageHeight, signal)
      if (!signal.aborted) setDrawn(true)
    }
    // Whether the file will do is for the server to say; here the sign stays.
    if (!tooLarge) draw().catch(() => setDrawn(false))
    return () => leaving.abort()
  }, [file, address, tooLarge])
  return (
    <div className={css.document}>
      {!drawn && <FileText size={40} strokeWidth={1} aria-hidden="true" />}
      <canvas
        ref={canvas}
        className={css.sheet}
        hidden={!drawn}
        role="img"
        aria-label={`First page of ${name}`}
      />
      <p>PDF selected</p>
      <p className={css.hint}>{name}</p>
    </div>
  )
}
