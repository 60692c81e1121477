import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#contract/schemas/profiles.ts'
import { nameProblem } from '#contract/rules/names.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { PicturePicker } from '#web/kit/pictures/picture-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { LinkFields } from '#web/kit/accounts/link-fields.tsx'
import { linkProblems, sentLinks } from '#web/kit/accounts/sent-links.ts'
import { draftOf, maxDescription, storedDraft, listUncorrected } from './profile-draft.ts'
import css from './profile-form.module.css'
import { withStatus } from './status-store.ts'

interface ProfileFormProps {
  account: string
  /** Null for a new profile. */
  profile: Profile | null
  onSaved: () => void
}

const roles = [
  { value: 'Artist', title: t('Artist') },
  { value: 'User', title: t('User') },
] as const

/** The form of a public profile. Stores the input in this tab until it is saved. */
export function ProfileForm({ account, profile, onSaved }: ProfileFormProps) {
  const title = profile === null ? t('Create New Profile') : t('Edit Your Profile')
  usePageMeta({ title: `${title} · OPX` })
  const draftStorage = storedDraft(account)
  const { draft, change } = useDraftForm(() => draftStorage.read() ?? draftOf(profile), draftStorage.tryWrite)
  const [avatar, setAvatar] = useState<Blob | null>(null)
  const [background, setBackground] = useState<Blob | null>(null)
  const save = useMutation({
    mutationFn: () =>
      withStatus(t('Saving your profile'), () =>
        call(profile === null ? 'createProfile' : 'editProfile', {
          form: {
            name: draft.name,
            description: draft.description,
            role: String(draft.role === 'Artist'),
            links: JSON.stringify(sentLinks(draft.links)),
            avatarFile: avatar ?? 'none',
            backgroundFile: background ?? 'none',
          },
        }),
      ),
    onSuccess: (hasSucceeded) => {
      if (!hasSucceeded) return
      draftStorage.remove()
      onSaved()
    },
  })
  const isComplete = draft.name.trim() !== '' && draft.description.trim() !== ''
  const hasPictures = profile !== null || (avatar !== null && background !== null)
  const [refusals, setRefusals] = useState<string[]>([])
  const submit = () => {
    if (nameProblem(draft.name) !== null) return
    const problems = linkProblems(draft.links)
    setRefusals(problems)
    if (problems.length === 0) save.mutate()
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h1 className={css.title}>{title}</h1>
      <p className={css.note}>{t('* required')}</p>
      <PicturePicker
        label={t('Background')}
        required={profile === null}
        ratio={2}
        maxWidth={1600}
        value={background}
        present={profile?.background?.src ?? null}
        onChange={setBackground}
      />
      <PicturePicker
        label={t('Avatar')}
        required={profile === null}
        ratio={1}
        round
        maxWidth={600}
        value={avatar}
        present={profile?.avatar?.src ?? null}
        onChange={setAvatar}
      />
      <Field
        label={t('Profile name *')}
        value={draft.name}
        error={nameProblem(draft.name)}
        onChange={(name) => change({ name: name.slice(0, 80) })}
      />
      <TextArea
        label={t('Description *')}
        value={draft.description}
        maxLength={maxDescription}
        onChange={(description) => change({ description })}
      />
      <div>
        <p className={css.note}>{t('Role')}</p>
        <Segmented
          label={t('Role')}
          options={roles}
          value={draft.role}
          onChange={(role) => change({ role })}
        />
      </div>
      <LinkFields links={draft.links} onChange={(links) => change({ links })} />
      <div role="alert">
        {listUncorrected(refusals, draft.links).map((refusal) => (
          <p key={refusal} className={css.error}>
            {refusal}
          </p>
        ))}
      </div>
      {save.data === false && (
        <p className={css.error}>{t('Your changes were not saved. Your input is still here.')}</p>
      )}
      <Button
        type="submit"
        look="primary"
        size="large"
        busy={save.isPending}
        disabled={!isComplete || !hasPictures}
      >
        {profile === null ? t('Create Profile') : t('Save Changes')}
      </Button>
    </form>
  )
}
