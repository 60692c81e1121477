import { isDrops } from '#contract/rules/amounts.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { needsOf, nftPrice } from '#web/kit/amounts/nft-price.ts'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { useTrustLine } from '#web/wallet/trust-lines/use-trust-line.ts'
import { WorkSummary } from '#web/wallet/work-summary.tsx'

interface AcceptDialogProps {
  nft: Nft
  offer: Offer
  account: string
  onClose: () => void
}

/** Accepts an offer: a bid (through the marketplace or directly), a direct sell offer, or a transfer. */
export function AcceptDialog({ nft, offer, account, onClose }: AcceptDialogProps) {
  const { owner: marketplace, ownerReserveDrops } = useSettings()
  const { busy, refusal, ask } = useSigning(onClose)
  const { amount, nft_offer_index: offerIndex } = offer
  const isBid = offer.flags !== lsfSellNFToken
  const isBrokered = isBid && offer.destination === marketplace
  const free = isDrops(amount) && BigInt(amount) === 0n
  const line = useTrustLine(isDrops(amount) ? null : amount)
  const price = nftPrice(
    nft,
    {
      kind: isBid ? 'acceptBid' : 'acceptSellOffer',
      amount,
      brokered: isBrokered,
      seller: isBid ? account : offer.owner,
      buyer: isBid ? offer.owner : account,
      ...(line.data === undefined ? {} : { transferRate: line.data.transferRate }),
    },
    ownerReserveDrops,
  )
  const retry = { action: 'acceptOffer', offerIndex } as const
  const action = isBid ? 'acceptBid' : free ? 'acceptTransfer' : 'acceptSellOffer'
  const accept = () => {
    const draft = nftRequest(nft, {
      action,
      amount: free ? null : isBid ? price.sellerGets : price.buyerPays,
      brokered: isBrokered,
      retry,
    })
    const { owner, nftokenID } = nft
    if (isBrokered)
      return ask(
        'acceptBid',
        { body: { owner, nftokenID, buyOfferIndex: offerIndex, expectedAmount: amount } },
        draft,
      )
    const acceptedOffer = isBid ? { NFTokenBuyOffer: offerIndex } : { NFTokenSellOffer: offerIndex }
    return ask(
      'requestTransaction',
      { body: { txjson: { TransactionType: 'NFTokenAcceptOffer', Account: account, ...acceptedOffer } } },
      draft,
    )
  }
  const needsLine = isBid && line.data !== undefined && !line.data.exists
  return (
    <ConfirmDialog
      title={
        isBid
          ? t('Accept the bid on {nftTitle}', { nftTitle: nftTitle(nft) })
          : t('Accept {nftTitle}', { nftTitle: nftTitle(nft) })
      }
      description={describe(isBid, isBrokered, free)}
      action={t('Continue in your wallet')}
      busy={busy}
      signs={action}
      barred={needsLine}
      refusal={refusal}
      onConfirm={() => void accept()}
      onClose={onClose}
    >
      <WorkSummary nft={nft} collection={nft.collectionInfo?.name ?? null} />
      {!free && (
        <>
          <PriceRows price={price} side={isBid ? 'seller' : 'buyer'} whole creator={nft.issuer} />
          <HelpLink topic="fees">{t('How fees and royalties work')}</HelpLink>
        </>
      )}
      {!isDrops(amount) && (
        <TrustLineNote
          amount={amount}
          needs={needsOf(price)}
          receives={isBid}
          retry={{ nftokenID: nft.nftokenID, intent: retry }}
        />
      )}
    </ConfirmDialog>
  )
}

function describe(isBid: boolean, isBrokered: boolean, free: boolean): string {
  if (isBid && isBrokered)
    return t(
      'You sign one offer. The marketplace matches it with the bid at once: the work changes hands and you are paid.',
    )
  if (isBid) return t('You accept the bid on the ledger: the work changes hands and you are paid at once.')
  return free
    ? t('It is transferred to you free of charge. You pay only the network fee.')
    : t('You accept the offer on the ledger: you pay and the work is yours at once.')
}
