// Runs the simulated server in a separate process, as a real one would: node serve.ts TOKENS. Prints its address.
import { MadeState, startStateServer } from './state-server.ts'

const { url } = await startStateServer(new MadeState(Number(process.argv[2] ?? 1_000_000)))
console.log(url)
