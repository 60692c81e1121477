import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { CollectionDraft } from './collection-draft.ts'
import css from './collection-form.module.css'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'

interface SaleFieldsProps {
  account: string
  draft: CollectionDraft
  change: (changes: Partial<CollectionDraft>) => void
  isNew: boolean
  isAnnounced: boolean
  /** Shown while promo access is on. */
  promoField: ReactNode
}

/** Settings for minting and selling the collection's works. */
export function SaleFields(props: SaleFieldsProps) {
  const { account, draft, change, isNew, isAnnounced, promoField } = props
  return (
    <fieldset className={css.sale}>
      <legend>{t('How works are sold')}</legend>
      <Choice
        hint={t('Works are minted when somebody buys them. The marketplace fee is 2 % instead of 1 %.')}
      >
        <Checkbox checked={draft.onDemandMint} onChange={(onDemandMint) => change({ onDemandMint })}>
          {t('On-demand mint')}
        </Checkbox>
      </Choice>
      {draft.onDemandMint && <MinterNote account={account} />}
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
              : t('From then on works can be bought. This cannot be undone.')
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
