import { Checkbox } from '#web/ui/checkbox.tsx'
import css from './trait-facet.module.css'

interface TraitFacetProps {
  trait: string
  values: { value: string; count: number }[]
  /** Chosen `trait:value` pairs of all traits. */
  chosen: string[]
  onToggle: (pair: string, on: boolean) => void
}

/** The values of one trait with their counts, folded until somebody looks. */
export function TraitFacet({ trait, values, chosen, onToggle }: TraitFacetProps) {
  const active = values.filter(({ value }) => chosen.includes(`${trait}:${value}`)).length
  return (
    <details className={css.facet} open={active > 0 || undefined}>
      <summary className={css.summary}>
        {trait}
        <span className={css.count}>{active > 0 ? `${active} of ${values.length}` : values.length}</span>
      </summary>
      <div className={css.values}>
        {values.map(({ value, count }) => {
          const pair = `${trait}:${value}`
          return (
            <Checkbox key={pair} checked={chosen.includes(pair)} onChange={(on) => onToggle(pair, on)}>
              {value} <span className={css.count}>{count.toLocaleString('en')}</span>
            </Checkbox>
          )
        })}
      </div>
    </details>
  )
}
