import { sizedImage } from '#contract/rules/media.ts'
import { Picture } from '#web/ui/picture.tsx'
import { LabelledWork } from '#web/wallet/work-summary.tsx'
import type { RequestRecord, WorkLabel } from './request-record.ts'

/** The work of a request with its label. Uses the data stored in this browser, so it needs no call. */
export function RequestWork({ record, label }: { record: RequestRecord; label: WorkLabel }) {
  const { picture, title } = record
  return (
    <LabelledWork
      picture={
        <Picture
          src={picture === null ? null : sizedImage(picture, { w: 300 })}
          alt=""
          ratio={1}
          fit="contain"
        />
      }
      title={title}
      label={label}
    />
  )
}
