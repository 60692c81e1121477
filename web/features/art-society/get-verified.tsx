import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
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
            {eligibility.data?.eligible === true && <NextStep account={account} />}
            <Button disabled>{m.art_society_get_verified_verify_my_nft_project}</Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Where the owner of the marketplace is told which collection to look at. */
function NextStep({ account }: { account: string }) {
  const { links } = useSettings()
  const contact = links.contact === '' ? links.discord : links.contact
  return (
    <>
      <p>
        {rich.art_society_get_verified_next({
          link: (
            <Link to="/account/$account/profile/collections" params={{ account }} className={css.link}>
              {slot}
            </Link>
          ),
        })}
      </p>
      {contact !== '' && (
        <p>
          <ExternalLink href={contact}>{m.art_society_get_verified_contact}</ExternalLink>
        </p>
      )}
    </>
  )
}
