import { useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { currentSession } from '#web/wallet/session/session.ts'

interface ReportContentProps {
  nft: Nft
  viewer: string | null
}

/** Reports a work as adult content, unless it is already marked. Visitors connect a wallet first. */
export function ReportContent({ nft, viewer }: ReportContentProps) {
  const [isAsking, setAsking] = useState(false)
  const { nftokenID: id, metadata, owner } = nft
  if (metadata === null || metadata.imageFile?.explicit === true || owner === viewer) return null
  const report = async () => {
    if (currentSession().state !== 'connected') {
      openConnect(() => void report())
      return
    }
    setAsking(true)
    try {
      const { data } = await call('reportContent', { body: { id } })
      announce({ title: String(data), tone: 'good' })
    } catch (error) {
      announce({ title: sentenceOf(error), tone: 'bad' })
    }
    setAsking(false)
  }
  return (
    <Button look="quiet" busy={isAsking} onClick={() => void report()}>
      {t('Report adult content')}
    </Button>
  )
}
