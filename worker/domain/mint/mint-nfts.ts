import { t } from '#contract/words/sentence.ts'
import type { MintsBody } from '#contract/schemas/minting.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { askForRows, requireOneSignature } from '#worker/domain/batch/ask-for-rows.ts'
import { checkRows } from '#worker/domain/batch/check-rows.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { holdRows } from './hold-rows.ts'
import { prepareMint } from './prepare-mint.ts'

type Row = MintsBody['rows'][number]
type Prepared = Awaited<ReturnType<typeof prepareMint>>

/** Returns a key of a row's design. Rows with the same design differ only in their row keys. */
const designOf = ({ rowKey: _rowKey, ...design }: Row) => JSON.stringify(design)

/** Prepares the mints of the rows. Data that several rows share is stored and simulated once. */
async function prepareMints(context: Context, actor: Actor, rows: Row[]): Promise<Prepared[]> {
  const designs = new Map<string, Promise<Prepared>>()
  const prepare = async (row: Row) => {
    const preparedMint = await prepareMint(context, actor, row)
    await dryRun(context, preparedMint.txjson)
    return preparedMint
  }
  const mintPromises = rows.map((row) => {
    const design = designOf(row)
    const preparation = designs.get(design) ?? prepare(row)
    designs.set(design, preparation)
    return preparation
  })
  await checkRows(mintPromises, (preparedMint) => preparedMint)
  return Promise.all(mintPromises)
}

/**
 * Mints up to eight NFTs with one signature, each by the rules of a single mint. They are independent: if one fails on
 * the ledger, the rest are not undone. A row results in at most one NFT, whichever request mints it.
 * Throws Refusal: batch_unavailable, rows_refused, already_pending, storage_unavailable, signer_unavailable.
 */
export async function mintNfts(context: Context, actor: Actor, rows: Row[]): Promise<SignReferences> {
  const { account } = actor
  await requireOneSignature(context, account)
  const preparedMints = await prepareMints(context, actor, rows)
  const { site } = instructionWords(context)
  return holdRows(context, { account, rowKeys: rows.map(({ rowKey }) => rowKey) }, (claims) =>
    askForRows(claims, {
      purpose: 'mint_many',
      account,
      mode: 'independent',
      transactions: preparedMints.map(({ txjson }) => txjson),
      rows: preparedMints.map(({ tokenJson }, place) => ({ tokenJson, rowKey: rows[place]?.rowKey ?? '' })),
      instruction: t('Mint {count, plural, one {# NFT} other {# NFTs}} on OPX ({site}).', {
        count: rows.length,
        site,
      }),
      returnPath: '/create/multiple',
    }),
  )
}
