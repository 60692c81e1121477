import { maxDescription } from '#contract/schemas/token-json.ts'
import { t } from '#web/messages.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import { UploadPicker } from '#web/kit/uploads/upload-picker.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

interface WorkDraft {
  display: KeptFile | null
  attachment: KeptFile | null
  name: string
  description: string
}

type Named = 'display' | 'name' | 'description'

/** Upload state of a work none of whose files is being uploaded. */
export const noneSending = { display: false, attachment: false }
type Sending = typeof noneSending

interface WorkFieldsProps {
  account: string
  draft: WorkDraft
  sending: Sending
  onSending: (change: (before: Sending) => Sending) => void
  onChange: (changes: Partial<WorkDraft>) => void
  onLeave?: (field: Named) => void
  errorOf: (field: Named) => string | null
}

/** Files, name and description of a work. */
export function WorkFields(props: WorkFieldsProps) {
  const { account, draft, sending, onSending, onChange, onLeave = () => undefined, errorOf } = props
  return (
    <>
      <UploadPicker
        label={t('Display picture')}
        required
        use="display"
        account={account}
        value={draft.display}
        onChange={(display) => onChange({ display })}
        onBusy={(display) => onSending((before) => ({ ...before, display }))}
        error={sending.display ? null : errorOf('display')}
      />
      <UploadPicker
        label={t('Attachment')}
        use="attachment"
        account={account}
        value={draft.attachment}
        onChange={(attachment) => onChange({ attachment })}
        onBusy={(attachment) => onSending((before) => ({ ...before, attachment }))}
      />
      <Field
        label={t('Name *')}
        value={draft.name}
        onChange={(name) => onChange({ name: name.slice(0, 200) })}
        onLeave={() => onLeave('name')}
        error={errorOf('name')}
      />
      <TextArea
        label={t('Description *')}
        value={draft.description}
        maxLength={maxDescription}
        onChange={(description) => onChange({ description })}
        onLeave={() => onLeave('description')}
        error={errorOf('description')}
      />
    </>
  )
}
