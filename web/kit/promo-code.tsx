import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Field } from '#web/ui/field.tsx'

/** The promo code field. Renders nothing if the purchase needs no code. */
export function PromoField({ promo: { needed, code, error, change } }: { promo: PromoCode }) {
  if (!needed) return null
  return <Field label={t('Promo code')} value={code} onChange={change} error={error} />
}

export interface PromoCode {
  /** True if a purchase from the collection's issuer needs a code. */
  needed: boolean
  code: string
  error: string | null
  checking: boolean
  change: (code: string) => void
  /**
   * Validates the code. Resolves to the code to send with the purchase; null if the purchase must not be made, with the
   * reason in `error`.
   */
  check: () => Promise<{ promoCode?: string } | null>
}

/** Returns why a code was refused: the check failed, there were too many attempts, or the code is wrong. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500 || ['network', 'unreadable'].includes(error.code))
    return t('Failed to validate promo code. Please try again.')
  return error.code === 'rate_limited' || error.status === 401 ? error.message : t('Invalid promo code')
}

/**
 * Manages the promo code of a purchase, which is validated before anything is reserved or signed. `collectionID` is
 * null if the work has no collection; `earlier` is the code of a previous attempt.
 */
export function usePromoCode(collectionID: string | null, earlier = ''): PromoCode {
  const client = useQueryClient()
  const query = operationQuery('getBuyingRules', { query: { id: collectionID ?? '' } })
  const rules = useQuery({ ...query, enabled: collectionID !== null })
  const [code, setCode] = useState(earlier)
  const [error, setError] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const isNeeded = rules.data?.promoCodeEnabled === true

  const check = async () => {
    if (collectionID === null) return {}
    setError(null)
    setChecking(true)
    try {
      // The user may click before the rules are loaded, which say whether a code is needed.
      if (!(await client.fetchQuery(query)).promoCodeEnabled) return {}
      const promoCode = code.trim()
      if (promoCode === '') {
        setError(t('Please enter a promo code'))
        return null
      }
      await call('validatePromoCode', { body: { collectionID, promoCode } })
      return { promoCode }
    } catch (problem) {
      setError(problemOf(problem))
      return null
    } finally {
      setChecking(false)
    }
  }
  const change = (text: string) => {
    setCode(text)
    setError(null)
  }
  return { needed: isNeeded, code, error, checking: isChecking, change, check }
}
