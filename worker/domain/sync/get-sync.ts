import { inWords, sentence, t } from '#contract/words/sentence.ts'
import { findSync, type SyncKind } from '#db/queries/sync/syncs.ts'
import { mendSentence, type SyncProgress, unseenSentence } from '#contract/schemas/sync.ts'
import type { Context } from '#worker/domain/context.ts'

/** Returns the state of the latest sync of a token or collection; `none` if there was no sync. */
export async function getSync({ db }: Context, kind: SyncKind, subject: string): Promise<SyncProgress> {
  const row = await findSync(db.http, kind, subject)
  if (row === null) {
    return {
      state: 'none',
      done: 0,
      total: 0,
      mended: {},
      unseen: 0,
      lost: 0,
      message: t('Not synced yet.'),
      startedAt: null,
      finishedAt: null,
    }
  }
  const lostMessage =
    row.lost === 0
      ? ''
      : ` ${row.lost} ${row.lost === 1 ? 'NFT was' : 'NFTs were'} not found with any account known here.`
  const messages = {
    none: '',
    waiting:
      row.error === null
        ? sentence('Waiting for its turn.')
        : sentence('{reason} We will try again.', { reason: row.error }),
    running:
      row.position.phase === 'tokens'
        ? sentence('Reading owners from the ledger.')
        : sentence('Reading offers from the ledger.'),
    done: `${mendSentence(row.mended)}${lostMessage}${unseenSentence(row.unseen)}`,
    failed: row.error ?? sentence('The sync failed.'),
  }
  return {
    state: row.state,
    done: row.done,
    total: row.total,
    mended: row.mended,
    unseen: row.unseen,
    lost: row.lost,
    message: inWords(messages[row.state]),
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
