import type { SaleMark } from '#worker/contract/sale-marks.ts'

export const markNames: Record<SaleMark, string> = {
  same_funder: 'same funder',
  back_and_forth: 'back and forth',
  circle: 'circle',
  no_profit: 'no profit',
  fee_free: 'fee-free',
}
