import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '#web/features/help/help-page.tsx'

export const Route = createFileRoute('/help')({ component: HelpPage })
