import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logToConsole } from '#web/wallet/session/console-lines.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Redirect } from '#web/kit/redirect.tsx'

export const Route = createFileRoute('/create')({
  component: Create,
})

/** The hub is public. The pages below it need a connected wallet. */
function Create() {
  const session = useSession()
  // The rendered page decides, not the address: that is the next page's while this one is still shown.
  const isHub = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/create/'),
  })
  if (isHub || session.state === 'connected') return <Outlet />
  return session.state === 'loading' ? null : <ToHub />
}

function ToHub() {
  useEffect(() => logToConsole('Need to connect wallet.'), [])
  return <Redirect to="/create" replace />
}
