import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logToConsole } from '#web/wallet/session/console-lines.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Redirect } from '#web/kit/redirect.tsx'

export const Route = createFileRoute('/create')({
  component: Create,
})

/** The start page for creating, which is public. The pages below it need a connected wallet. */
function Create() {
  const session = useSession()
  // Checks the rendered page rather than the URL, which already belongs to the next page while this one is still shown.
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
