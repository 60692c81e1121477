import { sentence, t } from '#contract/words/sentence.ts'
import type { MinterReply } from '#contract/schemas/collections.ts'
import { asfAuthorizedNFTokenMinter } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'

/**
 * True if the marketplace may mint for the actor, according to the validated ledger. Throws Refusal: account_not_found,
 * ledger_unavailable.
 */
export async function readMinter(
  { ledger, treasury }: Pick<Context, 'ledger' | 'treasury'>,
  { account }: Pick<Actor, 'account'>,
): Promise<MinterReply> {
  const state = await ledger.findAccount(account)
  if (state === null)
    throw new Refusal('account_not_found', sentence('Your account does not exist on the ledger yet.'))
  const authorized = account === treasury.account || state.minter === treasury.account
  return { authorized, other: authorized ? null : state.minter }
}

/**
 * Requests the actor's signature that authorizes the marketplace to mint for the actor (AccountSet with NFTokenMinter).
 * Minting on demand requires it. Throws Refusal: already_pending, account_not_found, would_fail, signer_unavailable.
 */
export async function authorizeMinter(context: Context, actor: Actor): Promise<SignReferences> {
  const { authorized } = await readMinter(context, actor)
  if (authorized)
    throw new Refusal(
      'already_pending',
      sentence('Your account has already authorised the marketplace to mint.'),
    )
  const txjson = {
    TransactionType: 'AccountSet',
    Account: actor.account,
    SetFlag: asfAuthorizedNFTokenMinter,
    NFTokenMinter: context.treasury.account,
  }
  const { site } = instructionWords(context)
  return requestSignature(context, {
    purpose: 'authorize_minter',
    account: actor.account,
    txjson,
    context: {},
    instruction: t('Let OPX ({site}) mint your on-demand NFTs for their buyers.', { site }),
    returnPath: '/create',
  })
}
