import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ProfilePage } from '#web/features/profile/profile-page.tsx'

export const Route = createFileRoute('/account/$account/profile')({
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  return (
    <ProfilePage key={account} account={account}>
      <Outlet />
    </ProfilePage>
  )
}
