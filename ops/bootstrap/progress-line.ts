import type { WriteStream } from 'node:tty'
import type { BootstrapProgress } from './bootstrap.ts'

const width = 24
const everyMs = 500
/** Milliseconds between lines of a log. Without a terminal, occasional lines are sufficient. */
const everyMsInLog = 15_000

const phases: Record<BootstrapProgress['phase'], string> = {
  copy: 'state of the ledger',
  indexes: 'database indexes',
  offers: 'offers and prices',
}

const count = new Intl.NumberFormat('en')

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** Shows a bar with rate and remaining time, on one line of a terminal or as lines of a log. */
export function progressLine(out: NodeJS.WriteStream | WriteStream) {
  const isTerminal = 'isTTY' in out && out.isTTY === true
  let start = { phase: '', at: 0, share: 0, entries: 0 }
  let shownAt = 0
  return {
    show: ({ phase, share, entries, tokens, offers }: BootstrapProgress) => {
      const now = performance.now()
      if (phase !== start.phase) start = { phase, at: now, share, entries }
      else if (now - shownAt < (isTerminal ? everyMs : everyMsInLog)) return
      shownAt = now
      const seconds = (now - start.at) / 1000
      const shareGain = share - start.share
      const timeLeft =
        shareGain > 0 && seconds > 1 ? `, ${inWords((seconds / shareGain) * (1 - share))} left` : ''
      const rate =
        phase === 'copy' && seconds > 1
          ? `, ${count.format(Math.round((entries - start.entries) / seconds))} entries a second`
          : ''
      const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.')
      const text = `[${bar}] ${(share * 100).toFixed(1)} % ${phases[phase]}: ${count.format(tokens)} tokens, ${count.format(offers)} offers${rate}${timeLeft}`
      out.write(isTerminal ? `\r\u001B[K${text}` : `${text}\n`)
    },
    note: (sentence: string) => {
      out.write(isTerminal ? `\r\u001B[K${sentence}\n` : `${sentence}\n`)
    },
  }
}
