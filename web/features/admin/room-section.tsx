import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxRoomText, type RoomReply } from '#contract/schemas/room.ts'
import { t } from '#web/messages.ts'
import type { OperationInput } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './admin.module.css'

export const roomQuery = operationQuery('getRoom', {})

/** Edits the artist section of the home page: an account, a text and three works. */
export function RoomSection() {
  const { data } = useQuery(roomQuery)
  return data === undefined ? null : <RoomForm key={data?.artist ?? ''} room={data} />
}

const places = ['first', 'second', 'third'] as const

/** Extracts the NFTokenID from a text, which may be the URL of the work's page. */
const idIn = (text: string) => /[0-9A-F]{64}/i.exec(text)?.[0]?.toUpperCase() ?? text.trim()

function RoomForm({ room }: { room: RoomReply | null }) {
  const client = useQueryClient()
  const [artist, setArtist] = useState(room?.artist ?? '')
  const [text, setText] = useState(room?.text ?? '')
  const [works, setWorks] = useState(() => places.map((_, place) => room?.works[place]?.nftokenID ?? ''))
  const save = useMutation({
    mutationFn: (body: OperationInput<'setRoom'>['body']) => call('setRoom', { body }),
    onSuccess: ({ data }) => announce({ title: String(data), tone: 'good' }),
    onSettled: () => client.invalidateQueries({ queryKey: roomQuery.queryKey }),
  })
  return (
    <section className={css.section} aria-labelledby="room">
      <h2 className={css.heading} id="room">
        {t('Artist on the home page')}
      </h2>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ artist: artist.trim(), text, works: works.map(idIn) })
        }}
      >
        <Field label={t("Artist's account *")} value={artist} onChange={setArtist} />
        <TextArea
          label={t('Two sentences *')}
          value={text}
          onChange={setText}
          maxLength={maxRoomText}
          rows={3}
        />
        {places.map((key, place) => (
          <Field
            key={key}
            label={t('Work {number, number}: NFTokenID or link *', { number: place + 1 })}
            value={works[place] ?? ''}
            onChange={(workText) => setWorks(works.with(place, workText))}
          />
        ))}
        <div role="alert">
          {save.error !== null && <p className={css.problem}>{sentenceOf(save.error)}</p>}
        </div>
        <div className={css.buttons}>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
          {room !== null && (
            <Button busy={save.isPending} onClick={() => save.mutate({ ...room, works: [] })}>
              {t('Show nobody')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
