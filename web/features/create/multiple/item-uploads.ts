import { type KeptFile, keptFile } from '#web/kit/uploads/kept-file.ts'
import { isSending, type Upload, uploadFile, type UploadState } from '#web/kit/uploads/upload-file.ts'
import { createStore, type Store } from '#web/ui/store.ts'

const atOnce = 2

export interface ItemUploadsState {
  running: boolean
  uploads: ReadonlyMap<string, { upload: Upload; state: UploadState }>
}

export interface ItemUploads extends Pick<Store<ItemUploadsState>, 'get' | 'subscribe'> {
  /** Uploads the files that are not uploaded yet, two at a time. Resumes paused uploads and retries refused ones. */
  start: (files: readonly { id: string; file: File }[]) => void
  /** Cancels running uploads and keeps finished ones. */
  stop: () => void
  /** Pauses running uploads. They resume when the same files are chosen again. */
  leave: () => void
}

/** Creates a queue of uploads for many items. Calls `onKept` for each finished upload. */
export function createItemUploads(
  account: string,
  onKept: (id: string, file: KeptFile) => void,
): ItemUploads {
  const store = createStore<ItemUploadsState>({ running: false, uploads: new Map() })
  let queue: { id: string; file: File }[] = []

  const set = (change: Partial<ItemUploadsState>) => store.set({ ...store.get(), ...change })
  const activeCount = () => [...store.get().uploads.values()].filter(({ state }) => isSending(state)).length

  async function storeProgress(id: string, upload: Upload): Promise<void> {
    // Ignore an upload that was cancelled or restarted.
    if (store.get().uploads.get(id)?.upload !== upload) return
    const now = upload.get()
    set({ uploads: new Map(store.get().uploads).set(id, { upload, state: now }) })
    if (now.phase === 'done' && now.stored !== null)
      onKept(id, await keptFile(upload.file, now.stored, 'display', account))
    fill()
    const failed = [...store.get().uploads.values()].some((entry) => entry.state.phase === 'failed')
    if (store.get().running && failed && queue.length === 0 && activeCount() === 0) set({ running: false })
  }
  function fill(): void {
    while (store.get().running && activeCount() < atOnce) {
      const next = queue.shift()
      if (next === undefined) return
      const upload = uploadFile(next.file, 'display', account)
      set({ uploads: new Map(store.get().uploads).set(next.id, { upload, state: upload.get() }) })
      upload.subscribe(() => void storeProgress(next.id, upload))
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (items) => {
      const files = new Map(items.map(({ id, file }) => [id, file]))
      const uploads = new Map(
        [...store.get().uploads].filter(([id, { upload }]) => files.get(id) === upload.file),
      )
      queue = items.filter(({ id }) => !uploads.has(id))
      set({ running: true, uploads })
      for (const { upload } of uploads.values()) upload.resume()
      fill()
    },
    stop: () => {
      queue = []
      const { uploads } = store.get()
      set({ running: false, uploads: new Map() })
      for (const { upload } of uploads.values()) upload.cancel()
    },
    leave: () => {
      queue = []
      set({ running: false })
      for (const { upload } of store.get().uploads.values()) upload.pause()
    },
  }
}
