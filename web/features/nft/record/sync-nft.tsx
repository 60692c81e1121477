import { useState } from 'react'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { currentSession, useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './sync.module.css'
import { syncWords, useSyncProgress } from '#web/kit/use-sync-progress.ts'

const texts: Record<string, string> = {
  signed: t('NFToken sync started (takes some time)'),
  'not owner': t('Only the owner can sync data.'),
}

/**
 * Shown to everyone: visitors connect a wallet first, and the server checks the owner, because the index may be
 * outdated.
 */
export function SyncNft({ id }: { id: string }) {
  const isConnected = useAccount() !== null
  const { progress, follow } = useSyncProgress('getNftSync', id, isConnected)
  const [isAsking, setAsking] = useState(false)
  const run = async () => {
    const session = currentSession()
    if (session.state !== 'connected') {
      openConnect(() => void run())
      return
    }
    setAsking(true)
    try {
      const answer = await call('syncNft', { body: { id } })
      const started = answer === 'signed'
      announce({ title: texts[answer] ?? answer, tone: started ? 'good' : 'bad' })
      if (started) await follow()
    } catch (error) {
      announce({ title: sentenceOf(error), tone: 'bad' })
    }
    setAsking(false)
  }
  return (
    <div className={css.row}>
      <Button look="quiet" flush busy={isAsking || progress !== null} onClick={() => void run()}>
        {t('Sync')}
      </Button>
      <span role="status" className={css.state}>
        {progress !== null && syncWords(progress)}
      </span>
    </div>
  )
}
