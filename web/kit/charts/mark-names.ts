import type { SaleMark } from '#worker/contract/sale-marks.ts'
import { m } from '#web/messages.ts'

export const markNames: Record<SaleMark, string> = {
  same_funder: m.kit_mark_names_same_funder,
  back_and_forth: m.kit_mark_names_back_and_forth,
  circle: m.kit_mark_names_circle,
  no_profit: m.kit_mark_names_no_profit,
  fee_free: m.kit_mark_names_fee_free,
}
