import { sentence } from '#contract/words/sentence.ts'
import {
  countForAccount,
  countInTotal,
  hasStorageAccount,
  openStorageAccount,
} from '#db/queries/media/storage-use.ts'
import { growUpload, insertUpload } from '#db/queries/upload/uploads.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'

const dayMs = 86_400_000
/** An account counts as new for a week after its first file. */
const newMs = 7 * dayMs
/** Maximum number of files per day: every file costs calls to the store, whatever its size. */
const maxFiles = { known: 20_000, new: 4000 }

const GB = 1024 * 1024 * 1024
const inGigabytes = (bytes: number) => `${Math.round((bytes / GB) * 100) / 100} GB`

/**
 * Checks once that the account exists on the ledger, before it creates anything that costs us storage or calls (a file,
 * a key, a webhook, a device). Throws Refusal('insufficient_funds').
 */
export async function requireFunded({ db, ledger, now }: Context, account: string): Promise<void> {
  if (await hasStorageAccount(db.http, account)) return
  if ((await ledger.findAccount(account)) === null)
    throw new Refusal(
      'insufficient_funds',
      sentence('This account is not on the ledger yet. Send it the reserve of 1 XRP first, then try again.'),
    )
  await openStorageAccount(db.http, account, now())
}

export type StoredUpload = Parameters<typeof insertUpload>[1]

/** Counts files of an account in the caller's transaction. Throws Refusal: storage_quota, storage_full. */
async function count(
  { now, settings }: Context,
  tx: Executor,
  account: string,
  { bytes, files }: { bytes: number; files: number },
): Promise<void> {
  const { dayBytes, newDayBytes, totalBytes } = settings.storage
  const isWithinQuota = await countForAccount(
    tx,
    account,
    { bytes, files },
    {
      limits: { bytes: dayBytes, files: maxFiles.known },
      newLimits: { bytes: newDayBytes, files: maxFiles.new },
      newSince: new Date(now().getTime() - newMs),
      now: now(),
    },
  )
  if (!isWithinQuota)
    throw new Refusal(
      'storage_quota',
      sentence(
        "You have reached today's limit for files: {most} a day, {first} in an account's first week. Continue after midnight UTC.",
        { most: inGigabytes(dayBytes), first: inGigabytes(newDayBytes) },
      ),
      { retryAfterSeconds: Math.ceil((dayMs - (now().getTime() % dayMs)) / 1000) },
    )
  if (!(await countInTotal(tx, bytes, totalBytes)))
    throw new Refusal(
      'storage_full',
      sentence(
        'The marketplace has no space for more files at the moment. Nothing was stored; try again tomorrow, or contact the operator.',
      ),
      { retryAfterSeconds: 3600 },
    )
}

class Rehearsal extends Error {}

/**
 * Checks whether files of an account would be admitted now, without counting them.
 * Throws Refusal: insufficient_funds, storage_quota, storage_full.
 */
export async function requireStorage(
  context: Context,
  account: string,
  addition: { bytes: number; files: number },
): Promise<void> {
  await requireFunded(context, account)
  try {
    await context.db.transaction(async (tx) => {
      await count(context, tx, account, addition)
      throw new Rehearsal()
    })
  } catch (error) {
    if (!(error instanceof Rehearsal)) throw error
  }
}

/**
 * Counts and records a file before it is stored, in one transaction, so that the quotas of the account's day and of the
 * whole store hold under concurrent requests. Adds `more` bytes to a recorded file.
 * Throws Refusal: insufficient_funds, storage_quota, storage_full.
 */
export async function reserveStorage(
  context: Context,
  upload: StoredUpload | { id: string; account: string; more: number },
): Promise<void> {
  const { account } = upload
  const bytes = 'more' in upload ? upload.more : upload.bytes
  const files = 'more' in upload ? 0 : 1
  if (!('more' in upload)) await requireFunded(context, account)
  await context.db.transaction(async (tx) => {
    await count(context, tx, account, { bytes, files })
    await ('more' in upload ? growUpload(tx, upload.id, bytes) : insertUpload(tx, upload))
  })
}
