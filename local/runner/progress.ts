import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import path from 'node:path'
import type { Log } from '#local/lib/log.ts'

export interface Progress {
  say: (line: string) => void
  /** Prints one line when the work is done: what, where and how long. Returns the result of the work. */
  step: <T>(what: string, detail: string, work: Promise<T>) => Promise<T>
  /** Returns the log file of a part. */
  log: (part: string) => Log
  close: () => void
}

export function createProgress(dir: string): Progress {
  const logs = path.join(dir, 'logs')
  mkdirSync(logs, { recursive: true })
  const streams = new Map<string, WriteStream>()

  function formatLine(label: string, detail: string, milliseconds: number): string {
    return `  ${label.padEnd(22)}${detail.padEnd(34)}${(milliseconds / 1000).toFixed(1).padStart(6)} s`
  }

  return {
    say: (text) => console.log(text),
    step: async (label, detail, work) => {
      const startedAt = performance.now()
      const result = await work
      console.log(formatLine(label, detail, performance.now() - startedAt))
      return result
    },
    log: (part) => (text) => {
      let stream = streams.get(part)
      if (stream === undefined) {
        stream = createWriteStream(path.join(logs, `${part}.log`), { flags: 'a' })
        streams.set(part, stream)
      }
      stream.write(`${text}\n`)
    },
    close: () => {
      for (const stream of streams.values()) stream.end()
    },
  }
}
