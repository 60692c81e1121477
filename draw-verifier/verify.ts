import { t } from '#contract/words/sentence.ts'
import { checkCommitments, checkOverlaps } from './commitments.ts'
import { type DrawProgress, type DrawRecord, Inquiry, type OwnReceipt, type Refused } from './inquiry.ts'
import { agreeingNodes, type LedgerSource, NodeProblem } from './ledger-source.ts'
import { checkBeacons, checkPositions, checkSeeds } from './outcomes.ts'
import { canCheckReceipts, checkAnchors, checkNumbers, checkOwnReceipts, checkReceipts } from './requests.ts'
import { type CheckName, checkNames, numberOfDraws, numberOfEpochs, type RefusalCode } from './sentences.ts'
import { checkStates } from './states.ts'
import { checkOffersAndHistory, checkWithdrawals, checkWorks, readSales, readWithdrawals } from './works.ts'

export interface DrawCheck {
  check: CheckName
  /** `unknown`: this runtime or the nodes could not check it. */
  result: 'right' | 'wrong' | 'unknown'
  sentences: string[]
}

export interface Verdict {
  /** `unknown` means that the nodes did not return the required data. */
  result: 'right' | 'wrong' | 'unknown'
  sentence: string
  checks: DrawCheck[]
  /** Codes of all reasons, for programs. */
  codes: RefusalCode[]
  refused: Refused[]
}

export interface VerifyOptions {
  onProgress?: (progress: DrawProgress) => void
  receipts?: readonly OwnReceipt[]
}

/** Maximum number of sentences per check; further ones are only counted. */
const maxSentences = 20

function rightSentence(
  { record, draws, history }: Inquiry,
  check: CheckName,
  nodes: readonly string[],
): string {
  const total = numberOfDraws(draws.length)
  const inState = (state: string) => draws.filter(({ draw }) => draw.state === state).length
  const withdrawals = record.anchors.flatMap(({ entries }) =>
    entries.filter((entry) => entry.kind === 'withdrawal' && entry.collection === record.collection.id),
  ).length
  const sentences: Record<CheckName, string> = {
    nodes: t('{nodes} and {last} agree on everything, and every ledger header matches its hash.', {
      nodes: nodes.slice(0, -1).join(', '),
      last: nodes.at(-1) ?? '',
    }),
    commitments: t('Each draw order was committed before its first draw ({epochs}).', {
      epochs: numberOfEpochs(record.epochs.length),
    }),
    numbers: t('{made}, numbered without gaps or duplicates.', { made: total }),
    receipts: t('Every receipt is signed by the committed draw key, and no request was backdated.'),
    anchors: t(
      'The account and number of each draw were fixed on the ledger before the outcome could be known.',
    ),
    beacons: t('Each draw was decided by the ledger right after its anchor.'),
    seeds: t('Every seed belongs to the committed chain.'),
    positions: t('Recomputing every draw gives the same positions.'),
    holds: t('Every position was held for its buyer for exactly 15 minutes.'),
    works: t(
      "{sold} sold, each the work committed at its position. The marketplace's {count} transactions show no other offer. Tokens that the artist minted with another key are not covered.",
      { sold: inState('sold'), count: history.length },
    ),
    withdrawals: t('{taken} withdrawn, none of which had been drawn.', { taken: withdrawals }),
    withheld: t('{lapsed} not paid in time, {withheld} withheld by the marketplace.', {
      lapsed: inState('lapsed'),
      withheld: inState('withheld'),
    }),
  }
  return sentences[check]
}

function checksOf(inquiry: Inquiry, nodes: readonly string[], canCheck: boolean): DrawCheck[] {
  return checkNames.map((check): DrawCheck => {
    const refusals = inquiry.refusalList.filter((refusal) => refusal.check === check)
    if (refusals.length > 0) {
      const sentences = refusals.slice(0, maxSentences).map(({ sentence }) => sentence)
      const remainingCount = refusals.length - sentences.length
      return {
        check,
        result: 'wrong',
        sentences:
          remainingCount > 0 ? [...sentences, t('And {more} more.', { more: remainingCount })] : sentences,
      }
    }
    if (check === 'receipts' && !canCheck)
      return {
        check,
        result: 'unknown',
        sentences: [
          t('This browser cannot check Ed25519 signatures. Use the downloaded script, or a newer browser.'),
        ],
      }
    if (check === 'positions' && inquiry.uncomputed > 0)
      return {
        check,
        result: 'unknown',
        sentences: [
          t('{draws} rejected above cannot be recomputed; all others give the same positions.', {
            draws: numberOfDraws(inquiry.uncomputed),
          }),
        ],
      }
    return { check, result: 'right', sentences: [rightSentence(inquiry, check, nodes)] }
  })
}

function fairSentence(draws: number): string {
  if (draws === 0) return t('Nothing has been drawn yet.')
  return draws === 1
    ? t('The only draw in this collection is fair.')
    : t('All {draws} in this collection are fair.', { draws: numberOfDraws(draws) })
}

/** Returns the verdict on a record without errors. */
function cleanVerdict(
  draws: number,
  epochs: number,
  canCheck: boolean,
): Pick<Verdict, 'result' | 'sentence'> {
  // Omissions of an empty record can only be found in the whole history of the marketplace.
  if (epochs === 0)
    return {
      result: 'unknown',
      sentence: t('This record contains no commitment yet, so there is nothing to verify.'),
    }
  if (canCheck || draws === 0) return { result: 'right', sentence: fairSentence(draws) }
  return {
    result: 'unknown',
    sentence: t('There are no problems with {draws}, but the receipts could not be checked here.', {
      draws: numberOfDraws(draws),
    }),
  }
}

async function examineRecord(
  inquiry: Inquiry,
  canCheck: boolean,
  receipts: readonly OwnReceipt[],
): Promise<void> {
  await inquiry.read()
  await checkCommitments(inquiry)
  checkNumbers(inquiry)
  await checkReceipts(inquiry, canCheck)
  if (canCheck) await checkOwnReceipts(inquiry, receipts)
  await checkAnchors(inquiry)
  await checkBeacons(inquiry)
  await checkSeeds(inquiry)
  await readSales(inquiry)
  await checkOverlaps(inquiry)
  const withdrawnPositions = await readWithdrawals(inquiry)
  await checkPositions(inquiry, withdrawnPositions)
  await checkWorks(inquiry)
  const sales = await checkOffersAndHistory(inquiry)
  await checkWithdrawals(inquiry, withdrawnPositions)
  checkStates(inquiry, sales)
}

/**
 * Verifies a record against several ledger nodes (draw-verifier/README.md). Uses no other source: the same record and
 * answers give the same verdict.
 */
export async function verifyDraws(
  record: DrawRecord,
  sources: readonly LedgerSource[],
  { onProgress = () => undefined, receipts = [] }: VerifyOptions = {},
): Promise<Verdict> {
  const node = agreeingNodes(sources)
  const inquiry = new Inquiry(record, node, onProgress)
  const canCheck = await canCheckReceipts()
  try {
    await examineRecord(inquiry, canCheck, receipts)
  } catch (error) {
    if (!(error instanceof NodeProblem)) throw error
    if (error.code !== 'nodes_disagree')
      return { result: 'unknown', sentence: error.message, checks: [], codes: [], refused: [] }
    inquiry.refuse('nodes_disagree', { detail: error.message })
  }
  const { refusalList } = inquiry
  const isStopped = refusalList.some(({ code }) => code === 'nodes_disagree')
  const names = sources.map(({ name }) => name)
  const checks = checksOf(inquiry, names, canCheck)
  return {
    ...(refusalList.length === 0
      ? cleanVerdict(inquiry.draws.length, inquiry.epochs.size, canCheck)
      : { result: 'wrong', sentence: t('This record is refused.') }),
    checks: isStopped ? checks.filter(({ result }) => result === 'wrong') : checks,
    codes: [...new Set(refusalList.map(({ code }) => code))],
    refused: refusalList,
  }
}
