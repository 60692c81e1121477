import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { suggestQuery } from './queries.ts'
import css from './suggestion-list.module.css'
import { type Suggestion, suggestionsOf } from './suggestions.ts'

interface SuggestionListProps {
  id: string
  text: string
  /** Index of the option selected with the arrow keys; -1 for none. */
  active: number
  onChoose: () => void
}

const settleMs = 150

/** Suggestions for the typed text. Renders nothing until there is a reply. */
export function SuggestionList({ id, text, active, onChoose }: SuggestionListProps) {
  const settledText = useSettled(useDeferredValue(text), settleMs)
  const { data } = useQuery({ ...suggestQuery(settledText), placeholderData: keepPreviousData, retry: false })
  const { links } = useSettings()
  const suggestions = data === undefined ? [] : suggestionsOf(data, links)
  if (suggestions.length === 0) return null
  return (
    <div id={id} role="listbox" aria-label={t('Suggestions')} className={css.list}>
      {suggestions.map((suggestion, index) => (
        <Target
          key={suggestion.key}
          id={`${id}-${index}`}
          suggestion={suggestion}
          selected={index === active}
          onChoose={onChoose}
        >
          <span className={css.picture}>
            {suggestion.kind === 'account' ? (
              <Avatar account={suggestion.id} size={32} />
            ) : (
              <WorkPicture media={suggestion.image} alt="" sizes="36px" largest={150} />
            )}
          </span>
          <span className={css.name}>
            <bdi>{suggestion.name}</bdi>
            {suggestion.verified === true && <VerifiedMark subject="artist" />}
          </span>
          <span className={css.kind}>{suggestion.label}</span>
        </Target>
      ))}
    </div>
  )
}

interface TargetProps {
  id: string
  selected: boolean
  suggestion: Suggestion
  onChoose: () => void
  children: ReactNode
}

function Target({ id, selected, suggestion, onChoose, children }: TargetProps) {
  const common = {
    id,
    role: 'option',
    'aria-selected': selected,
    className: css.target,
    tabIndex: -1,
    onClick: onChoose,
  }
  switch (suggestion.kind) {
    case 'nft':
      return (
        <Link to="/nft/$id" params={{ id: suggestion.id }} {...common}>
          {children}
        </Link>
      )
    case 'collection':
      return (
        <Link to="/collection/$id/items" params={{ id: suggestion.id }} {...common}>
          {children}
        </Link>
      )
    case 'account':
      return (
        <Link to="/account/$account/profile" params={{ account: suggestion.id }} {...common}>
          {children}
        </Link>
      )
    default:
      return (
        <a href={suggestion.href} target="_blank" rel="noopener noreferrer" {...common}>
          {children}
        </a>
      )
  }
}

/** Debounces a value by `settleMs`. */
function useSettled<T>(value: T, settleMs: number): T {
  const [settledValue, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settledValue
}
