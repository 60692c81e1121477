import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { useLiveProfile } from '#web/features/profile/use-live-profile.ts'

export const Route = createFileRoute('/account/$account/profile')({
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  useLiveProfile(account)
  return (
    <ProfilePage key={account} account={account}>
      <Outlet />
    </ProfilePage>
  )
}
