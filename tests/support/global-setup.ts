import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startIpfs } from '#local/ipfs/start.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { buildLanguages } from '#build/messages/build.ts'
import { buildClient, hasWalletConnect, isClientStale } from '#local/runner/client-build.ts'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'
import { createClosers } from '#local/stack/closers.ts'
import type { S3Location } from '#local/stack/options.ts'
import { bundleWorker } from '#local/stack/worker-bundle.ts'
import { browserPath } from './browser.ts'
import { everyCase } from './sample.ts'

/** Services that all test files share, started once by this setup. */
export interface SharedServices {
  /** The migrated template database that each world copies. */
  templateUrl: string
  databaseProxy: string
  s3: S3Location
  ipfsUrl: string
  /** Path of the bundled worker, which every world starts. */
  workerBundle: string
}

declare module 'vitest' {
  interface ProvidedContext {
    services: SharedServices
  }
}

const root = path.resolve(import.meta.dirname, '..', '..')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closers = createClosers()
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-services-'))
  closers.add(() => rm(dir, { recursive: true, force: true }))
  try {
    // The client's build, served by the worker. `npm test` has already built it.
    const client = path.join(root, 'dist', 'client')
    if ((await isClientStale(root)) || !(await hasWalletConnect(root))) await buildClient(root)
    // The browser tests of the long tests also read German pages.
    if (everyCase && !existsSync(path.join(client, 'index.de.html'))) await buildLanguages(root, ['de'])
    // `npm test` has already bundled the worker, to check that it can be deployed.
    const bundled = process.env['WORKER_BUNDLE']
    const workerBundle = bundled ?? path.join(dir, 'worker')
    const starting = startPostgres({
      dir: path.join(dir, 'postgres'),
      port: await findFreePort(),
      throwaway: true,
    }).then((server) => {
      closers.add(server.close)
      return server
    })
    const [postgres] = await Promise.all([
      starting,
      bundled === undefined && bundleWorker(path.join(root, 'wrangler.toml'), workerBundle),
      browserPath(),
    ])
    const templateUrl = await createDatabase(postgres.url('postgres'), 'template_opx')
    await applyMigrations(templateUrl)
    const proxy = await startNeonProxy({
      port: 0,
      databaseUrl: templateUrl,
      isPrepared: true,
    })
    closers.add(proxy.close)
    const s3 = await startS3({ port: 0 })
    closers.add(s3.close)
    const ipfs = await startIpfs({ port: 0, dir: path.join(dir, 'ipfs') })
    closers.add(ipfs.close)
    project.provide('services', {
      templateUrl,
      databaseProxy: proxy.address,
      s3: { ...localS3, endpoint: s3.endpoint, origin: s3.origin },
      ipfsUrl: ipfs.apiUrl,
      workerBundle,
    })
    return () => closers.closeAll()
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
