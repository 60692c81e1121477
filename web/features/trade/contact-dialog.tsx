import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkLabels } from '#contract/rules/link-names.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { nameOf } from '#web/api/people.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { linkTitle } from '#web/kit/link-titles.ts'
import { profileQuery } from '#web/kit/accounts/queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from '#web/wallet/confirm-dialog.module.css'
import summary from '#web/wallet/work-summary.module.css'

/** The owner of a work and the links of their profile. Without links, says what to do instead. */
export function ContactDialog({ nft, onClose }: { nft: Nft; onClose: () => void }) {
  const profile = useQuery(profileQuery(nft.owner))
  const links = profile.data?.profile?.links ?? {}
  // The values are user input, so only web addresses become links.
  const addresses = linkLabels.flatMap(([key, label]) => {
    const href = links[key]
    return href !== undefined && /^https?:\/\//i.test(href) ? [{ href, name: linkTitle(key, label) }] : []
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('Contact NFT Owner')}
      description={t('OPX does not forward messages: you contact the owner directly.')}
    >
      <div className={css.confirm}>
        <Address account={nft.owner} full />
        {profile.data === undefined && profile.error === null ? (
          <Skeleton width="100%" height="2rem" />
        ) : addresses.length > 0 ? (
          <dl className={summary.rows}>
            {addresses.map(({ href, name }) => (
              <div key={href}>
                <dt>{name}</dt>
                <dd>
                  <ExternalLink href={href}>{shortAddress(href)}</ExternalLink>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={css.quiet}>
            {joinSentences(
              t('This owner has not published any contact links.'),
              t('You can still make an offer for the work.'),
            )}
          </p>
        )}
        <div className={css.actions}>
          <Link
            to="/account/$account/profile"
            params={{ account: nft.owner }}
            onClick={onClose}
            className={buttonClass('primary')}
          >
            {t('View the profile of {name}', { name: nameOf(nft.owner) })}
          </Link>
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
        <ExplorerLink page="account" id={nft.owner} fallback={null}>
          {t('View the account in the explorer')}
        </ExplorerLink>
      </div>
    </Dialog>
  )
}

/** Shortens a URL to its host and path. */
const shortAddress = (href: string) => href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
