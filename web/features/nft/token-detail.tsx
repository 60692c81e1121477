import { lazy, type ReactNode, Suspense } from 'react'
import type { Nft } from '#worker/contract/nfts.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { transferFeePercent } from '#web/kit/amounts/nft-price.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import css from './details.module.css'

const flagNames = [
  ['transferable', 'Transferable', 'Not transferable'],
  ['burnable', 'Burnable by its issuer', 'Not burnable by its issuer'],
  ['onlyXRP', 'Sold for XRP only', 'Sold for any currency'],
  ['mutable', 'Metadata can change', 'Metadata is fixed'],
] as const

const PinNote = lazy(async () => ({ default: (await import('#web/kit/pin-note.tsx')).PinNote }))

/** CID of the metadata file; only for a URI of the form `ipfs://<cid>`. */
const cidOf = (uri: string) => /^ipfs:\/\/(\w+)$/.exec(uri)?.[1] ?? null

export function TokenDetail({ nft }: { nft: Nft }) {
  const viewer = useAccount()
  const cid = nft.uri === null || viewer !== nft.issuer ? null : cidOf(nft.uri)
  return (
    <dl className={css.details}>
      <Detail name="NFTokenID">
        <span className={css.hash}>{nft.nftokenID}</span>
        <CopyButton text={nft.nftokenID} what="NFTokenID" />
        <ExplorerLink page="nft" id={nft.nftokenID} otherwise={null}>
          Explorer
        </ExplorerLink>
      </Detail>
      <Detail name="Issuer">
        <Address account={nft.issuer} />
        <CopyButton text={nft.issuer} what="issuer" />
      </Detail>
      <Detail name="Taxon">{nft.nft_taxon}</Detail>
      <Detail name="Sequence">{nft.sequence}</Detail>
      <Detail name="Royalty">{transferFeePercent(nft.transferFee)} %</Detail>
      <Detail name="Rules">
        <ul>
          {flagNames.map(([flag, yes, no]) => (
            <li key={flag}>{nft.flags[flag] ? yes : no}</li>
          ))}
        </ul>
      </Detail>
      <Detail name="URI">
        {nft.uri === null ? (
          'None'
        ) : (
          <>
            <span className={css.hash}>{nft.uri}</span>
            <CopyButton text={nft.uri} what="URI" />
            {cid !== null && (
              <Suspense fallback={null}>
                <PinNote cids={[cid]} />
              </Suspense>
            )}
          </>
        )}
      </Detail>
    </dl>
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
