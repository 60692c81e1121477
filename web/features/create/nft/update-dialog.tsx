import { useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { AttributesField } from '#web/features/create/attributes-field.tsx'
import { FormProblems } from '#web/features/create/form-problems.tsx'
import css from '#web/features/create/minting.module.css'
import { noneSending, WorkFields } from '#web/features/create/work-fields.tsx'
import { t } from '#web/messages.ts'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  isUnchanged,
  keepUpdate,
  readUpdate,
  type UpdateDraft,
  type UpdateField,
  updateErrors,
  updateForm,
} from './update-draft.ts'

interface UpdateDialogProps {
  nft: Nft
  account: string
  onClose: () => void
}

/**
 * Edits the metadata of an NFT and requests a signature. Stores the input in this browser until the change is on the
 * ledger.
 */
export function UpdateDialog({ nft, account, onClose }: UpdateDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const form = useDraftForm<UpdateDraft, UpdateField>(
    () => readUpdate(nft),
    (changedDraft) => keepUpdate(nft, changedDraft),
  )
  const { draft, change } = form
  const [filesSending, setSending] = useState(noneSending)
  const errors = updateErrors(draft)
  const errorOf = (field: UpdateField) => form.shown(errors, field)
  const isUploading = filesSending.display || filesSending.attachment
  const isDraftUnchanged = isUnchanged(nft, draft)
  const submit = () => {
    const updateBody = updateForm(nft.nftokenID, draft)
    if (!form.attempt(errors.length > 0 || isUploading || isDraftUnchanged) || updateBody === null) return
    const request = nftRequest(nft, { action: 'updateNft', amount: null, retry: null })
    void ask('updateNft', { form: updateBody }, request)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t('Update {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={t(
        'Collectors see the new metadata as soon as the ledger has validated it. Owner, offers and royalty stay the same.',
      )}
    >
      <form
        className={css.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <WorkFields
          account={account}
          draft={draft}
          sending={filesSending}
          onSending={setSending}
          onChange={change}
          errorOf={errorOf}
        />
        <AttributesField
          attributes={draft.attributes}
          typedAttribute={draft.typed}
          onChange={change}
          error={errorOf('attributes')}
        />
        <FormProblems place={form.summary} isSubmitted={form.tried} isWaiting={isUploading} errors={errors}>
          {form.tried && isDraftUnchanged && <p className={css.error}>{t('Nothing is changed yet.')}</p>}
          {refusal !== null && <p className={css.error}>{refusal.message}</p>}
        </FormProblems>
        <Preparing action="updateNft" busy={busy} />
        <RetryButton error={refusal} type="submit" look="primary" size="large" wide busy={busy}>
          {t('Update in the wallet')}
        </RetryButton>
      </form>
    </Dialog>
  )
}
