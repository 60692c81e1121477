import { adultContent } from '#web/kit/media/adult-content.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useStore } from '#web/ui/store.ts'

/** Takes back the visitor's agreement to adult content; nothing for those who have not agreed. */
export function AdultContentSetting() {
  if (!useStore(adultContent)) return null
  return (
    <Button size="small" look="quiet" onClick={() => adultContent.set(false)}>
      {t('Hide adult content again')}
    </Button>
  )
}
