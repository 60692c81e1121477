import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { maxDrops, parseXrp, tooMuchXrp } from '#contract/rules/amounts.ts'
import { accountPattern } from '#contract/rules/ledger.ts'
import { maxSwapNfts, swapDays, swapProblems } from '#contract/limits/swaps.ts'
import { t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import css from './swap.module.css'
import type { SwapSearch } from './swap-search.ts'
import { type Chosen, WorkPicker } from './work-picker.tsx'
import { Worth, worthRule } from './worth.tsx'

/** The page for creating a swap proposal. */
export function SwapNew({ search }: { search: SwapSearch }) {
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Propose a Swap')}</h1>
      <p className={css.lead}>
        {t(
          'Swap works, and XRP if you like, in one step: both sides move or neither does. The marketplace takes no fee; royalties apply to any XRP added. Nothing is signed yet.',
        )}
      </p>
      {account === null ? (
        <Message
          title={t('Connect your wallet to propose a swap')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
        />
      ) : (
        <Loaded key={account} account={account} search={search} />
      )}
    </div>
  )
}

/** The form. Rendered once the works of both accounts are loaded, so that nothing in it moves. */
function Loaded({ account, search }: { account: string; search: SwapSearch }) {
  const partner = search.with ?? ''
  const ownWorks = useInfiniteQuery(accountNftsQuery(account))
  const partnerNfts = useInfiniteQuery({
    ...accountNftsQuery(partner),
    enabled: partnerProblem(partner, account) === null,
  })
  if (!ownWorks.isLoading && !partnerNfts.isLoading) return <SwapForm account={account} search={search} />
  return (
    <>
      <LoadingNote subject={t('works')} />
      <Skeleton height="40rem" />
    </>
  )
}

const payers = [
  { value: 'none', title: t('No XRP') },
  { value: 'proposer', title: t('I add XRP') },
  { value: 'partner', title: t('They add XRP') },
] as const
type Payer = (typeof payers)[number]['value']

const createPreset = (id: string | undefined): Chosen[] =>
  id === undefined
    ? []
    : [{ id: id.toUpperCase(), name: `NFT ${shortenAddress(id.toUpperCase())}`, valueDrops: null }]

/** Returns the reason why the other account cannot receive a proposal; null if it can. */
function partnerProblem(partner: string, account: string): string | null {
  if (partner === '') return t('Enter the address of the other account.')
  if (!accountPattern.test(partner)) return t('This is not an XRP Ledger address. An address begins with r.')
  return partner === account ? t('Choose an account other than your own.') : null
}

function xrpProblem(payer: Payer, text: string): string | null {
  if (payer === 'none') return null
  const drops = parseXrp(text)
  if (drops === null || drops === 0n)
    return t('Enter an amount of XRP above 0 with at most 6 decimals, such as 12.5.')
  return drops > maxDrops ? tooMuchXrp() : null
}

function worksProblem(gives: readonly Chosen[], gets: readonly Chosen[]): string | null {
  if (gives.length === 0 || gets.length === 0) return swapProblems.none()
  return gives.length + gets.length > maxSwapNfts ? swapProblems.tooMany() : null
}

function SwapForm({ account, search }: { account: string; search: SwapSearch }) {
  const navigate = useNavigate()
  const online = useOnline()
  const [partner, setPartner] = useState(search.with ?? '')
  const [gives, setGives] = useState(() => createPreset(search.gives))
  const [gets, setGets] = useState(() => createPreset(search.gets))
  const [payer, setPayer] = useState<Payer>('none')
  const [xrp, setXrp] = useState('')
  const [days, setDays] = useState('7')
  const [isSubmitted, setSubmitted] = useState(false)
  const key = useRef<{ request: string; key: string } | null>(null)
  const propose = useMutation({
    mutationFn: () => {
      const body = {
        partner,
        gives: gives.map(({ id }) => id),
        gets: gets.map(({ id }) => id),
        drops: (payer === 'none' ? 0n : (parseXrp(xrp) ?? 0n)).toString(),
        payer: payer === 'partner' ? ('partner' as const) : ('proposer' as const),
        days: swapDays.find((option) => String(option) === days) ?? 7,
      }
      // Identifies the input, so that repeating a call after a lost reply does not store a second proposal.
      const request = JSON.stringify(body)
      if (key.current?.request !== request) key.current = { request, key: crypto.randomUUID() }
      return call('proposeSwap', { body }, { idempotencyKey: key.current.key })
    },
    onSuccess: ({ data }) => navigate({ to: '/swap/$id', params: { id: data.id } }),
  })
  const problems = {
    partner: partnerProblem(partner, account),
    works: worksProblem(gives, gets),
    xrp: xrpProblem(payer, xrp),
  }
  const isComplete = Object.values(problems).every((problem) => problem === null)
  const visibleProblem = (problem: string | null) => (isSubmitted ? problem : null)
  const full = gives.length + gets.length >= maxSwapNfts
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (isComplete && !propose.isPending) propose.mutate()
      }}
    >
      <Field
        label={t('The other account')}
        value={partner}
        onChange={(text) => {
          setPartner(text.trim())
          setGets([])
        }}
        placeholder="r..."
        error={visibleProblem(problems.partner)}
      />
      {problems.partner === null && (
        <p className={css.partner}>
          <Address account={partner} viewer={account} full />
        </p>
      )}
      <div className={css.sides}>
        <WorkPicker
          legend={t('You give')}
          account={account}
          chosenWorks={gives}
          onChange={setGives}
          full={full}
        />
        {problems.partner === null ? (
          <WorkPicker
            key={partner}
            legend={t('You get', { context: 'swap' })}
            account={partner}
            chosenWorks={gets}
            onChange={setGets}
            full={full}
          />
        ) : (
          <div className={css.picker}>
            <h2 className={css.giver}>{t('You get', { context: 'swap' })}</h2>
            <p className={css.quiet}>{t('Enter the other account first: its works appear here.')}</p>
          </div>
        )}
      </div>
      <Segmented label={t('XRP in addition')} options={payers} value={payer} onChange={setPayer} />
      {payer !== 'none' && (
        <Field
          label={t('Amount')}
          value={xrp}
          onChange={setXrp}
          inputMode="decimal"
          suffix="XRP"
          error={visibleProblem(problems.xrp)}
          hint={t(
            'It is split equally among the works it pays for and counts as their price, so their creators get royalties.',
          )}
        />
      )}
      <Summary
        gives={gives}
        gets={gets}
        givenDrops={payer === 'proposer' ? (parseXrp(xrp) ?? 0n) : 0n}
        gottenDrops={payer === 'partner' ? (parseXrp(xrp) ?? 0n) : 0n}
      />
      <Select
        isStacked
        label={t('The proposal is open for')}
        options={swapDays.map((value) => ({
          value: String(value),
          title: t('{count, plural, one {# day} other {# days}}', { count: value }),
        }))}
        value={days}
        onChange={setDays}
      />
      <div role="alert">
        {visibleProblem(problems.works) !== null && <p className={css.problem}>{problems.works}</p>}
        {propose.error !== null && <p className={css.problem}>{sentenceOf(propose.error)}</p>}
      </div>
      {!online && <p role="status">{t('You are offline. Your choice is saved on this page.')}</p>}
      <HelpLink topic="swaps">{t('How swaps work')}</HelpLink>
      <div className={css.actions}>
        <RetryButton
          error={propose.error}
          type="submit"
          look="primary"
          size="large"
          busy={propose.isPending}
          disabled={!online}
        >
          {t('Propose')}
        </RetryButton>
      </div>
    </form>
  )
}

const joinNames = (works: readonly Chosen[]) =>
  works.length === 0 ? t('nothing yet') : joinList(works.map(({ name }) => name))

interface SummaryProps {
  gives: readonly Chosen[]
  gets: readonly Chosen[]
  /** XRP that each side adds. */
  givenDrops: bigint
  gottenDrops: bigint
}

/** Both sides of the swap at a glance; stays visible while works are chosen. */
function Summary({ gives, gets, givenDrops, gottenDrops }: SummaryProps) {
  return (
    <div className={css.balance}>
      <p className={css.quiet} role="status">
        {t('You give {given}; you get {received}. {count} of {maxSwapNfts} works chosen.', {
          given: joinNames(gives),
          received: joinNames(gets),
          count: gives.length + gets.length,
          maxSwapNfts,
        })}
      </p>
      {gives.length + gets.length > 0 && (
        <>
          <dl className={css.values}>
            <div>
              <dt>{t('You give')}</dt>
              <dd>
                <Worth works={gives} addedDrops={givenDrops} />
              </dd>
            </div>
            <div>
              <dt>{t('You get', { context: 'swap' })}</dt>
              <dd>
                <Worth works={gets} addedDrops={gottenDrops} />
              </dd>
            </div>
          </dl>
          <p className={css.quiet}>{worthRule()}</p>
        </>
      )}
    </div>
  )
}
