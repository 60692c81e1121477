import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { localApp } from '#local/signer/credentials.ts'
import { workerBindings } from './bindings.ts'
import { createClosers } from './closers.ts'
import { type Cron, fireCron, startCron } from './cron.ts'
import type { Stack, StackOptions } from './options.ts'
import { startParts } from './parts.ts'
import { startWorker, type Worker } from './worker.ts'

/** Starts the parts that are not given, in dependency order. Returns a stack that can stop them again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dir, ports, givenParts = {}, log } = options
  const closers = createClosers()
  await mkdir(dir, { recursive: true })
  const network = options.network ?? 'local'
  const workerPort = ports[options.worker?.listener ?? 'site']
  const workerUrl = `http://127.0.0.1:${workerPort}`
  try {
    const parts = await startParts(options, network, workerUrl, closers)
    const signerUrl = givenParts.signer?.url ?? parts.signer?.url ?? ''
    const bindings = {
      ...workerBindings({
        databaseUrl: parts.database.url,
        databaseProxy: parts.database.proxy,
        ledgerUrls: [parts.ledgerUrl],
        network,
        signerUrl,
        signerKey: givenParts.signer?.key ?? localApp.key,
        signerSecret: givenParts.signer?.secret ?? localApp.secret,
        marketplace: options.marketplace,
        sessionSecret: options.sessionSecret,
        s3: parts.s3,
        ipfsApiUrl: parts.ipfs.api,
        ipfsGateways: parts.ipfs.gateways,
        siteOrigin: options.siteOrigin,
        ledgerStart: options.ledgerStart ?? 1,
        cronBudgetMs: options.cronBudgetMs ?? 1500,
      }),
      ...options.bindings,
    }

    let worker: Worker | null = null
    let cron: Cron | null = null
    closers.add(async () => {
      await cron?.stop()
      await worker?.stop()
    })
    function requireRunning(): Worker {
      if (worker === null) throw new Error('The worker was not started.')
      return worker
    }
    return {
      urls: {
        database: parts.database.url,
        ledger: parts.ledgerUrl,
        signer: signerUrl,
        s3: parts.s3,
        ipfs: parts.ipfs.api,
        worker: workerUrl,
      },
      bindings,
      signer: parts.signer,
      push: parts.push,
      worker: {
        start: () => requireRunning().start(),
        stop: () => requireRunning().stop(),
        kill: () => requireRunning().kill(),
      },
      startWorker: async () => {
        if (options.worker === undefined) throw new Error('This stack runs no worker.')
        const { config, watch = false, inMemory = false, bundle, start = startWorker } = options.worker
        const startPromise = start(
          {
            config,
            port: workerPort,
            bindings,
            watch,
            tmp: path.join(dir, 'tmp'),
            persist: inMemory ? false : path.join(dir, 'worker'),
            ...(bundle === undefined ? {} : { bundle }),
          },
          log('worker'),
          options.announce,
        )
        options.progress?.('Worker', `127.0.0.1:${workerPort}`, startPromise)
        worker = await startPromise
      },
      startCron: () => {
        if (options.cronEveryMs !== null) cron ??= startCron(workerUrl, options.cronEveryMs, log('cron'))
      },
      wakeCron: () => cron?.wake(),
      fireCron: () => fireCron(workerUrl),
      stop: () => closers.closeAll(),
    }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
