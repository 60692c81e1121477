import css from '#web/wallet/confirm-dialog.module.css'

interface BuyNoteProps {
  /** The price that was seen before, when it is another now. */
  changed: string | null
  refusal: string | null
  /** The listing is no longer there. */
  gone: boolean
}

export function BuyNote({ changed, refusal, gone }: BuyNoteProps) {
  const sentence = gone
    ? 'This work is no longer for sale at a fixed price.'
    : changed !== null
      ? `The price has changed: it was ${changed} when you looked. Above is the new one.`
      : refusal
  return (
    <div role="alert">
      {sentence !== null && (
        <div className={css.note}>
          <p>{sentence}</p>
          <p className={css.quiet}>Nothing was paid.</p>
        </div>
      )}
    </div>
  )
}
