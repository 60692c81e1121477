import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { useSession } from '#web/wallet/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { ProfileForm } from './profile-form.tsx'
import { profileQuery } from '#web/kit/accounts/queries.ts'

/** The form for the account's own profile. Other viewers are redirected to the public profile. */
export function OwnProfileForm({ account, mode }: { account: string; mode: 'create' | 'edit' }) {
  const session = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const query = useQuery(profileQuery(account))
  // Once saved, the form renders nothing until the navigation is done.
  const [isSaved, setSaved] = useState(false)
  if (session.state === 'loading' || isSaved) return null
  if (session.state !== 'connected' || session.account !== account) {
    return <Redirect to="/account/$account/profile" params={{ account }} replace />
  }
  if (query.data === undefined)
    return query.error === null ? null : <QueryError error={query.error} retry={query.refetch} />
  const { profile } = query.data
  if (profile === null && mode === 'edit')
    return <Redirect to="/account/$account/create" params={{ account }} replace />
  if (profile !== null && mode === 'create') {
    return (
      <Message title={t('You already have a profile')}>
        <p>{t('It can be changed at any time.')}</p>
        <Link to="/account/$account/edit" params={{ account }} className={buttonClass('primary')}>
          {t('Edit your profile')}
        </Link>
      </Message>
    )
  }
  return (
    <ProfileForm
      account={account}
      profile={profile}
      onSaved={async () => {
        setSaved(true)
        await queryClient.invalidateQueries({ queryKey: profileQuery(account).queryKey })
        void navigate({ to: '/account/$account/profile', params: { account } })
      }}
    />
  )
}
