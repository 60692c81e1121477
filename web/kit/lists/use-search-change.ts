import { useRouter } from '@tanstack/react-router'
import { afterFrame } from '#web/ui/after-frame.ts'

/** Some search fields, or a function of the URL's search at the time of the change. */
export type SearchChange<S> = Partial<S> | ((now: S) => S)

/** Changes the search of a list. Resolves when the list shows the change. */
export type ChangeSearch<S> = (change: SearchChange<S>) => Promise<void>

export const changedSearch = <S>(now: S, change: SearchChange<S>): S =>
  typeof change === 'function' ? change(now) : { ...now, ...change }

/**
 * Returns a function that changes the search. `navigate` replaces the search in the URL. A change is dropped if the
 * user leaves the page meanwhile.
 */
export function useSearchChange<S>(navigate: (search: (now: S) => S) => Promise<void>): ChangeSearch<S> {
  const router = useRouter()
  return async (change) => {
    const { pathname } = router.state.resolvedLocation ?? router.latestLocation
    await afterFrame()
    if (router.latestLocation.pathname === pathname) await navigate((now) => changedSearch(now, change))
  }
}
