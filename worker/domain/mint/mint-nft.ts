import { t } from '#contract/words/sentence.ts'
import type { MintForm } from '#contract/schemas/minting.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { holdRows } from './hold-rows.ts'
import { prepareMint } from './prepare-mint.ts'
import { rowKeyOf } from './row-key.ts'

/**
 * Mints one NFT for a creator: stores and pins the files and metadata, and requests a signature for the NFTokenMint.
 * At most one NFT is minted for a row of the creator.
 * Throws Refusal: validation_failed, storage_unavailable, would_fail, already_pending, signer_unavailable.
 */
export async function mintNft(
  context: Context,
  actor: Actor,
  form: MintForm,
  callKey: string | null,
): Promise<SignReferences> {
  const { account } = actor
  const { tokenJson, txjson } = await prepareMint(context, actor, form)
  await dryRun(context, txjson)
  const { site, nameOf } = instructionWords(context)
  return holdRows(context, { account, rowKeys: [rowKeyOf(form, callKey)] }, async (rows) => {
    return openSignRequest(rows, {
      purpose: 'mint',
      account,
      txjson,
      context: { tokenJson },
      instruction: t('Mint {name} on OPX ({site}).', { name: nameOf(tokenJson.name), site }),
      returnPath: '/create/nft',
    })
  })
}
