import { dropsToXrp, parseXrp } from '#contract/rules/amounts.ts'
import { type Audience, maxPrints, phaseErrors, phaseOf } from '#contract/rules/editions.ts'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { EditionPhase } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import type { PayeeDraft } from '#web/kit/splits/payee-drafts.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import {
  type DraftError,
  firstAttributes,
  plainSettings,
  settingErrors,
  type Work,
  workErrors,
} from '#web/features/create/mint-draft.ts'

/** A phase as typed. Times are local: `2026-11-21T18:30`. */
export interface PhaseDraft {
  startsAt: string
  endsAt: string
  price: string
  falls: boolean
  lowest: string
  step: string
  minutes: string
  perAccount: string
  audience: Audience
  holdersOf: string
}

export interface EditionDraft extends Work {
  display: KeptFile | null
  attachment: KeptFile | null
  place: string
  taxon: string
  royalty: string
  /** Empty for an open edition. */
  prints: string
  phases: PhaseDraft[]
  /** Empty if the artist receives everything. */
  payees: PayeeDraft[]
  /** Idempotency key: repeated calls create one edition. */
  rowKey: string
}

export const emptyPhase: PhaseDraft = {
  startsAt: '',
  endsAt: '',
  price: '',
  falls: false,
  lowest: '',
  step: '',
  minutes: '10',
  perAccount: '',
  audience: 'everyone',
  holdersOf: '',
}

export const emptyEdition = (): EditionDraft => ({
  ...plainSettings,
  display: null,
  attachment: null,
  name: '',
  description: '',
  attributes: firstAttributes(),
  prints: '',
  phases: [emptyPhase],
  payees: [],
  rowKey: crypto.randomUUID(),
})

export const storedEdition = (account: string) =>
  createStoredValue(localStorage, `opx_edition_draft:${account}`, hasKeys<EditionDraft>('phases', 'rowKey'))

const isoOf = (local: string): string | null => {
  const time = Date.parse(local)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Formats a time for a `datetime-local` field. Keeps seconds, so that saving it unchanged does not change the time. */
function localOf(iso: string): string {
  const at = new Date(iso)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  return local.replace(/(:00)?(\.000)?Z$/, '')
}

/** Converts a phase to the form fields. */
export function phaseDraftOf(phase: EditionPhase): PhaseDraft {
  const { decline, perAccount } = phase
  const toXrp = (drops: string) => dropsToXrp(BigInt(drops))
  return {
    startsAt: localOf(phase.startsAt),
    endsAt: phase.endsAt === null ? '' : localOf(phase.endsAt),
    price: toXrp(phase.priceDrops),
    falls: decline !== null,
    lowest: decline === null ? '' : toXrp(decline.lowestDrops),
    step: decline === null ? '' : toXrp(decline.stepDrops),
    minutes: decline === null ? emptyPhase.minutes : String(decline.stepSeconds / 60),
    perAccount: perAccount === 0 ? '' : String(perAccount),
    audience: phase.audience,
    holdersOf: phase.holdersOf ?? '',
  }
}

/** Returns the collection id from an id or from the URL of the collection's page. */
const collectionOf = (text: string): string => /\/collection\/([\w-]+)/.exec(text)?.[1] ?? text.trim()

export type PhaseField = keyof PhaseDraft

const fieldOf = {
  startsAt: 'startsAt',
  endsAt: 'endsAt',
  priceDrops: 'price',
  lowestDrops: 'lowest',
  stepDrops: 'step',
  stepSeconds: 'minutes',
  perAccount: 'perAccount',
  holdersOf: 'holdersOf',
} as const

const amountProblem = t('Enter an amount with at most 6 decimals, such as 12.5.')

/** Parses how the price of a phase falls; null if it does not fall, or if a field has an error. */
function parseDecline({ falls, lowest, step, minutes }: PhaseDraft) {
  const errors: DraftError<PhaseField>[] = []
  if (!falls) return { decline: null, errors }
  const [lowestDrops, stepDrops] = [parseXrp(lowest.trim()), parseXrp(step.trim())]
  const stepSeconds = Number(minutes.trim()) * 60
  if (lowestDrops === null) errors.push({ field: 'lowest', message: amountProblem })
  if (stepDrops === null) errors.push({ field: 'step', message: amountProblem })
  if (!Number.isInteger(stepSeconds))
    errors.push({ field: 'minutes', message: t('Enter a whole number of minutes.') })
  if (lowestDrops === null || stepDrops === null || errors.length > 0) return { decline: null, errors }
  return {
    decline: { lowestDrops: lowestDrops.toString(), stepDrops: stepDrops.toString(), stepSeconds },
    errors,
  }
}

/** Parses a phase for the API call. Returns the errors of the fields if there are any. */
function parsePhase(draft: PhaseDraft): { phase: EditionPhase } | { errors: DraftError<PhaseField>[] } {
  const { price, perAccount: limit, audience, holdersOf } = draft
  const startsAt = isoOf(draft.startsAt)
  const priceDrops = parseXrp(price.trim())
  const perAccount = limit.trim() === '' ? 0 : Number(limit.trim())
  const { decline, errors } = parseDecline(draft)
  if (startsAt === null) errors.push({ field: 'startsAt', message: t('Choose when it starts.') })
  if (priceDrops === null) errors.push({ field: 'price', message: amountProblem })
  if (!Number.isInteger(perAccount) || perAccount < 0 || perAccount > maxPrints)
    errors.push({
      field: 'perAccount',
      message: t('Enter a whole number, or leave it empty for no limit.'),
    })
  if (startsAt === null || priceDrops === null || errors.length > 0) return { errors }
  const isForHolders = audience === 'holders' && holdersOf.trim() !== ''
  return {
    phase: {
      startsAt,
      endsAt: draft.endsAt === '' ? null : isoOf(draft.endsAt),
      priceDrops: priceDrops.toString(),
      decline,
      perAccount,
      audience,
      holdersOf: isForHolders ? collectionOf(holdersOf) : null,
    },
  }
}

export interface CheckedPhases {
  /** The phases for the API call; null if one of them has an error. */
  phases: EditionPhase[] | null
  /** The errors of each phase, in the order of the phases. */
  errors: DraftError<PhaseField>[][]
}

/** Checks the phases by the server's rules. `now` is in milliseconds. */
export function checkPhases(
  drafts: readonly PhaseDraft[],
  now: number,
  currency: SaleCurrency,
): CheckedPhases {
  const parsedPhases = drafts.map(parsePhase)
  const phases = parsedPhases.flatMap((result) => ('phase' in result ? [result.phase] : []))
  if (phases.length < drafts.length)
    return { phases: null, errors: parsedPhases.map((result) => ('errors' in result ? result.errors : [])) }
  const wrong = phaseErrors(phases.map(phaseOf), now, currency)
  return {
    phases: wrong.length === 0 ? phases : null,
    errors: phases.map((_, index) =>
      wrong.flatMap(({ phase, field, message }) =>
        phase === index ? [{ field: fieldOf[field], message }] : [],
      ),
    ),
  }
}

type EditionField =
  | 'display'
  | 'name'
  | 'description'
  | 'attributes'
  | 'taxon'
  | 'royalty'
  | 'price'
  | 'prints'

/** Returns the errors of all fields outside the phases. */
export function editionErrors(draft: EditionDraft): DraftError<EditionField>[] {
  const { display, prints } = draft
  const count = Number(prints.trim())
  const isCount = prints.trim() === '' || (Number.isInteger(count) && count >= 1 && count <= maxPrints)
  return [
    ...(display === null ? [{ field: 'display' as const, message: t('Choose a display picture.') }] : []),
    ...workErrors(draft),
    ...settingErrors({ ...plainSettings, ...draft }, null),
    ...(isCount
      ? []
      : [
          {
            field: 'prints' as const,
            message: t('Enter a number of prints from 1 to {most}, or leave it empty.', { most: maxPrints }),
          },
        ]),
  ]
}
