import { sentence } from '#contract/words/sentence.ts'
import { deleteFollow, insertFollow } from '#db/queries/account/profiles.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { noteFollow } from '#worker/domain/event/note-events.ts'
import { isClassicAddress } from '#worker/ledger/addresses.ts'

/** Follows an account; repeating it changes nothing. Throws Refusal: follow_self, validation_failed. */
export async function follow({ db, now }: Context, actor: Actor, followee: string): Promise<void> {
  if (followee === actor.account) throw new Refusal('follow_self', sentence('You cannot follow yourself.'))
  if (!isClassicAddress(followee)) {
    throw new Refusal('validation_failed', sentence('This is not an address of the XRP Ledger.'), {
      errors: [{ path: 'followee', message: 'Its checksum does not hold: look for a typing error.' }],
    })
  }
  await db.transaction(async (tx) => {
    if (await insertFollow(tx, actor.account, followee)) await noteFollow(tx, actor.account, followee, now())
  })
}

export async function unfollow({ db }: Context, actor: Actor, followee: string): Promise<void> {
  await deleteFollow(db.http, actor.account, followee)
}
