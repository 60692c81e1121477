import { useSyncExternalStore } from 'react'
import type { Upload, UploadState } from './upload-file.ts'

const none = () => null
const noSubscription = () => () => undefined

/** How far an upload is; null without one. */
export function useUpload(upload: Upload | null): UploadState | null {
  return useSyncExternalStore<UploadState | null>(upload?.subscribe ?? noSubscription, upload?.get ?? none)
}
