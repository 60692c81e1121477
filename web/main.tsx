import './styles/index.css'
import 'virtual:opx-language.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { setSpeech } from '#contract/words/speech.ts'
import { loadCalls } from './api/call.ts'
import { readPageData } from './api/page-data.ts'
import { createQueryClient } from './api/queries.ts'
import { afterFirstScreen, endFirstScreen } from '#web/ui/first-screen.ts'
import { startSession } from '#web/wallet/session/start-session.ts'
import './first-screens.ts'
import { locale } from './messages.ts'
import { createAppRouter } from './router.tsx'
import { reloadWhenStale } from './stale-build.ts'

setSpeech({ language: () => locale })
const queryClient = createQueryClient()
reloadWhenStale()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')

function Drawn() {
  useEffect(endFirstScreen, [])
  return null
}

/** Renders in a transition, which yields to input every few milliseconds instead of blocking in one long task. */
function show(place: Element, router: ReturnType<typeof createAppRouter>) {
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Drawn />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  )
}

/** Yields between the start-up steps, so that the browser can paint and respond to input. */
const nextTask = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

const maxFontMs = 500
/** Waits for the text font, which is requested before the code, because text moves if its font arrives later. */
const textFont = Promise.race([
  document.fonts.load(`1em ${getComputedStyle(document.body).fontFamily}`).catch(() => undefined),
  nextTask(maxFontMs),
])

afterFirstScreen(loadCalls).catch(() => undefined)
if (import.meta.env.PROD)
  void afterFirstScreen(() => import('./service-worker.ts')).then(({ registerServiceWorker }) =>
    registerServiceWorker(),
  )

async function start(place: Element) {
  await nextTask()
  readPageData(queryClient)
  startSession()
  await nextTask()
  const router = createAppRouter(queryClient)
  await nextTask()
  try {
    // Keep the HTML from the edge until the page's code is loaded.
    await Promise.all([router.load(), textFont])
  } finally {
    show(place, router)
  }
}
void start(root)
