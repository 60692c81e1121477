import { useState } from 'react'
import { maxDescription } from '#contract/schemas/token-json.ts'
import { locale, t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { AttributesField } from '#web/features/create/attributes-field.tsx'
import { type DraftAttribute, typedPriceProblem } from '#web/features/create/mint-draft.ts'
import { type Item, switchTrait, traitsOf, type ValueCount } from './multiple-draft.ts'
import css from './multiple.module.css'

interface AllRowsProps {
  items: readonly Item[]
  /** The values of each trait and their counts. */
  values: readonly { name: string; values: ValueCount[] }[]
  locked: boolean
  /** True if each work has its own price. */
  hasPrice: boolean
  onChange: (change: (items: Item[]) => Item[]) => void
}

/** Returns an item with these attributes, which replace its own attributes of the same names. */
const withAttributes = (item: Item, newAttributes: DraftAttribute[]): Item => ({
  ...item,
  attributes: [
    ...item.attributes.filter(
      ({ trait_type: name }) => !newAttributes.some((attribute) => attribute.trait_type === name),
    ),
    ...newAttributes,
  ],
})

const lacksWords = ({ description }: Item) => description.trim() === ''

/** Selects the traits to mint, and edits all items at once. */
export function AllRows({ items, values, locked, hasPrice, onChange }: AllRowsProps) {
  const [description, setDescription] = useState('')
  const [price, setPrice] = useState('')
  const [typedAttribute, setTyped] = useState<DraftAttribute | undefined>()
  // Opens initially if all rows lack the same fields, which is the case for pictures without metadata.
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
      {values.length > 0 && (
        <details className={disclosure.disclosure}>
          <summary>{t('Rarity preview')}</summary>
          <Rarity total={items.length} values={values} />
        </details>
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
          <UseForAll field="description" value={description} onChange={onChange} />
          {hasPrice && (
            <>
              <Field
                label={t('Price for all rows')}
                value={price}
                inputMode="decimal"
                suffix="XRP"
                error={price === '' ? null : typedPriceProblem(price)}
                onChange={setPrice}
              />
              <UseForAll
                field="price"
                value={typedPriceProblem(price) === null ? price : ''}
                onChange={onChange}
              />
            </>
          )}
          <AttributesField
            attributes={[]}
            typedAttribute={typedAttribute}
            error={null}
            onChange={({ attributes: newAttributes = [], typed: next }) => {
              setTyped(next)
              if (newAttributes.length > 0)
                onChange((now) => now.map((item) => withAttributes(item, newAttributes)))
            }}
          />
        </div>
      </details>
    </div>
  )
}

interface UseForAllProps extends Pick<AllRowsProps, 'onChange'> {
  field: 'description' | 'price'
  value: string
}

/** Buttons that copy a value into all rows, or into those without one. */
function UseForAll({ field, value, onChange }: UseForAllProps) {
  const isEmpty = value.trim() === ''
  const lacks = (item: Item) => (item[field] ?? '').trim() === ''
  const change = (isMeant: (item: Item) => boolean) =>
    onChange((now) => now.map((item) => (isMeant(item) ? { ...item, [field]: value } : item)))
  return (
    <div className={css.actions}>
      <Button size="small" disabled={isEmpty} onClick={() => change(() => true)}>
        {t('Use for all')}
      </Button>
      <Button size="small" disabled={isEmpty} onClick={() => change(lacks)}>
        {t('Apply where none is set')}
      </Button>
    </div>
  )
}

const maxValues = 200

/** Shows how rare each value of each trait will be. */
function Rarity({ total, values }: { total: number; values: AllRowsProps['values'] }) {
  const rows = values.flatMap(({ name, values: counts }) => counts.map((count) => ({ name, ...count })))
  return (
    <div className={css.rarity}>
      <table>
        <caption className={css.quiet}>
          {t("How many of these works have each value. Rare values raise a work's rank.")}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Trait')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col">{t('Works')}</th>
            <th scope="col">{t('Share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxValues).map(({ name, value, count }) => (
            <tr key={JSON.stringify([name, value])}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{count.toLocaleString(locale)}</td>
              <td>
                {(count / total).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxValues && (
        <p className={css.quiet}>{t('And {count} more.', { count: rows.length - maxValues })}</p>
      )}
    </div>
  )
}
