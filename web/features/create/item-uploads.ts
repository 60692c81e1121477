import { type KeptFile, keptFile } from '#web/kit/uploads/kept-file.ts'
import { type Upload, uploadFile, type UploadState } from '#web/kit/uploads/upload-file.ts'

const atOnce = 2

export interface ItemUploadsState {
  running: boolean
  uploads: ReadonlyMap<string, { upload: Upload; state: UploadState }>
}

export interface ItemUploads {
  state: () => ItemUploadsState
  subscribe: (listener: () => void) => () => void
  /** Sends what was not sent yet, two files at a time; what stands still goes on, and what was not taken is tried again. */
  start: (wanted: readonly { id: string; file: File }[]) => void
  /** Gives up what is on its way; what has arrived is kept. It comes to that by itself when files were not taken. */
  stop: () => void
}

/** Uploads of many items, one line of them. `onKept` is told of each that has arrived. */
export function createItemUploads(
  account: string,
  onKept: (id: string, kept: KeptFile) => void,
): ItemUploads {
  const listeners = new Set<() => void>()
  let waiting: { id: string; file: File }[] = []
  let state: ItemUploadsState = { running: false, uploads: new Map() }

  function set(change: Partial<ItemUploadsState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const going = () =>
    [...state.uploads.values()].filter(({ state: { phase } }) =>
      ['sending', 'paused', 'checking'].includes(phase),
    ).length

  async function note(id: string, upload: Upload): Promise<void> {
    // Of one that was given up, or begun anew, there is nothing to tell.
    if (state.uploads.get(id)?.upload !== upload) return
    const now = upload.state()
    set({ uploads: new Map(state.uploads).set(id, { upload, state: now }) })
    if (now.phase === 'done' && now.stored !== null)
      onKept(id, await keptFile(upload.file, now.stored, 'display', account))
    fill()
    const failed = [...state.uploads.values()].some((each) => each.state.phase === 'failed')
    if (state.running && failed && waiting.length === 0 && going() === 0) set({ running: false })
  }
  function fill(): void {
    while (state.running && going() < atOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      const upload = uploadFile(next.file, 'display', account)
      set({ uploads: new Map(state.uploads).set(next.id, { upload, state: upload.state() }) })
      upload.subscribe(() => void note(next.id, upload))
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: (wanted) => {
      const files = new Map(wanted.map(({ id, file }) => [id, file]))
      const uploads = new Map([...state.uploads].filter(([id, { upload }]) => files.get(id) === upload.file))
      waiting = wanted.filter(({ id }) => !uploads.has(id))
      set({ running: true, uploads })
      for (const { upload } of uploads.values()) upload.resume()
      fill()
    },
    stop: () => {
      waiting = []
      const { uploads } = state
      set({ running: false, uploads: new Map() })
      for (const { upload } of uploads.values()) upload.cancel()
    },
  }
}
