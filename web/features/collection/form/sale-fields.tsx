import type { ReactNode } from 'react'
import { m } from '#web/messages.ts'
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

/** How works of the collection are minted and sold. */
export function SaleFields(props: SaleFieldsProps) {
  const { account, draft, change, isNew, isAnnounced, promoField } = props
  return (
    <fieldset className={css.sale}>
      <legend>{m.collection_sale_fields_making_and_selling}</legend>
      <Choice hint={m.collection_sale_fields_works_minted_somebody_buys}>
        <Checkbox checked={draft.onDemandMint} onChange={(onDemandMint) => change({ onDemandMint })}>
          {m.collection_sale_fields_on_demand_mint}
        </Checkbox>
      </Choice>
      {draft.onDemandMint && <MinterNote account={account} />}
      <Choice hint={m.collection_sale_fields_buyers_get_work_chance}>
        <Checkbox checked={draft.random} onChange={(random) => change({ random })}>
          {m.collection_sale_fields_random_buy}
        </Checkbox>
      </Choice>
      <Choice hint={m.collection_sale_fields_can_give_nfts_new}>
        <Checkbox checked={draft.mutableNFTs} onChange={(mutableNFTs) => change({ mutableNFTs })}>
          {m.collection_sale_fields_mutable_nfts}
        </Checkbox>
      </Choice>
      {!isAnnounced && (
        <Choice
          hint={
            isNew
              ? m.collection_sale_fields_collection_shown_nothing_can
              : m.collection_sale_fields_works_can_bought_cannot
          }
        >
          <Checkbox checked={draft.announce} onChange={(announce) => change({ announce })}>
            {isNew ? m.collection_sale_fields_pre_announce : m.collection_sale_fields_announce}
          </Checkbox>
        </Choice>
      )}
      <Choice hint={m.collection_sale_fields_buyers_know_code_can}>
        <Checkbox
          checked={draft.promoCodeEnabled}
          onChange={(promoCodeEnabled) => change({ promoCodeEnabled })}
        >
          {m.collection_sale_fields_promo_access}
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
