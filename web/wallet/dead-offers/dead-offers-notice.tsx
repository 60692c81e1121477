import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './dead-offers-notice.module.css'
import { deadOffersQuery } from './queries.ts'

const CleanUpDialog = lazyCode(async () => (await import('./clean-up-dialog.tsx')).CleanUpDialog)

/**
 * Shows account owners the offers that only lock reserve, with a button to cancel them. Renders nothing if there are
 * none.
 */
export function DeadOffersNotice({ account }: { account: string }) {
  const isOwn = useAccount() === account
  const { data: dead } = useQuery({ ...deadOffersQuery(account), enabled: isOwn })
  const [isCleaning, setCleaning] = useState(false)
  if (!isOwn || dead === undefined || dead.offers.length === 0) return null
  const count = dead.offers.length
  return (
    <div className={css.notice}>
      <p>
        {t(
          '{count, plural, one {# dead offer locks {xrp} XRP in your account.} other {# dead offers lock {xrp} XRP in your account.}}',
          { count, xrp: formatXrpExact(BigInt(dead.reserveDrops)) },
        )}
      </p>
      <Button size="small" onClick={() => setCleaning(true)}>
        {t('Clean up')}
      </Button>
      <Suspense fallback={null}>
        {isCleaning && <CleanUpDialog dead={dead} account={account} onClose={() => setCleaning(false)} />}
      </Suspense>
    </div>
  )
}
