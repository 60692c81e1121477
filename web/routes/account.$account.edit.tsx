import { createFileRoute } from '@tanstack/react-router'
import { OwnProfileForm } from '#web/features/profile/edit/own-profile-form.tsx'

export const Route = createFileRoute('/account/$account/edit')({
  component: Page,
})

function Page() {
  const { account } = Route.useParams()
  return <OwnProfileForm account={account} mode="edit" />
}
