// `npm run provision -- --settings FILE [--account FILE]` prepares what the settings name: the rules of the bucket, and,
// with the master key in the second file, the marketplace's account on the ledger, whose address is then added to the
// settings. What is there already stays, so the command can be repeated. Prints no secret. See docs/operations.md.
import { appendFile, readFile } from 'node:fs/promises'
import { parseArgs, parseEnv } from 'node:util'
import { reasonOf } from '#ops/doctor/finding.ts'
import { readSettings } from '#ops/read-settings.ts'
import * as v from 'valibot'
import { Environment } from '#worker/env.ts'
import { provisionAccount, ProvisionRefused } from './account.ts'
import { provisionBucket } from './bucket.ts'

const { values } = parseArgs({
  options: {
    settings: { type: 'string', default: '.dev.vars' },
    /** A file with MARKETPLACE_MASTER_SEED, as `npm run secrets -- --master` prints it. */
    account: { type: 'string' },
    /** Address of a faucet, on a network of your own. */
    faucet: { type: 'string' },
  },
})

function readEnvironment(settings: Record<string, string>): Environment {
  const result = v.safeParse(Environment, settings)
  if (result.success) return result.output
  throw new ProvisionRefused(
    `Fill in ${values.settings} first: ${result.issues.map(({ message }) => message).join(' ')}`,
  )
}

try {
  const environment = readEnvironment(await readSettings(values.settings))
  for (const sentence of await provisionBucket(environment)) console.log(sentence)
  if (values.account !== undefined) {
    const { MARKETPLACE_MASTER_SEED: seed } = parseEnv(await readFile(values.account, 'utf8'))
    if (seed === undefined) throw new ProvisionRefused(`${values.account} has no MARKETPLACE_MASTER_SEED.`)
    const address = await provisionAccount(
      environment,
      seed,
      (sentence) => console.log(sentence),
      values.faucet,
    )
    if (environment.MARKETPLACE_ACCOUNT === '') {
      await appendFile(values.settings, `\nMARKETPLACE_ACCOUNT=${address}\n`)
      console.log(`MARKETPLACE_ACCOUNT was added to ${values.settings}.`)
    } else if (environment.MARKETPLACE_ACCOUNT !== address)
      throw new ProvisionRefused(`MARKETPLACE_ACCOUNT is another account than ${address}: correct it.`)
  }
} catch (error) {
  console.log(error instanceof ProvisionRefused ? error.message : reasonOf(error))
  console.log('Nothing else was done. The same command goes on.')
  process.exitCode = 1
}
