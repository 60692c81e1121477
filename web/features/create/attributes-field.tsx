import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { attributeProblem, attributesOf, type DraftAttribute } from './mint-draft.ts'
import css from './minting.module.css'

interface AttributesFieldProps {
  attributes: readonly DraftAttribute[]
  /** Current content of the two input fields. */
  typedAttribute: DraftAttribute | undefined
  onChange: (changes: { attributes?: DraftAttribute[]; typed: DraftAttribute | undefined }) => void
  error: string | null
}

const emptyAttribute: DraftAttribute = { trait_type: '', value: '' }

/** Attribute names and values. Both are required. */
export function AttributesField({ attributes, typedAttribute, onChange, error }: AttributesFieldProps) {
  const next = typedAttribute ?? emptyAttribute
  const setNext = (attribute: DraftAttribute) =>
    onChange({ typed: attribute.trait_type === '' && attribute.value === '' ? undefined : attribute })
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = isSubmitted ? attributeProblem(next) : null
  const nameless = next.trait_type.trim() === ''
  const add = () => {
    setSubmitted(true)
    if (attributeProblem(next) !== null) return
    onChange({
      attributes: attributesOf({ attributes: [...attributes], typed: typedAttribute }),
      typed: undefined,
    })
    setSubmitted(false)
  }
  return (
    <fieldset>
      <legend className={css.legend}>{t('Attributes *')}</legend>
      {attributes.length > 0 && (
        <ul className={css.traits}>
          {attributes.map(({ trait_type, value }, index) => (
            <li key={`${trait_type}:${value}`} className={css.trait}>
              <span className={css.quiet}>{trait_type}</span>
              <span>{value}</span>
              <IconButton
                label={t('Remove {traittype}: {value}', { traittype: trait_type, value })}
                onClick={() =>
                  onChange({
                    attributes: attributes.filter((_, otherIndex) => otherIndex !== index),
                    typed: typedAttribute,
                  })
                }
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={css.add}>
        <Field
          label={t('Attribute name')}
          value={next.trait_type}
          onChange={(trait_type) => setNext({ ...next, trait_type })}
          onEnter={add}
          error={nameless ? problem : null}
          placeholder="Medium"
        />
        <Field
          label={t('Attribute value')}
          value={next.value}
          onChange={(value) => setNext({ ...next, value })}
          onEnter={add}
          error={nameless ? null : problem}
          placeholder={t('Oil on linen')}
        />
        <Button onClick={add}>{t('Add attribute')}</Button>
      </div>
      {error !== null && error !== problem && <p className={css.error}>{error}</p>}
    </fieldset>
  )
}
