import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { t, rich, slot } from '#web/messages.ts'
import css from './palette.module.css'
import { type Command, type CommandGroup, useCommands } from './use-commands.ts'

/** Finds pages, own works, recent searches and settings while the user types. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const groups = useCommands(query)
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.scrim} data-scrim />
        <Dialog.Viewport className={css.viewport}>
          <Dialog.Popup className={css.popup} aria-label={t('Commands')} data-palette="">
            <Autocomplete.Root
              inline
              open
              items={groups}
              mode="none"
              value={query}
              onValueChange={(value, { reason }) => reason === 'input-change' && setQuery(value)}
              autoHighlight="always"
              keepHighlight
              itemToStringValue={({ title }: Command) => title}
            >
              <Autocomplete.Input
                className={css.input}
                placeholder={t('Go to a page, a work or a setting')}
                aria-label={t('Commands')}
                maxLength={100}
              />
              <Autocomplete.Empty className={css.empty}>{t('No match')}</Autocomplete.Empty>
              <Autocomplete.List className={css.list}>
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.title} items={group.items} className={css.group}>
                    <Autocomplete.GroupLabel className={css.label}>{group.title}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          key={command.id}
                          value={command}
                          className={css.item}
                          onClick={() => choose(command)}
                        >
                          <span className={css.name}>{command.title}</span>
                          {command.note !== undefined && <span className={css.note}>{command.note}</span>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <p className={css.keys} aria-hidden="true">
                {rich(
                  '{kbd} {kbd2} choose · <kbd3>Enter</kbd3> open · <kbd4>Esc</kbd4> close · {kbd5} search',
                  {
                    kbd: <kbd>↑</kbd>,
                    kbd2: <kbd>↓</kbd>,
                    kbd3: <kbd>{slot}</kbd>,
                    kbd4: <kbd>{slot}</kbd>,
                    kbd5: <kbd>/</kbd>,
                  },
                )}
              </p>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
