import { useRef, useState } from 'react'
import * as v from 'valibot'
import { EditionTerms } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { payeeDraftsOf } from '#web/kit/splits/payee-drafts.ts'
import { parse } from '#web/ui/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { type EditionDraft, phaseDraftOf } from './edition-draft.ts'
import css from './edition-form.module.css'

/** Maximum file size. A terms file is usually a few kilobytes. */
const maxBytes = 500_000

/** Parses saved terms to the draft of an edition; null for any other text. */
export function draftOfTerms(text: string): Partial<EditionDraft> | null {
  const terms = parse(text, (value): value is EditionTerms => v.is(EditionTerms, value))
  if (terms === null) return null
  const { name, description, attributes, royalty, prints, phases, payees } = terms
  return {
    name,
    description,
    attributes,
    royalty,
    prints: prints === null ? '' : String(prints),
    phases: phases.map(phaseDraftOf),
    payees: payeeDraftsOf(payees),
  }
}

/** Fills the form with the terms of an edition that was tested on another network. */
export function OpenTerms({ onOpen }: { onOpen: (draft: Partial<EditionDraft>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const open = async (file: File) => {
    const draft = file.size > maxBytes ? null : draftOfTerms(await file.text())
    setWrong(draft === null)
    if (draft !== null) onOpen(draft)
  }
  return (
    <div className={css.rehearsal}>
      <p className={css.note}>
        {t(
          "To rehearse, create the edition on a test network, buy a print there, save the edition's terms and open them here. You will need to choose the files again.",
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('Open saved terms')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) void open(file)
        }}
      />
      <div>
        <Button onClick={() => input.current?.click()}>{t('Open saved terms')}</Button>
      </div>
      <div role="alert">
        {isWrong && <p className={css.wrong}>{t('This file contains no edition terms.')}</p>}
      </div>
    </div>
  )
}
