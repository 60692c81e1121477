import { useQuery } from '@tanstack/react-query'
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
        Get verified
      </h2>
      <div className={css.verified}>
        <p>
          The issuer wallet must hold a Pawn King Series NFT to be verified. The marketplace owner then looks
          at the project and verifies it.
        </p>
        {account === null ? (
          <Button look="primary" onClick={() => openConnect()}>
            Connect Wallet
          </Button>
        ) : (
          <>
            <p role="status" className={css.role}>
              {eligibility.data === undefined
                ? eligibility.error === null
                  ? 'Looking at your wallet on the ledger …'
                  : 'Your wallet could not be looked at just now.'
                : eligibility.data.sentence}
            </p>
            <Button disabled>Verify my NFT project</Button>
          </>
        )}
      </div>
    </section>
  )
}
