import { unstable_readConfig as readConfig } from 'wrangler'
import * as v from 'valibot'
import { Environment } from '#worker/env.ts'
import { settingFaults } from '#worker/read-environment.ts'
import { checkDatabase } from './check-database.ts'
import { checkAccount, checkServers } from './check-ledger.ts'
import { checkIpfs, checkPushKeys, checkWalletConnect, checkXaman } from './check-services.ts'
import { checkSite } from './check-site.ts'
import { checkStorage } from './check-storage.ts'
import { fault, type Finding, ok, reasonOf, rule, skipped, warning } from './finding.ts'

export interface DoctorOptions {
  /** All settings of the worker, as text. */
  settings: Record<string, string>
  /** The configuration of the worker (wrangler.toml); null to leave it out. */
  configPath: string | null
  /** Origin of the site if it is live; null before the first deployment. */
  site: string | null
}

/** Returns why single settings are missing or unsafe. Their values are never part of the message. */
function checkSettings(settings: Record<string, string>): Finding[] {
  const faults = settingFaults(settings)
  if (faults.length === 0) return [ok('settings', 'All settings are present and safe.')]
  return faults.map((text) => fault('settings', text, 'The table in README says what each setting is for.'))
}

/** Checks that the worker has its cron and the platform's parts. */
function checkBindings(configPath: string, settings: Environment): Finding[] {
  const area = 'bindings'
  const config = readConfig({ config: configPath })
  const objects = config.durable_objects.bindings.map((binding: { name: string }) => binding.name)
  const remedy = 'Restore it in wrangler.toml.'
  return [
    rule(
      area,
      config.triggers.crons?.includes('* * * * *') === true,
      'The cron runs every minute.',
      fault(area, 'The cron does not run every minute.', remedy),
    ),
    rule(
      area,
      config.images?.binding === 'IMAGES' || settings.IMAGES_URL !== '',
      'Pictures can be resized.',
      fault(area, 'There is no Images binding, so no picture is resized.', remedy),
    ),
    ...['LIVE_SHARD', 'FOLLOWER'].map((name) =>
      rule(
        area,
        objects.includes(name),
        `The binding ${name} is there.`,
        warning(area, `The binding ${name} is missing: pages poll instead of listening.`, remedy),
      ),
    ),
  ]
}

/** Runs a check that must not end the report. */
async function guard(area: string, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [fault(area, `The check failed: ${reasonOf(error)}`, 'Report this as a bug.')]
  }
}

/**
 * Checks a deployment against the services in its settings. It stores one object and pins one small file, and changes
 * nothing else.
 */
export async function examine({ settings, configPath, site }: DoctorOptions): Promise<Finding[]> {
  const settingFindings = checkSettings(settings)
  const parsed = v.safeParse(Environment, settings)
  if (!parsed.success)
    return [...settingFindings, skipped('services', 'Services are checked when all settings are valid.')]
  const environment = parsed.output
  const findings = await Promise.all([
    configPath === null ? [] : guard('bindings', () => checkBindings(configPath, environment)),
    guard('database', () => checkDatabase(environment.DATABASE_URL)),
    guard('storage', () => checkStorage(environment)),
    guard('pinning', () => checkIpfs(environment)),
    guard('ledger servers', () => checkServers(environment)),
    guard('marketplace account', () => checkAccount(environment)),
    guard('xaman', () => checkXaman(environment)),
    guard('walletconnect', () => checkWalletConnect(environment)),
    guard('push', () => checkPushKeys(environment)),
    site === null
      ? [skipped('site', 'The site is checked with --site https://your.site.')]
      : guard('site', () => checkSite(site, environment)),
  ])
  return [...settingFindings, ...findings.flat()]
}
