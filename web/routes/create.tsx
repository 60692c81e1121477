import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
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
  const { pathname } = useLocation()
  const isHub = pathname.replace(/\/$/, '') === '/create'
  if (isHub || session.state === 'connected') return <Outlet />
  return session.state === 'loading' ? null : <ToHub />
}

function ToHub() {
  useEffect(() => logToConsole('Need to connect wallet.'), [])
  return <Redirect to="/create" replace />
}
