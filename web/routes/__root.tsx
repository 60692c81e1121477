import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { settingsQuery } from '#web/api/use-settings.ts'
import { SearchBox } from '#web/features/market/search/search-box.tsx'
import { Header } from '#web/features/shell/header.tsx'
import { PaletteGate } from '#web/features/shell/palette-gate.tsx'
import { PageError } from '#web/features/shell/page-error.tsx'
import { RouteAnnouncer } from '#web/features/shell/route-announcer.tsx'
import { SkipLink } from '#web/features/shell/skip-link.tsx'
import { openTrade } from '#web/wallet/trade-intent.ts'
import { pendingStorage, takeWish } from '#web/wallet/session/pending-connect.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { WalletButton } from '#web/features/shell/wallet-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { afterFirstScreen } from '#web/ui/first-screen.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './root.module.css'

// Not part of the first screen. If something is opened before its code is loaded, it appears after loading.
const Footer = lazyPart(async () => (await import('#web/features/shell/footer.tsx')).Footer)
// Loads the overlays. Connecting and buying need them, so if their code cannot load, the page shows the error.
const loadOverlays = async () => (await import('./-overlays.tsx')).Overlays
const Overlays = lazyCode(() => afterFirstScreen(loadOverlays))
const CartLink = lazyPart(async () => (await import('#web/features/cart/cart-link.tsx')).CartLink)
const RequestTray = lazyPart(async () => (await import('#web/wallet/requests/request-tray.tsx')).RequestTray)
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
    // A trade that the user started before signing in, restored after a reload or in a new tab.
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
        <Suspense fallback={null}>
          <CartLink />
          <RequestTray />
        </Suspense>
        <WalletButton Tools={AccountTools} />
      </Header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
      <PaletteGate />
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
      <RouteAnnouncer />
    </>
  )
}
