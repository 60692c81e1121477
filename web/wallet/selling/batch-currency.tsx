import { useState } from 'react'
import { dropsToXrp } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { changeBatch, changeRows } from './batch-state.ts'
import css from './batch.module.css'
import type { OwnWork } from './own-work.ts'
import type { useBatchForm } from './use-batch-form.ts'

interface BatchCurrencyProps {
  form: ReturnType<typeof useBatchForm>
  disabled: boolean
  /** True after an attempt to start a run. Missing values then count as errors. */
  isSubmitted: boolean
}

/** The currency of the batch, and one price for all selected tokens. */
export function BatchCurrency({ form, disabled, isSubmitted }: BatchCurrencyProps) {
  const { tokens } = useSettings()
  const [value, setValue] = useState('')
  const { key, state, open, selected } = form
  const floor = state.currency === 'xrp' ? commonFloor(selected.length > 0 ? selected : open) : null
  const set = (changes: Partial<typeof state>) => changeBatch(key, (now) => ({ ...now, ...changes }))
  const apply = () =>
    changeBatch(key, (now) =>
      changeRows(
        now,
        selected.map(({ nftokenID }) => nftokenID),
        { value },
      ),
    )
  const errorOf = (name: string, text: string) =>
    text === '' && !isSubmitted
      ? null
      : (form.currencyErrors.find(({ field }) => field === name)?.message ?? null)
  return (
    <fieldset className={css.currency} disabled={disabled}>
      <legend className={css.legend}>{t('Price')}</legend>
      <Select
        label={t('Currency')}
        options={[
          { value: 'xrp', title: 'XRP' },
          ...tokens.map(({ symbol }) => ({ value: symbol, title: symbol })),
          { value: 'custom', title: t('Other currency') },
        ]}
        value={state.currency}
        onChange={(currency) => set({ currency })}
        isStacked
      />
      {state.currency === 'custom' && (
        <>
          <Field
            label={t('Currency code')}
            value={state.customCurrency}
            onChange={(customCurrency) => set({ customCurrency })}
            error={errorOf('currency', state.customCurrency)}
            placeholder={t('ART')}
          />
          <Field
            label={t('Issuer')}
            value={state.customIssuer}
            onChange={(customIssuer) => set({ customIssuer })}
            error={errorOf('issuer', state.customIssuer)}
            placeholder="r..."
          />
        </>
      )}
      <div className={css.every}>
        <Field
          label={t('Price for all chosen')}
          value={value}
          onChange={setValue}
          inputMode="decimal"
          placeholder="0.00"
        />
        <Button onClick={apply} disabled={selected.length === 0 || value.trim() === ''}>
          {t('Apply')}
        </Button>
        {floor !== null && (
          <div className={css.floor}>
            <Button size="small" onClick={() => setValue(dropsToXrp(BigInt(floor)))}>
              {t('Floor')} <AmountText amount={floor} />
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}

/** Returns the floor price in drops if all works are of one collection; null otherwise, and without a floor. */
function commonFloor(works: readonly OwnWork[]): string | null {
  const [first] = works
  return first !== undefined && works.every(({ floorDrops }) => floorDrops === first.floorDrops)
    ? first.floorDrops
    : null
}
