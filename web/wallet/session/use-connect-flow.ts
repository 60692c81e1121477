import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { CheckReply, SignReferences } from '#contract/schemas/sign-requests.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { announce } from '#web/ui/toasts.ts'
import { useNow } from '#web/ui/use-now.ts'
import { takeToWallet } from '#web/wallet/signers/take-to-wallet.ts'
import { closeConnect } from './connect-prompt.ts'
import { loadPendingConnect, pendingStorage, savePendingConnect } from './pending-connect.ts'
import { connect } from './session.ts'

const pollMs = 2000

type ConnectFlow =
  | { step: 'terms' }
  | { step: 'asking' }
  | { step: 'waiting'; references: SignReferences; opened: boolean }
  /** `aside` is a second line about the result of the sign-in. */
  | { step: 'over'; sentence: string; aside: string; error: unknown }

const endings: Partial<Record<CheckReply['status'], string>> = {
  rejected: t('Request is rejected by signer.'),
  expired: t('The request expired before it was signed.'),
  failed: t('The request is failed.'),
}

type ConnectState =
  | { step: 'terms' | 'asking' }
  | { step: 'refused'; error: unknown }
  | { step: 'asked'; references: SignReferences }

function restore(): ConnectState {
  const references = loadPendingConnect(pendingStorage(), Date.now())
  return references === null ? { step: 'terms' } : { step: 'asked', references }
}

/**
 * Runs the connect dialog: sends the request once the boxes are ticked and a wallet is chosen, and polls every 2 s
 * until it is signed, rejected or expired. `returningAccount` is the account that signs in again; null for a visitor
 * who connects.
 */
export function useConnectFlow(returningAccount: string | null) {
  const [connectState, setConnecting] = useState(restore)

  const ask = useCallback(async (wallet: WalletName) => {
    setConnecting({ step: 'asking' })
    try {
      const references = await call('connectWallet', { query: { wallet } })
      savePendingConnect(pendingStorage(), references)
      setConnecting({ step: 'asked', references })
    } catch (error) {
      setConnecting({ step: 'refused', error })
    }
  }, [])

  const poll = useQuery({
    ...operationQuery('checkSignRequest', {
      params: { uuid: connectState.step === 'asked' ? connectState.references.uuid : '' },
    }),
    enabled: connectState.step === 'asked',
    refetchInterval: ({ state }) => (state.data?.status === 'pending' || !state.data ? pollMs : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

  const openReferences = connectState.step === 'asked' ? connectState.references : null
  const { refetch } = poll
  useEffect(() => {
    if (openReferences?.wallet === undefined) return
    const { uuid, wallet } = openReferences
    void takeToWallet(uuid, wallet, refetch)
  }, [openReferences, refetch])

  useEffect(() => {
    if (poll.error !== null) giveUp(sentenceOf(poll.error), returningAccount)
  }, [poll.error, returningAccount])
  useEffect(() => {
    if (poll.data === undefined) return
    if (isOtherAccount(poll.data, returningAccount)) refuse(poll.data)
    else finish(poll.data, returningAccount, openReferences?.wallet)
  }, [poll.data, returningAccount, openReferences])

  // A late signature still connects, so polling continues.
  const isOver = useIsOver(openReferences?.expiresAt) && poll.data?.stage !== 'opened'
  return { flow: isOver ? expiredFlow : flowOf(connectState, poll.data, returningAccount), ask }
}

const expiredFlow: ConnectFlow = {
  step: 'over',
  sentence: t('The request expired before it was signed.'),
  aside: t('Nothing was shared, and nothing was signed.'),
  error: null,
}

function useIsOver(expiresAt: string | undefined): boolean {
  const now = useNow(1000, expiresAt !== undefined)
  return expiresAt !== undefined && Date.parse(expiresAt) <= now
}

function flowOf(
  connectState: ConnectState,
  reply: CheckReply | undefined,
  returningAccount: string | null,
): ConnectFlow {
  if (connectState.step === 'refused')
    return {
      step: 'over',
      sentence: sentenceOf(connectState.error),
      aside: t('Nothing was shared, and nothing was signed.'),
      error: connectState.error,
    }
  if (connectState.step !== 'asked') return { step: connectState.step }
  if (reply?.account !== undefined && returningAccount !== null && isOtherAccount(reply, returningAccount)) {
    const [signer, expectedSigner] = [shortenAddress(reply.account), shortenAddress(returningAccount)]
    return {
      step: 'over',
      sentence: t('{signed} has signed in. Sign in with {expected}, which is connected here.', {
        signed: signer,
        expected: expectedSigner,
      }),
      aside: t('The other account has been signed out again; nothing else was signed.'),
      error: null,
    }
  }
  return { step: 'waiting', references: connectState.references, opened: reply?.stage === 'opened' }
}

function giveUp(sentence: string, returningAccount: string | null): void {
  savePendingConnect(pendingStorage(), null)
  closeConnect('left')
  const title =
    returningAccount === null ? t('The wallet is not connected') : t('You have not signed in again')
  announce({ title, text: sentence, tone: 'bad' })
}

/** Returns true if an account other than the expected one has signed in. */
function isOtherAccount({ account }: CheckReply, returningAccount: string | null): boolean {
  return returningAccount !== null && account !== undefined && account !== returningAccount
}

/** Ends the session of an unexpected account. */
function refuse({ jwt_token: token }: CheckReply): void {
  savePendingConnect(pendingStorage(), null)
  if (token !== undefined) void call('signOut', { body: {} }, { token }).catch(() => undefined)
}

function finish(reply: CheckReply, returningAccount: string | null, wallet: WalletName = 'xaman'): void {
  if (reply.status === 'pending') return
  const endText = endings[reply.status]
  if (endText !== undefined) {
    giveUp(endText, returningAccount)
    return
  }
  savePendingConnect(pendingStorage(), null)
  const { account, jwt_token, user_token = null } = reply
  const isConnected =
    account !== undefined && jwt_token !== undefined && connect({ account, user_token, jwt_token, wallet })
  if (isConnected) closeConnect('connected')
  else giveUp(t("The server's response could not be read."), returningAccount)
}
