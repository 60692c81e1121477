import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { accountPattern } from '#contract/rules/ledger.ts'
import { profileQuery } from '#web/kit/accounts/queries.ts'
import { StatusDialog } from '#web/features/profile/status-dialog.tsx'

export const Route = createFileRoute('/account/$account')({
  beforeLoad: ({ params: { account } }) => {
    if (!accountPattern.test(account)) throw redirect({ to: '/', replace: true })
  },
  loader: ({ context: { queryClient }, params: { account } }) => {
    void queryClient.prefetchQuery(profileQuery(account))
  },
  component: Page,
})

function Page() {
  return (
    <>
      <Outlet />
      <StatusDialog />
    </>
  )
}
