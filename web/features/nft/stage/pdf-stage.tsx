import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type OpenPdf, openPdf } from '#web/kit/uploads/draw-pdf.ts'
import css from './player.module.css'

/** Maximum size of a document that is displayed. Larger documents are offered as a download. */
const maxBytes = 50 * 1024 * 1024
/** Height of a rendered page in pixels, enough to be sharp at every display size. */
const pageHeight = 1200

async function readDocument(src: string, signal: AbortSignal): Promise<OpenPdf> {
  const reply = await fetch(src, { signal })
  if (!reply.ok || Number(reply.headers.get('content-length')) > maxBytes) {
    await reply.body?.cancel()
    throw new Error('There is no document to show.')
  }
  return openPdf(await reply.arrayBuffer(), signal)
}

/** A PDF, shown page by page. Scripts in the file do not run. */
export function PdfStage({ src, title }: { src: string; title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pdf, setPdf] = useState<OpenPdf | null>(null)
  const [page, setPage] = useState(1)
  const [isDrawing, setDrawing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const leaveController = new AbortController()
    readDocument(src, leaveController.signal)
      .then(setPdf)
      .catch(() => leaveController.signal.aborted || setFailed(true))
    return () => leaveController.abort()
  }, [src])
  useEffect(() => {
    if (pdf === null || canvas.current === null) return
    setDrawing(true)
    pdf
      .draw(page, canvas.current, pageHeight)
      .then(() => setDrawing(false))
      .catch(() => setFailed(true))
  }, [pdf, page])
  return (
    <>
      <canvas
        ref={canvas}
        className={css.sheet}
        role="img"
        aria-label={t('{title}, page {page, number} of {count, number}', {
          title,
          page,
          count: pdf?.pages ?? 1,
        })}
      />
      {hasFailed && (
        <p className={css.status} role="alert">
          {t('This document cannot be shown here. You can download it.')}
        </p>
      )}
      {pdf !== null && pdf.pages > 1 && !hasFailed && (
        <div className={css.pages}>
          <IconButton
            label={t('Previous page')}
            disabled={isDrawing || page === 1}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          <span>{t('{page, number} of {count, number}', { page, count: pdf.pages })}</span>
          <IconButton
            label={t('Next page')}
            disabled={isDrawing || page === pdf.pages}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </>
  )
}
