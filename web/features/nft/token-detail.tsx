import { type ReactNode, Suspense } from 'react'
import type { Nft } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { transferFeePercent } from '#web/kit/amounts/nft-price.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './details.module.css'

const flagNames = [
  ['transferable', m.nft_token_detail_transferable, m.nft_token_detail_not_transferable],
  ['burnable', m.nft_token_detail_burnable_by_its_issuer, m.nft_token_detail_not_burnable_issuer],
  ['onlyXRP', m.nft_token_detail_sold_for_xrp_only, m.nft_token_detail_sold_for_any_currency],
  ['mutable', m.nft_token_detail_metadata_can_change, m.nft_token_detail_metadata_is_fixed],
] as const

const PinNote = lazyCode(async () => (await import('#web/kit/pin-note.tsx')).PinNote)

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
          {m.nft_token_detail_explorer}
        </ExplorerLink>
      </Detail>
      <Detail name={m.common_issuer}>
        <Address account={nft.issuer} />
        <CopyButton text={nft.issuer} what={m.nft_token_detail_issuer} />
      </Detail>
      <Detail name={m.common_taxon}>{nft.nft_taxon}</Detail>
      <Detail name={m.nft_token_detail_sequence}>{nft.sequence}</Detail>
      <Detail name={m.common_royalty}>
        {m.common_percent({ number: transferFeePercent(nft.transferFee) })}
      </Detail>
      <Detail name={m.nft_token_detail_rules}>
        <ul>
          {flagNames.map(([flag, yes, no]) => (
            <li key={flag}>{nft.flags[flag] ? yes : no}</li>
          ))}
        </ul>
      </Detail>
      <Detail name="URI">
        {nft.uri === null ? (
          m.nft_token_detail_none
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
