import { useRouter } from '@tanstack/react-router'
import { afterFrame } from '#web/ui/after-frame.ts'

/** Some fields, or a function of the search in the address at the time of the change. */
export type SearchChange<S> = Partial<S> | ((now: S) => S)

/** Changes the search of a list; settles when the list shows the change. */
export type ChangeSearch<S> = (change: SearchChange<S>) => Promise<void>

export const changedSearch = <S>(now: S, change: SearchChange<S>): S =>
  typeof change === 'function' ? change(now) : { ...now, ...change }

/** `navigate` puts another search in the place of the one in the address. Changes of a page that is being left are dropped. */
export function useSearchChange<S>(navigate: (search: (now: S) => S) => Promise<void>): ChangeSearch<S> {
  const router = useRouter()
  return async (change) => {
    const { pathname } = router.state.resolvedLocation ?? router.latestLocation
    await afterFrame()
    if (router.latestLocation.pathname === pathname) await navigate((now) => changedSearch(now, change))
  }
}
