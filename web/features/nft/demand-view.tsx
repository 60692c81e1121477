import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { groupThousands } from '#contract/rules/amounts.ts'
import type { DemandReply } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { operationQuery } from '#web/api/queries.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { transferFeePercent } from '#web/kit/amounts/nft-price.ts'
import notices from './nft-notices.module.css'
import { Description } from './record/description.tsx'
import { Traits } from './record/traits.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { DemandPrice } from './demand-price.tsx'
import type { NftSlots } from './nft-slots.ts'
import css from './demand.module.css'
import { WorkDetails } from './record/work-details.tsx'
import { WorkFrame } from './work-frame.tsx'

const noMedia = {
  image: null,
  image_url: null,
  imageFile: null,
  animation: null,
  animationFile: null,
  video: null,
  attachment: null,
  files: [],
}

interface DemandViewProps extends Pick<NftSlots, 'DemandActions'> {
  reply: DemandReply
}

/** The page of an on-demand item. Only the issuer sees the content of a hidden one. */
export function DemandView({ reply, DemandActions }: DemandViewProps) {
  const { nft, collection, xrpPrice, ledgerIndex } = reply
  const viewer = useAccount()
  const { hidden, nftDatabaseID } = nft.demand
  const ownReservation = useQuery({
    ...operationQuery('getOwnDemandItem', { query: { id: nftDatabaseID } }),
    enabled: hidden && viewer === nft.issuer,
  })
  const secret = ownReservation.data === undefined ? null : { ...ownReservation.data.metadata, ...noMedia }
  const visibleNft = { ...nft, metadata: hidden ? secret : nft.metadata }
  const work = { nft: visibleNft, demand: nft.demand, collection }
  const texts = [
    hidden && t('This NFT is a randomly mintable NFT.'),
    collection?.notAnnounced === true && t('This NFT has not been announced yet.'),
  ].filter((notice) => notice !== false)
  return (
    <WorkFrame
      nft={visibleNft}
      collection={collection}
      id={nftDatabaseID}
      sealed={hidden}
      price={nft.demand.price}
      details={
        <WorkDetails
          collection={collection}
          traits={
            visibleNft.metadata === null ? (
              <p className={css.quiet}>{t('Its traits are revealed after payment.')}</p>
            ) : (
              <Traits nft={visibleNft} collectionId={collection?._id ?? null} />
            )
          }
          token={
            <dl className={css.detail}>
              <div>
                <dt>NFTokenID</dt>
                <dd>{t('Assigned when it is minted for its buyer.')}</dd>
              </div>
              <div>
                <dt>{t('Item')}</dt>
                <dd className={css.hash}>{nftDatabaseID}</dd>
              </div>
              <div>
                <dt>{t('Issuer')}</dt>
                <dd>
                  <Address account={nft.issuer} />
                </dd>
              </div>
              <div>
                <dt>{t('Taxon')}</dt>
                <dd>{nft.nft_taxon}</dd>
              </div>
              <div>
                <dt>{t('Royalty')}</dt>
                <dd>{t('{number} %', { number: transferFeePercent(nft.transferFee) })}</dd>
              </div>
              <div>
                <dt>{t('Updated')}</dt>
                <dd>{t('As of ledger {index}', { index: groupThousands(String(ledgerIndex)) })}</dd>
              </div>
            </dl>
          }
        />
      }
    >
      {texts.length > 0 && (
        <ul className={notices.notices}>
          {texts.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {ownReservation.error !== null && secret === null && (
        <QueryError error={ownReservation.error} retry={ownReservation.refetch} />
      )}
      {secret !== null && (
        <p className={css.private} role="note">
          {t('Until the sale, only you can see its name and traits, and its picture stays hidden.')}
        </p>
      )}
      <DemandPrice work={work} xrpPrice={xrpPrice} />
      <Suspense fallback={null}>
        <DemandActions work={work} />
      </Suspense>
      <Description of={visibleNft.metadata ?? collection} />
    </WorkFrame>
  )
}
