import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { countSet, type SearchValues } from '#contract/rules/search-reader.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { hasKeys } from '#web/ui/persisted.ts'
import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'
import css from './saved-filters.module.css'

interface Saved {
  /** The list to which the filter belongs. */
  list: string
  name: string
  search: SearchValues
}

const isSaved = hasKeys<Saved>('list', 'name', 'search')
const isSavedList = (value: unknown): value is readonly Saved[] =>
  Array.isArray(value) && value.every(isSaved)
const filterStore = createPersistedStore<readonly Saved[]>('opx_saved_filters', isSavedList, [])

const maxSaved = 100
const maxName = 40

interface SavedFiltersProps<S extends SearchValues> {
  /** Key of the list. Each list has its own saved filters. */
  list: string
  /** The filters in the URL. */
  current: S
  /** Parses stored filters, which an older version may have saved. */
  read: (search: SearchValues) => S
  onApply: (search: S) => void
}

/** Named filters of a list, saved in this browser. */
export function SavedFilters<S extends SearchValues>({ list, current, read, onApply }: SavedFiltersProps<S>) {
  const savedLists = useStore(filterStore)
  const ownFilters = savedLists.filter((filter) => filter.list === list)
  const [name, setName] = useState('')
  const active = countSet(current) > 0
  const write = (next: readonly Saved[]) => {
    try {
      filterStore.set(next)
    } catch {
      announce({
        title: t('The filters could not be saved'),
        text: t("This browser's storage is full or blocked."),
        tone: 'bad',
      })
    }
  }
  const withoutName = (removedName: string) =>
    savedLists.filter((filter) => filter.list !== list || filter.name !== removedName)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const filterName = name.trim().slice(0, maxName)
    if (filterName === '' || !active) return
    write([...withoutName(filterName), { list, name: filterName, search: current }].slice(-maxSaved))
    setName('')
  }
  if (ownFilters.length === 0 && !active) return null
  return (
    <section aria-label={t('Saved filters')} className={css.saved}>
      {ownFilters.length > 0 && (
        <ul>
          {ownFilters.map((filter) => (
            <li key={filter.name} className={css.row}>
              <button type="button" className={css.apply} onClick={() => onApply(read(filter.search))}>
                {filter.name}
              </button>
              <IconButton
                label={t('Delete the saved filters {name}', { name: filter.name })}
                onClick={() => write(withoutName(filter.name))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {active && (
        <form className={css.form} onSubmit={save}>
          <Field label={t('Save these filters as')} value={name} onChange={setName} />
          <Button type="submit" size="small" disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </form>
      )}
    </section>
  )
}
