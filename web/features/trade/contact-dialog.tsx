import { useQuery } from '@tanstack/react-query'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { SocialLinks } from '#web/kit/social-links.tsx'
import { profileQuery } from '#web/kit/accounts/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from '#web/wallet/confirm-dialog.module.css'

/** The profile links of the owner, or a note that there are none. */
export function ContactDialog({ nft, onClose }: { nft: Nft; onClose: () => void }) {
  const profile = useQuery(profileQuery(nft.owner))
  const links = profile.data?.profile?.links ?? {}
  const hasLinks = Object.values(links).some((link) => link !== undefined && link !== '')
  return (
    <Dialog open onClose={onClose} size="small" title={t('Contact NFT Owner')}>
      <div className={css.confirm}>
        <Address account={nft.owner} full />
        {profile.data === undefined && profile.error === null ? (
          <Skeleton width="100%" height="2rem" />
        ) : hasLinks ? (
          <SocialLinks links={links} />
        ) : (
          <p className={css.quiet}>{t('This owner has not published any contact links.')}</p>
        )}
        <ExplorerLink page="account" id={nft.owner} otherwise={null}>
          {t('The account in the explorer')}
        </ExplorerLink>
        <Button wide onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
