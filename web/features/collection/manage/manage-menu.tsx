import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { syncWords, useSyncProgress } from '#web/kit/use-sync-progress.ts'
import { buttonClass } from '#web/ui/button.tsx'
import menu from '#web/ui/menu.module.css'
import { ActDialog } from './act-dialog.tsx'
import { type Act, issuerActs, ownerActs, syncActs } from './acts.ts'
import css from './manage-menu.module.css'

interface ManageMenuProps {
  collection: CollectionInfo
  account: string
  isIssuer: boolean
  isOwner: boolean
}

/** A menu of all actions. Each action asks for confirmation. */
export function ManageMenu({ collection, account, isIssuer, isOwner }: ManageMenuProps) {
  const [act, setAct] = useState<Act | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { progress, follow } = useSyncProgress('getCollectionSync', collection._id)
  const ownActs = isIssuer ? issuerActs(collection) : []
  const owners = isOwner ? ownerActs(collection).filter((entry) => !isIssuer || entry.removes !== true) : []
  // Irreversible actions are last.
  const acts = [...ownActs, ...syncActs(collection, follow), ...owners].toSorted(
    (a, b) => Number(a.removes === true) - Number(b.removes === true),
  )
  return (
    <div ref={place} className={css.manage}>
      <Menu.Root>
        <Menu.Trigger className={buttonClass('outline')}>
          {t('Manage')} <ChevronDown size={16} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className={menu.positioner} align="start" sideOffset={8}>
            <Menu.Popup className={menu.popup}>
              {isIssuer && (
                <Menu.Item
                  className={menu.item}
                  render={<Link to="/create/edit_collection/$id" params={{ id: collection._id }} />}
                >
                  {t('Edit')}
                </Menu.Item>
              )}
              {acts.map((entry) => (
                <Menu.Item
                  key={entry.name}
                  className={menu.item}
                  data-grave={entry.removes}
                  onClick={() => setAct(entry)}
                >
                  {entry.name}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <span role="status" className={css.state}>
        {progress !== null && syncWords(progress)}
      </span>
      {act !== null && <ActDialog act={act} account={account} onClose={() => setAct(null)} />}
    </div>
  )
}
