import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { settingsQuery } from '#web/api/use-settings.ts'
import { RequestTray } from '#web/wallet/requests/request-tray.tsx'
import { RequestsGate } from '#web/wallet/requests/requests-gate.tsx'
import { CartLink } from '#web/features/cart/cart-link.tsx'
import { SearchBox } from '#web/features/market/search/search-box.tsx'
import { Header } from '#web/features/shell/header.tsx'
import { PaletteGate } from '#web/features/shell/palette-gate.tsx'
import { PageError } from '#web/features/shell/page-error.tsx'
import { RouteAnnouncer } from '#web/features/shell/route-announcer.tsx'
import { SkipLink } from '#web/features/shell/skip-link.tsx'
import { openTrade } from '#web/wallet/trade-intent.ts'
import { ConnectGate } from '#web/wallet/session/connect-gate.tsx'
import { pendingStorage, takeWish } from '#web/wallet/session/pending-connect.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { NetworkGate } from '#web/wallet/session/network-gate.tsx'
import { WalletButton } from '#web/features/shell/wallet-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './root.module.css'

// These parts are below the first screen of every page.
const Footer = lazyPart(async () => (await import('#web/features/shell/footer.tsx')).Footer)
const Notices = lazyPart(async () => (await import('#web/features/shell/notices.tsx')).Notices)
const AccountTools = lazyCode(async () => (await import('./-account-tools.tsx')).AccountTools)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(settingsQuery)
  },
  errorComponent: PageError,
  component: Root,
})

function searchBox(onDone: () => void) {
  return <SearchBox onDone={onDone} />
}

function Root() {
  const navigate = useNavigate()
  const account = useAccount()
  useEffect(() => {
    if (account === null || document.visibilityState !== 'visible') return
    // Begun before a sign-in that a reload or a new tab has outlived.
    const wish = takeWish(pendingStorage(), Date.now())
    if (wish !== null)
      void navigate({ to: '/nft/$id', params: { id: wish.nftokenID } }).then(() =>
        openTrade(wish.nftokenID, wish.intent),
      )
  }, [account, navigate])
  return (
    <>
      <SkipLink />
      <Header search={searchBox}>
        <CartLink />
        <RequestTray />
        <WalletButton Tools={AccountTools} />
      </Header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
      <PaletteGate />
      <ConnectGate />
      <NetworkGate />
      <RequestsGate
        onRetry={({ nftokenID, retry }) => {
          if (nftokenID === null || retry === null) return
          void navigate({ to: '/nft/$id', params: { id: nftokenID } }).then(() => openTrade(nftokenID, retry))
        }}
      />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <RouteAnnouncer />
    </>
  )
}
