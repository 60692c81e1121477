import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { CheckReply, SignReferences } from '#worker/contract/sign-requests.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { announce } from '#web/ui/toasts.ts'
import { closeConnect } from './connect-prompt.ts'
import { loadPendingConnect, savePendingConnect } from './pending-connect.ts'
import { connect } from './session.ts'

export const pollMs = 2000

export type ConnectFlow =
  | { step: 'terms' }
  | { step: 'asking' }
  | { step: 'waiting'; references: SignReferences; opened: boolean }
  | { step: 'over'; sentence: string }

const endings: Partial<Record<CheckReply['status'], string>> = {
  rejected: 'Request is rejected by signer.',
  expired: 'The request has expired before it was signed.',
  failed: 'The request is failed.',
}

function leave(sentence: string): void {
  savePendingConnect(sessionStorage, null)
  closeConnect('left')
  announce({ title: 'The wallet is not connected', text: sentence, tone: 'bad' })
}

/** The connect dialog's course: asked for once the boxes are ticked, polled every 2 s, ended by the signer or the clock. */
export function useConnectFlow() {
  const [references, setReferences] = useState(() => loadPendingConnect(sessionStorage, Date.now()))
  const [asking, setAsking] = useState(false)
  const [sentence, setSentence] = useState<string | null>(null)

  const keep = useCallback((next: SignReferences | null) => {
    savePendingConnect(sessionStorage, next)
    setReferences(next)
  }, [])

  const ask = useCallback(async () => {
    setSentence(null)
    setAsking(true)
    try {
      keep(await call('connectWallet', {}))
    } catch (error) {
      setSentence(sentenceOf(error))
    }
    setAsking(false)
  }, [keep])

  const poll = useQuery({
    ...operationQuery('checkSignRequest', { params: { uuid: references?.uuid ?? '' } }),
    enabled: references !== null,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

  const reply = references === null ? undefined : poll.data
  const problem = references === null ? null : poll.error
  useEffect(() => {
    if (problem !== null) leave(sentenceOf(problem))
  }, [problem])
  useEffect(() => {
    if (reply === undefined || reply.status === 'pending') return
    if (reply.status === 'signed' || reply.status === 'success') {
      const { account, jwt_token, user_token = null } = reply
      const connected = account && jwt_token ? connect({ account, user_token, jwt_token }) : false
      if (!connected) return leave('The answer of the server could not be read.')
      savePendingConnect(sessionStorage, null)
      closeConnect('connected')
      return
    }
    keep(null)
    setSentence(endings[reply.status] ?? 'The request is failed.')
  }, [reply, keep])

  const flow: ConnectFlow =
    sentence !== null
      ? { step: 'over', sentence }
      : references !== null
        ? { step: 'waiting', references, opened: reply?.stage === 'opened' }
        : asking
          ? { step: 'asking' }
          : { step: 'terms' }
  return { flow, ask, forget: () => keep(null) }
}
