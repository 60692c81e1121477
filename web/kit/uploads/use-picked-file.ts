import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { mediaProblem, type MediaUse } from '#contract/rules/media-files.ts'
import { type KeptFile, keptFile } from './kept-file.ts'
import { isSending, type Upload, uploadFile, type UploadState } from './upload-file.ts'

interface Chosen {
  file: File
  /** Object URL of the file. */
  address: string
  /** Reason why the file cannot be used. It is then not uploaded. */
  problem: string | null
  upload: Upload | null
}

interface PickedFileProps {
  use: MediaUse
  account: string
  onChange: (file: KeptFile | null) => void
  onBusy: (busy: boolean) => void
}

/** Manages the file selected in a form. Uploads it immediately; `onChange` receives it when it is stored. */
export function usePickedFile({ use, account, onChange, onBusy }: PickedFileProps) {
  const [choice, setChosen] = useState<Chosen | null>(null)
  const upload = choice?.upload ?? null
  const state = useUpload(upload)
  const callbacks = useRef({ onChange, onBusy })
  useEffect(() => {
    callbacks.current = { onChange, onBusy }
  })
  useEffect(() => {
    const storedFile = state?.phase === 'done' ? state.stored : null
    if (upload === null || storedFile === null) return
    let isStopped = false
    const take = async () => {
      const file = await keptFile(upload.file, storedFile, use, account)
      if (isStopped) return
      callbacks.current.onChange(file)
      callbacks.current.onBusy(false)
    }
    void take()
    return () => {
      isStopped = true
    }
  }, [upload, state?.phase, state?.stored, use, account])
  // After a sign-out, the upload must not continue as another account. The same file resumes it.
  useEffect(() => upload?.pause, [upload])
  const over = state === null || state.phase === 'failed' || state.phase === 'cancelled'
  useEffect(() => {
    if (over) callbacks.current.onBusy(false)
  }, [over])
  useEffect(
    () => () => {
      if (choice !== null) URL.revokeObjectURL(choice.address)
    },
    [choice],
  )
  const take = (file: File | undefined) => {
    if (file === undefined) return
    upload?.cancel()
    onChange(null)
    const problem = mediaProblem(file, use)
    const nextUpload = problem === null ? uploadFile(file, use, account) : null
    setChosen({ file, address: URL.createObjectURL(file), problem, upload: nextUpload })
    onBusy(nextUpload !== null)
  }
  const clear = () => {
    upload?.cancel()
    setChosen(null)
    onChange(null)
    onBusy(false)
  }
  const hasFailed = state?.phase === 'failed'
  return {
    chosenFile: choice,
    /** The upload in progress; null if there is none. */
    isSending: upload !== null && state !== null && isSending(state) ? { upload, state } : null,
    problem: choice?.problem ?? (hasFailed ? state.message : null),
    /** Uploads a refused file again; null if no file was refused. */
    retry: hasFailed && upload !== null ? upload.resume : null,
    take,
    clear,
  }
}

const noEndings = () => null
const noSubscription = () => () => undefined

/** Returns the state of an upload; null without one. */
function useUpload(upload: Upload | null): UploadState | null {
  return useSyncExternalStore<UploadState | null>(
    upload?.subscribe ?? noSubscription,
    upload?.get ?? noEndings,
  )
}
