import { m } from '#web/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import css from './minting.module.css'

interface Advanced {
  transferable: boolean
  burnable: boolean
  onlyXRP: boolean
  memo: string
}

interface AdvancedFieldsProps extends Advanced {
  royalty: string
  /** Minted by the marketplace: always transferable, without a memo. */
  onDemand: boolean
  /** Decided by its collection. */
  mutable: boolean
  onChange: (change: Partial<Advanced>) => void
}

/** Token settings, which cannot be changed after minting. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { transferable, burnable, onlyXRP, memo, royalty, onDemand, mutable, onChange } = props
  const forced = onDemand || Number(royalty) > 0
  return (
    <details className={disclosure.disclosure}>
      <summary>{m.create_advanced_fields_advanced}</summary>
      <div className={css.switches}>
        {forced ? (
          <p className={css.quiet}>
            {onDemand
              ? m.create_advanced_fields_transferable_demand
              : m.create_advanced_fields_transferable_royalty}
          </p>
        ) : (
          <Checkbox checked={transferable} onChange={(checked) => onChange({ transferable: checked })}>
            {m.create_advanced_fields_transferable_can_go_collector}
          </Checkbox>
        )}
        <Checkbox checked={burnable} onChange={(checked) => onChange({ burnable: checked })}>
          {m.create_advanced_fields_burnable_issuer_can_destroy}
        </Checkbox>
        <Checkbox checked={onlyXRP} onChange={(checked) => onChange({ onlyXRP: checked })}>
          {m.create_advanced_fields_xrp_cannot_traded_issued}
        </Checkbox>
        <p className={css.quiet}>
          {mutable
            ? m.create_advanced_fields_mutable_collection_says_can
            : m.create_advanced_fields_metadata_fixed_good_nfts}
        </p>
        {!onDemand && (
          <Field
            label={m.create_advanced_fields_memo}
            value={memo}
            onChange={(typed) => onChange({ memo: typed.slice(0, 300) })}
            hint={m.create_advanced_fields_goes_into_transaction_everyone}
          />
        )}
      </div>
    </details>
  )
}
