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
      <summary>Advanced</summary>
      <div className={css.switches}>
        {forced ? (
          <p className={css.quiet}>
            Transferable: {onDemand ? 'an NFT that is minted on demand' : 'an NFT with a royalty'} always is.
          </p>
        ) : (
          <Checkbox checked={transferable} onChange={(checked) => onChange({ transferable: checked })}>
            Transferable: it can go from collector to collector
          </Checkbox>
        )}
        <Checkbox checked={burnable} onChange={(checked) => onChange({ burnable: checked })}>
          Burnable: you, its issuer, can destroy it whoever owns it
        </Checkbox>
        <Checkbox checked={onlyXRP} onChange={(checked) => onChange({ onlyXRP: checked })}>
          Only XRP: it cannot be traded for issued currencies
        </Checkbox>
        <p className={css.quiet}>
          {mutable
            ? 'Mutable: as its collection says, you can update its metadata later.'
            : 'Its metadata is fixed for good: only NFTs of a mutable collection can be updated.'}
        </p>
        {!onDemand && (
          <Field
            label="Memo"
            value={memo}
            onChange={(typed) => onChange({ memo: typed.slice(0, 300) })}
            hint="Goes into the transaction, for everyone to read."
          />
        )}
      </div>
    </details>
  )
}
