import { FileQuestion } from 'lucide-react'
import type { StoredFile } from '#worker/contract/media-files.ts'
import { PdfPreview } from './pdf-preview.tsx'
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
