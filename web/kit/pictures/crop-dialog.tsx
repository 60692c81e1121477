import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CropArea, cropPicture } from './crop-picture.ts'
import css from './picture-picker.module.css'

interface CropDialogProps {
  file: File
  /** Object URL of the file. */
  address: string
  title: string
  /** Aspect ratio (width / height) of the crop. */
  ratio: number
  round: boolean
  /** Width of the result in pixels. */
  maxWidth: number
  onDone: (picture: Blob) => void
  onClose: () => void
}

/** Crops a picture: pan and zoom (1x to 10x) with mouse, touch or keyboard. */
export function CropDialog({
  file,
  address,
  title,
  ratio,
  round,
  maxWidth,
  onDone,
  onClose,
}: CropDialogProps) {
  const zoomId = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  const [error, setError] = useState<string | null>(null)
  const use = async () => {
    if (area === null) return
    try {
      onDone(await cropPicture(file, area, maxWidth))
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t('This picture cannot be used.'))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t('Move the picture and zoom until the part you want is in the frame.')}
    >
      <div className={css.stage}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={10}
          aspect={ratio}
          cropShape={round ? 'round' : 'rect'}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
          mediaProps={{
            onError: () => setError(t('This file is not a picture that this browser can read.')),
          }}
        />
      </div>
      <div className={css.zoom}>
        <label htmlFor={zoomId}>{t('Zoom {fixed}x', { fixed: zoom.toFixed(1) })}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={10}
          step={0.1}
          value={zoom}
          onChange={({ target }) => setZoom(target.valueAsNumber)}
        />
      </div>
      <div role="alert">{error !== null && <p className={css.error}>{error}</p>}</div>
      <div className={css.actions}>
        <Button
          look="primary"
          size="large"
          disabled={area === null || error !== null}
          onClick={() => void use()}
        >
          {t('Use')}
        </Button>
        <Button size="large" onClick={onClose}>
          {t('Not now')}
        </Button>
      </div>
    </Dialog>
  )
}
