import type { Nft } from '#worker/contract/nfts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/features/accounts/address.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import css from './confirm-dialog.module.css'

/** The ways to reach the owner. Accounts have no profiles yet, so none can have left links. */
export function ContactDialog({ nft, onClose }: { nft: Nft; onClose: () => void }) {
  const { links } = useSettings()
  return (
    <Dialog open onClose={onClose} size="small" title="Contact NFT Owner">
      <div className={css.confirm}>
        <Address account={nft.owner} full />
        <p className={css.quiet}>This owner has left no links to be reached by.</p>
        {links.explorerAccount !== '' && (
          <p>
            <ExternalLink href={links.explorerAccount.replace('{account}', nft.owner)}>
              The account in the explorer
            </ExternalLink>
          </p>
        )}
        <Button wide onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
