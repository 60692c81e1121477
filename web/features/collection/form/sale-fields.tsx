import type { ReactNode } from 'react'
import { isSameCurrency, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Select } from '#web/ui/select.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { CollectionDraft } from './collection-draft.ts'
import css from './collection-form.module.css'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'

interface SaleFieldsProps {
  account: string
  draft: CollectionDraft
  change: (changes: Partial<CollectionDraft>) => void
  isNew: boolean
  isAnnounced: boolean
  /** Shown if promo access is on. */
  promoField: ReactNode
}

/** Settings for minting and selling the collection's works. */
export function SaleFields(props: SaleFieldsProps) {
  const { account, draft, change, isNew, isAnnounced, promoField } = props
  return (
    <fieldset className={css.sale}>
      <legend>{t('How works are sold')}</legend>
      <Choice hint={t('Works are minted when someone buys them. The marketplace fee is 2 % instead of 1 %.')}>
        <Checkbox checked={draft.onDemandMint} onChange={(onDemandMint) => change({ onDemandMint })}>
          {t('On-demand mint')}
        </Checkbox>
      </Choice>
      {draft.onDemandMint && (
        <>
          <MinterNote account={account} />
          <CurrencyField currency={draft.currency} onChange={(currency) => change({ currency })} />
        </>
      )}
      <Choice hint={t('Buyers receive a random work, revealed after payment.')}>
        <Checkbox checked={draft.random} onChange={(random) => change({ random })}>
          {t('Random buy')}
        </Checkbox>
      </Choice>
      <Choice hint={t('You can give your NFTs new metadata after minting.')}>
        <Checkbox checked={draft.mutableNFTs} onChange={(mutableNFTs) => change({ mutableNFTs })}>
          {t('Metadata can be updated')}
        </Checkbox>
      </Choice>
      {!isAnnounced && (
        <Choice
          hint={
            isNew
              ? t('The collection is visible, but nothing can be bought until you announce it.')
              : t('From then on, works can be bought. This cannot be undone.')
          }
        >
          <Checkbox checked={draft.announce} onChange={(announce) => change({ announce })}>
            {isNew ? t('Pre-announce') : t('Announce')}
          </Checkbox>
        </Choice>
      )}
      <Choice hint={t('Only buyers who know the code can buy from you.')}>
        <Checkbox
          checked={draft.promoCodeEnabled}
          onChange={(promoCodeEnabled) => change({ promoCodeEnabled })}
        >
          {t('Promo access')}
        </Checkbox>
      </Choice>
      {draft.promoCodeEnabled && promoField}
    </fieldset>
  )
}

function Choice({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className={css.hint}>{hint}</p>
    </div>
  )
}

/** Price currency of all works that are minted on demand: XRP or a listed token. */
function CurrencyField({
  currency,
  onChange,
}: {
  currency: SaleCurrency
  onChange: (currency: SaleCurrency) => void
}) {
  const { tokens } = useSettings()
  const place = tokens.findIndex((token) => isSameCurrency(token, currency))
  const choose = (value: string) => {
    const token = tokens[Number(value)]
    onChange(token === undefined ? null : { currency: token.currency, issuer: token.issuer })
  }
  if (tokens.length === 0) return null
  return (
    <div>
      <Select
        label={t('Currency of the prices')}
        options={[
          { value: '', title: 'XRP' },
          ...tokens.map(({ symbol }, index) => ({ value: String(index), title: symbol })),
        ]}
        value={place < 0 ? '' : String(place)}
        onChange={choose}
        isStacked
      />
      <p className={css.note}>
        {t(
          'Buyers pay, and you are paid, in this currency. Your account needs a trust line for a token. You cannot change the currency while works are for sale.',
        )}
      </p>
      {currency !== null && (
        <TrustLineNote amount={{ ...currency, value: '0' }} needs="0" receives retry={null} />
      )}
    </div>
  )
}
