import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { useMedia } from '#db/queries/media/files.ts'
import { requestPins } from '#db/queries/pin/pins.ts'
import { insertProfile, queryProfile, updateProfile } from '#db/queries/account/profiles.ts'
import type { ProfileForm } from '#contract/schemas/profiles.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { storePicture } from '#worker/domain/media/store-picture.ts'
import { storedSkeleton } from '#worker/domain/people/normalize-names.ts'
import { checkName } from '#worker/domain/people/check-name.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'

const fieldRefusal = (path: string, message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

async function cidOf(
  context: Context,
  file: ProfileForm['avatarFile'],
  current: string | undefined,
  field: 'avatarFile' | 'backgroundFile',
): Promise<string> {
  if (file !== 'none') return (await storePicture(context, file, field)).cid
  if (current !== undefined) return current
  throw fieldRefusal(
    field,
    field === 'avatarFile' ? sentence('Choose an avatar.') : sentence('Choose a background.'),
  )
}

const profileExistsRefusal = () =>
  new Refusal(
    'profile_exists',
    sentence('You already have a profile. Edit it instead of creating another one.'),
  )

/**
 * Creates or edits the profile of the caller. An edit preserves pictures that are not part of the request.
 * Throws Refusal: profile_exists (create), not_found (edit), validation_failed, payload_too_large, storage_unavailable.
 */
export async function saveProfile(
  context: Context,
  actor: Actor,
  form: ProfileForm,
  mode: 'create' | 'edit',
): Promise<void> {
  const reader = context.db.http
  const [present] = await queryProfile(reader, actor.account)
  if (mode === 'edit' && present === undefined)
    throw new Refusal('not_found', sentence('You have no profile yet: create one first.'))
  if (mode === 'create' && present !== undefined) throw profileExistsRefusal()
  await checkName(context, actor.account, form.name)
  const avatarCid = await cidOf(context, form.avatarFile, present?.avatarCid, 'avatarFile')
  const backgroundCid = await cidOf(context, form.backgroundFile, present?.backgroundCid, 'backgroundFile')
  await context.db.transaction(async (tx) => {
    const profile = {
      account: actor.account,
      name: form.name,
      skeleton: storedSkeleton(form.name),
      description: form.description,
      role: form.role,
      links: form.links,
      avatarCid,
      backgroundCid,
    }
    if (mode === 'edit') await updateProfile(tx, profile)
    else if (!(await insertProfile(tx, profile))) throw profileExistsRefusal()
    await useMedia(tx, [avatarCid, backgroundCid], context.now())
    await requestPins(tx, actor.account, [{ cid: avatarCid }, { cid: backgroundCid }])
  })
  pinSoon(context)
}
