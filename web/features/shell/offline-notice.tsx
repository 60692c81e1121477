import { m } from '#web/messages.ts'
import { useOnline } from '#web/ui/use-online.ts'
import css from './offline-notice.module.css'

export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status" className={css.place}>
      {!online && <p className={css.notice}>{m.shell_offline_notice_offline_see_out_date}</p>}
    </div>
  )
}
