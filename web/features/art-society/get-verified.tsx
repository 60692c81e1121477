import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import css from './art-society.module.css'

/**
 * The verification rules, and whether the visitor meets them according to the ledger. The marketplace owner decides.
 */
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
        {t('Get verified')}
      </h2>
      <div className={css.verified}>
        <p>
          {t(
            'The issuer wallet must hold a Pawn King Series NFT to be verified. The marketplace owner then reviews and verifies the project.',
          )}
        </p>
        {account === null ? (
          <Button look="primary" onClick={() => openConnect()}>
            {t('Connect Wallet')}
          </Button>
        ) : (
          <>
            <p role="status" className={css.role}>
              {eligibility.data === undefined
                ? eligibility.error === null
                  ? t('Checking your wallet on the ledger …')
                  : t("We couldn't check your wallet right now.")
                : eligibility.data.sentence}
            </p>
            {eligibility.data?.eligible === true && <NextStep account={account} />}
            <Button disabled>{t('Verify my NFT project')}</Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Explains how to ask the marketplace owner for verification, with a contact link. */
function NextStep({ account }: { account: string }) {
  const { links } = useSettings()
  const contact = links.contact === '' ? links.discord : links.contact
  return (
    <>
      <p>
        {rich(
          'Next, send us the link to your collection’s page. You can find it under <link>your collections</link>.',
          {
            link: (
              <Link to="/account/$account/profile/collections" params={{ account }} className={css.link}>
                {slot}
              </Link>
            ),
          },
        )}
      </p>
      {contact !== '' && (
        <p>
          <ExternalLink href={contact}>{t('Contact the marketplace')}</ExternalLink>
        </p>
      )}
    </>
  )
}
