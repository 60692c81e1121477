import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import css from './search-box.module.css'

/** Suggestions need the network. Without it, Enter still starts the search. */
const SuggestionList = lazyPart(async () => (await import('./suggestion-list.tsx')).SuggestionList)

/** The header's search box with suggestions. Enter opens the results and clears the box. */
export function SearchBox({ onDone }: { onDone?: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const isListOpen = open && text.trim().length > 1
  useSlashKey(input)

  const leave = () => {
    setText('')
    setOpen(false)
    setActive(-1)
    input.current?.blur()
    onDone?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...document.querySelectorAll<HTMLAnchorElement>(`[id="${listId}"] [role="option"]`)]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive((now) => Math.min(Math.max(now + step, -1), options.length - 1))
    } else if (event.key === 'Escape') {
      if (isListOpen) setOpen(false)
      else leave()
    } else if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      const option = isListOpen ? options[active] : undefined
      if (option === undefined)
        void navigate({ to: '/search/$searchQuery', params: { searchQuery: text.trim() } })
      else option.click()
      leave()
    }
  }
  return (
    <search
      className={css.search}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Search size={16} aria-hidden="true" className={css.mark} />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={css.input}
        value={text}
        placeholder={t('Search collections, NFTs, accounts')}
        aria-label={t('Search collections, NFTs, accounts')}
        aria-keyshortcuts="/"
        aria-expanded={isListOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListOpen && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onFocus={() => setOpen(true)}
        onChange={({ target }) => {
          setText(target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <kbd className={css.key} aria-hidden="true">
        /
      </kbd>
      <Suspense fallback={null}>
        {isListOpen && <SuggestionList id={listId} text={text} active={active} onChoose={leave} />}
      </Suspense>
    </search>
  )
}

/** Focuses the search box when "/" is pressed, unless the user is typing elsewhere. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const target = event.target
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [input])
}
