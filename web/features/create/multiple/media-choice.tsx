import { useRef, useState } from 'react'
import { mediaProblem, mediaRules } from '#contract/rules/media-files.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { noMedia } from './match-media.ts'
import css from './multiple.module.css'

interface MediaChoiceProps {
  /** Name of the NFT, for labels. */
  name: string
  value: string
  /** All media files. Selecting a file that another item uses swaps the two. */
  media: readonly string[]
  onSwap: (media: string) => void
  onReplace: (file: File) => void
}

/** Selects the media file of an NFT: an existing file or a new one. */
export function MediaChoice({ name, value, media, onSwap, onReplace }: MediaChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const isTaken = file.name !== value && media.includes(file.name)
    const wrong = isTaken
      ? t('Two media files are called {name}.', { name: file.name })
      : mediaProblem(file, 'display')
    setProblem(wrong)
    if (wrong === null) onReplace(file)
  }
  return (
    <div className={css.media}>
      <Select
        label={t('Media file')}
        options={[
          ...(value === noMedia ? [{ value, title: t('No file') }] : []),
          ...media.filter((kind) => kind !== noMedia).map((kind) => ({ value: kind, title: kind })),
        ]}
        value={value}
        onChange={onSwap}
        isStacked
      />
      <div>
        <Button
          size="small"
          aria-label={t('Choose another file for {name}', { name })}
          onClick={() => input.current?.click()}
        >
          {t('Choose another file')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Another file for {name}', { name })}
        accept={Object.keys(mediaRules.display.types).join(',')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      <p className={css.error} role="alert">
        {problem}
      </p>
    </div>
  )
}
