import { useEffect } from 'react'

/** The document's title while a page stands; read out by the route announcer. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
