import { adultContent } from '#web/kit/media/adult-content.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useStore } from '#web/ui/store.ts'

/** Revokes the visitor's consent to adult content. Renders nothing for visitors who have not consented. */
export function AdultContentSetting() {
  if (!useStore(adultContent)) return null
  return (
    <Button size="small" look="quiet" onClick={() => adultContent.set(false)}>
      {t('Hide adult content again')}
    </Button>
  )
}
