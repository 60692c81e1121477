type Message = Record<string, unknown>

export const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null

/** Returns a message's field if it is an object; otherwise an empty object. */
export const readPart = (message: Message, name: string): Message => {
  const value = message[name]
  return isMessage(value) ? value : {}
}

/** Returns a message's field if it is a non-empty string; otherwise null. */
export const readText = (message: Message, name: string): string | null => {
  const value = message[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Calls the listener with messages of this window, through which extensions talk to pages. Returns a stop function. */
export function onPageMessage(listener: (message: Message) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === window && origin === window.location.origin && isMessage(data)) listener(data)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/**
 * Sends a message to an extension and resolves to its answer. An extension may never answer, so `signal` ends the wait.
 */
export function askExtension(
  message: Message,
  isAnswer: (message: Message) => boolean,
  signal: AbortSignal,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const stop = onPageMessage((answer) => {
      if (!isAnswer(answer)) return
      stop()
      resolve(answer)
    })
    signal.addEventListener(
      'abort',
      () => {
        stop()
        reject(signal.reason)
      },
      { once: true },
    )
    window.postMessage(message, window.location.origin)
  })
}
