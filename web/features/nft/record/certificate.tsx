import type { Nft } from '#contract/schemas/nfts.ts'
import { groupThousands } from '#contract/rules/amounts.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { rich, t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { ShareButton } from '#web/kit/share-button.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import css from './certificate.module.css'

interface CertificateProps {
  nft: Nft
  /** The validated ledger from which the owner was read. */
  ledgerIndex: number
}

/** Shows who made a work, when, and who owns it, according to the validated ledger. */
export function Certificate({ nft, ledgerIndex }: CertificateProps) {
  const mint = nft.history.find(({ type }) => type === 'mint')
  return (
    <section className={css.certificate} aria-label={t('Certificate')}>
      <p className={css.kind}>{t('Certificate')}</p>
      <p className={css.title}>{nftTitle(nft)}</p>
      <p>{rich('by {artist}', { artist: <Address account={nft.issuer} /> })}</p>
      {mint !== undefined && (
        <p className={css.fact}>
          {t('Minted on {moment}, in ledger {index}', {
            moment: formatMoment(Date.parse(mint.date)),
            index: groupThousands(String(mint.ledgerIndex)),
          })}
        </p>
      )}
      <p className={css.fact}>
        {nft.burned
          ? t('It was burned and has no owner.')
          : rich('Owned by {owner} as of ledger {index}', {
              owner: <Address account={nft.owner} />,
              index: groupThousands(String(ledgerIndex)),
            })}
      </p>
      <div className={css.proof}>
        <ExplorerLink page="nft" id={nft.nftokenID} fallback={null}>
          {shortenAddress(nft.nftokenID)}
        </ExplorerLink>
        <ShareButton embed={nft.nftokenID} />
      </div>
    </section>
  )
}
