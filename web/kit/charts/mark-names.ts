import type { SaleMark } from '#contract/schemas/sale-marks.ts'
import { t } from '#web/messages.ts'

export const markNames: Record<SaleMark, string> = {
  same_funder: t('same funder'),
  back_and_forth: t('back and forth'),
  circle: t('circle'),
  no_profit: t('no profit'),
  fee_free: t('fee-free'),
}
