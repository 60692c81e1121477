import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sayInConsole } from '#web/wallet/session/console-lines.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Redirect } from '#web/kit/redirect.tsx'

export const Route = createFileRoute('/create')({
  component: Create,
})

/** The hub is public; the pages below it need a wallet. */
function Create() {
  const session = useSession()
  const { pathname } = useLocation()
  const isHub = pathname.replace(/\/$/, '') === '/create'
  if (isHub || session.state === 'connected') return <Outlet />
  return session.state === 'loading' ? null : <ToHub />
}

function ToHub() {
  useEffect(() => sayInConsole('Need to connect wallet.'), [])
  return <Redirect to="/create" replace />
}
