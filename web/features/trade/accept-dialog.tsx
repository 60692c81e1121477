import { isDrops } from '#worker/contract/amounts.ts'
import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import type { Nft, Offer } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'
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
  const brokered = isBid && offer.destination === marketplace
  const free = isDrops(amount) && BigInt(amount) === 0n
  const line = useTrustLine(isDrops(amount) ? null : amount)
  const price = nftPrice(
    nft,
    {
      kind: isBid ? 'accept_bid' : 'accept_offer',
      amount,
      brokered,
      seller: isBid ? account : offer.owner,
      buyer: isBid ? offer.owner : account,
      ...(line.data === undefined ? {} : { transferRate: line.data.transferRate }),
    },
    ownerReserveDrops,
  )
  const retry = { act: 'accept', offerIndex } as const
  const purpose = isBid ? 'accept_bid' : free ? 'accept_transfer' : 'accept_sell'
  const accept = () => {
    const draft = nftRequest(nft, {
      purpose,
      amount: free ? null : isBid ? price.sellerGets : price.buyerPays,
      brokered,
      retry,
    })
    const { owner, nftokenID } = nft
    if (brokered)
      return ask(
        'sellNow',
        { body: { owner, nftokenID, buyOfferIndex: offerIndex, expectedAmount: amount } },
        draft,
      )
    const accepted = isBid ? { NFTokenBuyOffer: offerIndex } : { NFTokenSellOffer: offerIndex }
    return ask(
      'requestTransaction',
      { body: { txjson: { TransactionType: 'NFTokenAcceptOffer', Account: account, ...accepted } } },
      draft,
    )
  }
  const needsLine = isBid && line.data !== undefined && !line.data.exists
  return (
    <ConfirmDialog
      title={
        isBid
          ? m.trade_accept_dialog_accept_the_bid_on({ nftTitle: nftTitle(nft) })
          : m.trade_accept_dialog_accept({ nftTitle: nftTitle(nft) })
      }
      description={describe(isBid, brokered, free)}
      action={m.common_continue_in_wallet}
      busy={busy}
      purpose={purpose}
      barred={needsLine}
      refusal={refusal?.message ?? null}
      onConfirm={() => void accept()}
      onClose={onClose}
    >
      {!free && (
        <>
          <PriceRows price={price} side={isBid ? 'seller' : 'buyer'} whole creator={nft.issuer} />
          <HelpLink topic="fees">{m.trade_buy_dialog_how_fees_royalties_work}</HelpLink>
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

function describe(isBid: boolean, brokered: boolean, free: boolean): string {
  if (isBid && brokered) return m.trade_accept_dialog_sign_offer_marketplace_matches
  if (isBid) return m.trade_accept_dialog_take_bid_ledger_work
  return free ? m.trade_accept_dialog_handed_over_free_charge : m.trade_accept_dialog_take_offer_ledger_pay
}
