import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import css from './art-society.module.css'

/** The rules of verification and whether the visitor is eligible, as read from the ledger. The marketplace owner verifies. */
export function GetVerified() {
  const account = useAccount()
  const eligibility = useQuery({
    queryKey: ['getEligibility', account],
    queryFn: ({ signal }) => call('getEligibility', {}, { signal }),
    enabled: account !== null,
  })
  return (
    <section className={css.section} aria-labelledby="verified">
      <h2 id="verified" className={css.heading}>
        {m.art_society_get_verified_get_verified}
      </h2>
      <div className={css.verified}>
        <p>{m.art_society_get_verified_issuer_wallet_hold_pawn}</p>
        {account === null ? (
          <Button look="primary" onClick={() => openConnect()}>
            {m.common_connect_wallet}
          </Button>
        ) : (
          <>
            <p role="status" className={css.role}>
              {eligibility.data === undefined
                ? eligibility.error === null
                  ? m.art_society_get_verified_looking_wallet_ledger
                  : m.art_society_get_verified_wallet_could_not_looked
                : eligibility.data.sentence}
            </p>
            <Button disabled>{m.art_society_get_verified_verify_my_nft_project}</Button>
          </>
        )}
      </div>
    </section>
  )
}
