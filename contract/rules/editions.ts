import { t } from '#contract/words/sentence.ts'
import { minimumOfferDrops } from './fees.ts'
import { maxIssuedDrops, type SaleCurrency } from './sale-amounts.ts'

/**
 * Buyers admitted to a phase: everyone, accounts on the collection's whitelist, holders of a work of a collection, or
 * accounts with the promo code.
 */
export const audiences = ['everyone', 'whitelist', 'holders', 'promo_code'] as const
export type Audience = (typeof audiences)[number]

export const maxPhases = 5
export const maxPrints = 10_000
/** Maximum number of editions of a collection that are not closed, and of editions on one page. */
export const maxOpenEditions = 48
/** Maximum number of days from the creation of an edition to its end. */
const maxDays = 366
const dayMs = 86_400_000
/** A price falls at most once a minute. */
export const minStepSeconds = 60
/** Maximum number of free prints that one account may claim in a phase. */
export const maxFreePrints = 10

/** A price that falls by a step after each interval until it reaches the lowest one. */
export interface Decline {
  lowestDrops: bigint
  stepDrops: bigint
  stepSeconds: number
}

/** A part of the sale of an edition. Times are in milliseconds. */
export interface Phase {
  startsAt: number
  /** Null if the last phase has no end. */
  endsAt: number | null
  /** 0 for prints that can be claimed for free. */
  priceDrops: bigint
  decline: Decline | null
  /** Maximum number of prints that one account may buy in the phase; 0 for no limit. */
  perAccount: number
  audience: Audience
  /** The collection whose holders may buy. */
  holdersOf: string | null
}

export interface PhaseError {
  /** Index of the phase, from 0. */
  phase: number
  field:
    | 'startsAt'
    | 'endsAt'
    | 'priceDrops'
    | 'lowestDrops'
    | 'stepDrops'
    | 'stepSeconds'
    | 'perAccount'
    | 'holdersOf'
  message: string
}

/** A phase in the API's format: times in ISO 8601, amounts as text. */
type WrittenPhase = Pick<Phase, 'perAccount' | 'audience' | 'holdersOf'> & {
  startsAt: string
  endsAt: string | null
  priceDrops: string
  decline: { lowestDrops: string; stepDrops: string; stepSeconds: number } | null
}

export function phaseOf({ startsAt, endsAt, priceDrops, decline, ...rest }: WrittenPhase): Phase {
  return {
    ...rest,
    startsAt: Date.parse(startsAt),
    endsAt: endsAt === null ? null : Date.parse(endsAt),
    priceDrops: BigInt(priceDrops),
    decline:
      decline === null
        ? null
        : {
            lowestDrops: BigInt(decline.lowestDrops),
            stepDrops: BigInt(decline.stepDrops),
            stepSeconds: decline.stepSeconds,
          },
  }
}

/** Returns the phase at a time; null before, between and after the phases. */
export const phaseAt = <P extends Pick<Phase, 'startsAt' | 'endsAt'>>(
  phases: readonly P[],
  now: number,
): P | null =>
  phases.find(({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || now < endsAt)) ?? null

/** Returns the next phase after a time; null if there is none. */
export const nextPhase = <P extends Pick<Phase, 'startsAt'>>(phases: readonly P[], now: number): P | null =>
  phases.find(({ startsAt }) => startsAt > now) ?? null

/**
 * Returns the price of a print in a phase, which no longer falls after the phase has ended.
 * `db/queries/edition/reserve-print.ts` computes the same price in SQL for a reservation.
 */
export function priceAt(
  { startsAt, endsAt, priceDrops, decline }: Pick<Phase, 'startsAt' | 'endsAt' | 'priceDrops' | 'decline'>,
  now: number,
): bigint {
  if (decline === null || now <= startsAt) return priceDrops
  const elapsed = Math.min(now, endsAt ?? now) - startsAt
  const steps = BigInt(Math.floor(elapsed / (decline.stepSeconds * 1000)))
  const price = priceDrops - steps * decline.stepDrops
  return price < decline.lowestDrops ? decline.lowestDrops : price
}

/**
 * Returns the errors of a free phase. Its limit per account is small, because each claimed print costs the marketplace
 * something.
 */
function claimErrors({ decline, perAccount }: Phase): Omit<PhaseError, 'phase'>[] {
  if (decline !== null) return [{ field: 'priceDrops', message: t('A declining price cannot start at 0.') }]
  if (perAccount >= 1 && perAccount <= maxFreePrints) return []
  const message = t('Free prints need a limit for each account, from 1 to {most}.', { most: maxFreePrints })
  return [{ field: 'perAccount', message }]
}

function priceErrors(phase: Phase, currency: SaleCurrency): Omit<PhaseError, 'phase'>[] {
  const { priceDrops, decline } = phase
  if (priceDrops === 0n) return claimErrors(phase)
  const minDrops = currency === null ? minimumOfferDrops : 1n
  if (priceDrops < minDrops)
    return [{ field: 'priceDrops', message: t('The price must be at least 0.1 XRP, or 0 for free prints.') }]
  if (currency !== null && priceDrops >= maxIssuedDrops)
    return [{ field: 'priceDrops', message: t('The price must be below 1,000,000,000.') }]
  if (decline === null) return []
  if (decline.lowestDrops < minDrops)
    return [
      {
        field: 'lowestDrops',
        message:
          currency === null
            ? t('The lowest price must be at least 0.1 XRP.')
            : t('The lowest price must be above 0.'),
      },
    ]
  if (decline.lowestDrops >= priceDrops)
    return [{ field: 'lowestDrops', message: t('The lowest price must be below the first price.') }]
  if (decline.stepDrops <= 0n)
    return [{ field: 'stepDrops', message: t('Enter the amount by which the price falls each time.') }]
  if (decline.stepSeconds < minStepSeconds)
    return [{ field: 'stepSeconds', message: t('The price can fall at most once a minute.') }]
  return []
}

function timeErrors(phases: readonly Phase[], index: number, now: number): Omit<PhaseError, 'phase'>[] {
  const [phase, before] = [phases[index], phases[index - 1]]
  if (phase === undefined) return []
  const { startsAt, endsAt } = phase
  const isLast = index === phases.length - 1
  if (startsAt < now && index === 0)
    return [{ field: 'startsAt', message: t('The start must be in the future.') }]
  if (before !== undefined && (before.endsAt === null || startsAt < before.endsAt))
    return [{ field: 'startsAt', message: t('A phase must start after the previous phase ends.') }]
  const latest = now + maxDays * dayMs
  if (startsAt > latest)
    return [{ field: 'startsAt', message: t('An edition can be on sale for at most a year from now.') }]
  if (endsAt === null)
    return isLast ? [] : [{ field: 'endsAt', message: t('Only the last phase can have no end.') }]
  if (endsAt <= startsAt) return [{ field: 'endsAt', message: t('The end must be after the start.') }]
  if (endsAt > latest)
    return [{ field: 'endsAt', message: t('An edition can be on sale for at most a year from now.') }]
  return []
}

/**
 * Returns the errors of the phases of an edition. These rules exist only here: the form shows them while the artist
 * types, and the server enforces them. `now` is in milliseconds; prices are in millionths of the currency, null for
 * XRP.
 */
export function phaseErrors(
  phases: readonly Phase[],
  now: number,
  currency: SaleCurrency = null,
): PhaseError[] {
  return phases.flatMap((phase, index) =>
    [
      ...timeErrors(phases, index, now),
      ...priceErrors(phase, currency),
      ...(phase.audience === 'holders' && phase.holdersOf === null
        ? [{ field: 'holdersOf' as const, message: t('Choose the collection whose holders can buy.') }]
        : []),
    ].map((error) => ({ phase: index, ...error })),
  )
}

/** Formats a print's number: `12/100`, or `12` if the number of prints is open. */
export const printNumber = (number: number, prints: number | null): string =>
  prints === null ? String(number) : `${number}/${prints}`

/** The trait that contains the number of a print. */
export const printTrait = 'Print'
