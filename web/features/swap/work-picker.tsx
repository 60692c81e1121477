import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AccountNftsReply } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import box from '#web/ui/checkbox.module.css'
import css from './swap.module.css'

type AccountNft = AccountNftsReply['nfts'][number]

/** Works rendered initially and per step, because an account may own thousands. */
const step = 24

export interface Chosen {
  id: string
  name: string
  /**
   * The work's price in drops, or else the floor price of its collection. Null if there is neither, and until it is loaded.
   */
  valueDrops: string | null
}

interface WorkPickerProps {
  legend: string
  account: string
  chosenWorks: readonly Chosen[]
  onChange: (works: Chosen[]) => void
  /** True if no further work can be selected. */
  full: boolean
}

const matches = ({ name, collectionName }: AccountNft, text: string) =>
  `${name} ${collectionName ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())

const chosenOf = ({ nftokenID: id, name, priceDrops, floorDrops }: AccountNft): Chosen => ({
  id,
  name,
  valueDrops: priceDrops ?? floorDrops,
})

/** Lets the user select works that an account owns. */
export function WorkPicker({ legend, account, chosenWorks, onChange, full }: WorkPickerProps) {
  const list = useInfiniteQuery(accountNftsQuery(account))
  const [text, setText] = useState('')
  const [limit, setShown] = useState(step)
  const works = list.data?.pages.flatMap(({ nfts }) => nfts)
  // Completes a work preset by the URL with its name and value when they are loaded.
  useEffect(() => {
    if (list.data === undefined) return
    const loadedWorks = new Map(
      list.data.pages.flatMap(({ nfts }) => nfts.map((nft) => [nft.nftokenID, chosenOf(nft)])),
    )
    const current = chosenWorks.map((work) => loadedWorks.get(work.id) ?? work)
    if (
      current.some(
        ({ name, valueDrops }, at) =>
          name !== chosenWorks[at]?.name || valueDrops !== chosenWorks[at]?.valueDrops,
      )
    )
      onChange(current)
  }, [list.data, chosenWorks, onChange])
  const has = (id: string) => chosenWorks.some((work) => work.id === id)
  const toggle = (work: AccountNft) =>
    onChange(
      has(work.nftokenID)
        ? chosenWorks.filter((one) => one.id !== work.nftokenID)
        : [...chosenWorks, chosenOf(work)],
    )
  return (
    <fieldset className={css.picker}>
      <legend className={css.giver}>{legend}</legend>
      <QueryStates
        query={{ data: works, error: list.error, refetch: list.refetch }}
        pending={
          <>
            <LoadingNote subject={t('works')} />
            <Skeleton height="10rem" />
          </>
        }
        empty={<Message title={t('This account holds no NFTs')} />}
      >
        {(ownedWorks) => {
          const results = ownedWorks.filter((work) => matches(work, text))
          return (
            <>
              {ownedWorks.length > step / 2 && (
                <Field
                  label={t('Find by name')}
                  value={text}
                  onChange={(next) => {
                    setText(next)
                    setShown(step)
                  }}
                />
              )}
              <ul className={css.choices}>
                {results.slice(0, limit).map((work) => (
                  <li key={work.nftokenID}>
                    <Choice
                      work={work}
                      checked={has(work.nftokenID)}
                      disabled={full && !has(work.nftokenID)}
                      onToggle={() => toggle(work)}
                    />
                  </li>
                ))}
              </ul>
              {results.length === 0 && <p className={css.quiet}>{t('No works with this name.')}</p>}
              {(limit < results.length || list.hasNextPage) && (
                <RetryButton
                  error={list.isFetchNextPageError ? list.error : null}
                  busy={list.isFetchingNextPage}
                  onClick={() => {
                    setShown((count) => count + step)
                    if (limit + step >= results.length && list.hasNextPage) void list.fetchNextPage()
                  }}
                >
                  {list.isFetchNextPageError ? t('Try Again') : t('Show more', { context: 'works' })}
                </RetryButton>
              )}
            </>
          )
        }}
      </QueryStates>
    </fieldset>
  )
}

interface ChoiceProps {
  work: AccountNft
  checked: boolean
  disabled: boolean
  onToggle: () => void
}

function Choice({ work, checked, disabled, onToggle }: ChoiceProps) {
  const price = work.priceDrops ?? work.issuedPrice
  return (
    <label className={css.choice} data-checked={checked}>
      <WorkPicture media={work.image} alt="" sizes="140px" ratio={1} />
      <span className={css.tick}>
        <span className={box.control}>
          <input
            type="checkbox"
            className={box.input}
            checked={checked}
            disabled={disabled}
            onChange={onToggle}
          />
          <Check className={box.mark} size={14} strokeWidth={2.5} aria-hidden="true" />
        </span>
        <span className={css.name}>{work.name}</span>
      </span>
      {work.collectionName !== null && <span className={css.quiet}>{work.collectionName}</span>}
      {price !== null && (
        <span className={css.quiet}>
          <AmountText amount={price} compact />
        </span>
      )}
    </label>
  )
}
