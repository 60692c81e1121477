import { useState } from 'react'
import { linkLabels, type ProfileLinks } from '#contract/rules/link-names.ts'
import { completeLink, linkProblem } from '#contract/rules/links.ts'
import { t } from '#web/messages.ts'
import { linkTitle } from '#web/kit/link-titles.ts'
import { Field } from '#web/ui/field.tsx'
import css from './link-fields.module.css'

/** Link fields of an account or a collection. A short form, for example `@name`, is completed on blur. */
export function LinkFields({
  links,
  onChange,
}: {
  links: ProfileLinks
  onChange: (links: ProfileLinks) => void
}) {
  const [leftFields, setLeft] = useState<ReadonlySet<string>>(new Set())
  return (
    <fieldset className={css.links}>
      <legend>{t('Links')}</legend>
      {linkLabels.map(([name, label]) => {
        const link = links[name] ?? ''
        return (
          <Field
            key={name}
            label={linkTitle(name, label)}
            value={link}
            placeholder={name === 'website' ? t('name.com') : t('@name')}
            error={leftFields.has(name) ? linkProblem(name, link) : null}
            onChange={(text) => onChange({ ...links, [name]: text })}
            onLeave={() => {
              setLeft((before) => new Set([...before, name]))
              const complete = completeLink(name, link)
              if (link !== '' && complete !== null && complete !== link)
                onChange({ ...links, [name]: complete })
            }}
          />
        )
      })}
    </fieldset>
  )
}
