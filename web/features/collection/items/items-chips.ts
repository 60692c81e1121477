import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import type { ActiveFilter } from '#web/kit/lists/list-toolbar.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { type ItemsSearch, splitTrait } from '#contract/rules/list-addresses.ts'
import { itemStatuses, saleFlags, tokenFlags } from './items-search.ts'

/** Returns the active filters as text, each with a function that removes it. */
export function activeItemFilters(search: ItemsSearch, onChange: ChangeSearch<ItemsSearch>): ActiveFilter[] {
  const words: Partial<Record<keyof ItemsSearch, string>> = {
    name: search.name && `“${search.name}”`,
    ...Object.fromEntries([...saleFlags, ...tokenFlags].map(([flag, name]) => [flag, search[flag] && name])),
    status: itemStatuses.find(([value]) => value === search.status)?.[1],
    price_min: search.price_min && t('from {price} XRP', { price: search.price_min }),
    price_max: search.price_max && t('to {price} XRP', { price: search.price_max }),
    owner: search.owner && t('owned by {name}', { name: nameOf(search.owner) }),
  }
  const plain = Object.entries(words).flatMap(([key, text]) =>
    text === undefined ? [] : [{ key, text, remove: () => onChange({ [key]: undefined }) }],
  )
  const traits = (search.trait ?? []).map((pair) => {
    const { trait, value } = splitTrait(pair) ?? { trait: pair, value: '' }
    return {
      key: pair,
      text: `${trait}: ${value}`,
      remove: () => onChange((now) => ({ ...now, trait: withoutTrait(now.trait, pair) })),
    }
  })
  return [...plain, ...traits]
}

export function withTrait(traits: string[] | undefined, trait: string): string[] {
  return [...(traits ?? []).filter((one) => one !== trait), trait]
}

export function withoutTrait(traits: string[] | undefined, trait: string): string[] | undefined {
  const rest = (traits ?? []).filter((one) => one !== trait)
  return rest.length === 0 ? undefined : rest
}
