import { t } from '#web/messages.ts'
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
  /** True if the marketplace mints the work. It is then always transferable and has no memo. */
  onDemand: boolean
  /** Set by the collection. */
  mutable: boolean
  onChange: (change: Partial<Advanced>) => void
}

/** Token settings, which cannot be changed after minting. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { transferable, burnable, onlyXRP, memo, royalty, onDemand, mutable, onChange } = props
  const isForced = onDemand || Number(royalty) > 0
  return (
    <details className={disclosure.disclosure}>
      <summary>{t('Advanced')}</summary>
      <div className={css.switches}>
        {isForced ? (
          <p className={css.quiet}>
            {onDemand
              ? t('NFTs minted on demand are always transferable.')
              : t('NFTs with a royalty are always transferable.')}
          </p>
        ) : (
          <Checkbox checked={transferable} onChange={(checked) => onChange({ transferable: checked })}>
            {t('Transferable: it can pass from collector to collector')}
          </Checkbox>
        )}
        <Checkbox checked={burnable} onChange={(checked) => onChange({ burnable: checked })}>
          {t('Burnable: as the issuer, you can destroy it no matter who owns it')}
        </Checkbox>
        <Checkbox checked={onlyXRP} onChange={(checked) => onChange({ onlyXRP: checked })}>
          {t('XRP only: it cannot be traded for issued currencies')}
        </Checkbox>
        <p className={css.quiet}>
          {mutable
            ? t("Mutable: the collection allows you to update the NFT's metadata later.")
            : t('Its metadata is permanent: only NFTs in a mutable collection can be updated.')}
        </p>
        {!onDemand && (
          <Field
            label={t('Memo')}
            value={memo}
            onChange={(text) => onChange({ memo: text.slice(0, 300) })}
            hint={t('Becomes part of the transaction, where everyone can read it.')}
          />
        )}
      </div>
    </details>
  )
}
