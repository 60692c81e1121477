import { type ReactNode, Suspense } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { metadataProblemText } from '#contract/words/metadata-problems.ts'
import { t } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { transferFeePercent } from '#web/kit/amounts/nft-price.ts'
import { groupThousands } from '#contract/rules/amounts.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Certificate } from './certificate.tsx'
import css from './details.module.css'
import { SyncNft } from './sync-nft.tsx'

const flagNames = [
  ['transferable', t('Transferable'), t('Not transferable')],
  ['burnable', t('Burnable by its issuer'), t('Not burnable by the issuer')],
  ['onlyXRP', t('Sold for XRP only'), t('Sold for any currency')],
  ['mutable', t('Metadata can change'), t('Metadata is fixed')],
] as const

const PinNote = lazyCode(async () => (await import('#web/kit/pin-note.tsx')).PinNote)

const Permanence = lazyCode(async () => (await import('./permanence.tsx')).Permanence)

/** Returns the CID of the metadata file; null unless the URI has the form `ipfs://<cid>`. */
const cidOf = (uri: string) => /^ipfs:\/\/(\w+)$/.exec(uri)?.[1] ?? null

export function TokenDetail({ nft, ledgerIndex }: { nft: Nft; ledgerIndex: number }) {
  const viewer = useAccount()
  const cid = nft.uri === null || viewer !== nft.issuer ? null : cidOf(nft.uri)
  return (
    <>
      <Certificate nft={nft} ledgerIndex={ledgerIndex} />
      <dl className={css.details}>
        <Detail name="NFTokenID">
          <span className={css.hash}>{nft.nftokenID}</span>
          <CopyButton text={nft.nftokenID} subject="NFTokenID" />
          <ExplorerLink page="nft" id={nft.nftokenID} fallback={null}>
            {t('Explorer')}
          </ExplorerLink>
        </Detail>
        <Detail name={t('Issuer')}>
          <Address account={nft.issuer} />
          <CopyButton text={nft.issuer} subject={t('issuer')} />
        </Detail>
        <Detail name={t('Taxon')}>{nft.nft_taxon}</Detail>
        {nft.metadata !== null && nft.metadata.collection !== null && (
          <Detail name={t('Collection in its metadata')}>
            {nft.metadata.collection}
            {nft.metadata.imitatesVerified === true && (
              <p>{t('Not the verified artist or collection that this name resembles.')}</p>
            )}
          </Detail>
        )}
        <Detail name={t('Sequence')}>{nft.sequence}</Detail>
        <Detail name={t('Royalty')}>
          {t('{number} %', { number: transferFeePercent(nft.transferFee) })}
        </Detail>
        <Detail name={t('Rules')}>
          <ul>
            {flagNames.map(([flag, yes, no]) => (
              <li key={flag}>{nft.flags[flag] ? yes : no}</li>
            ))}
          </ul>
        </Detail>
        <Detail name="URI">
          {nft.uri === null ? (
            t('None', { context: 'detail' })
          ) : (
            <>
              <span className={css.hash}>
                {nft.metadataLink === null ? (
                  nft.uri
                ) : (
                  <ExternalLink href={nft.metadataLink}>{nft.uri}</ExternalLink>
                )}
              </span>
              <CopyButton text={nft.uri} subject="URI" />
              {cid !== null && (
                <Suspense fallback={null}>
                  <PinNote cids={[cid]} />
                </Suspense>
              )}
              {nft.metadataProblem !== null && <p>{metadataProblemText(nft.metadataProblem)}</p>}
            </>
          )}
        </Detail>
        <Detail name={t('Permanence')}>
          <Suspense fallback={null}>
            <Permanence id={nft.nftokenID} isOwner={viewer === nft.owner} />
          </Suspense>
        </Detail>
        <Detail name={t('Updated')}>
          {t('As of ledger {index}', { index: groupThousands(String(ledgerIndex)) })}
          {!nft.burned && <SyncNft id={nft.nftokenID} />}
        </Detail>
      </dl>
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.detail}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
