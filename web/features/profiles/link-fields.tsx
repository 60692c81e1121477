import { Field } from '#web/ui/field.tsx'
import css from './link-fields.module.css'
import { linkFields, linkProblem, type ProfileDraft } from './profile-draft.ts'

type Links = ProfileDraft['links']

/** Where somebody, or a collection, is found elsewhere. */
export function LinkFields({ links, onChange }: { links: Links; onChange: (links: Links) => void }) {
  return (
    <fieldset className={css.links}>
      <legend>Links</legend>
      {linkFields.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          value={links[name] ?? ''}
          placeholder="https://"
          error={linkProblem(links[name] ?? '')}
          onChange={(link) => onChange({ ...links, [name]: link })}
        />
      ))}
    </fieldset>
  )
}
