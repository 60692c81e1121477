import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Edition } from '#contract/schemas/editions.ts'
import { t, rich, slot } from '#web/messages.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { operationQuery } from '#web/api/queries.ts'
import { DemandRows } from '#web/kit/amounts/demand-rows.tsx'
import { printPrice } from '#web/kit/editions/edition-words.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Field } from '#web/ui/field.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import css from '#web/wallet/confirm-dialog.module.css'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { asAWhole, useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface BuyPrintDialogProps {
  edition: Edition
  /** The current price. A falling price may be lower, but never higher, when the print is reserved. */
  priceDrops: bigint
  needsCode: boolean
  onClose: () => void
}

/** Shows the total price. After confirmation, reserves the next print and mints it for the buyer, who signs once. */
export function BuyPrintDialog({ edition, priceDrops, needsCode, onClose }: BuyPrintDialogProps) {
  const { _id: id, collectionId, metadata, issuer } = edition
  const { busy, refusal, ask } = useSigning(onClose)
  const problem = useBuyerProblem(collectionId)
  const rules = useQuery(operationQuery('getBuyingRules', { query: { id: collectionId } }))
  const [code, setCode] = useState('')
  const isCodeNeeded = needsCode || rules.data?.promoCodeEnabled === true
  const whole = useOneSignature() === true
  // The price of a print that the buyer has already reserved, or the current price on the ledger.
  const [namedPrice, setNamedPrice] = useState<string | null>(null)
  const price = namedPrice ?? priceDrops.toString()
  const isFree = price === '0'
  const { tokens } = useSettings()
  const amount = amountOfDrops(BigInt(price), edition.currency)
  const action = isFree ? 'claimPrint' : 'buyPrint'
  const nft = { nftokenID: id, metadata, issuer, collectionInfo: null }
  const buy = async () => {
    const failure = await ask(
      'buyPrint',
      {
        body: {
          edition: id,
          expectedAmount: isFree ? price : amount,
          ...(isCodeNeeded ? { promoCode: code.trim() } : {}),
        },
      },
      { ...nftRequest(nft, { action, amount, edition: id }), nftokenID: null },
    )
    if (failure !== null && failure.expectedAmount !== null) setNamedPrice(failure.expectedAmount)
  }
  return (
    <ConfirmDialog
      title={
        isFree
          ? t('Claim a print of {name}', { name: edition.name })
          : t('Buy a print of {name}', { name: edition.name })
      }
      description={
        whole
          ? t('{asAWhole} It is minted for you at the same time.', { asAWhole })
          : isFree
            ? t(
                'The marketplace mints it for you, which takes a few seconds. Then you sign once to receive it.',
              )
            : t(
                'The marketplace mints it for you, which takes a few seconds. Then you sign once: payment and NFT change hands together.',
              )
      }
      action={t('Continue in your wallet')}
      busy={busy}
      signs={action}
      refusal={refusal ?? problem?.message ?? null}
      barred={problem !== null || (isCodeNeeded && code.trim() === '')}
      onConfirm={() => void buy()}
      onClose={onClose}
    >
      <WorkSummary nft={nft} collection={edition.collectionName}>
        <p className={summary.quiet}>{t('Total you pay')}</p>
        <p className={summary.total}>{printPrice(BigInt(price), edition, tokens)}</p>
      </WorkSummary>
      {isFree ? (
        <p className={css.quiet}>
          {t(
            'You pay only the transaction cost. Free prints are for accounts that are older than the edition or on the whitelist.',
          )}
        </p>
      ) : (
        <DemandRows price={amount} transferFee={edition.transferFee} payees={edition.payees} />
      )}
      {isDrops(amount) ? (
        <BalanceNote costDrops={BigInt(amount)} />
      ) : (
        <TrustLineNote amount={amount} needs={amount.value} receives={false} retry={null} />
      )}
      {isCodeNeeded && <Field label={t('Promo code')} value={code} onChange={setCode} />}
      <p className={css.quiet}>
        {rich(
          'You get the print with the lowest available number. It is reserved for you for 15 minutes; if you do not sign, it goes to the next buyer. <link>How editions work</link>',
          { link: <HelpLink topic="editions">{slot}</HelpLink> },
        )}
      </p>
    </ConfirmDialog>
  )
}
