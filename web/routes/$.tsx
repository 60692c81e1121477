import { createFileRoute, redirect } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { announce } from '#web/ui/toasts.ts'

/** Unknown paths redirect to the home page, which says why. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    announce({ title: t('There is no page at this address'), text: t('This is the home page.') })
    throw redirect({ to: '/', replace: true })
  },
})
