import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#web/messages.ts'
import { Button } from './button.tsx'
import { inSentence } from './in-sentence.ts'
import { useMobile } from './use-mobile.ts'

interface CameraButtonProps {
  /** Purpose of the picture; part of the accessible name. */
  label: string
  /** Front camera (`user`) or back camera. */
  camera?: 'user' | 'environment'
  onFile: (file: File) => void
}

/** Takes a picture with the camera on phones, because not every file dialog offers it. */
export function CameraButton({ label, camera = 'environment', onFile }: CameraButtonProps) {
  const isMobile = useMobile()
  const input = useRef<HTMLInputElement>(null)
  if (!isMobile) return null
  const name = t('Take a photo: {what}', { what: inSentence(label) })
  return (
    <>
      <Button size="small" aria-label={name} onClick={() => input.current?.click()}>
        <Camera size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('Take a photo')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept="image/jpeg"
        capture={camera}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
