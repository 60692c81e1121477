import { useState } from 'react'
import { maxDescription } from '#contract/schemas/token-json.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { TextArea } from '#web/ui/text-area.tsx'
import { AttributesField } from './attributes-field.tsx'
import type { DraftAttribute } from './mint-draft.ts'
import { type Item, switchTrait, traitsOf } from './multiple-draft.ts'
import css from './multiple.module.css'

interface AllRowsProps {
  items: readonly Item[]
  locked: boolean
  onChange: (change: (items: Item[]) => Item[]) => void
}

/** Returns an item with these attributes, which replace its own attributes of the same names. */
const withAttributes = (item: Item, added: DraftAttribute[]): Item => ({
  ...item,
  attributes: [
    ...item.attributes.filter(({ trait_type: name }) => !added.some((one) => one.trait_type === name)),
    ...added,
  ],
})

const lacksWords = ({ description }: Item) => description.trim() === ''

/** Choice of the traits to mint, and corrections for all items at once. */
export function AllRows({ items, locked, onChange }: AllRowsProps) {
  const [description, setDescription] = useState('')
  const [typed, setTyped] = useState<DraftAttribute | undefined>()
  // Pictures without metadata lack the same in every row, which is the quickest to mend here.
  const [open, setOpen] = useState(() => items.every(lacksWords))
  const traits = traitsOf(items)
  if (locked) return null
  return (
    <div className={css.allRows}>
      {traits.length > 0 && (
        <fieldset>
          <legend className={css.label}>{t('Traits that are minted')}</legend>
          <div className={css.switches}>
            {traits.map(({ name, count, isOn }) => (
              <Checkbox
                key={name}
                checked={isOn}
                onChange={(on) => onChange((now) => switchTrait(now, name, on))}
              >
                {t('{name} ({count, plural, one {# work} other {# works}})', { name, count })}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <details
        className={disclosure.disclosure}
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{t('Edit all rows at once')}</summary>
        <div className={css.editor}>
          <TextArea
            label={t('Description for all rows')}
            value={description}
            maxLength={maxDescription}
            rows={3}
            onChange={setDescription}
          />
          <div className={css.actions}>
            <Button
              size="small"
              disabled={description.trim() === ''}
              onClick={() => onChange((now) => now.map((item) => ({ ...item, description })))}
            >
              {t('Use for all')}
            </Button>
            <Button
              size="small"
              disabled={description.trim() === ''}
              onClick={() =>
                onChange((now) =>
                  now.map((item) => (item.description.trim() === '' ? { ...item, description } : item)),
                )
              }
            >
              {t('Use where none is given')}
            </Button>
          </div>
          <AttributesField
            attributes={[]}
            typed={typed}
            error={null}
            onChange={({ attributes: added = [], typed: next }) => {
              setTyped(next)
              if (added.length > 0) onChange((now) => now.map((item) => withAttributes(item, added)))
            }}
          />
        </div>
      </details>
    </div>
  )
}
