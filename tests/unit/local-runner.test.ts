import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepRunning } from '#local/lib/keep-running.ts'
import { isPortFree } from '#local/lib/ports.ts'
import { transactionLogFile } from '#local/lib/transaction-log.ts'
import { readSeedState } from '#local/runner/state.ts'
import { freePorts, listenerNames, listeners } from '#local/stack/ports.ts'
import { killWhenUnresponsive } from '#local/stack/worker.ts'
import { longTest } from '#tests/support/sample.ts'

describe('the probe of the worker', () => {
  afterEach(() => void vi.useRealTimers())

  const later = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new Error('too late'))
      })
    })

  function createPart() {
    const ending = Promise.withResolvers<void>()
    const kill = vi.fn<() => Promise<void>>(async () => ending.resolve())
    return { kill, ended: ending.promise, close: kill }
  }

  test('spares a worker whose event loop is blocked for a minute, again and again', async () => {
    vi.useFakeTimers()
    const part = createPart()
    const startTimes: number[] = []
    let loopIsFreeAt = 0
    killWhenUnresponsive(part, async (signal) => {
      startTimes.push(Date.now())
      // When its loop is free, the process answers all pending probes and is blocked again at once.
      if (loopIsFreeAt <= Date.now()) loopIsFreeAt = Date.now() + 100_000
      await later(loopIsFreeAt - Date.now(), signal)
    })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(part.kill).not.toHaveBeenCalled()
    // Only one probe runs at a time, because probes started while the process is blocked would all be late together.
    expect(startTimes.length).toBeLessThan(100)
  })

  test('kills one that is silent for two probes, and it is started again', async () => {
    vi.useFakeTimers()
    const started: ReturnType<typeof createPart>[] = []
    const said: string[] = []
    const service = await keepRunning(
      'The worker',
      async () => {
        const part = createPart()
        // The first process is silent, the second one refuses connections, and the third one answers.
        const turn = started.push(part)
        killWhenUnresponsive(part, async (signal) => {
          if (turn === 1) await once(signal, 'abort').then(() => Promise.reject(new Error('too late')))
          if (turn === 2) throw new Error('connection refused')
        })
        return part
      },
      (line) => said.push(line),
    )
    const kills = () => started.map(({ kill }) => kill.mock.calls.length)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(kills()).toEqual([0])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(kills()).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(kills()).toEqual([1, 1, 0])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(kills()).toEqual([1, 1, 0])
    expect(said).toEqual([
      'The worker ended unexpectedly and is being started again.',
      'The worker is running again.',
      'The worker ended unexpectedly and is being started again.',
      'The worker is running again.',
    ])
    await service.close()
  })
})

longTest(
  'an interrupted `npm start` stops everything, and the next one continues its seed',
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'opx-start-'))
    const ports = await freePorts()
    const flags = listenerNames.flatMap((name) => [listeners[name].flag, String(ports[name])])
    const transactions = () => readFile(transactionLogFile(dir), 'utf8')

    /** Waits until works are minted, then interrupts only npm. */
    async function startAndInterrupt(): Promise<string> {
      // Starts without a build of the client.
      const npm = spawn('npm', ['start', '--', '--hot', '--dir', dir, ...flags], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const closed = once(npm, 'close')
      let output = ''
      for (const stream of [npm.stdout, npm.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (/\d works +[\d.]+ s/.test(output) && !npm.killed) npm.kill('SIGINT')
        })
      await closed
      return output
    }

    try {
      expect(await startAndInterrupt()).toContain('Stopping.')
      for (const name of listenerNames) expect([name, await isPortFree(ports[name])]).toEqual([name, true])
      expect(await readSeedState(dir)).toMatchObject({ stage: 'begun' })
      const first = await transactions()
      expect(first).not.toBe('')
      const output = await startAndInterrupt()
      expect(output).toContain('the last start was interrupted while seeding; this one continues.')
      expect(output).toContain('Stopping.')
      // The transactions of the first start must remain; later ones are added.
      expect((await transactions()).startsWith(first)).toBe(true)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
  300_000,
)
