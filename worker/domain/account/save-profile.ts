import { requestPins } from '#db/queries/pins.ts'
import { queryProfile, saveProfile as writeProfile } from '#db/queries/profiles.ts'
import type { ProfileForm } from '#worker/contract/profiles.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { storePicture } from '#worker/domain/media/store-picture.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'

const missing = (path: string, message: string) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

async function cidOf(
  context: Context,
  file: ProfileForm['avatarFile'],
  kept: string | undefined,
  field: 'avatarFile' | 'backgroundFile',
): Promise<string> {
  if (file !== 'none') return (await storePicture(context, file, field)).cid
  if (kept !== undefined) return kept
  throw missing(field, field === 'avatarFile' ? 'Choose an avatar.' : 'Choose a background.')
}

/**
 * Creates or changes the profile of the caller; the same form twice leaves the same profile. Pictures that are not given stay.
 * Throws Refusal: not_found (nothing to edit), validation_failed, payload_too_large, storage_unavailable.
 */
export async function saveProfile(
  context: Context,
  actor: Actor,
  form: ProfileForm,
  mode: 'create' | 'edit',
): Promise<void> {
  const { read } = context.db
  const [present] = await queryProfile(read, actor.account)
  if (mode === 'edit' && present === undefined)
    throw new Refusal('not_found', 'You have no profile yet: create one first.')
  const avatarCid = await cidOf(context, form.avatarFile, present?.avatarCid, 'avatarFile')
  const backgroundCid = await cidOf(context, form.backgroundFile, present?.backgroundCid, 'backgroundFile')
  await context.db.transaction(async (tx) => {
    await writeProfile(tx, {
      account: actor.account,
      name: form.name,
      description: form.description,
      role: form.role,
      links: form.links,
      avatarCid,
      backgroundCid,
    })
    await requestPins(tx, actor.account, [{ cid: avatarCid }, { cid: backgroundCid }])
  })
  pinSoon(context)
}
