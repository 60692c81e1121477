import { useSyncExternalStore } from 'react'

let buying: string | null = null
const listeners = new Set<() => void>()

/** Opens the confirm step of an NFT's purchase (null closes it); its page shows it. */
export function setBuying(nftokenID: string | null): void {
  buying = nftokenID
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useBuying(nftokenID: string): boolean {
  return useSyncExternalStore(subscribe, () => buying === nftokenID)
}
