import { createFileRoute, redirect } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { announce } from '#web/ui/toasts.ts'

/** Redirects unknown paths to the home page, which explains the redirect. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    announce({ title: t('There is no page at this address'), text: t('This is the home page.') })
    throw redirect({ to: '/', replace: true })
  },
})
