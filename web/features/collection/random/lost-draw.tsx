import { Link } from '@tanstack/react-router'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './random-buy.module.css'

interface LostDrawProps {
  collection: CollectionInfo
  /** The reason, as worded by the server. */
  sentence: string
  onClose: () => void
}

/** Says that a draw failed, that nothing was paid, and where works can still be bought. */
export function LostDraw({ collection, sentence, onClose }: LostDrawProps) {
  return (
    <Dialog open onClose={onClose} title={t('Nothing was drawn')}>
      <div className={css.lost}>
        <p role="alert">{sentence}</p>
        <p>{t('Nothing was paid.')}</p>
        <Link
          to="/collection/$id/items"
          params={{ id: collection._id }}
          search={{ buyable: 'true' }}
          onClick={onClose}
          className={buttonClass('primary')}
        >
          {t('See works that others are selling')}
        </Link>
        <Button wide onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
