// Runs the database proxy in a separate process. In production it is on another machine and passes on a statement while
// the worker computes.
import { startNeonProxy } from '#local/neon-proxy/start.ts'

const proxy = await startNeonProxy({ port: 0, databaseUrl: process.argv[2] ?? '' })
process.send?.(proxy.address)
process.once('disconnect', () => void proxy.close().then(() => process.exit()))
