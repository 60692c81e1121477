import { useQuery } from '@tanstack/react-query'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { t, rich } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import css from './minter-note.module.css'
import { Preparing } from './preparing.tsx'
import { useSigning } from './use-signing.ts'

const refetchMs = 3000

interface MinterNoteProps {
  account: string
  /** True to render nothing if the permission exists. */
  quiet?: boolean
}

/** The issuer's one-time permission for on-demand minting, with a button to grant it. */
export function MinterNote({ account, quiet = false }: MinterNoteProps) {
  const minter = useQuery({
    queryKey: ['getMinter', account],
    queryFn: ({ signal }) => call('getMinter', {}, { signal }),
    // Poll, because the permission may be signed on this page or on another one.
    refetchInterval: ({ state }) => (state.data?.authorized === false ? refetchMs : false),
  })
  const { busy, refusal, ask } = useSigning(() => undefined)
  const authorize = () =>
    void ask(
      'authorizeMinter',
      { body: {} },
      {
        action: 'authorizeMinter',
        title: 'OPX',
      },
    )
  if (minter.data === undefined) {
    return minter.error === null ? null : (
      <p className={css.note} role="alert">
        {sentenceOf(minter.error)}
      </p>
    )
  }
  const { authorized, other: otherMinter } = minter.data
  if (authorized) {
    return quiet ? null : (
      <p className={css.note} role="status">
        {t('Your account already lets the marketplace mint for you.')}
      </p>
    )
  }
  return (
    <div className={css.note} role="status">
      <p>
        {joinSentences(
          quiet && t('Nothing in this collection can be bought now.'),
          t(
            'The marketplace needs your permission, once, to mint in your name when someone buys. You sign this in your wallet (AccountSet), and can revoke it there.',
          ),
        )}
      </p>
      {otherMinter !== null && (
        <p>
          {rich("It replaces your account's current minter: {code}.", {
            code: <code>{shortenAddress(otherMinter)}</code>,
          })}
        </p>
      )}
      <RetryButton error={refusal} busy={busy} onClick={authorize}>
        {t('Let the marketplace mint')}
      </RetryButton>
      <Preparing action="authorizeMinter" busy={busy} />
      {refusal !== null && <p role="alert">{refusal.message}</p>}
    </div>
  )
}
