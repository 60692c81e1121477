import { useAfterFrame } from '#web/ui/use-after-frame.ts'

/** Some fields, or a function of the whole search as it stands in the address when the change is made. */
export type SearchChange<S> = Partial<S> | ((now: S) => S)

/** Changes the search of a list; settles when the list shows the change. */
export type ChangeSearch<S> = (change: SearchChange<S>) => Promise<void>

export const changedSearch = <S>(now: S, change: SearchChange<S>): S =>
  typeof change === 'function' ? change(now) : { ...now, ...change }

/** `navigate` puts another search in the place of the one in the address. */
export function useSearchChange<S>(navigate: (search: (now: S) => S) => Promise<void>): ChangeSearch<S> {
  const afterFrame = useAfterFrame()
  return (change) => afterFrame(() => navigate((now) => changedSearch(now, change)))
}
