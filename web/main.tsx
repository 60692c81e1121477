import './styles/index.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { readPageData } from './api/page-data.ts'
import { createQueryClient } from './api/queries.ts'
import { startSession } from '#web/wallet/session/start-session.ts'
import { createAppRouter } from './router.tsx'
import { reloadWhenStale } from './stale-build.ts'

const queryClient = createQueryClient()
readPageData(queryClient)
startSession()
reloadWhenStale()
const router = createAppRouter(queryClient)

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')

/** As a transition, React gives way to input every few milliseconds: the first screen is no single long task. */
function show(place: Element) {
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  )
}

/** A task of its own: reading the code and finding the page would be one long one. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

// Until the page's code is there, what the edge has painted stays.
void nextTask()
  .then(() => router.load())
  .finally(() => show(root))
