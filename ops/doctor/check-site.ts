import * as v from 'valibot'
import type { Environment } from '#worker/env.ts'
import { fault, type Finding, request, rule, warning } from './finding.ts'

const area = 'site'
const maxSkewSeconds = 5
/** Headers that every page must have, each with a part of its value. */
const headers = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}
const Health = v.object({
  status: v.picklist(['ok', 'behind', 'read_only']),
  reasons: v.optional(v.array(v.string()), []),
  lagSeconds: v.number(),
  treasury: v.nullable(v.object({ low: v.boolean() })),
})

function judgeHeaders(response: Response, origin: string): Finding[] {
  const required = {
    ...headers,
    ...(origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=' } : {}),
  }
  const missing = Object.entries(required)
    .filter(([name, part]) => !(response.headers.get(name) ?? '').includes(part))
    .map(([name]) => name)
  return [
    rule(
      area,
      missing.length === 0,
      'Pages have their security headers.',
      fault(
        area,
        `Security headers are missing: ${missing.join(', ')}.`,
        'Does something before the worker remove or replace them?',
      ),
    ),
  ]
}

function judgeClock(response: Response): Finding {
  const served = Date.parse(response.headers.get('date') ?? '')
  const skew = Math.round(Math.abs(Date.now() - served) / 1000)
  return rule(
    'clock',
    Number.isNaN(served) || skew <= maxSkewSeconds,
    'The clock of this machine agrees with the site.',
    warning(
      'clock',
      `The clock of this machine differs from the site by ${skew} s.`,
      'Synchronize it (NTP).',
    ),
  )
}

/** Checks that a site that offers WalletConnect was built with its client. */
async function checkWalletConnectBuild(origin: string): Promise<Finding> {
  const licence = await request(`${origin}/walletconnect-licence.txt`, { redirect: 'manual' })
  return rule(
    'walletconnect',
    typeof licence !== 'string' && licence.status === 200,
    'The build has the client of WalletConnect.',
    fault(
      'walletconnect',
      'WALLETCONNECT_PROJECT_ID is set, but the build has no client of WalletConnect.',
      'Install the client and build with WALLETCONNECT=on (docs/walletconnect-licence.md).',
    ),
  )
}

const behindSentence = (lagSeconds: number) =>
  lagSeconds === Number.MAX_SAFE_INTEGER
    ? 'The index has not begun: the cron has not run yet.'
    : `The index is ${lagSeconds} s behind the ledger.`

/** Checks a site that is live: headers, clock, health, and the parts that its settings need. */
export async function checkSite(origin: string, settings: Environment): Promise<Finding[]> {
  const [page, health] = await Promise.all([request(`${origin}/`), request(`${origin}/api/health`)])
  if (typeof page === 'string' || typeof health === 'string')
    return [
      fault(
        area,
        `The site does not answer: ${String(typeof page === 'string' ? page : health)}`,
        'Is it deployed, and does its domain lead to the worker?',
      ),
    ]
  const reply = v.safeParse(Health, await health.json().catch(() => null))
  if (!reply.success)
    return [
      fault(
        area,
        `The site answers without its health (${health.status}).`,
        'Read the worker’s log: it names settings that are missing or unsafe.',
      ),
    ]
  const { status, reasons, lagSeconds, treasury } = reply.output
  return [
    ...judgeHeaders(page, origin),
    judgeClock(page),
    ...(settings.WALLETCONNECT_PROJECT_ID === '' ? [] : [await checkWalletConnectBuild(origin)]),
    rule(
      area,
      status === 'ok',
      `The index is ${lagSeconds} s behind the ledger.`,
      fault(
        area,
        status === 'behind' ? behindSentence(lagSeconds) : 'The site is read-only.',
        'See docs/operations.md, "What each alarm means".',
      ),
    ),
    rule(
      area,
      reasons.length === 0,
      'The site is up.',
      warning(
        area,
        `The site is degraded: ${reasons.join(', ')}.`,
        'See docs/operations.md, "When the site is degraded".',
      ),
    ),
    ...(treasury?.low === true
      ? [
          fault(
            'marketplace account',
            'It has too few tickets or too little room for works.',
            'Send XRP to it.',
          ),
        ]
      : []),
  ]
}
