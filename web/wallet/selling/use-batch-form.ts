import type { IssuedAmount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { countOf, start } from '#web/wallet/runs/run-state.ts'
import { useRun } from '#web/wallet/runs/run-store.ts'
import { rowOutcome, useRunOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { useTrustLine } from '#web/wallet/trust-lines/use-trust-line.ts'
import { batchKey, type BatchState, batchStore, changeBatch, rowOf } from './batch-state.ts'
import { isTaken, type OwnWork } from './own-work.ts'
import { rowErrors, rowTransaction } from './row-offer.ts'
import { useLowPrices } from './use-low-prices.tsx'
import { useBatchQueue } from './use-batch-queue.ts'

/**
 * Returns the state of an account's batch for one collection or all works: rows, run, and which rows can be started.
 */
export function useBatchForm(collection: string, account: string, tokens: readonly OwnWork[]) {
  const settings = useSettings()
  const key = batchKey(account, collection)
  const state = useRun(batchStore, key)
  const issuedCurrency = currencyOf(state, settings.tokens)
  const line = useTrustLine(issuedCurrency)
  const broker = issuedCurrency === null || line.data?.brokered === true ? settings.owner : null
  const byId = new Map(tokens.map((token) => [token.nftokenID, token]))
  const isReady = issuedCurrency === null || line.data !== undefined

  const waitMs = useBatchQueue(key, isReady, {
    tokenOf: (id) => byId.get(id),
    transactionOf: (id) =>
      rowTransaction(state, rowOf(state, id).value, settings.tokens, {
        account,
        nftokenID: id,
        broker,
      }),
  })
  const reply = useRunOutcome(batchStore, key, rowOutcome, (id) => byId.get(id)?.name ?? t('another work'))

  const open = tokens.filter((token) => {
    const { status } = rowOf(state, token.nftokenID)
    return status === 'ready' && !isTaken(token)
  })
  const selectedWorks = open.filter(({ nftokenID }) => rowOf(state, nftokenID).selected)
  // All rows share the currency, so currency errors are shown at the currency fields.
  const currencyErrors = rowErrors(state, '1', settings.tokens)
  const priceErrorOf = (value: string) =>
    rowErrors(state, value, settings.tokens).find(({ field }) => field === 'value')?.message ?? null
  const invalid = selectedWorks.filter(
    ({ nftokenID }) => priceErrorOf(rowOf(state, nftokenID).value) !== null,
  )
  const amountOf = (id: string) => {
    const seller = { account, nftokenID: id, broker }
    return rowTransaction(state, rowOf(state, id).value, settings.tokens, seller)?.Amount ?? null
  }
  const lowPrices = useLowPrices(
    selectedWorks.map(({ nftokenID: id, name, floorDrops }) => ({
      id,
      name,
      amount: amountOf(id),
      floorDrops,
    })),
  )
  return {
    lowPrices,
    key,
    state,
    reply,
    waitMs,
    open,
    selected: selectedWorks,
    invalid,
    done: countOf(state, 'success'),
    direct: issuedCurrency !== null && line.data?.brokered === false,
    /** True until the page knows whether the marketplace brokers the currency. Nothing can be requested before. */
    unknown: !isReady,
    lineError: line.error,
    retryLine: () => void line.refetch(),
    issued: issuedCurrency,
    currencyErrors,
    priceErrorOf,
    run: () =>
      changeBatch(key, (now) =>
        start(
          now,
          selectedWorks.map(({ nftokenID }) => nftokenID),
        ),
      ),
  }
}

/** Returns the selected issued currency once it is complete; null for XRP. */
function currencyOf(state: BatchState, tokens: readonly ListedToken[]): IssuedAmount | null {
  const seller = { account: '', nftokenID: '', broker: null }
  const amount = rowTransaction(state, '1', tokens, seller)?.Amount ?? '0'
  return isDrops(amount) ? null : amount
}
