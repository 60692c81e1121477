import { sentence, t } from '#contract/words/sentence.ts'
import { queryCollectionOf } from '#db/queries/collection/collections.ts'
import { queryNft } from '#db/queries/nft/nfts.ts'
import type { UpdateNftForm } from '#contract/schemas/minting.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { existingToken } from '#worker/domain/nft/existing-token.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { tokenFlags } from '#worker/ledger/token-id.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { buildToken } from './build-token.ts'

/**
 * Requests the issuer's signature for new metadata of a mutable NFT of any owner (XLS-46, NFTokenModify). Throws
 * Refusal: not_found, forbidden, transaction_not_allowed, validation_failed, storage_unavailable, would_fail,
 * signer_unavailable.
 */
export async function updateNft(
  context: Context,
  actor: Actor,
  form: UpdateNftForm,
): Promise<SignReferences> {
  const reader = context.db.http
  const nft = existingToken(await queryNft(reader, form.nftokenID))
  if (nft.issuer !== actor.account)
    throw new Refusal('forbidden', sentence('Only its issuer can update an NFT.'))
  if (!tokenFlags(nft.flags).mutable)
    throw new Refusal('transaction_not_allowed', sentence('This NFT is immutable: it cannot be updated.'))
  const [collection] = await queryCollectionOf(reader, nft.issuer, nft.taxon)
  const { tokenJson, uri } = await buildToken(context, actor, form, {
    metadata: form.metadata,
    collection: collection?.collection.name ?? null,
  })
  const txjson = {
    TransactionType: 'NFTokenModify',
    Account: actor.account,
    NFTokenID: nft.id,
    URI: uri,
    ...(nft.owner === actor.account ? {} : { Owner: nft.owner }),
  }
  const { site, nameOf } = instructionWords(context)
  return requestSignature(context, {
    purpose: 'modify',
    account: actor.account,
    txjson,
    context: { nftId: nft.id, tokenJson },
    instruction: t('Update {name} on OPX ({site}).', { name: nameOf(tokenJson.name), site }),
    returnPath: `/nft/${nft.id}`,
  })
}
